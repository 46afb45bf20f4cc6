"""The reading half of the SQLite store: any thread, any number at once, beside the writer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import apsw

from .faults import DamagedFile, refusal
from .files import open_to_read
from .protocol import BEGINNING, ClockNote, Cursor, StoreClosed, StoredEvent, TableRow
from .rows import WrongChecksum, event_from, table_from

T = TypeVar("T")
EVENTS_OF = """
    SELECT version, events.* FROM tables LEFT JOIN events ON table_id = id
    WHERE id = ? ORDER BY sequence
"""
TABLES_OF = """
    SELECT * FROM tables
    WHERE rowid IN (
        SELECT rowid FROM tables WHERE player0 IN (SELECT value FROM json_each(?1))
        UNION SELECT rowid FROM tables WHERE player1 IN (SELECT value FROM json_each(?1)))
    AND (phase = 'over', -touched, id) > (?2, -?3, ?4)
    ORDER BY phase = 'over', touched DESC, id LIMIT ?5
"""
TABLE = "SELECT * FROM tables WHERE id = ?"
TABLES = "SELECT * FROM tables WHERE phase = ? AND id > ? ORDER BY id LIMIT ?"
# The index holds the ids too, so no row is read.
TABLE_IDS = "SELECT id FROM tables WHERE phase = ? AND id > ? ORDER BY id LIMIT ?"
# By another index than the one that found nothing.
STILL_THERE = """
    SELECT 1 FROM tables INDEXED BY tables_by_phase
    WHERE phase IN ('waiting', 'playing', 'between', 'over') AND id = ?
"""


class Reader:
    """The reading methods of `Store` over a store file; it never changes the file."""

    def __init__(self, path: Path | str, *, vfs: str | None = None) -> None:
        self.file = Path(path).resolve()
        self._vfs = vfs
        self._lock = threading.Lock()
        self._closed = False
        # The first connection finds out now whether the file can be read.
        self._idle = [open_to_read(self.file, vfs)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table in order; none if the table is not known."""

        def read(rows: list[Any]) -> list[StoredEvent]:
            events = [event_from(row[1:]) for row in rows]
            if rows and [event.sequence for event in events] != [*range(1, rows[0][0] + 1)]:
                raise WrongChecksum
            return events

        events = self._ask(EVENTS_OF, (table,), read)
        if not events:
            self._check_missing(table)
        return events

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        rows = self._tables(TABLE, (table,))
        if not rows:
            self._check_missing(table)
        return rows[0] if rows else None

    def created_by(self, creation: str) -> str | None:
        """The table that a command created."""
        rows = self._tables("SELECT * FROM tables WHERE creation = ?", (creation,))
        return rows[0].table if rows else None

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> list[TableRow]:
        """A page of the tables where one of these players holds a seat, unfinished ones first."""
        return self._tables(TABLES_OF, (json.dumps(list(players)), *before, most))

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """Tables of a phase in order of their ids, those after an id: a page of all of them."""
        return self._tables(TABLES, (phase, after, most))

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """Only the ids of such a page: also those of tables whose row is damaged."""
        return self._ask(TABLE_IDS, (phase, after, most), lambda rows: [row[0] for row in rows])

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device acts as; none for an unknown token."""
        question = "SELECT player FROM devices WHERE token_hash = ?"
        return self._ask(question, (token_hash,), lambda rows: frozenset(row[0] for row in rows))

    def may_watch(self, table: str, player: str) -> bool:
        """Whether a player may watch a table."""
        question = "SELECT 1 FROM watchers WHERE table_id = ? AND player = ?"
        return self._ask(question, (table, player), bool)

    def clock_note(self, table: str) -> ClockNote | None:
        """The last note of a table: it says something of its version, and nothing of later ones."""
        question = "SELECT version, spent0, spent1 FROM clocks WHERE table_id = ?"
        notes = self._ask(question, (table,), list)
        return ClockNote(table, notes[0][0], notes[0][1:]) if notes else None

    def close(self) -> None:
        """Let go of the file; later calls fail with StoreError."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _check_missing(self, table: str) -> None:
        """Make sure that a table is not there: a damaged index finds nothing either."""
        there = self._ask(STILL_THERE, (table,), bool)
        # It may have been stored this moment, which another look tells.
        if there and not self._tables(TABLE, (table,)):
            raise DamagedFile(self.file)

    def _tables(self, question: str, values: tuple[Any, ...]) -> list[TableRow]:
        return self._ask(question, values, lambda rows: [table_from(row) for row in rows])

    def _ask(self, question: str, values: tuple[Any, ...], read: Callable[[list[Any]], T]) -> T:
        try:
            with self._connection() as connection:
                return read(connection.execute(question, values).fetchall())
        except (WrongChecksum, UnicodeDecodeError):
            raise DamagedFile(self.file) from None
        except (apsw.Error, UnicodeEncodeError) as error:
            raise refusal(error, self.file) from error

    @contextmanager
    def _connection(self) -> Iterator[apsw.Connection]:
        """A connection for one question: an idle one or a new one."""
        with self._lock:
            if self._closed:
                raise StoreClosed
            connection = self._idle.pop() if self._idle else None
        connection = connection or open_to_read(self.file, self._vfs)
        try:
            yield connection
        finally:
            with self._lock:
                keep = not self._closed
                if keep:
                    self._idle.append(connection)
            if not keep:
                connection.close()


def open_for_reading(path: Path | str, *, vfs: str | None = None) -> Reader:
    """Read a store file beside its owner, or without one."""
    return Reader(path, vfs=vfs)
