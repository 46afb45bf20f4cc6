"""What a store believes of the time: a wrong clock must not make tables look old.

Nobody can tell a clock that jumped from a server that stood still, so a leap of more than a week is
believed only when an operator says so. That is kept in the store, over every restart.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from .protocol import DAY, KEPT_BY_PHASE, MOST_BURIED

TOLERANCE = 7 * DAY
"""How far a clock may be from the newest trusted moment and still be believed."""
PAUSE = DAY
"""Between two runs that bury tables, however often the server is started."""


class Clock(NamedTuple):
    """What is kept of the time."""

    seen: float | None = None
    """The newest moment that was believed; it only grows, but when an operator says otherwise."""
    is_ahead: bool = False
    """Whether the clock once leapt ahead of it; until an operator says that the clock is right."""
    pruned: float | None = None
    """When tables were last buried."""

    @property
    def floor(self) -> float:
        """What comes to the store now is no older than this, whatever its clock says."""
        return -math.inf if self.seen is None else self.seen

    def at(self, now: float, newest: float | None, *, trusts_clock: bool = False) -> Clock:
        """After a look at the clock; `newest` is the newest moment among the tables."""
        if trusts_clock:
            return Clock(now, is_ahead=False, pruned=self.pruned)
        seen = self.seen if self.seen is not None else newest
        if seen is None or seen <= now <= seen + TOLERANCE:
            return self if self.is_ahead else self._replace(seen=now)
        return self._replace(seen=seen, is_ahead=self.is_ahead or now > seen)

    def is_distrusted(self, now: float) -> bool:
        """Whether nothing may be buried or deleted now."""
        return self.is_ahead or now < self.floor - TOLERANCE

    def may_bury(self, now: float, *, trusts_clock: bool = False) -> bool:
        """Whether it is time to bury tables again."""
        if self.is_distrusted(now):
            return False
        return trusts_clock or self.pruned is None or now - self.pruned >= PAUSE


def most_buried(tables: int) -> int:
    """How many of so many tables one run may bury."""
    return max(1, int(tables * MOST_BURIED))


def horizons(now: float) -> list[float]:
    """What is older is no longer kept, for each phase."""
    return [now - keep for keep in KEPT_BY_PHASE.values()]
