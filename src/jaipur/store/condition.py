"""The health of a store: logs each failure and recovery once, and reports the condition."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from .faults import CannotBeStored
from .protocol import (
    Damaged,
    StoreClosed,
    StoreConflict,
    StoreError,
    StoreFull,
    TooManyPlayers,
    UnknownLink,
)
from .values import Condition

log = logging.getLogger("jaipur.store")

CALLER_ERRORS = (StoreConflict, UnknownLink, TooManyPlayers, StoreClosed, CannotBeStored)
"""Errors that are not failures of the store."""
QUIET_SECONDS = 60.0
"""The pause between log messages of a store that keeps failing and recovering."""


class HealthWatch:
    """Tracks failures; thread-safe."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._failure: StoreError | None = None
        self._is_reading = False
        """Whether a query failed, which a successful write does not fix."""
        self._refused = 0
        self._is_logged = False
        self._quiet_until = float("-inf")
        self._is_damaged = False
        self._tables: set[str] = set()
        self._bans: set[int] = set()

    @property
    def condition(self) -> Condition:
        """The current condition."""
        with self._lock:
            found = len(self._tables)
            if self._is_damaged:
                return Condition("damaged", found)
            if self._failure is None:
                return Condition("ok", found)
            return Condition("full" if isinstance(self._failure, StoreFull) else "failing", found)

    def after_writing(self, errors: Sequence[StoreError], *, succeeded: bool) -> None:
        """Record the errors of a group of writes; `succeeded`: others of the group succeeded."""
        bad = [error for error in errors if not isinstance(error, CALLER_ERRORS)]
        if bad:
            self._note(bad[0], len(bad), is_reading=False)
        elif succeeded and self._failure is not None and not self._is_reading:
            self._recover()

    def after_query(self, error: StoreError) -> None:
        """Record a failed query."""
        if not isinstance(error, CALLER_ERRORS):
            self._note(error, 1, is_reading=True)

    def after_check(self) -> None:
        """Record that a check succeeded."""
        if self._failure is not None:
            self._recover()

    def damaged_table(self, table: str) -> None:
        """Record that a table cannot be read."""
        with self._lock:
            is_new = table not in self._tables
            self._tables.add(table)
        if is_new:
            log.error("a table is damaged; a backup may have it", extra={"table": table})

    def damaged_ban(self, number: int) -> None:
        """Record that a ban cannot be read."""
        with self._lock:
            is_new = number not in self._bans
            self._bans.add(number)
        if is_new:
            log.error("a ban is damaged and not in force; lift it", extra={"ban": number})

    def _note(self, error: StoreError, refused: int, *, is_reading: bool) -> None:
        with self._lock:
            if isinstance(error, Damaged):
                logs = not self._is_damaged
                self._is_damaged = True
            else:
                self._failure, self._is_reading = error, is_reading
                self._refused += refused
                now = self._monotonic()
                logs = not self._is_logged and now >= self._quiet_until
                self._is_logged = self._is_logged or logs
                self._quiet_until = now + QUIET_SECONDS if logs else self._quiet_until
        if logs:
            log.error("the store is failing; commands are refused", extra=_cause(error))

    def _recover(self) -> None:
        with self._lock:
            refused, logs = self._refused, self._is_logged
            self._failure, self._is_logged = None, False
            self._refused = 0 if logs else refused
        if logs:
            log.warning("the store works again", extra={"refused_meanwhile": refused})


def _cause(error: StoreError) -> dict[str, str]:
    return {"kind": type(error).__name__, "cause": str(error)}
