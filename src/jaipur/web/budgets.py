"""What each route may cost a caller, in one table: a route without a row is refused by a test.

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
class Budget:
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


QUESTION: Final = Budget(Rated.READS)
STREAM: Final = Budget(Rated.READS, is_stream=True)
COMMAND: Final = Budget(Rated.COMMANDS)
PAGE: Final = Budget(Rated.PAGES)
TABLES: Final = "/api/tables/"
TABLE: Final = TABLES + "{table}"
STATIC: Final = "/static/{digest}/{path:path}"

BUDGETS: Final[dict[tuple[str, str], Budget]] = {
    ("GET", "/"): PAGE,
    ("GET", "/t/{table}"): PAGE,
    ("GET", "/t/{table}/replay"): PAGE,
    ("GET", "/learn"): Budget(Rated.PAGES, 10),
    ("GET", "/rules"): PAGE,
    ("GET", "/move"): PAGE,
    ("GET", STATIC): PAGE,
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
    ("GET", f"{TABLE}/replay"): Budget(Rated.READS, 30, plain=30, at_once=2),
}
"""By method and path, as the routes are written."""


def budget_of(method: str, path: str) -> Budget:
    """The budget of a request; one that leads nowhere is answered soon.

    Nothing is kept of a path: whoever made up many long ones would fill the memory.
    """
    if path.startswith(TABLES):
        chosen, slash, rest = path[len(TABLES) :].partition("/")
        route = f"{TABLE}{slash}{rest}" if chosen else path
    else:
        route = path if path.startswith(API) else _page_of(path)
    budget = BUDGETS.get(("GET" if method == "HEAD" else method, route))
    if budget is not None:
        return budget
    if method not in READING:
        return COMMAND
    return QUESTION if path.startswith(API) else PAGE


def _page_of(path: str) -> str:
    """The route of a page."""
    beginning, chosen, *rest = path[1:].split("/", 2) if path.count("/") > 1 else (path, "")
    if chosen and beginning == "t":
        return "/".join(("/t", "{table}", *rest))
    return STATIC if chosen and beginning == "static" and rest else path
