"""Clocks that keep running between two updates."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from ...session.contract.state import Now

MS = 1000
HOUR = 60


class RunningClock:
    """The remaining time of both players."""

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        self._seconds = seconds
        self._now: Now | None = None
        self._at = 0.0

    def note(self, now: Now) -> None:
        """Synchronise with an update; repeating one changes nothing."""
        if now is not self._now:
            self._now, self._at = now, self._seconds()

    @property
    def is_running(self) -> bool:
        """Whether a clock is running."""
        return bool(self._now and self._now.clocks_ms and self._now.running)

    def texts(self) -> list[str]:
        """The text of both clocks; empty if there are none."""
        if not self._now or not self._now.clocks_ms:
            return []
        spent = (self._seconds() - self._at) * MS
        running = self._now.running
        return [
            clock_text(ms - spent if seat in running else ms)
            for seat, ms in enumerate(self._now.clocks_ms)
        ]


def clock_text(ms: float) -> str:
    """Minutes and seconds, with hours if there are any."""
    minutes, seconds = divmod(math.ceil(max(0, ms) / MS), 60)
    if minutes < HOUR:
        return f"{minutes}:{seconds:02}"
    return f"{minutes // HOUR}:{minutes % HOUR:02}:{seconds:02}"
