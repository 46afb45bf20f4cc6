"""The contents of the box: cards, tokens and their values. Numbers only, no rules."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


class Card(IntEnum):
    """A kind of card: one of the six goods, or the camel. The order is that of the notation."""

    DIAMOND = 0
    GOLD = 1
    SILVER = 2
    CLOTH = 3
    SPICE = 4
    LEATHER = 5
    CAMEL = 6

    @property
    def letter(self) -> str:
        """The letter of this kind in the notation, the same in every language."""
        return LETTERS[self]

    @property
    def is_precious(self) -> bool:
        """Whether this good is sold two or more at a time."""
        return self < PRECIOUS_KINDS


LETTERS: Final = "DGSCPLK"
GOODS: Final = tuple(Card)[:6]

CAMEL: Final = 6
GOODS_KINDS: Final = 6
PRECIOUS_KINDS: Final = 3

CARDS_OF_KIND: Final = (6, 6, 6, 8, 8, 10, 11)
CARD_COUNT: Final = 55
CAMELS_LAID_OUT: Final = 3
SHUFFLED_COUNT: Final = CARD_COUNT - CAMELS_LAID_OUT
HAND_DEALT: Final = 5
MARKET_SIZE: Final = 5
DECK_SIZE: Final = SHUFFLED_COUNT - 2 * HAND_DEALT - (MARKET_SIZE - CAMELS_LAID_OUT)
HAND_LIMIT: Final = 7

TOKEN_VALUES: Final = (
    (7, 7, 5, 5, 5),
    (6, 6, 5, 5, 5),
    (5, 5, 5, 5, 5),
    (5, 3, 3, 2, 2, 1, 1),
    (5, 3, 3, 2, 2, 1, 1),
    (4, 3, 2, 1, 1, 1, 1, 1, 1),
)
TOKEN_COUNT: Final = 38
PILES_TO_END: Final = 3

TIERS: Final = (3, 4, 5)
BONUS_VALUES: Final = ((1, 1, 2, 2, 2, 3, 3), (4, 4, 5, 5, 6, 6), (8, 8, 9, 10, 10))
BONUS_COUNT: Final = 18

CAMEL_TOKEN_VALUE: Final = 5
SEALS_TO_WIN: Final = 2

EXCHANGE_LIMIT: Final = 40
"""The house rule: this many exchanges in a row end the round."""
