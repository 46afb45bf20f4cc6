"""The network as PyTorch trains it is the network that plays."""

from typing import Any

import numpy as np
import pytest
import torch

from jaipur.bots.action_values import new_value_workspace
from jaipur.bots.afterstate import AFTERSTATE, FEATURES, FROM
from jaipur.bots.network import first_layer, outputs, rounded
from jaipur.train.check import check_device
from jaipur.train.learner import Learner, LearningRates, disagreement
from jaipur.train.model import ValueModel, one_hot, predict
from jaipur.train.self_play import (
    AHEAD,
    TRIED,
    PlaySettings,
    TableBatch,
    Tries,
    Window,
    play_window,
)
from jaipur.train.self_play_steps import UNKNOWN

from ..workspace import PROCESSOR


def some_features(count: int) -> torch.Tensor:
    """Facts that could be, each in its stretch of rows."""
    chance = np.random.default_rng(1)
    return torch.from_numpy(
        chance.integers(FROM[:-1], FROM[1:], (count, FEATURES)).astype(np.int16)
    )


def test_what_plays_answers_as_what_was_trained() -> None:
    torch.manual_seed(1)
    model, features = ValueModel(24, 8), some_features(50)
    playing, values = rounded(model.export(), AFTERSTATE), predict(model, features).numpy()
    workspace = new_value_workspace(playing)
    for number, row in enumerate(features.numpy()):
        first_layer(playing, row.astype(np.int64), workspace.hidden)
        chance, margin = outputs(playing, workspace.hidden)
        np.testing.assert_allclose(chance, values[0, number], atol=1e-3)
        np.testing.assert_allclose(margin, values[1, number], atol=2e-2)


def test_a_processor_adds_the_rows_that_a_gpu_multiplies() -> None:
    torch.manual_seed(2)
    model, features = ValueModel(24, 8), some_features(50)
    product = torch.addmm(model.bias, one_hot(features, torch.float32), model.rows).relu()
    layer = model.second(product)
    layer = torch.where(layer > 0, layer, layer / 8)
    torch.testing.assert_close(model.last(layer), model(features))


def test_the_processor_plays_as_itself() -> None:
    done = check_device(PROCESSOR, tables=20, plies=100, seed=1)
    assert done.actions == 2000
    assert done.afterstates > 10_000
    assert done.rounds >= 10


def test_noise_is_played_only_where_it_is_asked_for() -> None:
    torch.manual_seed(3)
    model = ValueModel(8, 4)
    windows = []
    for share in (0.0, 0.0, 1.0):
        chance = torch.Generator().manual_seed(1)
        manner = PlaySettings(share, 1.0, 0.8)
        windows.append(play_window(TableBatch(PROCESSOR, 8, 1), model, 12, manner, chance))
    quiet, same, noisy = windows
    assert torch.equal(quiet.features, same.features)
    assert not torch.equal(quiet.features, noisy.features)


def test_rivals_sit_at_their_share_of_the_tables() -> None:
    """Who plays without one plays as ever; a rival's own actions are not learned from."""
    torch.manual_seed(3)
    model, manner = ValueModel(8, 4), PlaySettings(0.0, 1.0, 0.8)
    usual, half = (
        play_window(TableBatch(PROCESSOR, 8, 1, share), model, 12, manner, torch.Generator())
        for share in (0.0, 0.5)
    )
    assert torch.equal(half.features[:, :4], usual.features[:, :4])
    assert torch.equal(half.targets[..., :4], usual.targets[..., :4])
    assert not torch.equal(half.features[:, 4:], usual.features[:, 4:])
    learned = [(window.targets[0] != UNKNOWN).sum(0) for window in (usual, half)]
    # No round is over yet: of twelve plies each seat learns from all its own but the last.
    assert learned[0].tolist() == [10] * 8
    assert learned[1].tolist() == [10] * 4 + [5] * 4


def test_a_window_is_learned_by_heart() -> None:
    torch.manual_seed(4)
    features = some_features(64).reshape(1, 64, FEATURES)
    won = torch.linspace(0.1, 0.9, 64)
    targets = torch.stack([won, 20 * won])[:, None]
    learner = Learner(ValueModel(32, 8), LearningRates(3e-3, 1e-3, batch_size=32, ema_decay=0.9))
    chance = torch.Generator().manual_seed(1)
    for _ in range(200):
        learner.learn(Window(features, targets, 0), 0.0, chance)
    values = predict(learner.player(), features[0])
    assert (values[0] - won).abs().mean() < 0.05
    assert (values[1] - 20 * won).abs().mean() < 2


def test_features_that_never_came_up_are_zeros_in_the_network_that_plays() -> None:
    torch.manual_seed(5)
    features = some_features(3).reshape(1, 3, FEATURES)
    learner = Learner(ValueModel(16, 4), LearningRates(1e-3, 1e-3, batch_size=3, ema_decay=0.9))
    before = learner.network()
    assert before.rows.any(axis=1).all()
    targets = torch.tensor([[[0.2, 0.5, 0.9]], [[1.0, 2.0, 3.0]]])
    learner.learn(Window(features, targets, 0), 0.0, torch.Generator().manual_seed(1))
    seen = np.unique(features.numpy())
    kept = learner.average.rows.clone()
    rows = learner.network().rows
    assert torch.equal(learner.average.rows, kept)
    assert set(np.flatnonzero(rows.any(axis=1))) == set(seen.tolist())
    assert np.array_equal(rows[seen], learner.average.export().rows[seen])


# --- Learning from search ---

SEARCHED, PLIES = 16, 2 * AHEAD + 5
"""So many tables, half of them in groups, and plies: two whole stretches, and no round is over."""
GROUPED, FIRST = SEARCHED // 2, slice(0, SEARCHED // 2, TRIED)


class Watched(TableBatch):
    """Tables that remember from which positions was played."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.seen: list[torch.Tensor] = []

    def list_options(self) -> None:
        self.seen.append(self.positions.clone())
        super().list_options()


def searched(
    plies: int = PLIES, *, searching: bool = True
) -> tuple[Window, list[torch.Tensor], ValueModel]:
    """A window without noise, the positions in it, and who played it."""
    torch.manual_seed(6)
    model, tables = ValueModel(8, 4), Watched(PROCESSOR, SEARCHED, 1)
    manner, chance = PlaySettings(0.0, 1.0, 0.8, searching), torch.Generator().manual_seed(1)
    return play_window(tables, model, plies, manner, chance), tables.seen, model


def kinds(rows: torch.Tensor) -> int:
    """How many different rows there are."""
    return len(rows.unique(dim=0))


def test_a_group_plays_different_options_of_one_position() -> None:
    window, seen, _ = searched()
    assert window.finished == 0
    for ply, positions in enumerate(seen):
        # The last stretch is too short to compare anything.
        together = ply in {0, AHEAD}
        for start in range(0, SEARCHED, TRIED):
            group = slice(start, start + TRIED)
            grouped = together and start < GROUPED
            assert kinds(positions[group]) == (1 if grouped else TRIED)
            assert kinds(window.features[ply, group]) == TRIED


def test_the_first_of_a_group_and_who_is_in_none_play_as_without_search() -> None:
    window, usual = searched()[0], searched(searching=False)[0]
    assert usual.tries is None
    for tables in (FIRST, slice(GROUPED, SEARCHED)):
        assert torch.equal(window.features[:, tables], usual.features[:, tables])
        torch.testing.assert_close(window.targets[..., tables], usual.targets[..., tables])
    learned = [(some.targets[0] != UNKNOWN).sum(0)[:GROUPED].tolist() for some in (window, usual)]
    assert learned[1] == [PLIES - 2] * GROUPED
    # Each seat learns from all its own in a stretch but the last, and so it is three times.
    assert learned[0] == [PLIES - 2, *[PLIES - 6] * (TRIED - 1)] * (GROUPED // TRIED)


def test_tries_are_what_groups_played_and_what_came_of_it() -> None:
    window, _, model = searched()
    tries = window.tries
    assert tries
    groups = GROUPED // TRIED
    assert tries.features.shape == (2 * groups, TRIED, FEATURES)
    assert tries.found.shape == tries.compared.shape == (2 * groups, TRIED)
    assert tries.compared.dtype == torch.bool
    assert tries.compared[:, 0].all()
    thought = predict(model, window.features.reshape(-1, FEATURES))[0].reshape(PLIES, SEARCHED)
    for row in range(2 * groups):
        start, tables = (
            row // groups * AHEAD,
            slice(row % groups * TRIED, (row % groups + 1) * TRIED),
        )
        assert torch.equal(tries.features[row], window.features[start, tables])
        # Without noise the last two thoughts are of what was played; the first is by who chose.
        mine, theirs = thought[start + AHEAD - 2, tables], thought[start + AHEAD - 1, tables]
        torch.testing.assert_close(tries.found[row], (mine + 1 - theirs) / 2)


def test_a_short_window_has_no_tries() -> None:
    window, usual = (searched(AHEAD - 1, searching=some)[0] for some in (True, False))
    assert window.tries
    assert len(window.tries.found) == 0
    assert torch.equal(window.features, usual.features)
    torch.testing.assert_close(window.targets, usual.targets)
    learner = Learner(ValueModel(8, 4), LearningRates(1e-3, 1e-3, batch_size=32, ema_decay=0.9))
    assert 0 < learner.learn(window, 0.0, torch.Generator().manual_seed(1)) < 2


def test_tables_of_a_group_have_the_same_rival() -> None:
    rivals = TableBatch(PROCESSOR, SEARCHED, 1, 0.75).rivals.reshape(-1, TRIED, 2)
    assert [kinds(group) for group in rivals] == [1] * (SEARCHED // TRIED)
    assert rivals[:, 0, 0].tolist() == [-1, 1, 0, 1]


def some_tries(groups: int) -> tuple[ValueModel, Tries, torch.Tensor]:
    """Options that were all compared, and what a network thinks of them."""
    torch.manual_seed(7)
    model, features = (
        ValueModel(24, 8),
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
