"""The lines of a record as text: how they are called, and what stands in them."""

from __future__ import annotations

from .model import OWN_HEADERS

FIRST_LINE = "Jaipur record 1"
UNFINISHED = "unfinished"
DEAL_PARTS = {"Hand 0": 5, "Hand 1": 5, "Market": 2, "Deck": 40}
BONUS_PARTS = {"Bonus 3": 7, "Bonus 4": 6, "Bonus 5": 5}
ROUND_HEADERS = ("Starter", *DEAL_PARTS, *BONUS_PARTS)
SEAT_DIGITS = "01"
CARD_LETTERS = "DGSCPLK?"
BONUS_DIGITS = "123456789T?"

_KNOWN = {name.casefold(): name for name in (*OWN_HEADERS, *ROUND_HEADERS, "Result")}


def known_name(name: str) -> str:
    """The name of a line as we write it, however it is spelled; another name as it is."""
    return _KNOWN.get(name.casefold(), name)
