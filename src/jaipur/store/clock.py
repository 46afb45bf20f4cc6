"""The time that a store trusts: a wrong system clock must not make tables look old.

A clock that jumped cannot be told from a server that was switched off, so a jump of more than a
week is trusted only after the operator confirms it. This is stored, so it survives restarts. While
a server runs, the elapsed time is measured without the system clock.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from .protocol import DAY, KEPT_BY_PHASE, MOST_BURIED

TOLERANCE = 7 * DAY
"""How far the clock may be from the newest trusted time and still be trusted."""
PAUSE = DAY
"""The pause between two runs that bury tables, however often the server is restarted."""


class StoreClock(NamedTuple):
    """The stored state of the trusted time."""

    seen: float | None = None
    """The newest trusted time; it decreases only when the operator confirms the clock."""
    is_ahead: bool = False
    """Whether the clock has jumped ahead of it and the operator has not confirmed that yet."""
    doubted: float | None = None
    """Since when the clock has differed from the trusted time; None if it does not."""
    pruned: float | None = None
    """When tables were last buried."""

    @property
    def floor(self) -> float:
        """New data is no older than this, whatever the clock says."""
        return -math.inf if self.seen is None else self.seen

    def age(self, since: float) -> float:
        """Seconds between a time and the trusted time; 0 while the clock is not trusted."""
        return 0.0 if self.is_distrusted else max(0.0, self.floor - since)

    def at(
        self, now: float, newest: float | None, elapsed: float, *, trusts_clock: bool = False
    ) -> StoreClock:
        """The state after reading the clock, `elapsed` seconds after the last reading.

        `newest` is the newest time among the tables, for a store that has no trusted time yet.
        """
        seen = newest if self.seen is None else self.seen + elapsed
        if trusts_clock or seen is None:
            return StoreClock(now, pruned=self.pruned)
        if abs(now - seen) <= TOLERANCE and not self.is_ahead:
            return StoreClock(max(seen, now), pruned=self.pruned)
        doubted = seen if self.doubted is None else self.doubted
        return StoreClock(seen, self.is_ahead or now > seen, doubted, self.pruned)

    def unsure_since(self, before: StoreClock, *, trusts_clock: bool) -> float | None:
        """The time from which on the age of tables is uncertain; those count as used now.

        Once the clock is trusted again, these are the tables stored while it was not, and those
        with a time in the future.
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
    """The number of tables that one run may bury."""
    return max(1, int(tables * MOST_BURIED))


def horizons(now: float) -> list[float]:
    """The time before which tables are old, for each phase."""
    return [now - keep for keep in KEPT_BY_PHASE.values()]
