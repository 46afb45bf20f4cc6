"""Worlds that fit a view: every possible hidden hand of the opponent, with its weight.

The opponent hides at most the five cards it was dealt, so there are at most 252 hands. The
probability of a hand is proportional to the number of ways to draw it from the unseen goods (R102).
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb, gcd
from typing import Final

import numpy as np

from ..goods import GOODS_KINDS, HAND_DEALT
from ..kernel.chance import below
from ..kernel.knowledge import place_hidden_hand, place_unseen_bonuses, unseen
from ..kernel.layout import (
    BONUS,
    HIDDEN,
    MY_BONUS,
    MY_HIDDEN,
    PUBLIC_CELLS,
    SEAT,
    THEIR_HIDDEN,
    Array,
    copy_cells,
)
from ..packed import count_of, one

MOST_HANDS: Final = comb(HAND_DEALT + GOODS_KINDS - 1, HAND_DEALT)

_BY_SIZE: Final = [
    [sum(map(one, cards)) for cards in combinations_with_replacement(range(GOODS_KINDS), count)]
    for count in range(HAND_DEALT + 1)
]
HANDS: Final = np.array([hand for hands in _BY_SIZE for hand in hands], np.int64)
"""Every handful of at most five goods, by size."""
HANDS_FROM: Final = np.cumsum([0, *map(len, _BY_SIZE)])
WAYS: Final = np.array([[comb(of, some) for some in range(8)] for of in range(11)], np.int64)
"""Ways to draw some of a kind out of those unseen, cards or bonus tokens."""


HAND_COUNT: Final = 0
WAY_COUNT: Final = 1
WAY_STEP: Final = 2
WAY: Final = 3
CYCLE_CELLS: Final = 4
"""Cells with the state of `next_world`, so that a search can be resumed."""


def new_cycle() -> Array:
    """Make the array that `start_worlds` fills and `next_world` moves on."""
    return np.zeros(CYCLE_CELLS, np.int64)


def new_hands() -> Array:
    """Make an array for the hands and, in the second row, the running total of ways."""
    return np.zeros((2, MOST_HANDS), np.int64)


def possible_hands(view: Array, hands: Array) -> int:
    """Write every possible hidden hand and the running total of ways; return the count."""
    pool, hidden = unseen(view), int(view[THEIR_HIDDEN])
    found = total = 0
    for row in range(HANDS_FROM[hidden], HANDS_FROM[hidden + 1]):
        hand = int(HANDS[row])
        ways = ways_to_draw(pool, hand)
        if ways:
            total += ways
            hands[0, found] = hand
            hands[1, found] = total
            found += 1
    return found


def ways_to_draw(pool: int, hand: int) -> int:
    """Count the ways to draw a hand from the unseen goods."""
    ways = 1
    for good in range(GOODS_KINDS):
        ways *= int(WAYS[count_of(pool, good), count_of(hand, good)])
    return ways


def start_worlds(count: int, hands: Array, chance: Array, cycle: Array) -> None:
    """Prepare to sample worlds with these hands, in proportion to their weights."""
    ways = int(hands[1, count - 1])
    cycle[HAND_COUNT], cycle[WAY_COUNT] = count, ways
    cycle[WAY_STEP], cycle[WAY] = even_step(ways), below(chance, ways)


def next_world(view: Array, hands: Array, chance: Array, cycle: Array, world: Array) -> None:
    """Sample another world, with the next of the hidden hands."""
    cycle[WAY] = (cycle[WAY] + cycle[WAY_STEP]) % cycle[WAY_COUNT]
    make_world(view, hand_at(hands, int(cycle[HAND_COUNT]), int(cycle[WAY])), chance, world)


def even_step(total: int) -> int:
    """Return a step that visits 0 … total - 1 evenly: coprime to it, near the golden ratio."""
    step = max(1, (total * 618) // 1000)
    while gcd(step, total) > 1:
        step += 1
    return step


def hand_at(hands: Array, count: int, way: int) -> int:
    """Return the hand to which way number `way` belongs."""
    low, high = 0, count - 1
    while low < high:
        middle = (low + high) // 2
        if way < hands[1, middle]:
            high = middle
        else:
            low = middle + 1
    return int(hands[0, low])


def make_world(view: Array, hand: int, chance: Array, position: Array) -> None:
    """Sample a position that fits the view and this hidden hand: deck order and bonus tokens."""
    seat = view[SEAT]
    copy_cells(view, position, PUBLIC_CELLS)
    position[HIDDEN + seat] = view[MY_HIDDEN]
    position[BONUS + seat] = view[MY_BONUS]
    place_hidden_hand(view, hand, chance, position)
    place_unseen_bonuses(view, chance, position)
