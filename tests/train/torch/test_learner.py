"""Learning: from results, from what was tried, and by steps that can be recorded."""

from dataclasses import replace

import numpy as np
import pytest
import torch

from jaipur.bots.afterstate import FEATURES
from jaipur.train.captured_steps import TRIES_A_TILE, CapturedSteps, LearningBatch
from jaipur.train.learner import SAMPLE, Learner, LearningRates, disagreement
from jaipur.train.model import ValueModel, predict
from jaipur.train.self_play import Tries, Window
from jaipur.train.tables import TRIED

from .models import small_model, some_features


def test_a_window_is_learned_by_heart() -> None:
    torch.manual_seed(4)
    features = some_features(64).reshape(1, 64, FEATURES)
    won = torch.linspace(0.1, 0.9, 64)
    targets = torch.stack([won, 20 * won])[:, None]
    learner = Learner(small_model(32, 8), LearningRates(3e-3, 1e-3, batch_size=32, ema_decay=0.9))
    chance = torch.Generator().manual_seed(1)
    for _ in range(200):
        learner.learn(Window(features, targets, 0), 0.0, chance)
    values = predict(learner.player(), features[0])
    assert (values[0] - won).abs().mean() < 0.05
    assert (values[1] - 20 * won).abs().mean() < 2


def test_features_that_never_came_up_are_zeros_in_the_network_that_plays() -> None:
    torch.manual_seed(5)
    features = some_features(3).reshape(1, 3, FEATURES)
    learner = Learner(small_model(16, 4), LearningRates(1e-3, 1e-3, batch_size=3, ema_decay=0.9))
    before = learner.network()
    assert before.rows.any(axis=1).all()
    targets = torch.tensor([[[0.2, 0.5, 0.9]], [[1.0, 2.0, 3.0]]])
    learner.learn(Window(features, targets, 0), 0.0, torch.Generator().manual_seed(1))
    seen = np.unique(features.numpy())
    kept = learner.average.rows.clone()
    rows = learner.network().rows
    assert torch.equal(learner.average.rows, kept)
    assert set(np.flatnonzero(rows.any(axis=1))) == set(seen.tolist())
    assert np.array_equal(rows[seen], learner.average.export(learner.sample).rows[seen])


def random_window(seed: int, count: int = 40) -> Window:
    chance = torch.Generator().manual_seed(seed)
    features = some_features(count).reshape(1, count, FEATURES)
    return Window(features, torch.rand(2, 1, count, generator=chance), 0)


RATES = LearningRates(3e-3, 1e-3, batch_size=16, ema_decay=0.9)


def test_a_learner_that_is_restored_learns_on_as_if_nothing_had_been() -> None:
    torch.manual_seed(6)
    learner = Learner(small_model(16, 4, residual=True), RATES)
    learner.learn(random_window(1), 0.0, torch.Generator().manual_seed(1))
    kept = {name: some.clone() for name, some in learner.tensors().items()}
    other = Learner(small_model(16, 4, residual=True), RATES)
    other.restore(kept, learner.steps)
    losses = [
        each.learn(random_window(2), 0.5, torch.Generator().manual_seed(2))
        for each in (learner, other)
    ]
    assert losses[0] == losses[1]
    assert learner.steps == other.steps == 4
    for name, some in learner.tensors().items():
        assert torch.equal(some, other.tensors()[name]), name
    # It is more than the weights: without its moments the same learner learns something else.
    fresh = Learner(small_model(16, 4, residual=True), RATES)
    fresh.restore(kept, learner.steps)
    for name, some in fresh.tensors().items():
        if name.startswith("exp_avg"):
            some.zero_()
    fresh.learn(random_window(2), 0.5, torch.Generator().manual_seed(2))
    assert not torch.equal(fresh.model.rows, other.model.rows)


def test_tensors_of_another_shape_are_not_restored() -> None:
    learner = Learner(small_model(16, 4), RATES)
    kept = Learner(small_model(8, 4), RATES).tensors()
    with pytest.raises(RuntimeError):
        learner.restore(kept, 1)
    with pytest.raises(KeyError):
        Learner(small_model(8, 4, residual=True), RATES).restore(kept, 1)


def test_the_learning_rate_falls_along_a_cosine() -> None:
    rates = LearningRates(3.0, 1.0, batch_size=16, ema_decay=0.9)
    assert [rates.at(progress, 1) for progress in (0, 0.5, 1)] == pytest.approx([3, 2, 1])
    learner = Learner(small_model(8, 4), LearningRates(0.1, 0.0, batch_size=16, ema_decay=0.9))
    before = learner.model.rows.clone()
    learner.learn(random_window(1), 1.0, torch.Generator().manual_seed(1))
    assert torch.equal(learner.model.rows, before)


def test_the_learning_rate_rises_in_the_first_steps() -> None:
    rates = LearningRates(3.0, 3.0, batch_size=16, ema_decay=0.9, warm_up=10)
    assert [rates.at(0.0, steps) for steps in (1, 5, 10, 99)] == pytest.approx([0.3, 1.5, 3, 3])


def test_a_step_by_another_loss_moves_the_model_and_its_average() -> None:
    torch.manual_seed(7)
    learner = Learner(small_model(8, 4), RATES)
    features = some_features(20)
    before, after = (learner.average.bias.clone(), [])
    for _ in range(30):
        learner.set_rate(0.0, 1)
        loss = learner.model(features).square().mean()
        after.append(loss.item())
        learner.take_step(loss)
    assert learner.steps == 30
    assert after[-1] < after[0] / 2
    assert not torch.equal(learner.average.bias, before)


def test_the_sample_is_of_the_latest_windows() -> None:
    learner = Learner(small_model(8, 4), RATES)
    assert len(learner.sample) == SAMPLE
    # The first window takes the place of everything that was drawn.
    learner.learn(random_window(2), 0.0, torch.Generator().manual_seed(1))
    assert len(learner.sample.unique(dim=0)) == 40
    for seed in (3, 1):
        learner.learn(random_window(seed), 0.0, torch.Generator().manual_seed(1))
    blocks = [learner.sample[start : start + 40] for start in (0, 40, 80)]
    for block, seed in zip(blocks, (1, 3, 2), strict=True):
        found = {tuple(row) for row in block.tolist()}
        assert found == {tuple(row) for row in random_window(seed).features[0].tolist()}


# --- Learning from search ---


def some_tries(groups: int) -> tuple[ValueModel, Tries, torch.Tensor]:
    """Options that were all compared, and what a network thinks of them."""
    torch.manual_seed(7)
    model, features = (
        small_model(24, 8),
        some_features(groups * TRIED).reshape(groups, TRIED, FEATURES),
    )
    thought = predict(model, features.reshape(-1, FEATURES))[0].reshape(groups, TRIED)
    return model, Tries(features, torch.rand(groups, TRIED), thought > -1), thought


def how_far(model: ValueModel, tries: Tries) -> float:
    return float(disagreement(model, tries).detach())


def test_what_a_whole_group_has_in_common_does_not_count() -> None:
    model, tries, thought = some_tries(3)
    luck = torch.tensor([[0.3], [-0.2], [0.0]])
    lucky = Tries(tries.features, thought + luck, tries.compared)
    assert how_far(model, lucky) == pytest.approx(0, abs=1e-9)
    shifted = Tries(tries.features, tries.found + luck, tries.compared)
    far = how_far(model, tries)
    assert far > 0.01
    assert how_far(model, shifted) == pytest.approx(far, rel=1e-4)


def test_disagreement_is_how_far_options_are_off_from_their_group() -> None:
    """Those that are not compared do not count; one alone has nothing to be compared with."""
    model, tries, thought = some_tries(4)
    counts = [[True] * 4, [True, False, True, False], [False, True, False, False], [False] * 4]
    compared = torch.tensor(counts)
    off = (thought - tries.found).numpy()
    parts = [off[0], off[1, [0, 2]]]
    apart = sum(float(((part - part.mean()) ** 2).sum()) for part in parts)
    given = Tries(tries.features, tries.found, compared)
    assert how_far(model, given) == pytest.approx(apart / 7, rel=1e-4)
    others = Tries(tries.features, torch.where(compared, tries.found, 9.0), compared)
    assert how_far(model, others) == pytest.approx(apart / 7, rel=1e-4)


@pytest.mark.parametrize("count", [0, 1])
def test_one_option_alone_is_no_disagreement(count: int) -> None:
    model, tries, _ = some_tries(3)
    alone = tries.compared & (torch.arange(TRIED) < count)
    assert how_far(model, Tries(tries.features, tries.found, alone)) == 0


def test_the_order_of_options_is_learned_by_heart_from_tries_alone() -> None:
    """All that the window itself says is something about another afterstate."""
    model, tries, thought = some_tries(2)
    other = some_features(2 * TRIED + 1)[-1:].reshape(1, 1, FEATURES)
    targets = torch.tensor([0.5, 0.0]).reshape(2, 1, 1)
    compared = torch.arange(TRIED).expand(2, TRIED) < 2
    # What was thought better was found to be worse.
    better = thought[:, 0] > thought[:, 1]
    found = torch.full((2, TRIED), 0.5)
    found[:, 0], found[:, 1] = torch.where(better, 0.3, 0.7), torch.where(better, 0.7, 0.3)
    window = Window(other, targets, 0, Tries(tries.features, found, compared))
    learner = Learner(model, LearningRates(3e-3, 1e-3, batch_size=1, ema_decay=0.9))
    chance = torch.Generator().manual_seed(1)
    for _ in range(200):
        learner.learn(window, 0.0, chance)
    values = predict(learner.player(), tries.features.reshape(-1, FEATURES))[0].reshape(2, TRIED)
    wanted = found[:, 0] - found[:, 1]
    assert (values[:, 0] - values[:, 1] - wanted).abs().max() < 0.05


def test_a_pass_learns_from_all_that_was_tried() -> None:
    """In three steps, and five groups among them, though one action is left over.

    Facts of what was not compared do not come up.
    """
    model, tries, _ = some_tries(5)
    compared = torch.arange(TRIED).expand(5, TRIED) < 3
    played = some_features(5 * TRIED + 7)[-7:].reshape(1, 7, FEATURES)
    window = Window(played, torch.rand(2, 1, 7), 0, Tries(tries.features, tries.found, compared))
    learner = Learner(model, LearningRates(1e-3, 1e-3, batch_size=2, ema_decay=0.9))
    learner.learn(window, 0.0, torch.Generator().manual_seed(1))
    assert learner.steps == 3
    tried, every = (
        tries.features[:, :3].numpy(),
        np.union1d(played.numpy(), tries.features[:, :3].numpy()),
    )
    came_up = set(np.flatnonzero(learner.network().rows.any(axis=1)))
    assert set(tried.flat) <= came_up <= set(every.tolist())


class Replayed:
    """A recorded step, which takes the step again."""

    def __init__(self, steps: CapturedSteps, inputs: LearningBatch) -> None:
        self.steps, self.inputs = steps, inputs

    def replay(self) -> None:
        self.steps._step(self.inputs)


def test_recorded_steps_learn_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches are copied to fixed places, and padded with tries that do not count."""
    recorded = []

    def record(steps: CapturedSteps, inputs: LearningBatch) -> tuple[Replayed, LearningBatch]:
        recorded.append(0 if inputs.tries is None else len(inputs.tries.found))
        return Replayed(steps, inputs), inputs

    monkeypatch.setattr(CapturedSteps, "_record", record)
    _, tries, _ = some_tries(5)
    windows = [random_window(1), replace(random_window(2), tries=tries), random_window(3, count=7)]
    learners = []
    for captured in (False, True):
        torch.manual_seed(9)
        learner = Learner(small_model(16, 4, residual=True), RATES)
        learner._on_gpu = captured
        for number, window in enumerate(windows):
            learner.learn(window, 0.0, torch.Generator().manual_seed(number))
        learners.append(learner)
    # Two steps each of the first two windows; the last one has too few samples for a batch.
    assert recorded == [0, TRIES_A_TILE]
    plain, other = learners
    assert plain.steps == other.steps == 5
    for name, some in plain.tensors().items():
        torch.testing.assert_close(some, other.tensors()[name], msg=name)
