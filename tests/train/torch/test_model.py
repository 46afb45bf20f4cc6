"""The network as PyTorch trains it is the network that plays."""

import numpy as np
import torch

from jaipur.bots.afterstate import FACTS, FROM
from jaipur.bots.network import add_up, answer, new_desk
from jaipur.train.check import check_device
from jaipur.train.learner import Learner, Rates
from jaipur.train.model import Model, judge, one_hot
from jaipur.train.selfplay import Manner, Tables, Window, play_window
from jaipur.train.steps import UNKNOWN

from ..room import PROCESSOR


def some_facts(count: int) -> torch.Tensor:
    """Facts that could be, each in its stretch of rows."""
    chance = np.random.default_rng(1)
    return torch.from_numpy(chance.integers(FROM[:-1], FROM[1:], (count, FACTS)).astype(np.int16))


def test_what_plays_answers_as_what_was_trained() -> None:
    torch.manual_seed(1)
    model, facts = Model(24, 8), some_facts(50)
    network, values = model.export(), judge(model, facts).numpy()
    desk = new_desk(network)
    for number, row in enumerate(facts.numpy()):
        add_up(network, row.astype(np.int64), desk.hidden)
        answer(network, desk, 0)
        np.testing.assert_allclose(desk.values[:, 0], values[:, number], atol=1e-3)


def test_a_processor_adds_the_rows_that_a_gpu_multiplies() -> None:
    torch.manual_seed(2)
    model, facts = Model(24, 8), some_facts(50)
    product = torch.addmm(model.bias, one_hot(facts, torch.float32), model.rows).relu()
    layer = model.second(product)
    layer = torch.where(layer > 0, layer, layer / 8)
    torch.testing.assert_close(model.last(layer), model(facts))


def test_the_processor_plays_as_itself() -> None:
    done = check_device(PROCESSOR, tables=20, plies=100, seed=1)
    assert done.actions == 2000
    assert done.afterstates > 10_000
    assert done.rounds >= 10


def test_noise_is_played_only_where_it_is_asked_for() -> None:
    torch.manual_seed(3)
    model = Model(8, 4)
    windows = []
    for share in (0.0, 0.0, 1.0):
        chance = torch.Generator().manual_seed(1)
        manner = Manner(share, 1.0, 0.8)
        windows.append(play_window(Tables(PROCESSOR, 8, 1), model, 12, manner, chance))
    quiet, same, noisy = windows
    assert torch.equal(quiet.facts, same.facts)
    assert not torch.equal(quiet.facts, noisy.facts)


def test_rivals_sit_at_their_share_of_the_tables() -> None:
    """Who plays without one plays as ever; a rival's own actions are not learned from."""
    torch.manual_seed(3)
    model, manner = Model(8, 4), Manner(0.0, 1.0, 0.8)
    usual, half = (
        play_window(Tables(PROCESSOR, 8, 1, share), model, 12, manner, torch.Generator())
        for share in (0.0, 0.5)
    )
    assert torch.equal(half.facts[:, :4], usual.facts[:, :4])
    assert torch.equal(half.targets[..., :4], usual.targets[..., :4])
    assert not torch.equal(half.facts[:, 4:], usual.facts[:, 4:])
    learned = [(window.targets[0] != UNKNOWN).sum(0) for window in (usual, half)]
    # No round is over yet: of twelve plies each seat learns from all its own but the last.
    assert learned[0].tolist() == [10] * 8
    assert learned[1].tolist() == [10] * 4 + [5] * 4


def test_a_window_is_learned_by_heart() -> None:
    torch.manual_seed(4)
    facts = some_facts(64).reshape(1, 64, FACTS)
    won = torch.linspace(0.1, 0.9, 64)
    targets = torch.stack([won, 20 * won])[:, None]
    learner = Learner(Model(32, 8), Rates(3e-3, 1e-3, samples=32, memory=0.9))
    chance = torch.Generator().manual_seed(1)
    for _ in range(200):
        learner.learn(Window(facts, targets, 0), 0.0, chance)
    values = judge(learner.player(), facts[0])
    assert (values[0] - won).abs().mean() < 0.05
    assert (values[1] - 20 * won).abs().mean() < 2


def test_facts_that_never_came_up_are_zeros_in_the_network_that_plays() -> None:
    torch.manual_seed(5)
    facts = some_facts(3).reshape(1, 3, FACTS)
    learner = Learner(Model(16, 4), Rates(1e-3, 1e-3, samples=3, memory=0.9))
    before = learner.network()
    assert before.rows.any(axis=1).all()
    targets = torch.tensor([[[0.2, 0.5, 0.9]], [[1.0, 2.0, 3.0]]])
    learner.learn(Window(facts, targets, 0), 0.0, torch.Generator().manual_seed(1))
    seen = np.unique(facts.numpy())
    kept = learner.average.rows.clone()
    rows = learner.network().rows
    assert torch.equal(learner.average.rows, kept)
    assert set(np.flatnonzero(rows.any(axis=1))) == set(seen.tolist())
    assert np.array_equal(rows[seen], learner.average.export().rows[seen])
