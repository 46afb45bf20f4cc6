"""The clocks of a table: which run now, and since when. They stand still while no server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..seats import Seat
from .facts import Acted, Fact, WantedNext
from .table import Table

RETRY_SECONDS = 0.05


class Clocks:
    """The running clocks of one table; what is left when they stand still is in the table."""

    def __init__(self, table: Table, ring: Callable[[], None]) -> None:
        self._table = table
        self._ring = ring
        self._since: dict[Seat, float] = {}
        self._timer: asyncio.TimerHandle | None = None

    def run(self, table: Table, after: Fact | None = None) -> None:
        """Go on with a new version of the table."""
        self._table = table
        if isinstance(after, Acted):
            self._since.pop(after.seat, None)
        elif isinstance(after, WantedNext):
            for seat in after.seats:
                self._since.pop(seat, None)
        running = table.on_the_clock
        if running or self._since:
            now = _now()
            self._since = {seat: self._since.get(seat, now) for seat in running}
        self._set_timer()

    def spent(self, seat: Seat) -> int:
        """Milliseconds used since the clock of a seat began to run."""
        since = self._since.get(seat)
        return 0 if since is None else int(1000 * (_now() - since))

    def left(self) -> list[int] | None:
        """Milliseconds left for each seat now; None at a table without clocks."""
        if self._table.options.clock is None:
            return None
        return [max(0, self._table.banks[seat] - self.spent(seat)) for seat in (0, 1)]

    def overdue(self) -> Seat | None:
        """The seat whose time is up; of two the one whose time was up first."""
        over = {seat: self.spent(seat) - self._table.banks[seat] for seat in self._since}
        longest = max(over, key=over.__getitem__, default=None)
        return longest if longest is not None and over[longest] >= 0 else None

    def stop(self) -> None:
        """Let all clocks stand still."""
        self._since = {}
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._since:
            left = min(self._table.banks[seat] - self.spent(seat) for seat in self._since)
            wait = max(RETRY_SECONDS, left / 1000)
            self._timer = asyncio.get_running_loop().call_later(wait, self._ring)


def _now() -> float:
    return asyncio.get_running_loop().time()
