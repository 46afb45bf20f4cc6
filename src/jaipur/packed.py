"""Cards as one integer: one hexadecimal digit per kind, so that `hex()` shows the counts.

    0xDGSCPLK    0x2000010 is two diamonds and one leather

Every digit is at most 7 in a hand, the market or an action, which leaves its top bit free as a
guard bit: adding, subtracting or comparing all seven kinds then takes a single operation.
"""

from __future__ import annotations

from typing import Final

ONES: Final = 0x1111111
GUARDS: Final = 0x8888888
GOODS_ONLY: Final = 0xFFFFFF0
CAMELS_ONLY: Final = 0x000000F
PRECIOUS_ONLY: Final = 0xFFF0000


def one(card: int) -> int:
    """A single card of a kind."""
    return 1 << (4 * (6 - card))


def count_of(cards: int, card: int) -> int:
    """How many cards of a kind there are."""
    return (cards >> (4 * (6 - card))) & 15


def size(cards: int) -> int:
    """The number of cards (15 at most)."""
    return ((cards * ONES) >> 24) & 15


def kinds(cards: int) -> int:
    """A mask with all bits set in the digit of every kind present (7 cards of a kind at most)."""
    present = cards | (cards >> 1) | (cards >> 2)
    return (present & ONES) * 15


def kind_count(cards: int) -> int:
    """The number of different kinds."""
    return size(kinds(cards) & ONES)


def holds(cards: int, part: int) -> bool:
    """Whether `cards` (a hand or the market) contains `part`."""
    return part & GUARDS == 0 and ((cards | GUARDS) - part) & GUARDS == GUARDS


def common(cards: int, others: int) -> int:
    """The smaller count of each kind."""
    enough = ((((cards | GUARDS) - others) & GUARDS) >> 3) * 15
    return (others & enough) | (cards & ~enough)
