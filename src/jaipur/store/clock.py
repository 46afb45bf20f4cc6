"""What a store believes of the time: a wrong clock must not make tables look old.

Nobody can tell a clock that jumped from a server that stood still, so a leap of more than a week is
believed only when an operator says so. That is kept in the store, over every restart. How much time
passed while a server ran is known without the clock.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from .protocol import DAY, KEPT_BY_PHASE, MOST_BURIED

TOLERANCE = 7 * DAY
"""How far a clock may be from the newest trusted moment and still be believed."""
PAUSE = DAY
"""Between two runs that bury tables, however often the server is started."""


class StoreClock(NamedTuple):
    """What is kept of the time."""

    seen: float | None = None
    """The newest moment that was believed; it only grows, but when an operator says otherwise."""
    is_ahead: bool = False
    """Whether the clock once leapt ahead of it; until an operator says that the clock is right."""
    doubted: float | None = None
    """Since which moment the clock has been another than the believed time, if it is."""
    pruned: float | None = None
    """When tables were last buried."""

    @property
    def floor(self) -> float:
        """What comes to the store now is no older than this, whatever its clock says."""
        return -math.inf if self.seen is None else self.seen

    def age(self, since: float) -> float:
        """Seconds between a moment and the believed time; none while the clock is doubted."""
        return 0.0 if self.is_distrusted else max(0.0, self.floor - since)

    def at(
        self, now: float, newest: float | None, elapsed: float, *, trusts_clock: bool = False
    ) -> StoreClock:
        """After a look at the clock, so many seconds after the last look of this process.

        `newest` is the newest moment among the tables, for a store that never saw a clock.
        """
        seen = newest if self.seen is None else self.seen + elapsed
        if trusts_clock or seen is None:
            return StoreClock(now, pruned=self.pruned)
        if abs(now - seen) <= TOLERANCE and not self.is_ahead:
            return StoreClock(max(seen, now), pruned=self.pruned)
        doubted = seen if self.doubted is None else self.doubted
        return StoreClock(seen, self.is_ahead or now > seen, doubted, self.pruned)

    def unsure_since(self, before: StoreClock, *, trusts_clock: bool) -> float | None:
        """From which moment on the age of tables is not known; to be safe they count as used now.

        Once the clock is believed again these are the tables that came while it was doubted, and
        those that are from later than now.
        """
        if self.doubted is None and before.doubted is not None:
            return min(before.doubted, self.floor)
        return self.floor if trusts_clock else None

    @property
    def is_distrusted(self) -> bool:
        """Whether nothing may be buried or deleted now."""
        return self.doubted is not None

    def may_bury(self, now: float, *, trusts_clock: bool = False) -> bool:
        """Whether it is time to bury tables again."""
        if self.is_distrusted:
            return False
        return trusts_clock or self.pruned is None or now - self.pruned >= PAUSE


def most_buried(tables: int) -> int:
    """How many of so many tables one run may bury."""
    return max(1, int(tables * MOST_BURIED))


def horizons(now: float) -> list[float]:
    """What is older is no longer kept, for each phase."""
    return [now - keep for keep in KEPT_BY_PHASE.values()]
