"""The clocks of a table: which run now, and since when. They stand still while no server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..seats import SEATS, BySeat, Seat
from ..store.protocol import ClockNote
from .facts import Acted, Fact, WantedNext
from .table import Table

RETRY_SECONDS = 0.05
LONGEST_RETRY = 5.0
"""Between two tries to end what is overdue, while the store fails."""
ROUNDING = 1e-3
"""Milliseconds: so that what was noted as 7 comes back as 7, not as 6.9999."""


class Clocks:
    """The running clocks of one table; what is left when they stand still is in the table."""

    def __init__(self, table: Table, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._look_at(table)
        self._since: dict[Seat, float] = {}
        self._stopped: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def run(self, table: Table, after: Fact | None = None, used: tuple[int, int] = (0, 0)) -> None:
        """Go on with a new version of the table; `used`: milliseconds, before it was read."""
        self._look_at(table)
        for seat in stopped_by(after):
            self._since.pop(seat, None)
        running = table.on_the_clock
        if running or self._since:
            now = _now()
            self._since = {seat: self._since.get(seat, now - used[seat] / 1000) for seat in running}
        self.run_on()

    def _look_at(self, table: Table) -> None:
        # Not the table itself, which may leave memory while its clocks run.
        self._table_id, self._version = table.id, table.version
        self._banks: BySeat[int] | None = table.banks if table.options.clock else None

    @property
    def is_running(self) -> bool:
        """Whether anybody's time passes here, or passed when the clocks were stopped."""
        return bool(self._since)

    @property
    def runs(self) -> tuple[bool, bool]:
        """Whose time passes here, by seat."""
        return 0 in self._since, 1 in self._since

    def spent(self, seat: Seat) -> int:
        """Milliseconds used since the clock of a seat began to run."""
        since = self._since.get(seat)
        if since is None:
            return 0
        now = _now() if self._stopped is None else self._stopped
        return int(1000 * (now - since) + ROUNDING)

    def left(self) -> tuple[int, int] | None:
        """Milliseconds left for each seat now; None at a table without clocks."""
        if self._banks is None:
            return None
        first, second = (max(0, self._banks[seat] - self.spent(seat)) for seat in SEATS)
        return first, second

    def note(self) -> ClockNote:
        """What has been used at this version, so that the clocks can go on from there."""
        return ClockNote(self._table_id, self._version, (self.spent(0), self.spent(1)))

    def overdue(self) -> Seat | None:
        """The seat whose time is up; of two the one whose time was up first."""
        banks = self._banks
        over = {seat: self.spent(seat) - banks[seat] for seat in self._since} if banks else {}
        longest = max(over, key=over.__getitem__, default=None)
        return longest if longest is not None and over[longest] >= 0 else None

    def seconds_left(self) -> float:
        """Until the first of the clocks that run has run out."""
        banks = self._banks
        left = [banks[seat] - self.spent(seat) for seat in self._since] if banks else []
        return max(0.0, min(left, default=0) / 1000)

    def stop(self) -> None:
        """Let all clocks stand still, for good."""
        if self._stopped is None:
            self._stopped = _now()
        self._stop_timer()
        self._ring = _nobody  # otherwise the table and its clocks would keep each other in memory

    def run_on(self, pause: float = RETRY_SECONDS) -> None:
        """Ring when time is up; if it is, after a pause."""
        self._stop_timer()
        if self._since and self._banks and self._stopped is None:
            left = self.seconds_left()
            pause = max(RETRY_SECONDS, left) if left else pause
            self._timer = asyncio.get_running_loop().call_later(pause, self._ring)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None


def stopped_by(fact: Fact | None) -> tuple[Seat, ...]:
    """The seats whose clocks a fact stops, though they may begin anew with it."""
    if isinstance(fact, Acted):
        return (fact.seat,)
    return fact.seats if isinstance(fact, WantedNext) else ()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _nobody() -> None:
    """Nobody is told."""
