"""What a route may cost a caller; each route says so where it is declared.

A price is what a request costs the processor, in half milliseconds or so, at the longest match that
can be played and with the longest list of tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

READING: Final = frozenset(("GET", "HEAD", "OPTIONS"))
API: Final = "/api/"


class Rated(StrEnum):
    """Which rate of `Limits` a request is taken from."""

    COMMANDS = "commands"
    READS = "reads"
    PAGES = "pages"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a request to a route takes."""

    rate: Rated
    price: int = 1
    wrong: int = 0
    """How much more if it is refused: for routes where a secret could be guessed."""
    plain: int = 0
    """How much more if the caller takes no compressed answer: it is unpacked, and long to send."""
    at_once: int = 0
    """How many of one caller may be waiting for an answer at once; 0: any number."""
    is_stream: bool = False
    """Whether the answer may be held open; such ones are counted."""
    creates: int = 0
    """As how many new tables it counts, because something is kept for long."""
    welcomes: bool = False
    """Whether a stranger who asks becomes known."""


QUESTION: Final = Cost(Rated.READS)
STREAM: Final = Cost(Rated.READS, is_stream=True)
COMMAND: Final = Cost(Rated.COMMANDS)
PAGE: Final = Cost(Rated.PAGES)
FREE: Final = Cost(Rated.COMMANDS, 0)
"""For whoever runs the server, who is not limited."""


def cost_of_nothing(method: str, path: str) -> Cost:
    """What a request costs that leads nowhere; it is answered soon."""
    if method not in READING:
        return COMMAND
    return QUESTION if path.startswith(API) else PAGE
