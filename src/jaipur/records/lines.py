"""The lines of a record as text: their names and what they contain."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import NotationError
from .model import OWN_HEADERS

VERSION = 2
"""The version of the record format that is written, as text and as JSON; version 1 is read too."""
TITLE = "Jaipur record"
FIRST_LINE = f"{TITLE} {VERSION}"
UNFINISHED = "unfinished"
DEAL_PARTS = {"Hand 0": 5, "Hand 1": 5, "Market": 2, "Deck": 40}
BONUS_PARTS = {"Bonus 3": 7, "Bonus 4": 6, "Bonus 5": 5}
ROUND_HEADERS = ("Starter", *DEAL_PARTS, *BONUS_PARTS)
SEAT_DIGITS = "01"
CARD_LETTERS = "DGSCPLK?"
BONUS_DIGITS = "123456789T?"

_KNOWN = {name.casefold(): name for name in (*OWN_HEADERS, *ROUND_HEADERS, "Result")}


def known_name(name: str) -> str:
    """The canonical spelling of the name of a line; an unknown name is returned as it is."""
    return _KNOWN.get(name.casefold(), name)


def split_cards(cards: str) -> Iterator[str]:
    """The cards of a deal, line by line: both hands, the market and the deck."""
    start = 0
    for length in DEAL_PARTS.values():
        yield cards[start : start + length]
        start += length


def newer_version(version: object) -> NotationError:
    """The error for a record of a version that does not exist yet."""
    return NotationError(
        "this record has version {version}, and this program reads versions up to {newest}; a "
        "newer Jaipur can read it.",
        version=version,
        newest=VERSION,
    )
