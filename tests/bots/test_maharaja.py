"""The maharaja's search: common worlds, honest play in them, and only what is behind is dropped."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from jaipur import Action, Position, Seat, View, lines
from jaipur.bots.action_values import new_value_workspace, value_options
from jaipur.bots.endings import chance_at_the_end, may_end, new_ways
from jaipur.bots.evaluation import new_changes
from jaipur.bots.ladder import player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.leaf_network import WIN
from jaipur.bots.luck import SAMPLES, luck_of, new_luck_workspace
from jaipur.bots.network_file import shipped_network
from jaipur.bots.players import maharaja
from jaipur.bots.players.maharaja import (
    DROP_ERRORS,
    EARLY_OPTIONS,
    FEWEST_WORLDS,
    LEFT,
    MOST_OPTIONS,
    OPTIONS,
    SPENT,
    WORLDS,
    WORLDS_BETWEEN_DROPS,
    WORLDS_FOR_ONE,
    MaharajaWorkspace,
)
from jaipur.bots.position_network import value_of
from jaipur.bots.protocol import Choice, Limit
from jaipur.bots.rollouts import LATE_DECK, PRIOR, list_considered, play_out, plies_of
from jaipur.bots.worlds import HAND_COUNT
from jaipur.compiled import compiled
from jaipur.kernel.layout import DECK_LEFT, END, HIDDEN, MAX_ACTIONS, RUNNING
from jaipur.notation import action_of_code
from tests.bots.test_tree_search import SIXTY_ENDINGS, best_ending
from tests.bots.test_worlds import late_positions
from tests.depth import tried
from tests.laws.strategies import running_positions, sample_rounds
from tests.rules.positions import before_last_action, position

pytestmark = pytest.mark.usefixtures("tiny_networks")

MAHARAJA, VIZIER = player_named("maharaja"), player_named("vizier")
START = position(market="GSLKK", hand0="DCCPL", hand1="DGPPL", herd0=2)
Form = Callable[[Any], Any]
ROUNDING = 1e-7
"""Compiled and interpreted code may round the last digit of an exponential differently."""


def interpreted(function: Any) -> Any:
    return function


FORMS = pytest.mark.parametrize("form", [interpreted, compiled])


def begun(view: View, nodes: int, seed: int = 0, form: Form = compiled) -> MaharajaWorkspace:
    """A search in which nothing was tried yet."""
    workspace = maharaja.new_maharaja_workspace(nodes)
    form(maharaja.think)(view.array.copy(), 0, seed, True, workspace)
    return workspace


def grow(workspace: MaharajaWorkspace, view: View, nodes: int, form: Form = compiled) -> int:
    return int(form(maharaja.think)(view.array.copy(), nodes, 0, False, workspace))


def grown(view: View, nodes: int, seed: int = 0, form: Form = compiled) -> MaharajaWorkspace:
    workspace = begun(view, nodes, seed, form)
    grow(workspace, view, nodes, form)
    return workspace


def narrowed(workspace: MaharajaWorkspace, left: int) -> MaharajaWorkspace:
    """The same search with so many options, the best of them."""
    workspace.tried.found[2, workspace.tried.numbers[left : workspace.tried.progress[LEFT]]] = 0
    workspace.tried.progress[LEFT] = min(left, workspace.tried.progress[LEFT])
    return workspace


def choose(at: Position, nodes: int, seed: int = 0) -> Choice:
    return LadderBot(MAHARAJA, seed).choose(at.view(at.turn), Limit(nodes))


@cache
def some_positions() -> tuple[Position, ...]:
    """From all over some rounds, with and without a limit of exchanges, and last turns."""
    everywhere = [at for played in sample_rounds(10) for at in played[:-1:9]]
    return (*everywhere, *late_positions(rounds=10, turns=3))


def assert_same_state(
    one: MaharajaWorkspace, other: MaharajaWorkspace, *, tolerance: float = 0.0
) -> None:
    """Everything that was found, and all that the next step depends on."""
    count = int(one.tried.progress[OPTIONS])
    assert one.tried.progress.tolist() == other.tried.progress.tolist()
    assert one.rollouts.chance.tolist() == other.rollouts.chance.tolist()
    left, worlds = int(one.tried.progress[LEFT]), int(one.tried.progress[WORLDS])
    assert one.tried.numbers[:left].tolist() == other.tried.numbers[:left].tolist()
    outcomes, others = one.tried.outcomes, other.tried.outcomes
    np.testing.assert_allclose(
        outcomes[:left, :worlds], others[:left, :worlds], rtol=0, atol=tolerance
    )
    assert one.tried.options[:count].tolist() == other.tried.options[:count].tolist()
    for name in ("values", "found"):
        found, others = (getattr(some.tried, name)[:, :count] for some in (one, other))
        np.testing.assert_allclose(found, others, rtol=0, atol=tolerance)


def test_the_bot_at_the_table_finds_what_the_search_finds() -> None:
    for at in some_positions()[::5]:
        workspace, choice = (
            grown(at.view(at.turn), 12 * MOST_OPTIONS),
            choose(at, 12 * MOST_OPTIONS),
        )
        found = workspace.tried.found[0, : workspace.tried.progress[OPTIONS]].tolist()
        options = workspace.tried.options[: workspace.tried.progress[OPTIONS]].tolist()
        expected = dict(zip(map(action_of_code, options), found, strict=True))
        assert {some.action: some.value for some in choice.candidates} == expected
        assert choice.action == action_of_code(options[compiled(maharaja.decide)(workspace.tried)])


# The same search, whatever form it has and however it is cut


def test_interpreted_and_compiled_search_alike() -> None:
    """Where two actions are left, and where one of them is dropped soon."""
    nodes, checked = 4 * FEWEST_WORLDS, Counter[bool]()
    for at in late_positions(rounds=10, turns=3):
        view = at.view(at.turn)
        workspace = narrowed(begun(view, nodes), 2)
        grow(workspace, view, nodes)
        is_dropped = bool(workspace.tried.progress[LEFT] == 1)
        if workspace.tried.progress[WORLDS] >= FEWEST_WORLDS and not checked[is_dropped]:
            plain = narrowed(begun(view, nodes, form=interpreted), 2)
            grow(plain, view, nodes, form=interpreted)
            assert_same_state(workspace, plain, tolerance=ROUNDING)
            assert maharaja.decide(workspace.tried) == compiled(maharaja.decide)(workspace.tried)
            checked[is_dropped] += 1
    assert checked == {True: 1, False: 1}


def test_so_do_they_with_all_that_is_tried() -> None:
    nodes = (FEWEST_WORLDS + 1) * MOST_OPTIONS
    views = [at.view(at.turn) for at in late_positions(rounds=10, turns=3)]
    view = next(view for view in views if tried_in(begun(view, nodes))[MOST_OPTIONS - 1 :])
    plain = grown(view, nodes, form=interpreted)
    assert_same_state(grown(view, nodes), plain, tolerance=ROUNDING)


@given(running_positions(), st.integers(1, 120), st.integers(1, 120))
@settings(max_examples=tried(10, 30))
def test_going_on_where_it_stopped_is_one_search(at: Position, first: int, second: int) -> None:
    view, nodes = at.view(at.turn), first + second
    workspace = begun(view, nodes)
    spent = grow(workspace, view, first)
    assert spent <= first
    grow(workspace, view, nodes - spent)
    assert_same_state(workspace, grown(view, nodes))


@pytest.mark.parametrize("slice_of_nodes", [MOST_OPTIONS, MOST_OPTIONS + 3, 50])
def test_so_is_a_search_in_slices(slice_of_nodes: int) -> None:
    for at in some_positions()[::6]:
        view, left = at.view(at.turn), 150
        workspace = begun(view, left)
        while spent := grow(workspace, view, min(slice_of_nodes, left)):
            left -= spent
        assert_same_state(workspace, grown(view, 150))


def test_another_seed_tries_other_worlds() -> None:
    worlds = {
        grown(START.view(0), MOST_OPTIONS, seed).rollouts.world.tobytes() for seed in range(10)
    }
    assert len(worlds) == 10


# What is tried


def workspace_with(values: list[float], endings: set[int]) -> MaharajaWorkspace:
    """As a search begins: the network's values, and which options end the round."""
    workspace, count = maharaja.new_maharaja_workspace(1), len(values)
    workspace.tried.values[0, :count] = workspace.tried.found[0, :count] = values
    workspace.tried.found[2, :count] = [number in endings for number in range(count)]
    return workspace


@FORMS
@given(
    st.lists(st.integers(0, 99), min_size=1, max_size=40),
    st.sets(st.integers(0, 40), max_size=3),
    st.sampled_from([EARLY_OPTIONS, MOST_OPTIONS]),
)
@example([5, 4, 7, 5, 5, 9, 5, 5, 5, 5, 8, 5], {5}, EARLY_OPTIONS)
@example([0, 99, 1], set(), MOST_OPTIONS)
def test_the_best_are_tried(
    form: Form, hundredths: list[int], endings: set[int], most: int
) -> None:
    values = [float(np.float32(number / 100)) for number in hundredths]
    workspace = workspace_with(values, endings)
    picked = int(form(maharaja.pick_options)(len(values), most, workspace.tried))
    best_first = sorted(range(len(values)), key=lambda number: -values[number])
    expected = [number for number in best_first if number not in endings][:most]
    assert workspace.tried.numbers[:picked].tolist() == expected
    open_ones = np.flatnonzero(workspace.tried.found[2, : len(values)]).tolist()
    assert set(open_ones) == {*expected, *(n for n in endings if n < len(values))}


@FORMS
def test_beside_a_sure_win_nothing_is_tried(form: Form) -> None:
    for ending, others in ((2, 0), (1, 2)):
        workspace = workspace_with([0.99, 0.98, 1.0], {ending})
        assert form(maharaja.pick_options)(3, MOST_OPTIONS, workspace.tried) == others


def test_more_is_tried_late() -> None:
    tried = defaultdict[bool, set[int]](set)
    for at in some_positions():
        view = at.view(at.turn)
        late = bool(view.array[DECK_LEFT] < LATE_DECK)
        tried[late].add(int(begun(view, 0).tried.progress[LEFT]))
    assert max(tried[False]) == EARLY_OPTIONS
    assert max(tried[True]) == MOST_OPTIONS


def test_one_node_is_the_choice_of_the_network_alone() -> None:
    """Unless the one good action has to be compared with an ending: that is worth a node."""
    vizier, checked = LadderBot(VIZIER), 0
    for at in some_positions():
        if best_ending(at) is None:
            here, there = choose(at, 1), vizier.choose(at.view(at.turn), Limit())
            assert (here.action, here.value, here.nodes) == (there.action, there.value, 1)
            checked += 1
    assert checked > 20


def test_the_only_action_needs_no_search() -> None:
    at = position(market="KKKKK", hand0="", herd0=0)
    assert len(at.legal_actions()) == 1
    choice = choose(at, 400)
    assert (choice.action, choice.nodes) == (at.legal_actions()[0], 1)
    assert choice.value == LadderBot(VIZIER).choose(at.view(at.turn), Limit()).value


# World by world


def world_of(workspace: MaharajaWorkspace) -> Position:
    """The last world that something was tried in."""
    return Position.parse(lines.write_position(workspace.rollouts.world))


def tried_in(workspace: MaharajaWorkspace) -> list[int]:
    """The numbers of the options that are still tried."""
    return [int(number) for number in workspace.tried.numbers[: workspace.tried.progress[LEFT]]]


def play_on(workspace: MaharajaWorkspace, seat: Seat, option: int) -> float:
    """What comes of an option in the last world."""
    action, rollouts, spare = int(workspace.tried.options[option]), workspace.rollouts, -1
    plies = plies_of(int(rollouts.world[DECK_LEFT]))
    compiled(play_out)(seat, action, 0, spare, plies, rollouts)
    return float(rollouts.outcomes[0, spare])


def choice_in_rollouts(view: View) -> Action:
    """What the networks, which are one here, like best of the actions considered."""
    valuing, cells = new_value_workspace(shipped_network()), view.array.copy()
    count = compiled(value_options)(cells, shipped_network(), valuing)
    known = dict(zip(valuing.options[:count].tolist(), valuing.values[0], strict=False))
    considered = list(known)
    if not may_end(cells):
        options, evaluated = np.zeros(MAX_ACTIONS, np.int64), np.zeros((2, MAX_ACTIONS), np.int64)
        some = compiled(list_considered)(cells, options, new_changes(), evaluated)
        considered = options[:some].tolist()
    return action_of_code(max(considered, key=lambda code: known[code]))


def slow_outcome(world: Position, seat: Seat, action: Action) -> float:
    """The same with players at a table, each of whom is shown nothing but its own view."""
    luck, workspace = 0.0, new_luck_workspace(SAMPLES)
    before, at = world, world.play(action)
    for _ in range(plies_of(world.deck_size)):
        luck += compiled(luck_of)(before.array.copy(), at.array.copy(), workspace)
        if at.result:
            break
        before, at = at, at.play(choice_in_rollouts(at.view(at.turn)))
    else:
        luck += compiled(luck_of)(before.array.copy(), at.array.copy(), workspace)
    value = compiled(value_of)(at.array.copy(), workspace.values) - luck
    return float(value if seat == 0 else 1 - value)


def test_a_world_is_played_on_by_two_who_see_their_own_cards_only() -> None:
    ends: Counter[bool] = Counter()
    for at in some_positions()[::3]:
        workspace = begun(at.view(at.turn), MOST_OPTIONS)
        grow(workspace, at.view(at.turn), int(workspace.tried.progress[LEFT]))
        if not workspace.tried.progress[WORLDS]:
            continue
        world = world_of(workspace)
        assert world.view(at.turn) == at.view(at.turn)
        for option in tried_in(workspace)[:2]:
            outcome = play_on(workspace, at.turn, option)
            slow = slow_outcome(
                world, at.turn, action_of_code(int(workspace.tried.options[option]))
            )
            assert outcome == pytest.approx(slow, abs=1e-6)
            ends[bool(workspace.rollouts.position[END] == RUNNING)] += 1
    assert min(ends[True], ends[False]) > 3


Floats = npt.NDArray[np.float64]


def those_left(outcomes: Floats, found: Floats, values: Floats) -> list[bool]:
    """Which rows, worlds of an option each, are not behind the best by more than chance.

    `values` are the network's, which count as much as a few worlds.
    """
    best, worlds = int(np.argmax(found)), outcomes.shape[1]
    share = worlds / (worlds + PRIOR)
    behind = outcomes[best] - outcomes
    gaps = share * behind.mean(axis=1) + (1 - share) * (values[best] - values)
    errors = share * behind.std(axis=1) / np.sqrt(worlds)
    left: list[bool] = (gaps <= DROP_ERRORS * errors).tolist()
    return left


@FORMS
def test_those_behind_are_dropped_and_the_others_move_up(form: Form) -> None:
    """Outcomes of any sort, counted again."""
    chance, workspace, worlds = (
        np.random.default_rng(1),
        begun(START.view(0), 2 * WORLDS_BETWEEN_DROPS),
        2 * WORLDS_BETWEEN_DROPS,
    )
    dropped: Counter[int] = Counter()
    for spread in np.linspace(0.03, 0.6, 200):
        outcomes = chance.normal(
            chance.normal(0, spread, (MOST_OPTIONS, 1)), 0.4, (MOST_OPTIONS, worlds)
        )
        tried = chance.permutation(20)[:MOST_OPTIONS]
        workspace.tried.numbers[:], workspace.tried.outcomes[:, :worlds] = tried, outcomes
        found = (outcomes.mean(axis=1) + chance.normal(0, 0.1, MOST_OPTIONS)).astype(np.float32)
        workspace.tried.found[0, tried], workspace.tried.found[2, tried] = found, 1
        values = chance.uniform(0.3, 0.7, MOST_OPTIONS).astype(np.float32)
        workspace.tried.values[0, tried] = values
        workspace.tried.progress[LEFT], workspace.tried.progress[WORLDS] = MOST_OPTIONS, worlds
        form(maharaja.drop_options)(workspace.tried)
        stays = those_left(outcomes, found.astype(float), values.astype(float))
        assert tried_in(workspace) == tried[stays].tolist()
        assert np.array_equal(workspace.tried.outcomes[: sum(stays), :worlds], outcomes[stays])
        assert workspace.tried.found[2, tried].astype(bool).tolist() == stays
        dropped[MOST_OPTIONS - sum(stays)] += 1
    assert len(dropped) == MOST_OPTIONS


def test_all_are_tried_in_the_same_worlds_and_dropped_when_they_are_behind() -> None:
    """What is found is counted again, world by world."""
    dropped: Counter[int] = Counter()
    for at in some_positions()[::4]:
        view, nodes = at.view(at.turn), 40 * MOST_OPTIONS
        workspace = begun(view, nodes)
        found: dict[int, list[float]] = {option: [] for option in tried_in(workspace)}
        tried = tried_in(workspace)
        while (
            grow(workspace, view, len(tried))
            and workspace.tried.progress[SPENT] < nodes - MOST_OPTIONS
        ):
            world = int(workspace.tried.progress[WORLDS])
            for option in tried:
                found[option].append(play_on(workspace, at.turn, option))
            left = tried_in(workspace)
            for place, option in enumerate(left):
                assert np.allclose(workspace.tried.outcomes[place, :world], found[option])
            for option in tried:
                known = PRIOR * workspace.tried.values[0, option] + sum(found[option])
                assert np.isclose(workspace.tried.found[0, option], known / (PRIOR + world))
                assert workspace.tried.found[1, option] == world
            stays = those_left(
                np.array([found[o] for o in tried]),
                workspace.tried.found[0, tried].astype(float),
                workspace.tried.values[0, tried].astype(float),
            )
            if world < FEWEST_WORLDS or world % WORLDS_BETWEEN_DROPS:
                stays = [True] * len(tried)
            assert left == [option for option, stay in zip(tried, stays, strict=True) if stay]
            assert [bool(workspace.tried.found[2, option]) for option in tried] == stays
            dropped[world] += len(tried) - len(left)
            tried = left
        assert (
            workspace.tried.progress[SPENT]
            == workspace.tried.found[1, : workspace.tried.progress[OPTIONS]].sum()
        )
    assert dropped[FEWEST_WORLDS] > 3
    assert sum(dropped.values()) > dropped[FEWEST_WORLDS]


def test_every_hidden_hand_comes_as_often_as_is_believed() -> None:
    checked = 0
    for at in late_positions(rounds=tried(50, 90), turns=6):
        view = at.view(at.turn)
        workspace, hands, worlds = begun(view, MOST_OPTIONS * 400), Counter[int](), 400
        known = int(workspace.rollouts.cycle[HAND_COUNT])
        if not (workspace.tried.progress[LEFT] > 1 and 2 < known < 12):
            continue
        while workspace.tried.progress[WORLDS] < worlds and grow(
            workspace, view, int(workspace.tried.progress[LEFT])
        ):
            hands[int(workspace.rollouts.world[HIDDEN + 1 - at.turn])] += 1
        if hands.total() == worlds:
            believed = workspace.rollouts.hands[:, :known]
            weights = np.diff(believed[1], prepend=0) / believed[1, -1]
            for hand, weight in zip(believed[0].tolist(), weights, strict=True):
                assert hands[hand] / worlds == pytest.approx(weight, abs=0.02)
            checked += 1
    assert checked > tried(1, 3)


# What ends the round


def endings_of(at: Position, workspace: MaharajaWorkspace) -> list[int]:
    """The numbers of the options that end the round."""
    options = workspace.tried.options[: workspace.tried.progress[OPTIONS]].tolist()
    actions = [action_of_code(option) for option in options]
    return [number for number, action in enumerate(actions) if at.play(action).end is not None]


def test_an_ending_keeps_its_exact_value_and_takes_no_node() -> None:
    checked = 0
    for at in late_positions(rounds=40, turns=2):
        view = at.view(at.turn)
        workspace = grown(view, 12 * MOST_OPTIONS)
        cells = view.array.copy()
        for number in endings_of(at, workspace):
            exact = chance_at_the_end(cells, int(workspace.tried.options[number]), new_ways()) / WIN
            assert workspace.tried.found[:, number].tolist() == [np.float32(exact), 0, 1]
            assert number not in tried_in(workspace)
            checked += 1
    assert checked > 100


def test_a_choice_is_never_worse_than_the_best_ending() -> None:
    """A sure win is taken at once; what is lost for sure, only if nothing else is left."""
    won = lost = 0
    for at in late_positions(rounds=40, turns=3):
        known = best_ending(at)
        if known is None:
            continue
        choice = choose(at, 12 * MOST_OPTIONS)
        assert choice.value is not None
        assert choice.value >= np.float32(known)
        ended = at.play(choice.action).end is not None
        if ended:
            assert choice.value == np.float32(known)
        if known == 1:
            assert (ended, choice.nodes) == (True, 1)
            won += 1
        if known == 0 and any(at.play(action).end is None for action in at.legal_actions()):
            assert not ended
            lost += 1
    assert min(won, lost) > 5


def test_a_sure_loss_is_put_off_even_if_all_else_was_lost() -> None:
    at = before_last_action(1)
    workspace = grown(at.view(0), 12 * MOST_OPTIONS)
    workspace.tried.found[0] = 0
    endings, chosen = endings_of(at, workspace), compiled(maharaja.decide)(workspace.tried)
    assert chosen in tried_in(workspace)
    assert endings
    assert chosen not in endings


def test_many_endings_take_no_place_from_the_others() -> None:
    workspace = grown(SIXTY_ENDINGS.view(0), 200)
    endings = endings_of(SIXTY_ENDINGS, workspace)
    assert len(endings) == 60
    assert workspace.tried.progress[SPENT] >= FEWEST_WORLDS
    assert (
        workspace.tried.found[1, : workspace.tried.progress[OPTIONS]].sum()
        == workspace.tried.progress[SPENT]
    )
    assert not workspace.tried.found[1, endings].any()


def test_one_action_is_tried_only_to_compare_it_with_an_ending() -> None:
    alone: Counter[bool] = Counter()
    for at in (*some_positions(), *late_positions(rounds=40, turns=2)):
        view = at.view(at.turn)
        workspace = narrowed(begun(view, 100), 1)
        if workspace.tried.progress[LEFT] == 1:
            compared = bool(endings_of(at, workspace))
            assert grow(workspace, view, 100) == (WORLDS_FOR_ONE if compared else 0)
            alone[compared] += 1
    assert min(alone[True], alone[False]) > 3
