"""The luck of chance events: the deal, cards turned up and bonus tokens drawn.

The luck of an event is the value of the position after it, less the expectation of that value over
everything that could have come, with the probabilities of the true position. The value knows both
hands. So the expected luck is zero for any players and any value function, and a result less its
luck is an unbiased estimate with less variance. Values and luck are those of seat 0.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise
from typing import Final, NamedTuple

import numpy as np

from ..goods import CAMEL, MARKET_SIZE
from ..kernel.chance import below, new_chance, seed_chance
from ..kernel.knowledge import nth_card
from ..kernel.layout import (
    BONUS,
    BONUS_LEFT,
    BONUS_PILE,
    DECK,
    DECK_LEFT,
    END,
    MARKET,
    POSITION_CELLS,
    RUNNING,
    STARTER,
    TURN,
    Array,
    copy_cells,
    new_position,
)
from ..kernel.lookup import BONUS_FROM
from ..packed import count_of, one
from .network import Doubles
from .position_network import (
    PositionValues,
    add_kind,
    new_position_values,
    start_alternatives,
    value_of,
    value_of_sums,
)
from .worlds import WAYS

_BY_SIZE: Final = [
    [sum(map(one, cards)) for cards in combinations_with_replacement(range(CAMEL + 1), count)]
    for count in range(MARKET_SIZE + 1)
]
DRAWS: Final = np.array([cards for same in _BY_SIZE for cards in same], np.int64)
"""Every set of at most five cards that can be drawn, by size, in the order of the letters."""
DRAWS_FROM: Final = np.cumsum([0, *map(len, _BY_SIZE)])
SHARED: Final = np.array(
    [0, *((28 - (some ^ other).bit_length()) // 4 for some, other in pairwise(DRAWS.tolist()))]
)
"""How many kinds, from the first, a set has in common with the set before it."""
FEW_DRAWS: Final = 2
"""So few cards are never sampled: there are at most 28 sets of them."""
ORDERS: Final = (1 << 60) - 1
"""A mask for the hash of a deck's order, which seeds the draws: the same game has the same luck."""
SAMPLES: Final = 16
"""Enough where many events are summed: the noise is a hundredth of what is left anyway."""
START_VALUE: Final = 0.60168
"""The mean value of a deal for its starter (`python -m bench.luck`); it belongs to the network."""


class LuckWorkspace(NamedTuple):
    """The network that knows both hands, and arrays for what else could have come.

    With `samples`, that many draws stand for all draws of three cards or more.
    """

    values: PositionValues
    other: Array
    chance: Array
    samples: int


def new_luck_workspace(samples: int = 0) -> LuckWorkspace:
    """Make a workspace with the network of this package; without `samples`, luck is exact."""
    return LuckWorkspace(new_position_values(), new_position(), new_chance(), samples)


def luck_of(before: Array, after: Array, workspace: LuckWorkspace) -> float:
    """Return the luck of what an action turned up, from the positions before and after it."""
    if after[DECK_LEFT] < before[DECK_LEFT]:
        if after[END] != RUNNING:
            return 0.0  # The last cards of the deck change no score.
        return value_of(after, workspace.values) - expected_after_refill(before, after, workspace)
    for tier in range(3):
        if after[BONUS_LEFT + tier] < before[BONUS_LEFT + tier]:
            expected = expected_after_bonus(before, after, tier, workspace)
            return value_of(after, workspace.values) - expected
    return 0.0


def expected_after_refill(before: Array, after: Array, workspace: LuckWorkspace) -> float:
    """Return the mean value over all cards that could have been turned up."""
    deck = drawn = order = 0
    left = int(after[DECK_LEFT])
    for place in range(before[DECK_LEFT]):
        card = int(before[DECK + place])
        order = (order * 7 + card) & ORDERS
        deck += one(card)
        if place >= left:
            drawn += one(card)
    other = workspace.other
    copy_cells(after, other, POSITION_CELLS)
    other[MARKET] -= drawn
    draws = int(before[DECK_LEFT]) - left
    if workspace.samples and draws > FEW_DRAWS:
        seed_chance(workspace.chance, order, deck)
        return mean_over_samples(other, deck, draws, workspace)
    return mean_over_draws(other, deck, draws, workspace)


def mean_over_draws(position: Array, deck: int, draws: int, workspace: LuckWorkspace) -> float:
    """Return the mean value over all sets of cards drawn from a deck into the market."""
    values, total, ways, kept = workspace.values, 0.0, 0, 0
    start_alternatives(position, deck, draws, values)
    for row in range(DRAWS_FROM[draws], DRAWS_FROM[draws + 1]):
        cards = int(DRAWS[row])
        kept = min(kept, int(SHARED[row]))
        here = ways_to_turn_up(deck, cards)
        if here:
            for card in range(kept, CAMEL + 1):
                add_kind(card, count_of(cards, card), values)
            kept = CAMEL + 1
            total += here * value_of_sums(position, values)
            ways += here
    return total / ways


def mean_over_samples(position: Array, deck: int, draws: int, workspace: LuckWorkspace) -> float:
    """Estimate the same from some random draws; the generator of the workspace must be seeded."""
    values, chance, total = workspace.values, workspace.chance, 0.0
    start_alternatives(position, deck, draws, values)
    for _ in range(workspace.samples):
        rest, cards = deck, 0
        for drawn in range(draws):
            card = one(nth_card(rest, below(chance, int(position[DECK_LEFT]) + draws - drawn)))
            rest, cards = rest - card, cards + card
        for card in range(CAMEL + 1):
            add_kind(card, count_of(cards, card), values)
        total += value_of_sums(position, values)
    return total / workspace.samples


def ways_to_turn_up(deck: int, cards: int) -> int:
    """Count the ways to draw these cards from a deck."""
    ways = 1
    for card in range(CAMEL + 1):
        ways *= int(WAYS[count_of(deck, card), count_of(cards, card)])
    return ways


def expected_after_bonus(before: Array, after: Array, tier: int, workspace: LuckWorkspace) -> float:
    """Return the mean value over all bonus tokens left in the pile of a tier."""
    seat, bottom = int(before[TURN]), BONUS_PILE + int(BONUS_FROM[tier])
    other, count = workspace.other, int(before[BONUS_LEFT + tier])
    copy_cells(after, other, POSITION_CELLS)
    total = 0.0
    for place in range(count):
        other[BONUS + seat] = before[BONUS + seat] + (1 << (4 * int(before[bottom + place])))
        total += value_of(other, workspace.values)
    return total / count


def luck_of_deal(position: Array, workspace: LuckWorkspace) -> float:
    """Return the luck of the deal, from the position it gave."""
    return value_of(position, workspace.values) - expected_at_start(int(position[STARTER]))


def expected_at_start(starter: int) -> float:
    """Return the mean value of all deals."""
    return START_VALUE if starter == 0 else 1.0 - START_VALUE


def add_luck(
    befores: Array, positions: Array, games: Array, luck: Doubles, workspace: LuckWorkspace
) -> None:
    """Add the luck of the last action in each of these games."""
    for number in range(len(games)):
        game = games[number]
        luck[game] += luck_of(befores[number], positions[game], workspace)
