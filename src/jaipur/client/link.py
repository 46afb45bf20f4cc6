"""`Link`: the interface to one table, local or remote, and the errors of remote connections.

Its values are the types of `session/contract`.
"""

from __future__ import annotations

import re
from typing import Protocol, Self

from ..errors import JaipurError, message
from ..seats import Seat
from ..session.contract.commands import Command
from ..session.contract.responses import CheckedAction, LegalActions, Replay, Update
from .commitments import DealCommitment

TABLE_ID = re.compile(r"[0-9A-Za-z_-]{1,64}")
LONGEST_WAIT = 25.0
"""The longest a single long poll waits, in seconds."""


class ConnectionLost(JaipurError):
    """A server has stopped responding; everything it confirmed is saved there."""

    TEMPLATE = message(
        "{server} is not responding. Everything it confirmed is saved there; try again in a moment."
    )


class NoServer(JaipurError):
    """No server responds at an address."""

    TEMPLATE = message(
        "{server} is not responding; check the address, and that the server is running."
    )


class NotAServer(JaipurError):
    """Something other than a Jaipur server responds at an address."""

    TEMPLATE = message("{server} is not a Jaipur server; check the link.")


class MovedServer(JaipurError):
    """The address redirects elsewhere; redirects are not followed, so no secret is sent there."""

    TEMPLATE = message(
        "{server} redirects to {target}; if that is right, use that address instead."
    )


class UntrustedServer(JaipurError):
    """The certificate of a server cannot be verified."""

    TEMPLATE = message(
        "This computer does not trust the certificate of {server}, so nothing was sent; ask "
        "the operator of the server."
    )


class ServerRefused(JaipurError):
    """A server refused a request; the message comes from the server."""

    def __init__(self, code: str, said: str, version: int | None = None) -> None:
        super().__init__("{said}", said=said)  # already in the user's language
        self.code = code
        self.version = version


class Link(Protocol):
    """A connection to one table.

    A seat of None means my own; if I hold both, it means a watcher's view.
    """

    table: str
    is_remote: bool = False
    commitment: DealCommitment | None = None
    """The commitment to the deals when the table was first seen; None before that."""

    def set_language(self, language: str) -> None:
        """Receive texts in another language from now on."""

    async def fetch_update(self, seat: Seat | None = None) -> Update:
        """The table now, with the log of the round."""

    async def wait_for_update(
        self, after: int, seat: Seat | None = None, wait: float = LONGEST_WAIT
    ) -> Update:
        """The next update after a version; after `wait` seconds, the current state."""

    async def command(self, command: Command, version: int, seat: Seat | None = None) -> int:
        """Send a command made for a version; returns the new version once it is durable.

        Commands that do not depend on the cards apply to any later version too.
        """

    async def legal_actions(self, seat: Seat | None = None) -> LegalActions:
        """The actions that would be legal if it were my turn."""

    async def check(self, action: str, seat: Seat | None = None) -> CheckedAction:
        """Whether an action would be legal on my turn, and if not, why."""

    async def replay(self) -> Replay:
        """The finished match step by step, with both hands open."""

    async def record(self) -> str:
        """The record of the finished match."""

    async def follow(self, table: str) -> Self:
        """The link to another table of the same server: a rematch."""

    async def close(self) -> None:
        """Disconnect from the table, which stays saved."""
