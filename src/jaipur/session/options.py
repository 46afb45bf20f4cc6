"""What is agreed for a table before its first card."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ..errors import Code, SessionError
from ..goods import EXCHANGE_LIMIT

LONGEST_BANK = 7 * 24 * 3600
LONGEST_INCREMENT = 24 * 3600


class MemoryAid(StrEnum):
    """How much of what could be remembered is shown; one setting for everybody at the table."""

    OFF = "off"
    COUNTS = "counts"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Clock:
    """A time bank for each person and match, and what an action adds to it, in seconds."""

    bank: int
    increment: int = 0

    def __post_init__(self) -> None:
        _require("clock.bank", self.bank, 10, LONGEST_BANK)
        _require("clock.increment", self.increment, 0, LONGEST_INCREMENT)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a table."""

    memory_aid: MemoryAid = MemoryAid.COUNTS
    house_rule: bool = True
    """Whether forty exchanges in a row end the round."""
    clock: Clock | None = None
    is_private: bool = False
    """Whether nobody may watch."""

    @property
    def exchange_limit(self) -> int | None:
        """How many exchanges in a row end a round."""
        return EXCHANGE_LIMIT if self.house_rule else None

    def to_json(self) -> dict[str, Any]:
        """The options as JSON data."""
        clock = self.clock
        return {
            "memory_aid": self.memory_aid,
            "house_rule": self.house_rule,
            "clock": clock and {"bank": clock.bank, "increment": clock.increment},
            "private": self.is_private,
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Options:
        """The options of JSON data."""
        clock = data["clock"]
        return cls(
            MemoryAid(data["memory_aid"]),
            data["house_rule"],
            clock and Clock(clock["bank"], clock["increment"]),
            data["private"],
        )


def _require(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        right = f"{least} to {most}"
        raise SessionError(Code.BAD_OPTION, option=option, value=value, right=right)
