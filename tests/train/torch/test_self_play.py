"""Self-play: noise, rivals, a frozen player, and options tried side by side."""

from typing import Any

import torch

from jaipur.bots.afterstate import FEATURES
from jaipur.kernel.layout import TURN
from jaipur.train.learner import Learner, LearningRates
from jaipur.train.model import ValueModel, predict
from jaipur.train.option_values import OptionValues
from jaipur.train.self_play import PlaySettings, SelfPlay, Window
from jaipur.train.self_play_steps import UNKNOWN
from jaipur.train.tables import AHEAD, TRIED, TableBatch

from ..workspace import PROCESSOR
from .models import play, small_model


def test_noise_is_played_only_where_it_is_asked_for() -> None:
    torch.manual_seed(3)
    model = small_model(8, 4)
    windows = []
    for share in (0.0, 0.0, 1.0):
        chance = torch.Generator().manual_seed(1)
        manner = PlaySettings(share, 1.0, 0.8)
        windows.append(play(TableBatch(PROCESSOR, 8, 1), model, 12, manner, chance))
    quiet, same, noisy = windows
    assert torch.equal(quiet.features, same.features)
    assert not torch.equal(quiet.features, noisy.features)


def test_rivals_sit_at_their_share_of_the_tables() -> None:
    """Who plays without one plays as ever; a rival's own actions are not learned from."""
    torch.manual_seed(3)
    model, manner = small_model(8, 4), PlaySettings(0.0, 1.0, 0.8)
    usual, half = (
        play(TableBatch(PROCESSOR, 8, 1, share), model, 12, manner, torch.Generator())
        for share in (0.0, 0.5)
    )
    assert torch.equal(half.features[:, :4], usual.features[:, :4])
    assert torch.equal(half.targets[..., :4], usual.targets[..., :4])
    assert not torch.equal(half.features[:, 4:], usual.features[:, 4:])
    learned = [(window.targets[0] != UNKNOWN).sum(0) for window in (usual, half)]
    # No round is over yet: of twelve plies each seat learns from all its own but the last.
    assert learned[0].tolist() == [10] * 8
    assert learned[1].tolist() == [10] * 4 + [5] * 4


# --- A frozen player ---


def frozen_window(
    frozen: ValueModel | None, manner: PlaySettings, plies: int = 12
) -> tuple[Window, TableBatch]:
    torch.manual_seed(3)
    model = small_model(8, 4)
    tables = TableBatch(PROCESSOR, SEARCHED, 1, frozen=frozen is not None)
    chance = torch.Generator().manual_seed(1)
    return SelfPlay(tables, frozen).play_window(model, plies, manner, chance), tables


def test_a_frozen_player_has_one_seat_of_every_table_and_does_not_learn() -> None:
    torch.manual_seed(3)
    window, tables = frozen_window(small_model(8, 4), PlaySettings(0.0, 1.0, 0.8))
    usual, _ = frozen_window(None, PlaySettings(0.0, 1.0, 0.8))
    # It is the same network: the same is played, and one seat of each table learns.
    assert torch.equal(window.features, usual.features)
    assert tables.frozen_seats.reshape(-1, TRIED)[:, 0].tolist() == [0, 1, 0, 1]
    learned, both = (some.targets[0] != UNKNOWN for some in (window, usual))
    assert both.sum(0).tolist() == [10] * SEARCHED
    assert learned.sum(0).tolist() == [5] * SEARCHED
    assert torch.equal(window.targets[:, learned], usual.targets[:, learned])


def test_a_frozen_player_plays_by_its_own_values() -> None:
    torch.manual_seed(8)
    frozen, manner = small_model(16, 4, residual=True), PlaySettings(0.0, 1.0, 0.8)
    played = []
    tables = Watched(PROCESSOR, SEARCHED, 1, frozen=True)
    torch.manual_seed(3)
    model = small_model(8, 4)
    window = SelfPlay(tables, frozen).play_window(model, 12, manner, torch.Generator())
    for ply, positions in enumerate(tables.seen):
        again = TableBatch(PROCESSOR, SEARCHED, 1)
        again.positions[:] = positions
        options = OptionValues(again)
        for who, is_theirs in ((model, False), (frozen, True)):
            options.list_options()
            chances = options.values(who)[0]
            options.choose(chances, torch.zeros_like(chances))
            features = torch.zeros(SEARCHED, FEATURES, dtype=torch.int16)
            options.describe_chosen(features)
            mine = (positions[:, TURN] == tables.frozen_seats) == is_theirs
            assert torch.equal(window.features[ply, mine], features[mine])
            played.append(bool((window.features[ply, ~mine] == features[~mine]).all()))
    # The two do not always agree, so it matters who is asked.
    assert not all(played)


def test_noise_is_only_of_who_learns() -> None:
    torch.manual_seed(8)
    frozen = small_model(8, 4)
    quiet, _ = frozen_window(frozen, PlaySettings(0.0, 1.0, 0.8), plies=1)
    noisy, tables = frozen_window(frozen, PlaySettings(1.0, 9.0, 0.8), plies=1)
    differ = (quiet.features[0] != noisy.features[0]).any(1)
    starts = TableBatch(PROCESSOR, SEARCHED, 1)
    starts.deal()
    by_frozen = starts.positions[:, TURN] == tables.frozen_seats
    assert by_frozen.any()
    assert not differ[by_frozen].any()
    assert differ[~by_frozen].any()


def test_with_a_frozen_player_only_the_other_one_tries_options() -> None:
    torch.manual_seed(8)
    frozen, manner = small_model(8, 4), PlaySettings(0.0, 1.0, 0.8, searching=True)
    window, tables = frozen_window(frozen, manner, PLIES)
    starts = TableBatch(PROCESSOR, SEARCHED, 1)
    starts.deal()
    leaders = starts.positions[:GROUPED:TRIED, TURN]
    theirs = leaders == tables.frozen_seats[:GROUPED:TRIED]
    assert theirs.tolist() == [True, False]
    assert window.tries
    assert not window.tries.compared[0].any()
    assert window.tries.compared[1].any()


# --- Learning from search ---

SEARCHED, PLIES = 16, 2 * AHEAD + 5
"""So many tables, half of them in groups, and plies: two whole stretches, and no round is over."""
GROUPED, FIRST = SEARCHED // 2, slice(0, SEARCHED // 2, TRIED)


class Watched(TableBatch):
    """Tables that remember from which positions was played."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.seen: list[torch.Tensor] = []

    def list_options(self) -> None:
        self.seen.append(self.positions.clone())
        super().list_options()


def searched(
    plies: int = PLIES, *, searching: bool = True
) -> tuple[Window, list[torch.Tensor], ValueModel]:
    """A window without noise, the positions in it, and who played it."""
    torch.manual_seed(6)
    model, tables = small_model(8, 4), Watched(PROCESSOR, SEARCHED, 1)
    manner, chance = PlaySettings(0.0, 1.0, 0.8, searching), torch.Generator().manual_seed(1)
    return play(tables, model, plies, manner, chance), tables.seen, model


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
    learner = Learner(small_model(8, 4), LearningRates(1e-3, 1e-3, batch_size=32, ema_decay=0.9))
    assert 0 < learner.learn(window, 0.0, torch.Generator().manual_seed(1)) < 2


def test_tables_of_a_group_have_the_same_rival() -> None:
    rivals = TableBatch(PROCESSOR, SEARCHED, 1, 0.75).rivals.reshape(-1, TRIED, 2)
    assert [kinds(group) for group in rivals] == [1] * (SEARCHED // TRIED)
    assert rivals[:, 0, 0].tolist() == [-1, 1, 0, 1]
