"""The clocks that run at all tables: noted now and then, and kept going where a table rests.

Clocks go by the time of this process alone, never by the calendar. What was used is noted in the
store every few seconds and at the end, so that a restart gives nobody the time of their turn back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from typing import Final

from ..store.protocol import ClockNote, StoreError
from .clocks import Clocks

NOTE_SECONDS: Final = 5.0
"""What `kill -9` gives back of a turn, at most, at a table in memory."""
RESTING: Final = 12
"""Tables that rest are noted only each so many times: there may be very many."""
AT_ONCE: Final = 200
"""Notes in one commit: more would keep the actions of others waiting."""


class RunningClocks:
    """The clocks of tables at which somebody's time passes."""

    def __init__(
        self,
        keep: Callable[[Sequence[ClockNote]], Future[None]],
        wake: Callable[[str], None],
    ) -> None:
        self._keep = keep
        self._wake = wake
        self._clocks: dict[str, Clocks] = {}
        self._task: asyncio.Task[None] | None = None

    def look_at(self, table_id: str, clocks: Clocks) -> None:
        """See whether the clocks of a table run now."""
        if not clocks.is_running:
            self._clocks.pop(table_id, None)
            return
        self._clocks[table_id] = clocks
        if self._task is None:
            self._task = asyncio.create_task(self._note_on())

    def rest(self, table_id: str, clocks: Clocks) -> None:
        """The table leaves memory: its clocks go on, and wake it when somebody's time is up."""
        if clocks.is_running:
            clocks.rest(lambda: self._ring(table_id))
        else:
            clocks.stop()

    def take_over(self, table_id: str) -> ClockNote | None:
        """A table is back in memory: what its clocks show, which go on there."""
        clocks = self._clocks.pop(table_id, None)
        if clocks is None:
            return None
        clocks.stop()
        return clocks.note()

    async def leave(self, table_id: str) -> None:
        """Note the clocks of a table that is played on elsewhere, and forget them."""
        clocks = self._clocks.pop(table_id, None)
        if clocks is not None:
            clocks.stop()
            await self._write([clocks.note()])

    async def stop(self) -> None:
        """Let all clocks stand still, and note them."""
        if self._task:
            self._task.cancel()
        for clocks in self._clocks.values():
            clocks.stop()
        await self._note(list(self._clocks))

    def _ring(self, table_id: str) -> None:
        if table_id in self._clocks:
            self._clocks[table_id].ring_again_in(NOTE_SECONDS)  # in case it cannot be read now
            self._wake(table_id)

    async def _note_on(self) -> None:
        turn = 0
        while self._clocks:
            await asyncio.sleep(NOTE_SECONDS)
            turn = (turn + 1) % RESTING
            found = self._clocks.items()
            await self._note([table for table, its in found if not its.is_resting or turn == 0])
        self._task = None

    async def _note(self, tables: Sequence[str]) -> None:
        """Note clocks, some at a time, as they are when it is their turn."""
        for start in range(0, len(tables), AT_ONCE):
            some = (self._clocks.get(table) for table in tables[start : start + AT_ONCE])
            await self._write([clocks.note() for clocks in some if clocks])

    async def _write(self, notes: list[ClockNote]) -> None:
        if notes:
            with suppress(StoreError):  # the next note says the same, and the store what is wrong
                await asyncio.wrap_future(self._keep(notes))
