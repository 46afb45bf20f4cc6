"""Households: groups of new players that share one allotment of bot time.

Creating devices and programs costs nothing, so all that one address created in the last day count
as one. This is kept in memory only: after a restart nobody counts as new.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

NEW_SECONDS: Final = 24 * 3600.0
REMEMBERED: Final = 100_000
"""The most new players to remember; more than one address can create in a day."""


class Households:
    """The new players and their households."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._new: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._new)

    def add(self, player: str, household: str) -> None:
        """Add a new player; without a household they have a share of their own."""
        if household:
            self._new[player] = household, self._clock() + NEW_SECONDS
        while self._new and (len(self._new) > REMEMBERED or self._is_over(next(iter(self._new)))):
            self._new.popitem(last=False)

    def share_of(self, player: str) -> str:
        """The name of the share that a player uses."""
        if player not in self._new or self._is_over(player):
            return player
        return self._new[player][0]

    def _is_over(self, player: str) -> bool:
        return self._new[player][1] <= self._clock()
