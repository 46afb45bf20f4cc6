"""The options of a table, which are fixed when it is created."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from ..errors import Code, SessionError
from ..goods import EXCHANGE_LIMIT

LONGEST_BANK = 7 * 24 * 3600
LONGEST_INCREMENT = 24 * 3600


class MemoryAid(StrEnum):
    """How much players are shown of what they could remember; the same for both players."""

    OFF = "off"
    COUNTS = "counts"
    FULL = "full"


class ClockOption(Struct, frozen=True):
    """A time bank per person and match, and the increment per action, in seconds."""

    bank: Annotated[int, Meta(examples=[600])]
    increment: Annotated[int, Meta(examples=[5])] = 0

    def __post_init__(self) -> None:
        _require("clock.bank", self.bank, 10, LONGEST_BANK)
        _require("clock.increment", self.increment, 0, LONGEST_INCREMENT)


class Options(Struct, frozen=True, rename={"is_private": "private"}):
    """The options of a table; unknown fields from newer servers are ignored."""

    memory_aid: MemoryAid = MemoryAid.COUNTS
    house_rule: Annotated[bool, Meta(description="Forty exchanges in a row end the round.")] = True
    clock: ClockOption | None = None
    is_private: Annotated[bool, Meta(description="Nobody may watch.")] = False

    @property
    def exchange_limit(self) -> int | None:
        """The number of exchanges in a row that end a round."""
        return EXCHANGE_LIMIT if self.house_rule else None


def _require(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        right = f"{least} to {most}"
        raise SessionError(Code.BAD_OPTION, option=option, value=value, right=right)
