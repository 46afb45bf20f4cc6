"""The maharaja's search: common worlds, honest play in them, and only what is behind is dropped."""

from __future__ import annotations

from collections import Counter
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
from jaipur.bots.endings import chance_at_the_end, new_ways
from jaipur.bots.engine import seed_from_view
from jaipur.bots.ladder import player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.leaf_network import WIN
from jaipur.bots.network_file import shipped_network
from jaipur.bots.players import maharaja
from jaipur.bots.players.maharaja import (
    DROP_ERRORS,
    LEFT,
    MOST_OPTIONS,
    OPTIONS,
    PLIES,
    PRIOR,
    SPENT,
    WORLDS,
    WORLDS_BETWEEN_DROPS,
    WORLDS_FOR_ONE,
    RolloutWorkspace,
)
from jaipur.bots.protocol import Choice, Limit
from jaipur.bots.worlds import HAND_COUNT
from jaipur.compiled import compiled
from jaipur.kernel.layout import HIDDEN
from jaipur.notation import action_of_code
from tests.bots.test_tree_search import SIXTY_ENDINGS, best_ending
from tests.bots.test_worlds import late_positions
from tests.depth import tried
from tests.laws.strategies import running_positions, sample_rounds
from tests.rules.positions import before_last_action, position

pytestmark = pytest.mark.usefixtures("tiny_network")

MAHARAJA, VIZIER = player_named("maharaja"), player_named("vizier")
START = position(market="GSLKK", hand0="DCCPL", hand1="DGPPL", herd0=2)
Form = Callable[[Any], Any]


def interpreted(function: Any) -> Any:
    return function


FORMS = pytest.mark.parametrize("form", [interpreted, compiled])


def begun(view: View, nodes: int, seed: int = 0, form: Form = compiled) -> RolloutWorkspace:
    """A search in which nothing was tried yet."""
    network, cells = shipped_network(), view.array.copy()
    workspace = maharaja.rollouts_with(network, nodes)
    form(seed_from_view)(workspace.chance, seed, cells)
    count = form(value_options)(cells, network, workspace.valuing)
    form(maharaja.start_rollouts)(cells, count, workspace)
    return workspace


def grow(workspace: RolloutWorkspace, view: View, nodes: int, form: Form = compiled) -> int:
    return int(form(maharaja.roll_out)(view.array.copy(), nodes, workspace))


def grown(view: View, nodes: int, seed: int = 0, form: Form = compiled) -> RolloutWorkspace:
    workspace = begun(view, nodes, seed, form)
    grow(workspace, view, nodes, form)
    return workspace


def narrowed(workspace: RolloutWorkspace, left: int) -> RolloutWorkspace:
    """The same search with so many options, the best of them."""
    workspace.found[2, workspace.tried[left : workspace.progress[LEFT]]] = 0
    workspace.progress[LEFT] = min(left, workspace.progress[LEFT])
    return workspace


def choose(at: Position, nodes: int, seed: int = 0) -> Choice:
    return LadderBot(MAHARAJA, seed).choose(at.view(at.turn), Limit(nodes))


@cache
def some_positions() -> tuple[Position, ...]:
    """From all over some rounds, with and without a limit of exchanges, and last turns."""
    everywhere = [at for played in sample_rounds(10) for at in played[:-1:9]]
    return (*everywhere, *late_positions(rounds=10, turns=3))


def assert_same_state(one: RolloutWorkspace, other: RolloutWorkspace) -> None:
    """Everything that was found, and all that the next step depends on."""
    count = int(one.progress[OPTIONS])
    assert one.progress.tolist() == other.progress.tolist()
    assert one.chance.tolist() == other.chance.tolist()
    left, worlds = int(one.progress[LEFT]), int(one.progress[WORLDS])
    assert one.tried[:left].tolist() == other.tried[:left].tolist()
    assert np.array_equal(one.outcomes[:left, :worlds], other.outcomes[:left, :worlds])
    assert one.options[:count].tolist() == other.options[:count].tolist()
    for name in ("values", "found"):
        assert np.array_equal(getattr(one, name)[:, :count], getattr(other, name)[:, :count])


def test_the_bot_at_the_table_finds_what_the_search_finds() -> None:
    for at in some_positions()[::5]:
        workspace, choice = (
            grown(at.view(at.turn), 12 * MOST_OPTIONS),
            choose(at, 12 * MOST_OPTIONS),
        )
        found = workspace.found[0, : workspace.progress[OPTIONS]].tolist()
        options = workspace.options[: workspace.progress[OPTIONS]].tolist()
        expected = dict(zip(map(action_of_code, options), found, strict=True))
        assert {some.action: some.value for some in choice.candidates} == expected
        assert choice.action == action_of_code(options[compiled(maharaja.decide)(workspace)])


# The same search, whatever form it has and however it is cut


def test_interpreted_and_compiled_search_alike() -> None:
    """To the last digit, where two actions are left and where one of them is dropped soon."""
    nodes, checked = 4 * WORLDS_BETWEEN_DROPS, Counter[bool]()
    for at in late_positions(rounds=10, turns=3):
        view = at.view(at.turn)
        workspace = narrowed(begun(view, nodes), 2)
        grow(workspace, view, nodes)
        is_dropped = bool(workspace.progress[LEFT] == 1)
        if workspace.progress[WORLDS] >= WORLDS_BETWEEN_DROPS and not checked[is_dropped]:
            plain = narrowed(begun(view, nodes, form=interpreted), 2)
            grow(plain, view, nodes, form=interpreted)
            assert_same_state(workspace, plain)
            assert maharaja.decide(workspace) == compiled(maharaja.decide)(workspace)
            checked[is_dropped] += 1
    assert checked == {True: 1, False: 1}


def test_so_do_they_with_all_that_is_tried() -> None:
    nodes = (WORLDS_BETWEEN_DROPS + 1) * MOST_OPTIONS
    views = [at.view(at.turn) for at in late_positions(rounds=10, turns=3)]
    view = next(view for view in views if begun(view, nodes).progress[LEFT] == MOST_OPTIONS)
    assert_same_state(grown(view, nodes), grown(view, nodes, form=interpreted))


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
    worlds = {grown(START.view(0), MOST_OPTIONS, seed).world.tobytes() for seed in range(10)}
    assert len(worlds) == 10


# What is tried


def workspace_with(values: list[float], endings: set[int]) -> RolloutWorkspace:
    """As a search begins: the network's values, and which options end the round."""
    workspace, count = maharaja.new_rollout_workspace(1), len(values)
    workspace.values[0, :count] = workspace.found[0, :count] = values
    workspace.found[2, :count] = [number in endings for number in range(count)]
    return workspace


@FORMS
@given(
    st.lists(st.integers(0, 99), min_size=1, max_size=40),
    st.sets(st.integers(0, 40), max_size=3),
)
@example([5, 4, 7, 5, 5, 9, 5, 5, 5, 5, 8, 5], {5})
@example([0, 99, 1], set())
def test_the_best_are_tried(form: Form, hundredths: list[int], endings: set[int]) -> None:
    values = [float(np.float32(number / 100)) for number in hundredths]
    workspace = workspace_with(values, endings)
    picked = int(form(maharaja.pick_options)(len(values), workspace))
    best_first = sorted(range(len(values)), key=lambda number: -values[number])
    expected = [number for number in best_first if number not in endings][:MOST_OPTIONS]
    assert workspace.tried[:picked].tolist() == expected
    open_ones = np.flatnonzero(workspace.found[2, : len(values)]).tolist()
    assert set(open_ones) == {*expected, *(n for n in endings if n < len(values))}


@FORMS
def test_beside_a_sure_win_nothing_is_tried(form: Form) -> None:
    assert form(maharaja.pick_options)(3, workspace_with([0.99, 0.98, 1.0], {2})) == 0
    assert form(maharaja.pick_options)(3, workspace_with([0.99, 0.98, 1.0], {1})) == 2


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


def world_of(workspace: RolloutWorkspace) -> Position:
    """The last world that something was tried in."""
    return Position.parse(lines.write_position(workspace.world))


def tried_in(workspace: RolloutWorkspace) -> list[int]:
    """The numbers of the options that are still tried."""
    return [int(number) for number in workspace.tried[: workspace.progress[LEFT]]]


def play_on(workspace: RolloutWorkspace, seat: Seat, option: int) -> float:
    """What comes of an option in the last world."""
    action = int(workspace.options[option])
    return float(compiled(maharaja.play_on)(seat, action, workspace))


def choice_without_search(view: View) -> tuple[Action, float]:
    """What the network likes best of a view, and its chance to win."""
    valuing = new_value_workspace(shipped_network())
    count = compiled(value_options)(view.array.copy(), shipped_network(), valuing)
    best = int(np.argmax(valuing.values[0, :count]))
    return action_of_code(int(valuing.options[best])), float(valuing.values[0, best])


def slow_outcome(world: Position, seat: Seat, action: Action) -> float:
    """The same with players at a table, each of whom is shown nothing but its own view."""
    last = {True: 0.5, False: 0.5}
    at = world.play(action)
    for _ in range(PLIES):
        if at.result:
            return {seat: 1.0, None: 0.5}.get(at.result.winner, 0.0)
        chosen, value = choice_without_search(at.view(at.turn))
        mine = at.turn == seat
        last[mine] = value if mine else 1 - value
        at = at.play(chosen)
    if at.result:
        return {seat: 1.0, None: 0.5}.get(at.result.winner, 0.0)
    return (last[True] + last[False]) / 2


def test_a_world_is_played_on_by_two_who_see_their_own_cards_only() -> None:
    outcomes: Counter[str] = Counter()
    for at in some_positions()[::3]:
        workspace = begun(at.view(at.turn), MOST_OPTIONS)
        grow(workspace, at.view(at.turn), int(workspace.progress[LEFT]))
        if not workspace.progress[WORLDS]:
            continue
        world = world_of(workspace)
        assert world.view(at.turn) == at.view(at.turn)
        for option in tried_in(workspace)[:2]:
            outcome = play_on(workspace, at.turn, option)
            slow = slow_outcome(world, at.turn, action_of_code(int(workspace.options[option])))
            assert outcome == pytest.approx(slow, abs=1e-6)
            outcomes["open" if 0 < outcome < 1 else "over"] += 1
    assert min(outcomes["open"], outcomes["over"]) > 3


Floats = npt.NDArray[np.float64]


def those_left(outcomes: Floats, found: Floats) -> list[bool]:
    """Which rows, worlds of an option each, are not behind the best by more than chance."""
    best = outcomes[np.argmax(found)]
    behind = best - outcomes
    errors = behind.std(axis=1) / np.sqrt(behind.shape[1])
    left: list[bool] = (behind.mean(axis=1) <= DROP_ERRORS * errors).tolist()
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
    for _ in range(100):
        outcomes = chance.normal(
            chance.normal(0, 0.3, (MOST_OPTIONS, 1)), 0.4, (MOST_OPTIONS, worlds)
        )
        outcomes = outcomes.astype(np.float32).astype(np.float64)
        tried = chance.permutation(10)[:MOST_OPTIONS]
        workspace.tried[:], workspace.outcomes[:, :worlds] = tried, outcomes
        found = (outcomes.mean(axis=1) + chance.normal(0, 0.1, MOST_OPTIONS)).astype(np.float32)
        workspace.found[0, tried], workspace.found[2, tried] = found, 1
        workspace.progress[LEFT], workspace.progress[WORLDS] = MOST_OPTIONS, worlds
        form(maharaja.drop_options)(workspace)
        stays = those_left(outcomes, found.astype(float))
        assert tried_in(workspace) == tried[stays].tolist()
        assert np.array_equal(workspace.outcomes[: sum(stays), :worlds], outcomes[stays])
        assert workspace.found[2, tried].astype(bool).tolist() == stays
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
            grow(workspace, view, len(tried)) and workspace.progress[SPENT] < nodes - MOST_OPTIONS
        ):
            world = int(workspace.progress[WORLDS])
            for option in tried:
                found[option].append(play_on(workspace, at.turn, option))
            left = tried_in(workspace)
            for place, option in enumerate(left):
                assert np.allclose(workspace.outcomes[place, :world], found[option])
            for option in tried:
                known = PRIOR * workspace.values[0, option] + sum(found[option])
                assert np.isclose(workspace.found[0, option], known / (PRIOR + world))
                assert workspace.found[1, option] == world
            stays = those_left(
                np.array([found[o] for o in tried]), workspace.found[0, tried].astype(float)
            )
            if world % WORLDS_BETWEEN_DROPS:
                stays = [True] * len(tried)
            assert left == [option for option, stay in zip(tried, stays, strict=True) if stay]
            assert [bool(workspace.found[2, option]) for option in tried] == stays
            dropped[world] += len(tried) - len(left)
            tried = left
        assert workspace.progress[SPENT] == workspace.found[1, : workspace.progress[OPTIONS]].sum()
    assert dropped[WORLDS_BETWEEN_DROPS] > 3
    assert sum(dropped.values()) > dropped[WORLDS_BETWEEN_DROPS]


def test_every_hidden_hand_comes_as_often_as_is_believed() -> None:
    checked = 0
    for at in late_positions(rounds=tried(20, 40), turns=6):
        view = at.view(at.turn)
        workspace, hands, worlds = begun(view, MOST_OPTIONS * 400), Counter[int](), 400
        known = int(workspace.cycle[HAND_COUNT])
        if not (workspace.progress[LEFT] > 1 and 2 < known < 12):
            continue
        while workspace.progress[WORLDS] < worlds and grow(
            workspace, view, int(workspace.progress[LEFT])
        ):
            hands[int(workspace.world[HIDDEN + 1 - at.turn])] += 1
        if hands.total() == worlds:
            weights = np.diff(workspace.hands[1, :known], prepend=0) / workspace.hands[1, known - 1]
            for hand, weight in zip(workspace.hands[0, :known].tolist(), weights, strict=True):
                assert hands[hand] / worlds == pytest.approx(weight, abs=0.02)
            checked += 1
    assert checked > tried(1, 3)


# What ends the round


def endings_of(at: Position, workspace: RolloutWorkspace) -> list[int]:
    """The numbers of the options that end the round."""
    options = workspace.options[: workspace.progress[OPTIONS]].tolist()
    actions = [action_of_code(option) for option in options]
    return [number for number, action in enumerate(actions) if at.play(action).end is not None]


def test_an_ending_keeps_its_exact_value_and_takes_no_node() -> None:
    checked = 0
    for at in late_positions(rounds=40, turns=2):
        view = at.view(at.turn)
        workspace = grown(view, 12 * MOST_OPTIONS)
        cells = view.array.copy()
        for number in endings_of(at, workspace):
            exact = chance_at_the_end(cells, int(workspace.options[number]), new_ways()) / WIN
            assert workspace.found[:, number].tolist() == [np.float32(exact), 0, 1]
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
    workspace.found[0] = 0
    endings, chosen = endings_of(at, workspace), compiled(maharaja.decide)(workspace)
    assert chosen in tried_in(workspace)
    assert endings
    assert chosen not in endings


def test_many_endings_take_no_place_from_the_others() -> None:
    workspace = grown(SIXTY_ENDINGS.view(0), 200)
    endings = endings_of(SIXTY_ENDINGS, workspace)
    assert len(endings) == 60
    assert workspace.progress[SPENT] >= WORLDS_BETWEEN_DROPS
    assert workspace.found[1, : workspace.progress[OPTIONS]].sum() == workspace.progress[SPENT]
    assert not workspace.found[1, endings].any()


def test_one_action_is_tried_only_to_compare_it_with_an_ending() -> None:
    alone: Counter[bool] = Counter()
    for at in (*some_positions(), *late_positions(rounds=40, turns=2)):
        view = at.view(at.turn)
        workspace = narrowed(begun(view, 100), 1)
        if workspace.progress[LEFT] == 1:
            compared = bool(endings_of(at, workspace))
            assert grow(workspace, view, 100) == (WORLDS_FOR_ONE if compared else 0)
            alone[compared] += 1
    assert min(alone[True], alone[False]) > 3
