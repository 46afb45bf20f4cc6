"""The basic types of the contract: letters, counts, kinds, phases."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from ...goods import LETTERS
from ...seats import Seat

MOST_NUMBER = 10**12
"""The largest number accepted from a server; anything larger is garbage and fills a screen."""

END = r"$(?!\n)"
"""The end of a pattern for input; in Python, `$` alone also matches before a final newline."""

Number = Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]
Count = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
Letter = Annotated[str, Meta(pattern=f"^[{LETTERS}]$")]
Letters = Annotated[str, Meta(pattern=f"^[{LETTERS}]{{0,60}}$")]
Notation = Annotated[
    str,
    Meta(
        pattern=f"^(\\+[{LETTERS}]{{1,12}}(-[{LETTERS}]{{1,12}})?|-[{LETTERS}]{{1,12}})$",
        description="An action in notation.",
        examples=["+DG-LK"],
    ),
]
TableId = Annotated[str, Meta(pattern="^[0-9a-f]{16}" + END, examples=["5f1c9a0e7b3d2846"])]
Sha256 = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
Market = tuple[Letter | None, ...]
"""The cards of the market from the left; None is an empty place."""
Pair = tuple[Number, Number]
"""One number for each seat."""
Seats = tuple[Seat, ...]


class SeatKind(StrEnum):
    """Who holds a seat."""

    PERSON = "person"
    BOT = "bot"
    OPEN = "open"


class Phase(StrEnum):
    """The phase of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    BETWEEN = "between"
    OVER = "over"


class Cause(StrEnum):
    """Why a match is over."""

    SEALS = "seals"
    RESIGNED = "resigned"
    TIME = "time"
    CLOSED = "closed"
    VOID = "void"
    HOST = "host"
    """The host of the server closed the table."""

    @classmethod
    def _missing_(cls, value: object) -> Cause | None:
        """Read the name that version 0.1 wrote into stores and records."""
        return cls.HOST if value == "house" else None


class ActionKind(StrEnum):
    """The four actions."""

    TAKE = "take"
    TAKE_CAMELS = "take_camels"
    EXCHANGE = "exchange"
    SELL = "sell"


class ResponseModel(Struct, frozen=True, gc=False):
    """The base of all response types; unknown fields from newer servers are ignored."""


class RequestModel(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all request types; unknown fields are rejected."""
