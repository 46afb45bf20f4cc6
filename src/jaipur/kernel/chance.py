"""Random numbers for simulations: a small fast generator (sfc32) in 64-bit integers.

The state is four 32-bit words. Nothing overflows, so interpreted and compiled runs give the same
numbers. Deals that people play never come from here (see `jaipur.deals`).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from .layout import Array

WORD: Final = 0xFFFFFFFF
WARM_UP: Final = 15


def new_chance() -> Array:
    """An array for the state of a generator."""
    return np.zeros(4, np.int64)


def next_word(chance: Array) -> int:
    """Thirty-two random bits."""
    word = int(chance[0] + chance[1] + chance[3]) & WORD
    chance[3] = (chance[3] + 1) & WORD
    chance[0] = chance[1] ^ (chance[1] >> 9)
    chance[1] = (chance[2] + (chance[2] << 3)) & WORD
    chance[2] = ((((chance[2] << 21) | (chance[2] >> 11)) & WORD) + word) & WORD
    return word


def seed_chance(chance: Array, seed: int, stream: int) -> None:
    """Seed a generator; each stream of a seed is an independent sequence."""
    chance[0] = seed & WORD
    chance[1] = (seed >> 32) & WORD
    chance[2] = stream & WORD
    chance[3] = ((stream >> 32) & WORD) + 1
    for _ in range(WARM_UP):
        next_word(chance)


def below(chance: Array, limit: int) -> int:
    """A number from 0 to `limit - 1`, all equally likely; the limit is below 2**31."""
    product = next_word(chance) * limit
    if (product & WORD) < limit:
        # Redraw the few words that would make some numbers likelier than others.
        unfair = ((1 << 32) - limit) % limit
        while (product & WORD) < unfair:
            product = next_word(chance) * limit
    return product >> 32


def shuffle(chance: Array, cells: Array, start: int, length: int) -> None:
    """Shuffle a range of cells."""
    for last in range(length - 1, 0, -1):
        chosen = below(chance, last + 1)
        kept = cells[start + last]
        cells[start + last] = cells[start + chosen]
        cells[start + chosen] = kept
