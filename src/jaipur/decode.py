"""Readable values from the cells of a position or view array."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .goods import GOODS, GOODS_KINDS, TOKEN_VALUES, Card
from .kernel import layout
from .kernel.layout import Array
from .kernel.lookup import BONUS_FROM


def token_values(array: Array, seat: int, good: Card) -> tuple[int, ...]:
    """The values of the tokens of a good that a seat has won, highest first."""
    return packed_values(int(array[layout.TOKENS + GOODS_KINDS * seat + good]))


@lru_cache(maxsize=8_192)
def packed_values(tokens: int) -> tuple[int, ...]:
    """The token values in a number packed by value, highest first."""
    return tuple(value for value in range(10, 0, -1) for _ in range(tokens >> 4 * value & 15))


@lru_cache(maxsize=16_384)
def piles_left(counts: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """The values left in each pile, top first, by letter; cached, so do not modify."""
    return {
        good.letter: TOKEN_VALUES[good][len(TOKEN_VALUES[good]) - left :]
        for good, left in zip(GOODS, counts, strict=True)
    }


@dataclass(frozen=True, slots=True)
class Won:
    """The goods tokens of a seat: values by letter, count and total."""

    tokens: dict[str, tuple[int, ...]]
    count: int
    rupees: int


@lru_cache(maxsize=16_384)
def tokens_won(packed_by_good: tuple[int, ...]) -> Won:
    """The goods tokens in six numbers packed by value, one per good."""
    values = [packed_values(number) for number in packed_by_good]
    tokens = {good.letter: won for good, won in zip(GOODS, values, strict=True)}
    return Won(tokens, sum(map(len, values)), sum(map(sum, values)))


def bonus_piles(position: Array) -> list[list[int]]:
    """The values left in the three bonus piles, top first."""
    starts = [layout.BONUS_PILE + int(start) for start in BONUS_FROM]
    left = [int(position[layout.BONUS_LEFT + tier]) for tier in range(3)]
    return [
        [int(value) for value in reversed(position[start : start + count])]
        for start, count in zip(starts, left, strict=True)
    ]
