"""Tables that are read from the store: each once for all who want it, in turns for each person."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace

from ..errors import Code, SessionError
from ..store.protocol import ClockNote, Damaged, Store, StoredEvent
from .facts import Created
from .fair_turns import Turn, Turns
from .owner import Owner, StoredTable, history_of
from .people import Person
from .table import Table
from .threads import Threads

log = logging.getLogger("jaipur.session")

LOADERS = 2
REST_SECONDS = 0.001
"""For each version of a table that was read, until the same person has another one read.

Reading takes an eighth of that: who asks for many long tables leaves most of the time to others.
"""


class Loading:
    """The tables that are being read, and who waits until they may have one read."""

    def __init__(
        self,
        store: Store,
        create: Callable[[str, Created], Table],
        at_hand: Callable[[str], Owner | None],
        take_in: Callable[[StoredTable, Person], Owner],
        noted: Callable[[str], ClockNote | None],
    ) -> None:
        self._store = store
        self._create = create
        self._at_hand = at_hand
        self._take_in = take_in
        self._noted = noted
        self._reading: dict[str, asyncio.Task[Owner]] = {}
        self._turns = Turns()
        self._threads = Threads(LOADERS, "load")

    def __len__(self) -> int:
        return len(self._reading)

    def get(self, table_id: str) -> asyncio.Task[Owner] | None:
        """The reading of a table that is under way."""
        return self._reading.get(table_id)

    async def owner(self, table_id: str, asker: Person) -> Owner:
        """A table that was not in memory. Whoever waits for their turn can go at any time."""
        reading = self._reading.get(table_id)
        if reading is not None:
            return await asyncio.shield(reading)
        async with self._turns.of(asker.turn) as turn:
            owner = self._at_hand(table_id)
            if owner is not None:  # somebody else had it read
                return owner
            reading = self._reading.get(table_id)
            if reading is None:
                # The turn ends with the reading, also if its holder hangs up before.
                reading = turn.work = asyncio.create_task(self._load(table_id, asker, turn))
                self._reading[table_id] = reading
                reading.add_done_callback(lambda done: self._done(table_id, done))
            return await asyncio.shield(reading)

    def _done(self, table_id: str, reading: asyncio.Task[Owner]) -> None:
        del self._reading[table_id]
        if not reading.cancelled():
            reading.exception()  # perhaps nobody waits any more

    async def _load(self, table_id: str, asker: Person, turn: Turn) -> Owner:
        noted = self._noted(table_id)  # before: what the store does not have now it may have then
        history = await self._threads.ask(self._read, table_id)
        history = replace(history, note=noted or history.note)
        turn.rest = history.table.version * REST_SECONDS
        self._at_hand(table_id)  # refuses while the server stops
        return self._take_in(history, asker)

    def _read(self, table_id: str) -> StoredTable:
        try:
            row = self._store.row(table_id)
            events = self._store.events(table_id) if row else []
            note, age = self._store.clock_note(table_id), self._store.age(table_id)
        except Damaged as error:  # which the store has logged
            raise SessionError(Code.DAMAGED_TABLE) from error
        if row is None:
            raise SessionError(Code.UNKNOWN_TABLE)
        try:
            return replace(history_of(events, row.creation, self._create), note=note, age=age)
        except Exception as error:  # nobody knows what a damaged file holds
            log.exception("table cannot be replayed", extra={"table": table_id})
            raise SessionError(Code.DAMAGED_TABLE) from error

    async def events(self, table_id: str) -> list[StoredEvent]:
        """What was stored of a table."""
        try:
            events = await self._threads.ask(self._store.events, table_id)
        except Damaged as error:
            raise SessionError(Code.DAMAGED_TABLE) from error
        if not events:  # buried this moment
            raise SessionError(Code.UNKNOWN_TABLE)
        return events

    def stop(self) -> None:
        """Read nothing more; who waits for a table is refused."""
        self._threads.stop(gives_up=True)
