"""Probabilities of the opponent's hidden hands.

Every hand that fits the view is possible (`worlds`, R102), but players do not keep cards at random:
they soon exchange or sell cheap goods and keep precious ones. So the probability of a hand also
depends on its cards, the piles, the market and the deck. The parameters were fitted to self-play of
the ladder's players (`python -m bench.beliefs`); they are integers, so that all machines agree.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

import numpy as np

from ..goods import GOODS_KINDS, HAND_DEALT
from ..kernel.knowledge import unseen
from ..kernel.layout import DECK_LEFT, MARKET, PILE, SEAT, SHOWN, Array
from ..packed import count_of
from .worlds import possible_hands, ways_to_draw

PARTS: Final = 64
"""A belief is a log-likelihood in units of 1/PARTS."""
STATES: Final = 10
ASPECTS: Final = 4
"""Tokens left, cards the opponent shows, cards in the market, the stage of the deck."""
BELIEFS_SHAPE: Final = (ASPECTS, GOODS_KINDS, HAND_DEALT + 1, STATES)
CARDS_A_STAGE: Final = 8
FURTHEST: Final = 14 * PARTS
LIKELIHOODS: Final = np.rint(2**20 * np.exp(-np.arange(FURTHEST + 1) / PARTS)).astype(np.int64)
WEIGHT: Final = 1_000_000
"""The weight of the likeliest hand; every possible hand has at least 1."""


def _read() -> Array:
    with files(__package__).joinpath("beliefs.npy").open("rb") as file:
        numbers: Array = np.load(file).astype(np.int64)
    return numbers


BELIEFS: Final = _read()


def believed_hands(view: Array, hands: Array) -> int:
    """Write every possible hidden hand and the running total of the weights; return the count."""
    count = possible_hands(view, hands)
    pool, most = unseen(view), belief_in(view, int(hands[0, 0]))
    for row in range(count):
        most = max(most, belief_in(view, int(hands[0, row])))
    greatest = 0
    for row in range(count):
        behind = min(FURTHEST, most - belief_in(view, int(hands[0, row])))
        hands[1, row] = ways_to_draw(pool, int(hands[0, row])) * LIKELIHOODS[behind]
        greatest = max(greatest, int(hands[1, row]))
    total = 0
    for row in range(count):
        total += 1 + int(hands[1, row]) * WEIGHT // greatest
        hands[1, row] = total
    return count


def belief_in(view: Array, hand: int) -> int:
    """Return the log-likelihood of a hidden hand given the public state, in units of 1/PARTS."""
    them, belief = 1 - view[SEAT], 0
    stage = view[DECK_LEFT] // CARDS_A_STAGE
    for good in range(GOODS_KINDS):
        held = count_of(hand, good)
        shown, offered = count_of(int(view[SHOWN + them]), good), count_of(int(view[MARKET]), good)
        belief += int(
            BELIEFS[0, good, held, view[PILE + good]]
            + BELIEFS[1, good, held, shown]
            + BELIEFS[2, good, held, offered]
            + BELIEFS[3, good, held, stage]
        )
    return belief
