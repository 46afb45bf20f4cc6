"""The clocks of one table: which are running, and since when. They stop while no server runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..seats import SEATS, BySeat, Seat
from ..store.values import ClockNote
from .facts import Acted, Fact, WantedNext
from .table import Table

RETRY_SECONDS = 0.05
LONGEST_RETRY = 5.0
"""The longest pause between attempts to end an overdue match while the store fails."""
ROUNDING = 1e-3
"""Milliseconds added before truncating, so that a saved 7 is read as 7, not as 6.9999."""


class Clocks:
    """The running clocks of one table; the time left on a stopped clock is in `Table.banks`."""

    def __init__(self, table: Table, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._set_table(table)
        self._since: dict[Seat, float] = {}
        self._stopped: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    def run(self, table: Table, after: Fact | None = None, used: tuple[int, int] = (0, 0)) -> None:
        """Continue with a new version; `used`: milliseconds used before the table was loaded."""
        self._set_table(table)
        for seat in stopped_by(after):
            self._since.pop(seat, None)
        running = table.on_the_clock
        if running or self._since:
            now = _now()
            self._since = {seat: self._since.get(seat, now - used[seat] / 1000) for seat in running}
        self.run_on()

    def _set_table(self, table: Table) -> None:
        # Do not keep the table itself, which may be unloaded while its clocks run.
        self._table_id, self._version = table.id, table.version
        self._banks: BySeat[int] | None = table.banks if table.options.clock else None

    @property
    def is_running(self) -> bool:
        """Whether a clock is running, or was when the clocks were stopped."""
        return bool(self._since)

    @property
    def runs(self) -> tuple[bool, bool]:
        """For each seat, whether its clock is running."""
        return 0 in self._since, 1 in self._since

    def spent(self, seat: Seat) -> int:
        """Milliseconds used since the clock of a seat started."""
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
        """The time used at this version, to continue from after a restart."""
        return ClockNote(self._table_id, self._version, (self.spent(0), self.spent(1)))

    def overdue(self) -> Seat | None:
        """The seat whose time is up; if both are, the one whose time ran out first."""
        banks = self._banks
        over = {seat: self.spent(seat) - banks[seat] for seat in self._since} if banks else {}
        longest = max(over, key=over.__getitem__, default=None)
        return longest if longest is not None and over[longest] >= 0 else None

    def seconds_left(self) -> float:
        """Seconds until the first running clock runs out."""
        banks = self._banks
        left = [banks[seat] - self.spent(seat) for seat in self._since] if banks else []
        return max(0.0, min(left, default=0) / 1000)

    def stop(self) -> None:
        """Stop all clocks for good."""
        if self._stopped is None:
            self._stopped = _now()
        self._stop_timer()
        self._ring = _ignore  # break the reference cycle between the table and its clocks

    def run_on(self, pause: float = RETRY_SECONDS) -> None:
        """Set the timer for when time is up; after a pause if it already is."""
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
    """The seats whose clocks a fact stops, even if they start again at once."""
    if isinstance(fact, Acted):
        return (fact.seat,)
    return fact.seats if isinstance(fact, WantedNext) else ()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _ignore() -> None:
    """Ignore a timer after the clocks were stopped."""
