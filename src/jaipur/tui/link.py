"""`Link`: a way to one table, wherever it is. It speaks the JSON of docs/server.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, Self

from ..errors import JaipurError, message
from ..seats import Seat
from .fixed import Fixed

Json = dict[str, Any]


class ConnectionLost(JaipurError):
    """A server does not answer; what it confirmed is kept there."""

    def __init__(self, server: str) -> None:
        super().__init__(
            message(
                "{server} does not answer. What it confirmed is kept there; try again in a moment."
            ),
            server=server,
        )


class ServerRefused(JaipurError):
    """A server refused a request; the sentence is its own."""

    def __init__(self, code: str, said: str, version: int | None = None) -> None:
        super().__init__(said)
        self.code = code
        self.said = said
        self.version = version

    def sentence(self, translate: Callable[[str], str] = str) -> str:
        """What the server said, which is in the language of the person already."""
        del translate
        return self.said


class Link(Protocol):
    """One table. A seat of None is my own; for who holds both seats it is what a watcher sees."""

    table: str
    is_remote: bool
    fixed: Fixed | None
    """What was fixed about the deals at a server; None for a table of this process."""

    async def look(self, seat: Seat | None = None) -> Json:
        """The table now, with the log of the round: an update."""

    async def news(self, after: int, seat: Seat | None = None, wait: float = 25.0) -> Json:
        """The update after a version, as soon as there is one; after `wait` seconds what is now."""

    async def command(
        self, kind: str, version: int, seat: Seat | None = None, **more: object
    ) -> int:
        """Give a command made for a version; returns the new version once it is durable."""

    async def plans(self, seat: Seat | None = None) -> Json:
        """What could be done if it were my turn: `version`, `legal`, `blocked`."""

    async def check(self, action: str, seat: Seat | None = None) -> Json:
        """Whether I might do an action, were it my turn: `legal`, `reason`, `rule`, `sentence`."""

    async def replay(self) -> Json:
        """The match step by step with both hands open, once it is over."""

    async def record(self) -> str:
        """The record of the match, once it is over."""

    async def follow(self, table: str) -> Self:
        """The link to another table of the same house: a rematch."""

    async def close(self) -> None:
        """Let go of the table; it is kept."""
