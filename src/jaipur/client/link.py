"""`Link`: a way to one table, wherever it is, and what goes wrong on the way to a server.

It speaks the contract of `session/contract`.
"""

from __future__ import annotations

import re
from typing import Protocol, Self

from ..errors import JaipurError, message
from ..seats import Seat
from ..session.contract.answers import CheckedAction, Plans, Replay, Update
from ..session.contract.commands import Command
from .commitments import DealCommitment

TABLE_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
LONGEST_WAIT = 25.0
"""So many seconds, at most, news are waited for at a time."""


class ConnectionLost(JaipurError):
    """A server does not answer; what it confirmed is kept there."""

    TEMPLATE = message(
        "{server} does not answer. What it confirmed is kept there; try again in a moment."
    )


class NoServer(JaipurError):
    """Nobody answers at an address."""

    TEMPLATE = message(
        "{server} does not answer; check the address, and that its server is running."
    )


class NotAServer(JaipurError):
    """Somebody else answers at an address."""

    TEMPLATE = message("{server} is not a Jaipur server; check the link.")


class MovedServer(JaipurError):
    """The address leads to another one, where no secret is sent unasked."""

    TEMPLATE = message("{server} leads on to {target}; if that is right, use the link with it.")


class UntrustedServer(JaipurError):
    """The certificate of a server does not hold."""

    TEMPLATE = message(
        "The certificate of {server} is not one this computer trusts, so nothing was sent; "
        "ask whoever runs the server."
    )


class ServerRefused(JaipurError):
    """A server refused a request; the sentence is its own."""

    def __init__(self, code: str, said: str, version: int | None = None) -> None:
        super().__init__("{said}", said=said)  # in the language of the person already
        self.code = code
        self.version = version


class Link(Protocol):
    """One table. A seat of None is my own; for who holds both seats it is what a watcher sees."""

    table: str
    is_remote: bool = False
    commitment: DealCommitment | None = None
    """What was fixed about the deals when the table was first seen; None before that."""

    def set_language(self, language: str) -> None:
        """Say what happens in another language from now on."""

    async def look(self, seat: Seat | None = None) -> Update:
        """The table now, with the log of the round."""

    async def news(
        self, after: int, seat: Seat | None = None, wait: float = LONGEST_WAIT
    ) -> Update:
        """The update after a version, as soon as there is one; after `wait` seconds what is now."""

    async def command(self, command: Command, version: int, seat: Seat | None = None) -> int:
        """Give a command made for a version; returns the new version once it is durable.

        What does not depend on the cards is meant for whatever version there is by then.
        """

    async def plans(self, seat: Seat | None = None) -> Plans:
        """What could be done if it were my turn."""

    async def check(self, action: str, seat: Seat | None = None) -> CheckedAction:
        """Whether I might do an action, were it my turn, and if not, why."""

    async def replay(self) -> Replay:
        """The match step by step with both hands open, once it is over."""

    async def record(self) -> str:
        """The record of the match, once it is over."""

    async def follow(self, table: str) -> Self:
        """The link to another table of the same house: a rematch."""

    async def close(self) -> None:
        """Let go of the table; it is kept."""
