"""The running clocks of all tables: saved every few seconds, and kept running for unloaded tables.

Clocks use the monotonic time of this process, never the wall clock. The time used is saved in the
store every few seconds and at shutdown, so that a restart gives no player their time back.

For an unloaded table one note is saved: when it was unloaded, and when the first of its running
clocks runs out, both in seconds of server uptime. The store counts those, so the table takes no
memory.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Final

from ..errors import SessionError
from ..store.protocol import Store, StoreError
from ..store.values import ClockNote
from .clocks import LONGEST_RETRY, ROUNDING, Clocks

log = logging.getLogger("jaipur.session")

NOTE_SECONDS: Final = 5.0
"""The most time that a player can get back after `kill -9`."""
AT_ONCE: Final = 200
"""Notes per commit: more would delay the actions of others."""


class RunningClocks:
    """The clocks of all tables where a player's clock is running."""

    def __init__(
        self,
        store: Store,
        query: Callable[..., Awaitable[Any]],
        wake: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._store = store
        self._write_notes = store.note_clocks
        self._query = query
        self._wake = wake
        """Loads a table whose time is up; returns whether it could be loaded."""
        self._ran_before = store.clocks_ran()
        self._started_at: float | None = None
        self._clocks: dict[str, Clocks] = {}
        """Clocks of tables in memory."""
        self._unsaved: dict[str, ClockNote] = {}
        """Notes of tables just unloaded or loaded, which the store does not have yet."""
        self._saving: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._due = math.inf
        """When the alarm goes off, in seconds of server uptime."""

    def __len__(self) -> int:
        """The number of tables with clocks or notes in memory."""
        return len({**self._unsaved, **self._clocks})

    @property
    def is_waking(self) -> bool:
        """Whether tables are being loaded because a player's time is up."""
        return self._waking is not None

    def start(self) -> None:
        """Continue the clocks of unloaded tables."""
        self._ring()

    def update(self, table_id: str, clocks: Clocks) -> None:
        """Start or stop tracking the clocks of a table in memory."""
        if clocks.is_running:
            self._clocks[table_id] = clocks
            self._start_saving()
        else:
            self._clocks.pop(table_id, None)

    def rest(self, table_id: str, clocks: Clocks) -> None:
        """Unload a table: its clocks run on, and load it again when a player's time is up."""
        self._clocks.pop(table_id, None)
        if clocks.is_running:
            now = self._now()
            # If a clock is already overdue, ending the match has just failed; retry later.
            due = now + (clocks.seconds_left() or LONGEST_RETRY)
            self._add_note(clocks.note()._replace(at=now, due=due, runs=clocks.runs))
            self._set_alarm(due)
        clocks.stop()

    def unsaved(self, table_id: str) -> ClockNote | None:
        """The note of a table that the store may not have yet; call it before loading the table."""
        return self._unsaved.get(table_id)

    def resume(self, note: ClockNote | None) -> ClockNote | None:
        """Return the note of a table as of now; the table is back in memory."""
        if note is None or note.at is None:
            return note
        note = self._by_now(note)
        self._add_note(note)
        return note

    async def hand_over(self, table_id: str, *, was_here: bool) -> None:
        """Stop and save the clocks of a table that this process no longer plays."""
        note = self._unsaved.get(table_id)
        if note is None and not was_here:
            with suppress(StoreError, SessionError):  # then its clocks run on until it is loaded
                note = await self._query(self._store.clock_note, table_id)
            if note is not None and note.at is None:
                return
        if note is not None:
            self._add_note(self._by_now(note))
            await self._save([table_id])

    async def stop(self) -> None:
        """Stop all clocks, and save them."""
        for running in (self._saving, self._waking, self._alarm):
            if running is not None:
                running.cancel()
        for clocks in self._clocks.values():
            clocks.stop()
        await self._save_all()

    def _now(self) -> float:
        """Seconds of server uptime, over all restarts."""
        now = asyncio.get_running_loop().time()
        if self._started_at is None:
            self._started_at = now
        return self._ran_before + now - self._started_at

    def _by_now(self, note: ClockNote) -> ClockNote:
        """A note with the time that has passed since it was saved."""
        passed = 0 if note.at is None else int(1000 * (self._now() - note.at) + ROUNDING)
        first, second = (
            spent + passed * runs for spent, runs in zip(note.spent, note.runs, strict=True)
        )
        return ClockNote(note.table, note.version, (first, second))

    # Saving

    def _add_note(self, note: ClockNote) -> None:
        self._unsaved[note.table] = note
        self._start_saving()

    def _start_saving(self) -> None:
        if self._saving is None:
            self._saving = asyncio.create_task(self._save_periodically())

    async def _save_periodically(self) -> None:
        # Also while all tables are unloaded, to save the server uptime.
        while self._clocks or self._unsaved or self._due < math.inf:
            await asyncio.sleep(NOTE_SECONDS)
            await self._save_all()
        self._saving = None

    async def _save_all(self) -> None:
        await self._save({**self._unsaved, **self._clocks})

    async def _save(self, tables: Iterable[str]) -> None:
        """Save clocks in batches, each as it is when its batch is written."""
        tables = list(tables)
        for start in range(0, len(tables) or 1, AT_ONCE):
            some = (self._last_note(table) for table in tables[start : start + AT_ONCE])
            with suppress(StoreError):  # logged by the store; the next note replaces it
                await self._write([note for note in some if note])

    def _last_note(self, table_id: str) -> ClockNote | None:
        clocks = self._clocks.get(table_id)
        return clocks.note() if clocks else self._unsaved.get(table_id)

    async def _write(self, notes: list[ClockNote]) -> None:
        known = {note.table: self._unsaved.get(note.table) for note in notes}
        await asyncio.wrap_future(self._write_notes(notes, self._now()))
        for table_id, note in known.items():
            if self._unsaved.get(table_id) is note:
                self._unsaved.pop(table_id, None)

    # Waking

    def _set_alarm(self, due: float) -> None:
        """Set the alarm for a time, unless it goes off earlier."""
        if due >= self._due:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._due = due
        pause = max(0.0, due - self._now())
        self._alarm = asyncio.get_running_loop().call_later(pause, self._ring)
        self._start_saving()

    def _ring(self) -> None:
        self._alarm, self._due = None, math.inf
        if self._waking is None:
            self._waking = asyncio.create_task(self._wake_due())
        else:  # it may already have checked the tables
            self._set_alarm(self._now() + NOTE_SECONDS)

    async def _wake_due(self) -> None:
        """Load the tables whose time is up, and set the alarm for the next one."""
        try:
            while not await self._wake_some():
                pass
        except StoreError:  # logged by the store
            self._set_alarm(self._now() + NOTE_SECONDS)
        except SessionError:  # the server is stopping
            return
        except Exception:  # try again later
            log.exception("waking tables failed")
            self._set_alarm(self._now() + NOTE_SECONDS)
        finally:
            self._waking = None

    async def _wake_some(self) -> bool:
        """Load a batch of tables one by one; returns whether none were due."""
        await self._save(list(self._unsaved))
        stored = await self._query(self._store.due_clocks, AT_ONCE)
        resting = {table: due for table, due in stored if table not in self._unsaved}
        resting |= {note.table: note.due for note in self._unsaved.values() if note.due is not None}
        overdue = [table for table, due in resting.items() if due <= self._now()]
        for table in overdue:
            if not await self._wake(table):
                self._add_note(ClockNote(table, 0, (0, 0)))  # the table is gone
        if not overdue:
            # If saving failed, the store may list loaded tables first, and others after them.
            again = self._now() + NOTE_SECONDS if stored else math.inf
            self._set_alarm(min(resting.values(), default=again))
        return not overdue
