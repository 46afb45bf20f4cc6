"""How long a table waits for the nonce that somebody is committed to; then it is void.

Whoever reads the key knows the cards as soon as the other nonce is there, and might rather not
reveal. So there is a limit, and everybody sees who let it pass (docs/deals.md).
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
"""Seconds at a table with clocks, where both are there."""
LATER: Final = 7 * 24 * 3600
"""Seconds at any other table: whoever invited a friend may have closed the page."""
AT_LEAST: Final = 3600
"""Seconds for a table that was just read: a clock that is ahead must not take everything away."""


def seconds_to_reveal(options: Options) -> int:
    """How long a table waits."""
    return LATER if options.clock is None else SOON


def committed_nonce(table: Table) -> NonceCommitted | None:
    """Whose nonce is fixed before it is revealed, by what, and how long the other one waits."""
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
    """Seconds that are left of the time; a table that waited twice of it waits no more."""
    time = seconds_to_reveal(options)
    # A believed clock may be a week ahead: then the time is over at once only if it truly was.
    return max(time - waited, min(AT_LEAST, time) if waited < 2 * time else 0)


class Revealing:
    """The time that is left at one table, counted while it is in memory."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring: Callable[[], None] | None = ring
        self._seat: Seat | None = None
        self._until = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def run(self, table: Table, waited: float = 0.0) -> None:
        """Go on with a version of the table that has waited so many seconds already."""
        self._seat = table.reveals
        if self._seat is not None:
            self._until = asyncio.get_running_loop().time() + _left(table.options, waited)
        self.run_on()

    def run_on(self, pause: float = RETRY_SECONDS) -> None:
        """Ring when the time has passed; if it has and the table still waits, after a pause."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._seat is not None and self._ring is not None:
            loop = asyncio.get_running_loop()
            left = max(pause, self._until - loop.time())
            self._timer = loop.call_later(left, self._ring)

    def overdue(self) -> Seat | None:
        """The seat that has let its time pass."""
        if self._seat is None or asyncio.get_running_loop().time() < self._until:
            return None
        return self._seat

    def stop(self) -> None:
        """Wait no longer; who is rung is let go, so that an owner that left can be freed."""
        self._seat = None
        self.run_on()
        self._ring = None
