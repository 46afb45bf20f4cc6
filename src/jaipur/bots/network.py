"""The network: the chance to win the round and the margin, from what a seat knows after its action.

The first layer is a sum of rows, one for each fact (see `afterstate`). All actions of a turn start
from the same sum, and what an action changes is added: a good that loses or gains so many cards
changes the sum by the same amount whatever else is exchanged.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..goods import GOODS_KINDS, HAND_LIMIT
from ..kernel.knowledge import act_in_view, legal_in_view
from ..kernel.layout import MAX_ACTIONS, SEAT, VIEW_CELLS, Array, copy_cells, fill_cells, new_view
from ..kernel.rules import given, taken
from ..packed import count_of
from .afterstate import FACTS, GOOD_FACTS, gather_facts, lead_in_view, new_facts
from .endings import chance_at_the_end, ends_the_round, gain_at_the_end, may_end, new_ways
from .outlook import WIN

Floats = npt.NDArray[np.float32]

MARGIN_SCALE: Final = 20.0
"""The network counts margins in units of so many rupees."""
LEAK: Final = np.float32(0.125)
"""What is left of a unit of the second layer below zero; with nothing left it stays dead."""
CHANGES: Final = 2 * HAND_LIMIT + 1
"""A good can gain or lose so many cards in one action, both counted, and none."""


class Network(NamedTuple):
    """The numbers of a network: three layers, each with what is added to it."""

    rows: Floats
    bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


def join(networks: tuple[Network, ...]) -> Network:
    """One network that answers with the mean of several: their layers side by side."""
    seconds = [network.second for network in networks]
    second = np.zeros([sum(some.shape[axis] for some in seconds) for axis in (0, 1)], np.float32)
    row = column = 0
    for some in seconds:
        second[row : row + len(some), column : column + some.shape[1]] = some
        row, column = row + len(some), column + some.shape[1]
    share = np.float32(1 / len(networks))
    return Network(
        np.concatenate([network.rows for network in networks], axis=1),
        np.concatenate([network.bias for network in networks]),
        second,
        np.concatenate([network.second_bias for network in networks]),
        share * np.concatenate([network.last for network in networks]),
        share * np.sum([network.last_bias for network in networks], axis=0),
    )


class Desk(NamedTuple):
    """Arrays to judge in, made once and used again.

    `values` has the chance to win and the margin of each of the `options`.
    """

    options: Array
    values: Floats
    after: Array
    before_facts: Array
    facts: Array
    before: Floats
    hidden: Floats
    moved: Floats
    is_moved: Array
    active: Array
    layer: Floats
    ways: Array


def new_desk(network: Network) -> Desk:
    """Room to judge in with a network."""
    width, second = network.second.shape
    return Desk(
        np.zeros(MAX_ACTIONS, np.int64),
        np.zeros((2, MAX_ACTIONS), np.float32),
        new_view(),
        new_facts(),
        new_facts(),
        np.zeros(width, np.float32),
        np.zeros(width, np.float32),
        np.zeros((GOODS_KINDS * CHANGES, width), np.float32),
        np.zeros(GOODS_KINDS * CHANGES, np.int64),
        np.zeros(width + 1, np.int64),
        np.zeros(second, np.float32),
        new_ways(),
    )


def judge_options(view: Array, network: Network, desk: Desk) -> int:
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


def look_after(view: Array, action: int, network: Network, desk: Desk) -> None:
    """The first layer after an action, from that before it."""
    copy_cells(view, desk.after, VIEW_CELLS)
    act_in_view(desk.after, action)
    gather_facts(desk.after, desk.facts)
    for unit in range(len(desk.hidden)):
        desk.hidden[unit] = desk.before[unit]
    start = 0
    if taken(action):
        move_goods(action, network, desk)
        start = GOOD_FACTS * GOODS_KINDS
    move(network.rows, desk, start, FACTS, desk.hidden)


def move_goods(action: int, network: Network, desk: Desk) -> None:
    """Change the first layer by the goods taken and given, each such change worked out once."""
    take, give = taken(action), given(action)
    for good in range(GOODS_KINDS):
        change = count_of(take, good) - count_of(give, good)
        if change:
            place = good * CHANGES + change + HAND_LIMIT
            moved = desk.moved[place]
            if not desk.is_moved[place]:
                desk.is_moved[place] = 1
                for unit in range(len(moved)):
                    moved[unit] = 0.0
                first = GOOD_FACTS * good
                move(network.rows, desk, first, first + GOOD_FACTS, moved)
            for unit in range(len(moved)):
                desk.hidden[unit] += moved[unit]


def move(rows: Floats, desk: Desk, start: int, end: int, sums: Floats) -> None:
    """Change sums by the facts of a stretch that are other than before."""
    for place in range(start, end):
        old, new = desk.before_facts[place], desk.facts[place]
        if old != new:
            for unit in range(len(sums)):
                sums[unit] += rows[new, unit] - rows[old, unit]


def add_up(network: Network, facts: Array, sums: Floats) -> None:
    """The first layer from nothing."""
    for unit in range(len(sums)):
        sums[unit] = network.bias[unit]
    for place in range(FACTS):
        row = facts[place]
        for unit in range(len(sums)):
            sums[unit] += network.rows[row, unit]


def answer(network: Network, desk: Desk, number: int) -> None:
    """From the first layer to the two values of an action."""
    layer, second, active = desk.layer, network.second, desk.active
    for unit in range(len(layer)):
        layer[unit] = network.second_bias[unit]
    count = 0
    for place in range(len(desk.hidden)):
        # Writing first and counting after needs no branch, which would be guessed wrong often.
        active[count] = place
        count += 1 if desk.hidden[place] > 0 else 0
    fours = count - count % 4
    for group in range(0, fours, 4):
        # Four at a time: the layer is read and written a quarter as often.
        a, b, c, d = active[group], active[group + 1], active[group + 2], active[group + 3]
        at_a, at_b, at_c, at_d = desk.hidden[a], desk.hidden[b], desk.hidden[c], desk.hidden[d]
        for unit in range(len(layer)):
            layer[unit] += (at_a * second[a, unit] + at_b * second[b, unit]) + (
                at_c * second[c, unit] + at_d * second[d, unit]
            )
    for group in range(fours, count):
        place = active[group]
        for unit in range(len(layer)):
            layer[unit] += desk.hidden[place] * second[place, unit]
    logit, margin = network.last_bias[0], network.last_bias[1]
    for unit in range(len(layer)):
        out = layer[unit] if layer[unit] > 0 else layer[unit] * LEAK
        logit += out * network.last[unit, 0]
        margin += out * network.last[unit, 1]
    # Compiled, float() leaves a float32 as it is; the two forms would round differently.
    desk.values[0, number] = 1.0 / (1.0 + exp(-np.float64(logit)))
    desk.values[1, number] = MARGIN_SCALE * margin


def best_option(values: Floats, count: int) -> int:
    """The number of the option with the best chance to win, the first of equals."""
    best = 0
    for number in range(1, count):
        if values[0, number] > values[0, best]:
            best = number
    return best
