"""The layout of the two arrays: a position (the complete state) and a view.

Both begin with the same public cells, so a view is made by copying those and adding what the seat
itself knows. A view array has no cell for the order of the deck, the opponent's hidden cards or
face-down bonus tokens.

    public cells, in both
      TURN                the seat to act
      STARTER             the seat that began the round
      END                 why the round is over, or RUNNING
      EXCHANGES           exchanges in a row so far
      EXCHANGE_LIMIT      how many of them end the round, 0 for never
      MARKET              packed cards
      DISCARD             packed cards
      DECK_LEFT           cards in the deck
      HERD      + seat    camels
      SHOWN     + seat    packed cards: the part of the hand that came from the market
      PILE      + good    tokens left
      TOKENS    + 6 * seat + good    goods tokens won, packed by value (digit 5: tokens of 5)
      BONUS_LEFT + tier   bonus tokens left (tier 0, 1, 2 for 3, 4, 5 cards)
    a position adds
      HIDDEN    + seat    packed cards: the rest of the hand, which the opponent has not seen
      BONUS     + seat    bonus tokens won, packed by value
      BONUS_PILE + n      the 18 bonus tokens, each pile from the bottom up, EMPTY where taken
      DECK      + n       the cards from the bottom up, EMPTY where drawn
    a view adds
      SEAT                whose view it is
      MY_HIDDEN           packed cards: the part of my hand that the opponent has not seen
      MY_BONUS            my bonus tokens, packed by value
      THEIR_HIDDEN        how many cards of the opponent's hand I have not seen
      THEIR_BONUS_COUNT + tier    the opponent's bonus tokens
      THEIR_BONUS         the same packed by value once the round is scored, 0 before
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.int64]

TURN: Final = 0
STARTER: Final = 1
END: Final = 2
EXCHANGES: Final = 3
EXCHANGE_LIMIT: Final = 4
MARKET: Final = 5
DISCARD: Final = 6
DECK_LEFT: Final = 7
HERD: Final = 8
SHOWN: Final = 10
PILE: Final = 12
TOKENS: Final = 18
BONUS_LEFT: Final = 30
PUBLIC_CELLS: Final = 33

HIDDEN: Final = PUBLIC_CELLS
BONUS: Final = HIDDEN + 2
BONUS_PILE: Final = BONUS + 2
DECK: Final = BONUS_PILE + 18
POSITION_CELLS: Final = DECK + 40

SEAT: Final = PUBLIC_CELLS
MY_HIDDEN: Final = SEAT + 1
MY_BONUS: Final = MY_HIDDEN + 1
THEIR_HIDDEN: Final = MY_BONUS + 1
THEIR_BONUS_COUNT: Final = THEIR_HIDDEN + 1
THEIR_BONUS: Final = THEIR_BONUS_COUNT + 3
VIEW_CELLS: Final = THEIR_BONUS + 1

EMPTY: Final = -1

RUNNING: Final = 0
END_TOKENS: Final = 1
END_DECK: Final = 2
END_EXCHANGES: Final = 3

MAX_ACTIONS: Final = 167
"""The largest possible number of legal actions in a turn (a test enumerates every case)."""

GIVE_BITS: Final = 28
"""An action is `take << GIVE_BITS | give`, both packed cards, camels included."""


def new_position() -> Array:
    """An array for a position."""
    return np.zeros(POSITION_CELLS, np.int64)


def new_view() -> Array:
    """An array for a view."""
    return np.zeros(VIEW_CELLS, np.int64)


def new_actions() -> Array:
    """An array for the legal actions of a turn."""
    return np.zeros(MAX_ACTIONS, np.int64)


def copy_cells(source: Array, target: Array, count: int) -> None:
    """Copy the first `count` cells; Numba compiles a loop ten times as fast as a slice."""
    for cell in range(count):
        target[cell] = source[cell]


def fill_cells(cells: Array, start: int, end: int, value: int) -> None:
    """Fill a range of cells with one value."""
    for cell in range(start, end):
        cells[cell] = value
