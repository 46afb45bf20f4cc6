"""The words that everything at a table is told in: letters, kinds, phases, options."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from ...goods import LETTERS
from ...seats import Seat

MOST_NUMBER = 10**12
"""A number beyond this is not of this game; it would fill a screen."""

END = r"$(?!\n)"
"""The end of a pattern for what somebody sends; in Python `$` alone lets a line end follow."""

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
"""The places of the market from the left; None is a hole."""
Pair = tuple[Number, Number]
"""One number for each seat."""
Seats = tuple[Seat, ...]


class SeatKind(StrEnum):
    """Who sits there."""

    PERSON = "person"
    BOT = "bot"
    OPEN = "open"


class Phase(StrEnum):
    """Where a table stands."""

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
    """What a table tells; a newer server may tell more."""


class RequestModel(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table is told; it takes no names that it does not know."""
