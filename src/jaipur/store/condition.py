"""How a store is: says a failure and its end in the log once, and tells whoever asks for health."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence

from .faults import CannotBeStored
from .protocol import (
    Condition,
    Damaged,
    StoreClosed,
    StoreConflict,
    StoreError,
    StoreFull,
    TooManyPlayers,
    UnknownLink,
)

log = logging.getLogger("jaipur.store")

OF_THE_CALLER = (StoreConflict, UnknownLink, TooManyPlayers, StoreClosed, CannotBeStored)
"""What is no fault of the store."""
QUIET_SECONDS = 60.0
"""A store that fails every other time says so this often, not with each command."""


class HealthWatch:
    """Keeps what went wrong; any thread may tell it something."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._failure: StoreError | None = None
        self._is_reading = False
        """Whether it was a question that failed, which no write can mend."""
        self._refused = 0
        self._is_said = False
        self._quiet_until = float("-inf")
        self._is_damaged = False
        self._tables: set[str] = set()
        self._bans: set[int] = set()

    @property
    def condition(self) -> Condition:
        """How the store is now."""
        with self._lock:
            found = len(self._tables)
            if self._is_damaged:
                return Condition("damaged", found)
            if self._failure is None:
                return Condition("ok", found)
            return Condition("full" if isinstance(self._failure, StoreFull) else "failing", found)

    def after_writing(self, errors: Sequence[StoreError], *, kept: bool) -> None:
        """Some writes were refused with these errors; `kept`: others were not."""
        bad = [error for error in errors if not isinstance(error, OF_THE_CALLER)]
        if bad:
            self._note(bad[0], len(bad), is_reading=False)
        elif kept and self._failure is not None and not self._is_reading:
            self._recover()

    def after_question(self, error: StoreError) -> None:
        """A question could not be answered."""
        if not isinstance(error, OF_THE_CALLER):
            self._note(error, 1, is_reading=True)

    def after_check(self) -> None:
        """Something small was written and read."""
        if self._failure is not None:
            self._recover()

    def damaged_table(self, table: str) -> None:
        """What is stored of a table cannot be read."""
        with self._lock:
            is_new = table not in self._tables
            self._tables.add(table)
        if is_new:
            log.error("a table is damaged; a backup may have it", extra={"table": table})

    def damaged_ban(self, number: int) -> None:
        """What is stored of a ban cannot be read."""
        with self._lock:
            is_new = number not in self._bans
            self._bans.add(number)
        if is_new:
            log.error("a ban is damaged and does not hold; lift it", extra={"ban": number})

    def _note(self, error: StoreError, refused: int, *, is_reading: bool) -> None:
        with self._lock:
            if isinstance(error, Damaged):
                says = not self._is_damaged
                self._is_damaged = True
            else:
                self._failure, self._is_reading = error, is_reading
                self._refused += refused
                now = self._monotonic()
                says = not self._is_said and now >= self._quiet_until
                self._is_said = self._is_said or says
                self._quiet_until = now + QUIET_SECONDS if says else self._quiet_until
        if says:
            log.error("the store fails; commands are refused", extra=_cause(error))

    def _recover(self) -> None:
        with self._lock:
            refused, says = self._refused, self._is_said
            self._failure, self._is_said = None, False
            self._refused = 0 if says else refused
        if says:
            log.warning("the store works again", extra={"refused_meanwhile": refused})


def _cause(error: StoreError) -> dict[str, str]:
    return {"kind": type(error).__name__, "cause": str(error)}
