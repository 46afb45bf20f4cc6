"""Lookup tables for the rules: every small multiset of goods ("handful") and its subsets.

A hand or a market holds at most 7 goods of 6 kinds: 1,716 different handfuls. `PARTS` lists, for
each of them, all its sub-multisets, smallest first, so that "all parts of three or four cards" is
one contiguous block: counting them is a subtraction, the n-th is an index. Parts of one size are in
the order of the letters (DD before DG), which is descending packed order.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from ..goods import BONUS_VALUES, GOODS_KINDS, HAND_LIMIT, TOKEN_VALUES
from ..packed import GUARDS, one, size

HALF: Final = 0xFFF
PARTS_ROW: Final = HAND_LIMIT + 2
"""Cells per handful in `PARTS_FROM`: where its parts of 0, 1, … 7 cards begin, and the end."""


def _handfuls(kinds: range, most: int) -> list[int]:
    """Every handful of at most `most` cards of these kinds, by size, then by letters."""
    return [
        sum(one(card) for card in chosen)
        for cards in range(most + 1)
        for chosen in combinations_with_replacement(kinds, cards)
    ]


def _index_tables() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Two small tables whose sum numbers the 1,716 handfuls consecutively."""
    high, low = range(3), range(3, GOODS_KINDS)
    from_high = np.zeros(HALF + 1, np.int64)
    for rank, handful in enumerate(_handfuls(high, HAND_LIMIT)):
        from_high[handful >> 16] = rank
    from_low = np.zeros(HALF + 1, np.int64)
    start = 0
    for handful in _handfuls(low, HAND_LIMIT):
        from_low[handful >> 4] = start
        room = HAND_LIMIT - size(handful)
        # Handfuls of the high half come smallest first: those that fit are a prefix of the list.
        start += comb(room + 3, 3)
    return from_high, from_low


INDEX_HIGH, INDEX_LOW = _index_tables()


def index(goods: int) -> int:
    """The number of a handful of goods among the 1,716."""
    return int(INDEX_HIGH[goods >> 16] + INDEX_LOW[(goods >> 4) & HALF])


def _parts() -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """All parts of all handfuls, and where those of each size begin."""
    ordered = np.array(_handfuls(range(GOODS_KINDS), HAND_LIMIT), np.int32)
    wholes = np.zeros_like(ordered)
    wholes[[index(int(handful)) for handful in ordered]] = ordered
    of_size = [comb(cards - 1 + GOODS_KINDS, GOODS_KINDS) for cards in range(PARTS_ROW - 1)]
    parts, counts = [], []
    for chunk in np.split(wholes, 12):  # chunks that stay in the processor's cache
        fits = ((chunk[:, None] | GUARDS) - ordered) & GUARDS == GUARDS
        parts.append(ordered[np.nonzero(fits)[1]])
        counts.append(np.add.reduceat(fits, of_size, axis=1, dtype=np.int32))
    each = np.pad(np.concatenate(counts), ((0, 0), (1, 0)))
    before = np.cumsum(each.sum(axis=1)) - each.sum(axis=1)
    begins = before[:, None] + np.cumsum(each, axis=1)
    return np.concatenate(parts), begins.astype(np.int32).ravel()


PARTS, PARTS_FROM = _parts()

PILE_SIZES: Final = np.array([len(values) for values in TOKEN_VALUES], np.int64)
TOKENS_FROM_BOTTOM: Final = np.array(
    [list(reversed(values)) + [0] * (9 - len(values)) for values in TOKEN_VALUES], np.int64
)
"""Token values by good and by the number of tokens below."""

BONUS_SIZES: Final = np.array([len(values) for values in BONUS_VALUES], np.int64)
BONUS_FROM: Final = np.array([0, 7, 13], np.int64)
"""Where the pile of each tier begins among the 18 bonus tokens."""
BONUS_BOX: Final = np.array([value for tier in BONUS_VALUES for value in tier], np.int64)
"""All bonus values, tier by tier."""
