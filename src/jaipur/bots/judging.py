"""What a network thinks of every action of a turn.

The first layer is a sum of rows, one for each fact (see `afterstate`). All actions of a turn start
from the same sum, and what an action changes is added. A good that loses or gains so many cards
changes the sum by the same amount whatever else is exchanged, and what is no good's by the same
amount for as many camels given: each such change is worked out once.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

import numpy as np

from ..goods import CAMEL, GOODS_KINDS, HAND_LIMIT, MARKET_SIZE
from ..kernel.knowledge import act_in_view, legal_in_view
from ..kernel.layout import MAX_ACTIONS, SEAT, VIEW_CELLS, Array, copy_cells, fill_cells, new_view
from ..kernel.rules import given, taken
from ..packed import count_of
from .afterstate import FACTS, GOOD_FACTS, gather_facts, lead_in_view, new_facts
from .endings import chance_at_the_end, ends_the_round, gain_at_the_end, may_end, new_ways
from .network import LEAK, MARGIN_SCALE, Floats, RoundedNetwork, Shorts
from .outlook import WIN

CHANGES: Final = 2 * HAND_LIMIT + 1
"""A good can gain or lose so many cards in one action, both counted, and none."""
OF_GOODS: Final = GOODS_KINDS * CHANGES
EXCHANGES: Final = MARKET_SIZE + 1
"""Exchanges differ, goods apart, by the camels given."""


class Desk(NamedTuple):
    """Arrays to judge in, made once and used again.

    `values` has the chance to win and the margin of each of the `options`.
    """

    options: Array
    values: Floats
    after: Array
    before_facts: Array
    facts: Array
    before: Shorts
    hidden: Shorts
    moved: Shorts
    is_moved: Array
    ways: Array


def new_desk(network: RoundedNetwork) -> Desk:
    """Room for a network to judge in."""
    width, changes = len(network.bias), OF_GOODS + EXCHANGES + 1
    return Desk(
        np.zeros(MAX_ACTIONS, np.int64),
        np.zeros((2, MAX_ACTIONS), np.float32),
        new_view(),
        new_facts(),
        new_facts(),
        np.zeros(width, np.int16),
        np.zeros(width, np.int16),
        np.zeros((changes, width), np.int16),
        np.zeros(changes, np.int64),
        new_ways(),
    )


def judge_options(view: Array, network: RoundedNetwork, desk: Desk) -> int:
    """Write the legal actions and the two values of each; how many there are.

    What ends the round has its exact chance to win.
    """
    count = legal_in_view(view, desk.options)
    gather_facts(view, desk.before_facts)
    add_up(network, desk.before_facts, desk.before)
    fill_cells(desk.is_moved, 0, len(desk.is_moved), 0)
    ending = may_end(view)
    for number in range(count):
        action = int(desk.options[number])
        if ending and ends_the_round(view, action):
            desk.values[0, number] = chance_at_the_end(view, action, desk.ways) / WIN
            gain = gain_at_the_end(view, int(view[SEAT]), action)
            desk.values[1, number] = lead_in_view(view) + gain
        else:
            look_after(view, action, network, desk)
            answer(network, desk, number)
    return count


def look_after(view: Array, action: int, network: RoundedNetwork, desk: Desk) -> None:
    """The first layer after an action, from that before it."""
    for unit in range(len(desk.hidden)):
        desk.hidden[unit] = desk.before[unit]
    if taken(action) and not count_of(taken(action), CAMEL):
        look_after_goods(view, action, network, desk)
    else:
        see(view, action, desk)
        move(network.rows, desk, 0, FACTS, desk.hidden)


def look_after_goods(view: Array, action: int, network: RoundedNetwork, desk: Desk) -> None:
    """The same for goods taken or exchanged, from what such changes are known to add."""
    take, give, is_seen = taken(action), given(action), False
    for kind in range(GOODS_KINDS + 1):
        place = place_of(take, give, kind)
        if place < 0:
            continue
        if not desk.is_moved[place]:
            if not is_seen:
                see(view, action, desk)
                is_seen = True
            work_out(place, kind, network, desk)
        add_row(desk.moved, place, desk.hidden)


def place_of(take: int, give: int, kind: int) -> int:
    """Where it is kept what the change of a good adds, or -1 if it does not change.

    After the goods comes what is no good's: it is kept by the camels given, if anything is given.
    """
    if kind == GOODS_KINDS:
        return OF_GOODS + (1 + count_of(give, CAMEL) if give else 0)
    change = count_of(take, kind) - count_of(give, kind)
    return kind * CHANGES + change + HAND_LIMIT if change else -1


def see(view: Array, action: int, desk: Desk) -> None:
    """The facts after an action."""
    copy_cells(view, desk.after, VIEW_CELLS)
    act_in_view(desk.after, action)
    gather_facts(desk.after, desk.facts)


def work_out(place: int, kind: int, network: RoundedNetwork, desk: Desk) -> None:
    """What is added where the facts of a good, or those of none, are as they are seen now."""
    desk.is_moved[place] = 1
    moved = desk.moved[place]
    for unit in range(len(moved)):
        moved[unit] = 0
    first = GOOD_FACTS * kind
    move(network.rows, desk, first, FACTS if kind == GOODS_KINDS else first + GOOD_FACTS, moved)


def move(rows: Shorts, desk: Desk, start: int, end: int, sums: Shorts) -> None:
    """Change sums by the facts of a stretch that are other than before."""
    for place in range(start, end):
        old, new = desk.before_facts[place], desk.facts[place]
        if old != new:
            for unit in range(len(sums)):
                sums[unit] += rows[new, unit] - rows[old, unit]


def add_up(network: RoundedNetwork, facts: Array, sums: Shorts) -> None:
    """The first layer from nothing."""
    for unit in range(len(sums)):
        sums[unit] = network.bias[unit]
    for place in range(FACTS):
        add_row(network.rows, int(facts[place]), sums)


def add_row(rows: Shorts, row: int, sums: Shorts) -> None:
    """Add a row to sums."""
    for unit in range(len(sums)):
        sums[unit] += rows[row, unit]


def answer(network: RoundedNetwork, desk: Desk, number: int) -> None:
    """From the first layer to the two values of an action."""
    hidden = desk.hidden
    for unit in range(len(hidden)):
        hidden[unit] = max(hidden[unit], 0)
    logit, margin = network.last_bias[0], network.last_bias[1]
    for unit in range(len(network.second)):
        total = np.float32(product(hidden, network.second[unit])) * network.scale[unit]
        total += network.second_bias[unit]
        out = total if total > 0 else total * LEAK
        logit += out * network.last[unit, 0]
        margin += out * network.last[unit, 1]
    # Compiled, float() leaves a float32 as it is; the two forms would round differently.
    desk.values[0, number] = 1.0 / (1.0 + exp(-np.float64(logit)))
    desk.values[1, number] = MARGIN_SCALE * margin


def product(inputs: Shorts, weights: Shorts) -> np.int32:
    """The sum of products; of 32 bits, so that a processor does several at once."""
    total = np.int32(0)
    for place in range(len(inputs)):
        total = np.int32(total + np.int32(inputs[place]) * np.int32(weights[place]))
    return total


def best_option(values: Floats, count: int) -> int:
    """The number of the option with the best chance to win, the first of equals."""
    best = 0
    for number in range(1, count):
        if values[0, number] > values[0, best]:
            best = number
    return best
