"""What a player believes about the cards the opponent hides.

Every hand that fits the view is possible (`worlds`, R102), but players do not keep cards at random:
cheap goods are soon exchanged or sold, precious ones are kept. How likely a hand is therefore also
depends on what it holds, on piles, market and deck. The numbers were fitted to rounds of the
ladder's players against themselves (`python -m bench.beliefs`); they are whole, so that all
machines agree.
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
"""A belief is a logarithm in so many parts of one."""
STATES: Final = 10
ASPECTS: Final = 4
"""Tokens left, cards the opponent shows, cards in the market, the stage of the deck."""
BELIEFS_SHAPE: Final = (ASPECTS, GOODS_KINDS, HAND_DEALT + 1, STATES)
CARDS_A_STAGE: Final = 8
FURTHEST: Final = 14 * PARTS
LIKELIHOODS: Final = np.rint(2**20 * np.exp(-np.arange(FURTHEST + 1) / PARTS)).astype(np.int64)
WEIGHT: Final = 1_000_000
"""Of the likeliest hand; no possible hand has less than 1."""


def _read() -> Array:
    with files(__package__).joinpath("beliefs.npy").open("rb") as file:
        numbers: Array = np.load(file).astype(np.int64)
    return numbers


BELIEFS: Final = _read()


def believed_hands(view: Array, hands: Array) -> int:
    """Write every hand the opponent may hide and the running total of their weights; how many."""
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
    """How well a hidden hand suits what is seen, as a logarithm."""
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
