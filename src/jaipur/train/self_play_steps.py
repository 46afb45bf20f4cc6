"""The steps of self-play, one table at a time.

They are plain functions over arrays, like the kernel: a device runs them for every index, compiled
for the CPU or for a GPU (see `devices`). They depend only on their arguments.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ..bots.endings import chance_at_the_end, ends_the_round, may_end
from ..bots.engine import hand_in_view
from ..bots.evaluation import evaluate_actions
from ..bots.leaf_network import WIN
from ..bots.one_step import best_action
from ..deals import shuffle_box
from ..kernel.chance import seed_chance
from ..kernel.knowledge import legal_in_view, observe
from ..kernel.layout import END, POSITION_CELLS, RUNNING, TURN, Array, copy_cells
from ..kernel.rules import apply, deal, score, winner

Floats = npt.NDArray[np.float32]
Shorts = npt.NDArray[np.int16]

UNKNOWN: Final = -1.0
"""Marks a value that is not known exactly, so that the network has to estimate it."""
CLOSE: Final = 0.1
"""Options that the network values lower than the best by more than this are not compared."""


def deal_anew(  # noqa: PLR0913, PLR0917  # arrays of a device
    table: int,
    positions: Array,
    chances: Array,
    numbers: Array,
    orders: Array,
    piles: Array,
    cards: Array,
    bonuses: Array,
    deal_settings: Array,
) -> None:
    """Deal where the round is over; `deal_settings`: seed, number of tables, exchange limit."""
    if positions[table, END] == RUNNING:
        return
    seed, tables, exchange_limit = deal_settings[0], deal_settings[1], deal_settings[2]
    numbers[table] += tables
    copy_cells(cards, orders[table], len(cards))
    copy_cells(bonuses, piles[table], len(bonuses))
    seed_chance(chances[table], seed, numbers[table])
    starter = shuffle_box(chances[table], orders[table], piles[table])
    deal(positions[table], orders[table], piles[table], starter, exchange_limit)


def list_options(  # noqa: PLR0913, PLR0917  # arrays of a device
    table: int,
    positions: Array,
    views: Array,
    options: Array,
    counts: Array,
    exact: Floats,
    ways: Any,
) -> None:
    """Write the view, the legal actions and the exact values of those that end the round."""
    view = views[table]
    observe(positions[table], int(positions[table, TURN]), view)
    counts[table] = legal_in_view(view, options[table])
    ending = may_end(view)
    for number in range(counts[table]):
        exact[table, number] = UNKNOWN
        if ending and ends_the_round(view, int(options[table, number])):
            chance = chance_at_the_end(view, int(options[table, number]), ways[table])
            exact[table, number] = chance / WIN


def let_rivals_choose(  # noqa: PLR0913, PLR0917  # arrays of a device
    table: int,
    views: Array,
    rivals: Array,
    worths: Array,
    changes: Array,
    evaluated: Any,
    options: Array,
    counts: Array,
    exact: Floats,
) -> None:
    """Where a rival is to act, make its choice the only option.

    `rivals` has its seat at each table and its index into `worths`.
    """
    view, seat = views[table], int(views[table, TURN])
    if rivals[table, 0] == seat:
        hand, worth = hand_in_view(view), worths[rivals[table, 1]]
        count = evaluate_actions(view, seat, hand, worth, changes[table], evaluated[table])
        action, number = best_action(evaluated[table], count), 0
        while options[table, number] != action:
            number += 1
        options[table, 0], exact[table, 0] = action, exact[table, number]
        counts[table] = 1


def choose_best(  # noqa: PLR0913, PLR0917  # arrays of a device
    table: int,
    first: Array,
    counts: Array,
    exact: Floats,
    values: Floats,
    noise: Floats,
    chosen: Array,
) -> None:
    """Choose the best option (row 0 of `chosen`) and, with the noise, the one to play (row 1)."""
    best = played = 0
    most = best_with_noise = -1e9
    for number in range(counts[table]):
        item = first[table] + number
        if exact[table, number] != UNKNOWN:
            values[item] = exact[table, number]
        if values[item] > most:
            best, most = number, values[item]
        if values[item] + noise[item] > best_with_noise:
            played, best_with_noise = number, values[item] + noise[item]
    chosen[0, table], chosen[1, table] = best, played


def copy_group(table: int, positions: Array, frozen_seats: Array, groups: Array) -> None:
    """Copy the position of a group's first table to this table.

    `groups` is the number of tables per group, the plies between two comparisons, and the number of
    tables that are in groups. Where the frozen player is to act, there is nothing to try.
    """
    leader = table - table % groups[0]
    if positions[leader, TURN] != frozen_seats[leader]:
        copy_cells(positions[leader], positions[table], POSITION_CELLS)


def try_another(  # noqa: PLR0913, PLR0917  # arrays of a device
    table: int,
    first: Array,
    counts: Array,
    exact: Floats,
    values: Floats,
    chosen: Array,
    compared: Any,
    positions: Array,
    frozen_seats: Array,
    groups: Array,
) -> None:
    """Choose a different option at every table of a group: the best, the second best, and so on.

    `compared` marks options whose results can be compared: they do not end the round, and are not
    far behind the best. The frozen player plays only its best.
    """
    place, best = table % groups[0], chosen[0, table]
    compared[table] = False
    if positions[table - place, TURN] == frozen_seats[table - place]:
        return
    option = best
    for _ in range(place):
        option = next_best(first[table], counts[table], values, option)
    good = option >= 0 and exact[table, option] == UNKNOWN
    chosen[1, table] = option if good else best
    most = values[first[table] + best]
    compared[table] = good and values[first[table] + option] > most - CLOSE


def next_best(first: int, count: int, values: Floats, option: int) -> int:
    """Return the option ranked next after `option`; ties go to the first. -1 if there is none."""
    found = -1
    if option < 0:
        return found
    limit = values[first + option]
    for number in range(count):
        value = values[first + number]
        behind = value < limit or (value == limit and number > option)
        if behind and (found < 0 or value > values[first + found]):
            found = number
    return found


def play_chosen(
    table: int, positions: Array, options: Array, chosen: Array, results: Floats
) -> None:
    """Play; write seat 0's result and margin if that ends the round, or else UNKNOWN."""
    position = positions[table]
    apply(position, int(options[table, chosen[1, table]]))
    results[0, table] = UNKNOWN
    if position[END] != RUNNING:
        won = winner(position)
        results[0, table] = 0.5 if won < 0 else 1.0 - won
        results[1, table] = score(position, 0) - score(position, 1)


def look_ahead(table: int, marks: Any, best: Any, results: Any, found: Any, groups: Array) -> None:
    """Write the result of each option tried at a table, as the chance to win of its mover.

    That is the result of the round if it ended, or else the mean of both players' last values
    before the next options were tried.
    """
    for number in range(len(found)):
        start = number * groups[1]
        seat, ply = marks[start, table, 0], start + 1
        mine = theirs = 0.5
        while ply < start + groups[1] and results[ply - 1, 0, table] == UNKNOWN:
            if marks[ply, table, 0] == seat:
                mine = best[0, ply, table]
            else:
                theirs = 1.0 - best[0, ply, table]
            ply += 1
        won = results[ply - 1, 0, table]
        if won == UNKNOWN:
            found[number, table] = (mine + theirs) / 2
        else:
            found[number, table] = 1.0 - won if seat else won


def look_back(  # noqa: PLR0913, PLR0917  # arrays of a device
    table: int,
    marks: Any,
    best: Any,
    results: Any,
    targets: Any,
    td_lambda: Floats,
    groups: Array,
) -> None:
    """Compute the TD(λ) targets of every afterstate played at a table, from the last ply back.

    Each seat learns from its own next afterstates: the value of the best one, mixed with its own
    target. After a noisy choice the later result is ignored. `marks` holds the seat to act, whether
    the choice was noisy, and whether another player made it; `best` and `targets` hold the chance
    to win and the margin; `td_lambda` holds λ. A target UNKNOWN is not learned from.
    """
    strays = table < groups[2] and table % groups[0] > 0
    won_0 = won_1 = UNKNOWN
    margin_0 = margin_1 = 0.0
    for ply in range(len(marks) - 1, -1, -1):
        seat, noisy = marks[ply, table, 0], marks[ply, table, 1]
        if strays and (ply + 1) % groups[1] == 0:
            # Here the table continued from another table's position.
            won_0 = won_1 = UNKNOWN
        over = results[ply, 0, table] != UNKNOWN
        if over:
            won_0, margin_0 = results[ply, 0, table], results[ply, 1, table]
            won_1, margin_1 = 1.0 - won_0, -margin_0
        won, margin = (won_1, margin_1) if seat else (won_0, margin_0)
        by_another = marks[ply, table, 2]
        targets[0, ply, table] = UNKNOWN if over or by_another else won
        targets[1, ply, table] = margin
        value, lead = best[0, ply, table], best[1, ply, table]
        if won != UNKNOWN and not noisy:
            value = td_lambda[0] * won + (1.0 - td_lambda[0]) * value
            # The last action's result is exact; the network did not value it.
            lead = margin if over else td_lambda[0] * margin + (1.0 - td_lambda[0]) * lead
        if seat:
            won_1, margin_1 = value, lead
        else:
            won_0, margin_0 = value, lead
