"""The clocks that run at all tables: noted now and then, and kept going where a table rests.

Clocks go by the time of this process alone, never by the calendar. What was used is noted in the
store every few seconds and at the end, so that a restart gives nobody the time of their turn back.

A table that rests is noted once: from when on its clocks go on, and when one of them has run out,
both in seconds that servers ran. Those are counted in the store, so nothing of it is in memory.
"""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Final

from ..errors import SessionError
from ..store.protocol import ClockNote, Store, StoreError
from .clocks import LONGEST_RETRY, ROUNDING, Clocks

log = logging.getLogger("jaipur.session")

NOTE_SECONDS: Final = 5.0
"""What `kill -9` gives back of a turn, at most."""
AT_ONCE: Final = 200
"""Notes in one commit: more would keep the actions of others waiting."""


class RunningClocks:
    """The clocks of tables at which somebody's time passes."""

    def __init__(
        self,
        store: Store,
        ask: Callable[..., Awaitable[Any]],
        wake: Callable[[str], Awaitable[bool]],
    ) -> None:
        self._store = store
        self._keep = store.note_clocks
        self._ask = ask
        self._wake = wake
        """Reads a table whose time is up; returns whether there is one that can be played on."""
        self._ran_before = store.clocks_ran()
        self._began: float | None = None
        self._clocks: dict[str, Clocks] = {}
        """Of tables in memory."""
        self._unsaid: dict[str, ClockNote] = {}
        """Of tables that have just left memory, or come back: what the store does not know yet."""
        self._noting: asyncio.Task[None] | None = None
        self._waking: asyncio.Task[None] | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._due = math.inf
        """When the alarm rings."""

    def __len__(self) -> int:
        """Of how many tables something is in memory."""
        return len({**self._unsaid, **self._clocks})

    @property
    def is_waking(self) -> bool:
        """Whether tables are read now because somebody's time is up there."""
        return self._waking is not None

    def start(self) -> None:
        """Let the clocks of tables that rested before go on."""
        self._ring()

    def look_at(self, table_id: str, clocks: Clocks) -> None:
        """See whether the clocks of a table in memory run now."""
        if clocks.is_running:
            self._clocks[table_id] = clocks
            self._note_from_now_on()
        else:
            self._clocks.pop(table_id, None)

    def rest(self, table_id: str, clocks: Clocks) -> None:
        """The table leaves memory: its clocks go on, and wake it when somebody's time is up."""
        self._clocks.pop(table_id, None)
        if clocks.is_running:
            now = self._now()
            # What is overdue now was tried already.
            due = now + (clocks.seconds_left() or LONGEST_RETRY)
            self._say(clocks.note()._replace(at=now, due=due, runs=clocks.runs))
            self._aim(due)
        clocks.stop()

    def unsaid(self, table_id: str) -> ClockNote | None:
        """The note of a table that the store may not have yet; ask before the table is read."""
        return self._unsaid.get(table_id)

    def take_over(self, note: ClockNote | None) -> ClockNote | None:
        """A table with this note is back in memory: what its clocks show, which go on there."""
        if note is None or note.at is None:
            return note
        note = self._by_now(note)
        self._say(note)
        return note

    async def leave(self, table_id: str, *, was_here: bool) -> None:
        """Note the clocks of a table that is played on elsewhere, and forget them."""
        note = self._unsaid.get(table_id)
        if note is None and not was_here:
            with suppress(StoreError, SessionError):  # then its clocks go on until it is read
                note = await self._ask(self._store.clock_note, table_id)
            if note is not None and note.at is None:
                return
        if note is not None:
            self._say(self._by_now(note))
            await self._note([table_id])

    async def stop(self) -> None:
        """Let all clocks stand still, and note them."""
        for running in (self._noting, self._waking, self._alarm):
            if running is not None:
                running.cancel()
        for clocks in self._clocks.values():
            clocks.stop()
        await self._note_all()

    def _now(self) -> float:
        """Seconds that servers have run."""
        now = asyncio.get_running_loop().time()
        if self._began is None:
            self._began = now
        return self._ran_before + now - self._began

    def _by_now(self, note: ClockNote) -> ClockNote:
        """The note of clocks that went on and stand still now, or go on in memory."""
        passed = 0 if note.at is None else int(1000 * (self._now() - note.at) + ROUNDING)
        first, second = (
            spent + passed * runs for spent, runs in zip(note.spent, note.runs, strict=True)
        )
        return ClockNote(note.table, note.version, (first, second))

    # Noting

    def _say(self, note: ClockNote) -> None:
        self._unsaid[note.table] = note
        self._note_from_now_on()

    def _note_from_now_on(self) -> None:
        if self._noting is None:
            self._noting = asyncio.create_task(self._note_on())

    async def _note_on(self) -> None:
        # Also while all tables rest: it is noted then how long this server has run.
        while self._clocks or self._unsaid or self._due < math.inf:
            await asyncio.sleep(NOTE_SECONDS)
            await self._note_all()
        self._noting = None

    async def _note_all(self) -> None:
        await self._note({**self._unsaid, **self._clocks})

    async def _note(self, tables: Iterable[str]) -> None:
        """Note clocks, some at a time, as they are when it is their turn."""
        tables = list(tables)
        for start in range(0, len(tables) or 1, AT_ONCE):
            some = (self._last_word(table) for table in tables[start : start + AT_ONCE])
            with suppress(StoreError):  # the next note says the same, and the store what is wrong
                await self._write([note for note in some if note])

    def _last_word(self, table_id: str) -> ClockNote | None:
        clocks = self._clocks.get(table_id)
        return clocks.note() if clocks else self._unsaid.get(table_id)

    async def _write(self, notes: list[ClockNote]) -> None:
        known = {note.table: self._unsaid.get(note.table) for note in notes}
        await asyncio.wrap_future(self._keep(notes, self._now()))
        for table_id, note in known.items():
            if self._unsaid.get(table_id) is note:
                self._unsaid.pop(table_id, None)

    # Waking

    def _aim(self, due: float) -> None:
        """Let the alarm ring then, if it does not ring before."""
        if due >= self._due:
            return
        if self._alarm is not None:
            self._alarm.cancel()
        self._due = due
        pause = max(0.0, due - self._now())
        self._alarm = asyncio.get_running_loop().call_later(pause, self._ring)
        self._note_from_now_on()

    def _ring(self) -> None:
        self._alarm, self._due = None, math.inf
        if self._waking is None:
            self._waking = asyncio.create_task(self._wake_due())
        else:  # which may have looked already
            self._aim(self._now() + NOTE_SECONDS)

    async def _wake_due(self) -> None:
        """Wake the tables whose time is up, and see when that is so for the next ones."""
        try:
            while not await self._wake_some():
                pass
        except StoreError:  # which the store has logged
            self._aim(self._now() + NOTE_SECONDS)
        except SessionError:  # the server stops
            return
        except Exception:  # whatever it is, the next time may go well
            log.exception("waking tables failed")
            self._aim(self._now() + NOTE_SECONDS)
        finally:
            self._waking = None

    async def _wake_some(self) -> bool:
        """Wake some tables, one after the other; returns whether there are no more now."""
        await self._note(list(self._unsaid))
        stored = await self._ask(self._store.due_clocks, AT_ONCE)
        rests = {table: due for table, due in stored if table not in self._unsaid}
        rests |= {note.table: note.due for note in self._unsaid.values() if note.due is not None}
        overdue = [table for table, due in rests.items() if due <= self._now()]
        for table in overdue:
            if not await self._wake(table):
                self._say(ClockNote(table, 0, (0, 0)))  # nobody plays on there
        if not overdue:
            # If the store could not be told of those that are awake, there may be others behind.
            again = self._now() + NOTE_SECONDS if stored else math.inf
            self._aim(min(rests.values(), default=again))
        return not overdue
