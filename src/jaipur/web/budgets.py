"""What each route may cost a caller, in one table: a route without a row is refused by a test.

A price is what a request costs the processor, in half milliseconds or so, at the longest match that
can be played and with the longest list of tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from starlette.routing import compile_path

READING: Final = frozenset(("GET", "HEAD", "OPTIONS"))
API: Final = "/api/"


class Rated(StrEnum):
    """Which rate of `Limits` a request is taken from."""

    COMMANDS = "commands"
    READS = "reads"
    PAGES = "pages"


@dataclass(frozen=True, slots=True)
class Budget:
    """What a request to a route takes."""

    rate: Rated
    price: int = 1
    wrong: int = 0
    """How much more if it is refused: for routes where a secret could be guessed."""
    at_once: int = 0
    """How many of one caller may be waiting for an answer at once; 0: any number."""
    is_stream: bool = False
    """Whether the answer may be held open; such ones are counted."""
    creates: int = 0
    """As how many new tables it counts, because something is kept for long."""
    welcomes: bool = False
    """Whether a stranger who asks becomes known."""


QUESTION: Final = Budget(Rated.READS)
STREAM: Final = Budget(Rated.READS, is_stream=True)
COMMAND: Final = Budget(Rated.COMMANDS)
PAGE: Final = Budget(Rated.PAGES)
TABLE: Final = "/api/tables/{table}"

BUDGETS: Final[dict[tuple[str, str], Budget]] = {
    ("GET", "/"): PAGE,
    ("GET", "/t/{table}"): PAGE,
    ("GET", "/t/{table}/replay"): PAGE,
    ("GET", "/learn"): Budget(Rated.PAGES, 10),
    ("GET", "/rules"): PAGE,
    ("GET", "/move"): PAGE,
    ("GET", "/static/{digest}/{path:path}"): PAGE,
    ("GET", "/api/openapi.json"): Budget(Rated.READS, 12),
    ("GET", "/api/health"): QUESTION,
    ("GET", "/api/bots"): QUESTION,
    ("POST", "/api/programs"): Budget(Rated.COMMANDS, creates=6, welcomes=True),
    ("POST", "/api/device"): Budget(Rated.COMMANDS, welcomes=True),
    ("POST", "/api/device/link"): COMMAND,
    ("POST", "/api/device/claim"): Budget(Rated.COMMANDS, 4, wrong=8, welcomes=True),
    ("GET", "/api/tables"): Budget(Rated.READS, 8),
    ("POST", "/api/tables"): Budget(Rated.COMMANDS, creates=1, welcomes=True),
    ("GET", TABLE): QUESTION,
    ("GET", f"{TABLE}/updates"): STREAM,
    ("GET", f"{TABLE}/events"): STREAM,
    ("POST", f"{TABLE}/commands"): COMMAND,
    ("POST", f"{TABLE}/invitation"): Budget(Rated.COMMANDS, wrong=4),
    ("POST", f"{TABLE}/join"): Budget(Rated.COMMANDS, wrong=4, welcomes=True),
    ("POST", f"{TABLE}/watch"): Budget(Rated.COMMANDS, wrong=4, welcomes=True),
    ("GET", f"{TABLE}/links"): QUESTION,
    ("GET", f"{TABLE}/legal"): Budget(Rated.READS, 2),
    ("GET", f"{TABLE}/check"): QUESTION,
    ("GET", f"{TABLE}/proof"): QUESTION,
    ("GET", f"{TABLE}/record"): Budget(Rated.READS, 10),
    ("GET", f"{TABLE}/replay"): Budget(Rated.READS, 30, at_once=2),
}
"""By method and path, as the routes are written."""


@lru_cache(maxsize=16_384)
def budget_of(method: str, path: str) -> Budget:
    """The budget of a request; one that leads nowhere is answered soon."""
    wanted = "GET" if method == "HEAD" else method
    for (asked, pattern), budget in _PATTERNS.items():
        if asked == wanted and pattern.fullmatch(path):
            return budget
    if method not in READING:
        return COMMAND
    return QUESTION if path.startswith(API) else PAGE


_PATTERNS = {(method, compile_path(path)[0]): budget for (method, path), budget in BUDGETS.items()}
