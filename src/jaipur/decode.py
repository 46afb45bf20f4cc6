"""Readable values from the cells of a position or view array."""

from __future__ import annotations

from functools import lru_cache

from .goods import GOODS_KINDS, Card
from .kernel import layout
from .kernel.layout import Array
from .kernel.tables import BONUS_FROM


def token_values(array: Array, seat: int, good: Card) -> tuple[int, ...]:
    """The values of the tokens of a good that a seat has won, highest first."""
    return packed_values(int(array[layout.TOKENS + GOODS_KINDS * seat + good]))


@lru_cache(maxsize=8_192)
def packed_values(tokens: int) -> tuple[int, ...]:
    """The values in a number packed by value, highest first."""
    return tuple(value for value in range(10, 0, -1) for _ in range(tokens >> 4 * value & 15))


def bonus_piles(position: Array) -> list[list[int]]:
    """What is left of the three bonus piles, top first."""
    starts = [layout.BONUS_PILE + int(start) for start in BONUS_FROM]
    left = [int(position[layout.BONUS_LEFT + tier]) for tier in range(3)]
    return [
        [int(value) for value in reversed(position[start : start + count])]
        for start, count in zip(starts, left, strict=True)
    ]
