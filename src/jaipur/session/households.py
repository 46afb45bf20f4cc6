"""Whose share of the bots' time a player takes: that of their household while they are new.

Devices and programs cost nothing to make, so those that one address made in the last day have one
share together. Kept in memory only: after a restart everybody counts as known.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

NEW_SECONDS: Final = 24 * 3600.0
REMEMBERED: Final = 100_000
"""New players; more than one address may make in a day."""


class Households:
    """The new players, and with whom each has a share."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._new: OrderedDict[str, tuple[str, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._new)

    def add(self, player: str, household: str) -> None:
        """A player was just made; without a household they have a share of their own."""
        if household:
            self._new[player] = household, self._clock() + NEW_SECONDS
        while self._new and (len(self._new) > REMEMBERED or self._is_over(next(iter(self._new)))):
            self._new.popitem(last=False)

    def share_of(self, player: str) -> str:
        """The name of the share that a player takes from."""
        if player not in self._new or self._is_over(player):
            return player
        return self._new[player][0]

    def _is_over(self, player: str) -> bool:
        return self._new[player][1] <= self._clock()
