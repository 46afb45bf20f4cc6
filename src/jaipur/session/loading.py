"""Loads tables from the store: each once for everybody who wants it, one at a time per person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from ..errors import Code, SessionError
from ..store.protocol import Damaged, Store
from ..store.values import ClockNote, StoredEvent
from .facts import Created
from .fair_turns import Turn, Turns
from .owner import Owner, StoredTable, stored_table_of
from .people import Person
from .table import Table
from .threads import Threads

log = logging.getLogger("jaipur.session")

LOADERS = 2
REST_SECONDS = 0.001
"""The pause per version of a loaded table, before the next table is loaded for the same person.

Loading takes an eighth of that, so a person who asks for many long tables leaves most of the time
to others.
"""


class Loading:
    """The tables being loaded, and the people waiting to have one loaded."""

    def __init__(
        self,
        store: Store,
        create: Callable[[str, Created], Table],
        in_memory: Callable[[str], Owner | None],
        add_owner: Callable[[StoredTable, Person], Owner],
        unsaved_note: Callable[[str], ClockNote | None],
    ) -> None:
        self._store = store
        self._create = create
        self._in_memory = in_memory
        self._add_owner = add_owner
        self._unsaved_note = unsaved_note
        self._reading: dict[str, asyncio.Task[Owner]] = {}
        self._turns = Turns()
        self._threads = Threads(LOADERS, "load")

    def __len__(self) -> int:
        return len(self._reading)

    def get(self, table_id: str) -> asyncio.Task[Owner] | None:
        """The task that is loading a table, if there is one."""
        return self._reading.get(table_id)

    async def owner(self, table_id: str, asker: Person) -> Owner:
        """Load a table that is not in memory. A caller may be cancelled at any time."""
        reading = self._reading.get(table_id)
        if reading is not None:
            return await asyncio.shield(reading)
        async with self._turns.of(asker.queue_name) as turn:
            owner = self._in_memory(table_id)
            if owner is not None:  # loaded for somebody else in the meantime
                return owner
            reading = self._reading.get(table_id)
            if reading is None:
                # The turn lasts as long as the task, even if the caller disconnects earlier.
                reading = turn.work = asyncio.create_task(self._load(table_id, asker, turn))
                self._reading[table_id] = reading
                reading.add_done_callback(lambda done: self._done(table_id, done))
            return await asyncio.shield(reading)

    def _done(self, table_id: str, reading: asyncio.Task[Owner]) -> None:
        del self._reading[table_id]
        if not reading.cancelled():
            reading.exception()  # mark it as retrieved: perhaps nobody is waiting

    async def _load(self, table_id: str, asker: Person, turn: Turn) -> Owner:
        note = self._unsaved_note(table_id)  # first: it may be saved while the table is loaded
        stored = await self._threads.run(self._read, table_id)
        stored = replace(stored, note=note or stored.note)
        turn.rest = stored.table.version * REST_SECONDS
        self._in_memory(table_id)  # raises while the server is stopping
        return self._add_owner(stored, asker)

    def _read(self, table_id: str) -> StoredTable:
        try:
            row = self._store.row(table_id)
            events = self._store.events(table_id) if row else []
            note, age = self._store.clock_note(table_id), self._store.age(table_id)
        except Damaged as error:  # logged by the store
            raise SessionError(Code.DAMAGED_TABLE) from error
        if row is None:
            raise SessionError(Code.UNKNOWN_TABLE)
        try:
            return replace(stored_table_of(events, row.creation, self._create), note=note, age=age)
        except Exception as error:  # a damaged file may cause any error
            log.exception("table cannot be replayed", extra={"table": table_id})
            raise SessionError(Code.DAMAGED_TABLE) from error

    async def events(self, table_id: str) -> list[StoredEvent]:
        """The stored events of a table."""
        try:
            events = await self._threads.run(self._store.events, table_id)
        except Damaged as error:
            raise SessionError(Code.DAMAGED_TABLE) from error
        if not events:  # buried a moment ago
            raise SessionError(Code.UNKNOWN_TABLE)
        return events

    def stop(self) -> None:
        """Load nothing more; waiting callers get an error."""
        self._threads.stop(gives_up=True)
