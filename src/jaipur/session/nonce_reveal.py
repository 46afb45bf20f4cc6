"""The deadline for revealing a committed nonce; once it passes, the match is void.

A player who knows the key can compute the cards as soon as the other nonce arrives, and might then
prefer not to reveal their own. So there is a deadline, and everybody sees who missed it
(docs/deals.md).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from ..seats import Seat, other
from .clocks import RETRY_SECONDS
from .contract.state import NonceCommitted
from .options import Options
from .table import Table

SOON: Final = 60
"""Seconds at a table with clocks, where both players are present."""
LATER: Final = 7 * 24 * 3600
"""Seconds at any other table: a player who invited a friend may have closed the page."""
AT_LEAST: Final = 3600
"""Seconds for a table that was just loaded, in case the system clock is ahead."""


def seconds_to_reveal(options: Options) -> int:
    """How long a table waits for a nonce."""
    return LATER if options.clock is None else SOON


def committed_nonce(table: Table) -> NonceCommitted | None:
    """The nonce commitment of a table; None if there is none."""
    created = table.created
    if created.nonce_commitment is None:
        return None
    return NonceCommitted(
        created.committed_seat,
        created.nonce_commitment,
        seconds_to_reveal(table.options),
        table.nonces[other(created.committed_seat)],
    )


def _left(options: Options, waited: float) -> float:
    """Seconds left until the deadline; 0 for a table that has waited twice the allowed time."""
    time = seconds_to_reveal(options)
    # A trusted clock may be up to a week ahead, so the deadline is cut short only if it has
    # clearly passed.
    return max(time - waited, min(AT_LEAST, time) if waited < 2 * time else 0)


class RevealDeadline:
    """The deadline of one table, counted while it is in memory."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring: Callable[[], None] | None = ring
        self._seat: Seat | None = None
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def run(self, table: Table, waited: float = 0.0) -> None:
        """Continue with a new version of the table, which has already waited this long."""
        self._seat = table.reveals
        if self._seat is not None:
            self._until = asyncio.get_running_loop().time() + _left(table.options, waited)
        self.run_on()

    def run_on(self, pause: float = RETRY_SECONDS) -> None:
        """Set the timer for the deadline; after a pause if it has already passed."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._seat is not None and self._ring is not None:
            loop = asyncio.get_running_loop()
            left = max(pause, self._until - loop.time())
            self._timer = loop.call_later(left, self._ring)

    def overdue(self) -> Seat | None:
        """The seat that missed the deadline."""
        if self._seat is None or asyncio.get_running_loop().time() < self._until:
            return None
        return self._seat

    def stop(self) -> None:
        """Stop waiting, and drop the callback so that an unloaded owner can be freed."""
        self._seat = None
        self.run_on()
        self._ring = None
