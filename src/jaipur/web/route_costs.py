"""The rate-limit cost of a route; each route declares its own.

A price is the CPU time of a request in units of about half a millisecond, for the longest possible
match and the longest list of tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

READING: Final = frozenset(("GET", "HEAD", "OPTIONS"))
API: Final = "/api/"


class RateGroup(StrEnum):
    """The rate of `Limits` that a request is charged to."""

    COMMANDS = "commands"
    READS = "reads"
    PAGES = "pages"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a request to a route costs."""

    rate: RateGroup
    price: int = 1
    failure_price: int = 0
    """Added if the request fails: for routes where a secret could be guessed."""
    uncompressed_price: int = 0
    """Added if the client does not accept gzip: the answer is unpacked and takes long to send."""
    max_concurrent: int = 0
    """How many requests of one caller may run at once; 0: any number."""
    is_stream: bool = False
    """Whether the response may stay open; such responses count as streams."""
    creates: int = 0
    """How many new tables it counts as, because it stores something for long."""
    registers: bool = False
    """Whether it registers a new device or program."""


QUESTION: Final = Cost(RateGroup.READS)
STREAM: Final = Cost(RateGroup.READS, is_stream=True)
COMMAND: Final = Cost(RateGroup.COMMANDS)
PAGE: Final = Cost(RateGroup.PAGES)
FREE: Final = Cost(RateGroup.COMMANDS, 0)
"""For the host, who has no limit."""


def cost_of_unmatched(method: str, path: str) -> Cost:
    """The cost of a request that matches no route; it is cheap to answer."""
    if method not in READING:
        return COMMAND
    return QUESTION if path.startswith(API) else PAGE
