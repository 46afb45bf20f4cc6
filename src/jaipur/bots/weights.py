"""The weights of the one-step evaluation, and their lookup table for compiled code.

Worths are in hundredths of a rupee, shares in 128ths. SHREWD was tuned by self-play and orders the
actions of a search (docs/decisions/greedy.md). GREEDY uses the same numbers for only four things:
rupees now, the potential of the hand, camels, and what the market offers the opponent next. NOVICE
is what a person might think in a first game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from ..goods import CARDS_OF_KIND, GOODS_KINDS, HAND_LIMIT, PRECIOUS_KINDS, TOKEN_VALUES, Card
from ..kernel.layout import Array

WHOLE: Final = 128
SHARE_BITS: Final = 7
"""A share of 128 is the whole, so that division is a shift."""

COUNTS: Final = HAND_LIMIT + 1
PILES: Final = 10
SOME_CARDS: Final = GOODS_KINDS * PILES * COUNTS
"""The end of the cells `(good * PILES + tokens left) * COUNTS + cards`: the worth of held cards."""
HERD_WORTH: Final = SOME_CARDS
"""+ camels: the worth of a herd."""
HAND_COST: Final = HERD_WORTH + CARDS_OF_KIND[Card.CAMEL] + 1
"""+ cards: the cost of a hand of that size, since it will soon be full."""
LEAD_IN_CAMELS: Final = HAND_COST + COUNTS
OFFER: Final = LEAD_IN_CAMELS + 1
CAMEL_OFFER: Final = OFFER + 1
REVEAL: Final = CAMEL_OFFER + 1
RACE: Final = REVEAL + 1
DECK_BASE: Final = RACE + 1
DECK_STEP: Final = DECK_BASE + 1
PILES_BASE: Final = DECK_STEP + 1
PILES_STEP: Final = PILES_BASE + 1
BONUS_WORTH: Final = PILES_STEP + 1
"""One cell for each tier of bonus tokens."""
TABLE_CELLS: Final = BONUS_WORTH + 3

Five = tuple[int, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a one-step player."""

    precious_share: Five
    """The worth of 1, 2, 3, 4, 5 or more held precious cards, as a share of their tokens."""
    cheap_share: Five
    promise: Five
    """The additional worth of 1, 2, … cards of a good: they may bring a bonus."""
    hand_cost: tuple[int, int, int]
    """The cost of the fifth, sixth and seventh card, each on top of the one before."""
    camel: int
    later_camel: int
    """The worth of each of the first four camels, and of each later one."""
    lead_in_camels: int
    offer: int
    """The share of a market card's worth to the opponent that counts against leaving it there."""
    camel_offer: int
    reveal: int
    """The cost of turning up a card for the opponent."""
    race: int
    """The share of a held good's worth that assumes that the opponent sells its shown cards first.
    """
    deck_base: int
    deck_step: int
    piles_base: int
    piles_step: int
    """Held cards count less towards the end: base + step * cards in the deck, or base + step *
    tokens in the three smallest piles, whichever is less, as a share."""
    bonus: tuple[int, int, int]


SHREWD: Final = Weights(
    precious_share=(70, 102, 108, 117, 124),
    cheap_share=(31, 72, 80, 104, 160),
    promise=(67, 78, 212, 343, 156),
    hand_cost=(50, 7, 102),
    camel=79,
    later_camel=33,
    lead_in_camels=55,
    offer=66,
    camel_offer=34,
    reveal=25,
    race=45,
    deck_base=32,
    deck_step=14,
    piles_base=31,
    piles_step=43,
    bonus=(122, 410, 1358),
)
GREEDY: Final = replace(SHREWD, hand_cost=(0, 0, 0), race=0, piles_base=WHOLE, piles_step=0)
NOVICE: Final = Weights(
    precious_share=(90, 115, 120, 120, 120),
    cheap_share=(50, 90, 100, 110, 120),
    promise=(0, 0, 0, 0, 0),
    hand_cost=(0, 0, 0),
    camel=40,
    later_camel=40,
    lead_in_camels=100,
    offer=0,
    camel_offer=0,
    reveal=0,
    race=0,
    deck_base=WHOLE,
    deck_step=0,
    piles_base=WHOLE,
    piles_step=0,
    bonus=(200, 500, 900),
)


def _token_sums() -> Array:
    """Compute the tokens' value for selling n cards of a good, by the tokens left."""
    sums = np.zeros(SOME_CARDS, np.int64)
    for good, values in enumerate(TOKEN_VALUES):
        for left in range(len(values) + 1):
            for cards in range(COUNTS):
                cell = (good * PILES + left) * COUNTS + cards
                sums[cell] = 100 * sum(values[len(values) - left :][:cards])
    return sums


TOKEN_SUMS: Final = _token_sums()


def worth_table(weights: Weights) -> Array:
    """Compile the weights into a table in the layout above."""
    table = np.zeros(TABLE_CELLS, np.int64)
    for cell in range(SOME_CARDS):
        good, cards = cell // (PILES * COUNTS), cell % COUNTS
        if cards:
            step = min(cards, 5) - 1
            precious = good < PRECIOUS_KINDS
            share = (weights.precious_share if precious else weights.cheap_share)[step]
            table[cell] = int(TOKEN_SUMS[cell]) * share // WHOLE + weights.promise[step]
    for camels in range(HAND_COST - HERD_WORTH):
        worth = weights.camel * min(camels, 4) + weights.later_camel * max(0, camels - 4)
        table[HERD_WORTH + camels] = worth
    for cards in range(COUNTS):
        table[HAND_COST + cards] = sum(weights.hand_cost[: max(0, cards - 4)])
    for cell, worth in (
        (LEAD_IN_CAMELS, weights.lead_in_camels),
        (OFFER, weights.offer),
        (CAMEL_OFFER, weights.camel_offer),
        (REVEAL, weights.reveal),
        (RACE, weights.race),
        (DECK_BASE, weights.deck_base),
        (DECK_STEP, weights.deck_step),
        (PILES_BASE, weights.piles_base),
        (PILES_STEP, weights.piles_step),
    ):
        table[cell] = worth
    table[BONUS_WORTH:] = weights.bonus
    return table


SHREWD_WORTH: Final = worth_table(SHREWD)
GREEDY_WORTH: Final = worth_table(GREEDY)
NOVICE_WORTH: Final = worth_table(NOVICE)
