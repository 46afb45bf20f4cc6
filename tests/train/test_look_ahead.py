"""Options tried side by side: who plays which, and what came of them."""

from itertools import product
from typing import Any

import numpy as np
import pytest

from jaipur.kernel.layout import POSITION_CELLS, TURN
from jaipur.train.self_play_steps import (
    CLOSE,
    UNKNOWN,
    choose_best,
    copy_group,
    look_ahead,
    try_another,
)

from .test_look_back import DEVICES, Ply, arrays_of, random_table
from .workspace import PROCESSOR

GROUP = 4
"""So many tables try options together."""


# --- Going on together ---


@DEVICES
def test_a_group_goes_on_where_its_first_table_is(device: Any) -> None:
    before = np.random.default_rng(1).integers(0, 99, (9, POSITION_CELLS))
    positions = before.copy()
    device.each(copy_group, 8, positions, np.full(9, -1), np.array([GROUP, 8, 8]))
    assert np.array_equal(positions, before[[0, 0, 0, 0, 4, 4, 4, 4, 8]])


@DEVICES
def test_where_the_frozen_player_is_to_act_tables_stay_apart(device: Any) -> None:
    before = np.random.default_rng(1).integers(0, 99, (8, POSITION_CELLS))
    before[:, TURN] = [0, 1, 0, 1, 1, 1, 0, 0]
    positions = before.copy()
    device.each(copy_group, 8, positions, np.zeros(8, np.int64), np.array([GROUP, 8, 8]))
    assert np.array_equal(positions, before[[0, 1, 2, 3, 4, 4, 4, 4]])


# --- Who plays which option ---


def tried(
    values: list[float], exact: list[float] | None = None, device: Any = PROCESSOR
) -> list[tuple[int, bool]]:
    """What each table of a group plays and whether that is compared, with a group before it.

    The noise would have the last option played.
    """
    others, count = [0.3, 0.8], len(values)
    first = np.array([*range(0, 8, 2), *range(8, 8 + GROUP * count, count)])
    counts = np.array([2] * GROUP + [count] * GROUP)
    known = np.full((2 * GROUP, max(2, count)), UNKNOWN, np.float32)
    if exact:
        known[GROUP:, :count] = exact
    thought = np.array(others * GROUP + values * GROUP, np.float32)
    noise = np.zeros_like(thought)
    noise[first + counts - 1] = 2
    chosen, compared = np.full((2, 2 * GROUP), 9), np.zeros(2 * GROUP, np.bool_)
    choices = (first, counts, known, thought)
    device.each(choose_best, 2 * GROUP, *choices, noise, chosen)
    best = chosen[0].tolist()
    seats = (np.zeros((2 * GROUP, POSITION_CELLS), np.int64), np.full(2 * GROUP, -1))
    groups = np.array([GROUP, 8, 8])
    device.each(try_another, 2 * GROUP, *choices, chosen, compared, *seats, groups)
    assert chosen[0].tolist() == best
    played = list(zip(chosen[1].tolist(), compared.tolist(), strict=True))
    assert played[:GROUP] == [(1, True), (0, False), (1, False), (1, False)]
    return played[GROUP:]


def slow_tried(values: list[float], exact: list[float]) -> list[tuple[int, bool]]:
    """The same, from a sorted list; the sort leaves equals in their order."""
    worth = [value if end == UNKNOWN else end for value, end in zip(values, exact, strict=True)]
    order = sorted(range(len(worth)), key=lambda option: -worth[option])
    played = []
    for place in range(GROUP):
        option = order[place] if place < len(order) else None
        if option is None or exact[option] != UNKNOWN:
            played.append((order[0], False))
        else:
            played.append((option, worth[option] > worth[order[0]] - CLOSE))
    return played


@DEVICES
def test_tables_of_a_group_play_the_best_options_in_order(device: Any) -> None:
    values = [0.45, 0.5, 0.42, 0.48, 0.41]
    assert tried(values, device=device) == [(1, True), (3, True), (0, True), (2, True)]


@DEVICES
def test_the_first_of_equals_is_played_first(device: Any) -> None:
    values = [0.4, 0.5, 0.45, 0.5, 0.45, 0.45]
    assert tried(values, device=device) == [(1, True), (3, True), (2, True), (4, True)]
    assert [option for option, _ in tried([0.5] * 6, device=device)] == [0, 1, 2, 3]


@DEVICES
def test_where_options_are_few_the_best_is_played_again(device: Any) -> None:
    assert tried([0.4, 0.45], device=device) == [(1, True), (0, True), (1, False), (1, False)]
    assert tried([0.4], device=device) == [(0, True), (0, False), (0, False), (0, False)]


@DEVICES
def test_an_option_that_ends_the_round_is_not_compared(device: Any) -> None:
    """What it is worth is known: the best one is played instead."""
    values, known = [0.45, 0.5, 0.1, 0.44], [UNKNOWN, UNKNOWN, 0.48, UNKNOWN]
    assert tried(values, known, device) == [(1, True), (1, False), (0, True), (3, True)]


@DEVICES
def test_where_it_is_best_to_end_the_round_the_others_are_still_tried(device: Any) -> None:
    values, known = [0.45, 0.1, 0.1, 0.44], [UNKNOWN, 0.5, UNKNOWN, UNKNOWN]
    assert tried(values, known, device) == [(1, False), (0, True), (3, True), (2, False)]


@DEVICES
def test_what_is_far_behind_is_played_but_not_compared(device: Any) -> None:
    near, far = 0.6 - CLOSE + 0.01, 0.6 - CLOSE - 0.01
    assert tried([far, 0.6, near], device=device) == [(1, True), (2, True), (0, False), (1, False)]


@DEVICES
def test_the_frozen_player_tries_nothing(device: Any) -> None:
    """It is to act at the first table of the second group, whoever is at the others."""
    count = 2 * GROUP
    first, counts = np.arange(0, 2 * count, 2), np.full(count, 2)
    exact, values = np.full((count, 2), UNKNOWN, np.float32), np.array([0.55, 0.6] * count)
    chosen, compared = np.ones((2, count), np.int64), np.ones(count, np.bool_)
    positions = np.zeros((count, POSITION_CELLS), np.int64)
    positions[GROUP + 1 :, TURN] = 1
    choices = (first, counts, exact, values.astype(np.float32), chosen, compared)
    frozen_seats = np.array([1] * GROUP + [0] * GROUP)
    device.each(try_another, count, *choices, positions, frozen_seats, np.array([GROUP, 8, 8]))
    assert chosen[1].tolist() == [1, 0, 1, 1] + [1] * GROUP
    assert compared.tolist() == [True, True, False, False] + [False] * GROUP


@DEVICES
def test_options_are_tried_as_by_a_slow_version(device: Any) -> None:
    """Values are sixteenths, so that many are equal and none is at the edge of being close."""
    chance, ending = np.random.default_rng(2), 0
    for _ in range(200):
        count = int(chance.integers(1, 9))
        values = (chance.integers(4, 9, count) / 16).tolist()
        ends = chance.integers(4, 9, count) / 16
        exact = np.where(chance.random(count) < 0.2, ends, UNKNOWN).tolist()
        assert tried(values, exact, device) == slow_tried(values, exact)
        ending += any(end != UNKNOWN for end in exact)
    assert ending > 50


# --- What came of it ---


def found_at(plies: list[Ply], between: int, device: Any) -> list[float]:
    """What `look_ahead` finds at a table, with another table beside it."""
    marks, best, results = arrays_of([[Ply(0, 0.9)] * len(plies), plies])
    found = np.full((len(plies) // between, 2), 9, np.float32)
    device.each(look_ahead, 2, marks, best, results, found, np.array([GROUP, between, 2]))
    seen: list[float] = found[:, 1].tolist()
    return seen


def slow_found(plies: list[Ply]) -> float:
    """What came of the first of these plies, as its seat sees it: the end, or the last thoughts."""
    seat = plies[0].seat
    for ply in plies:
        if ply.over:
            return ply.result(seat)[0]
    last = {ply.seat: ply.best for ply in plies[1:]}
    return (last[seat] + 1 - last[1 - seat]) / 2


@DEVICES
@pytest.mark.parametrize("between", [3, 8])
def test_what_came_of_an_option_is_as_by_a_slow_version(between: int, device: Any) -> None:
    chance, ends, thoughts = np.random.default_rng(3), set(), 0
    for _ in range(200):
        plies = random_table(chance, 3 * between + 2)
        for number, found in enumerate(found_at(plies, between, device)):
            stretch = plies[number * between :][:between]
            assert found == pytest.approx(slow_found(stretch), abs=1e-6)
            end = next((offset for offset, ply in enumerate(stretch) if ply.over), None)
            if end is None:
                thoughts += 1
            else:
                ends.add((end, stretch[0].seat, found))
    assert thoughts > 50
    # Rounds ended after the first ply and with the last, for both seats, won, lost and tied.
    assert ends >= set(product((0, between - 1), (0, 1), (0, 0.5, 1)))


@DEVICES
def test_the_last_thoughts_of_both_count_alike(device: Any) -> None:
    plies = [Ply(1, 0.1), Ply(0, 0.2), Ply(1, 0.3), Ply(0, 0.4), Ply(1, 0.9, won=1.0)]
    assert found_at(plies[:4], 4, device) == pytest.approx([(0.3 + 0.6) / 2])
    assert found_at(plies[:3], 3, device) == pytest.approx([(0.3 + 0.8) / 2])


@DEVICES
def test_the_end_of_the_round_counts_and_the_next_round_does_not(device: Any) -> None:
    last = Ply(0, 0.2, won=1.0, margin=5)
    for seat in (0, 1):
        for plies in ([Ply(seat, 0.6), last], [Ply(seat, 0.6, won=1.0), Ply(0, 0.3)]):
            rest = [Ply(1, 0.4), Ply(0, 0.1, won=0.0)]
            assert found_at([*plies, *rest], 4, device) == [1 - seat]
    assert found_at([Ply(1, 0.6), Ply(0, 0.9), Ply(1, 0.9, won=0.5)], 3, device) == [0.5]
