"""The reading half of the SQLite store, for any number of threads next to the writer."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import apsw

from .bans import read_bans
from .clock import StoreClock
from .condition import HealthWatch
from .faults import DamagedFile, FileError, as_store_error
from .files import open_to_read
from .protocol import StoreClosed, StoreError
from .pruning import CLOCK
from .rows import WrongChecksum, event_from, table_from
from .values import BEGINNING, Ban, ClockNote, Cursor, Grave, StoredEvent, TablePage, TableRow

T = TypeVar("T")
Found = tuple[Cursor, TableRow | None]
"""The cursor and the row of a table; the row is None if it is damaged."""
EVENTS_OF = """
    SELECT version, events.* FROM tables LEFT JOIN events ON table_id = id
    WHERE id = ? AND buried IS NULL ORDER BY sequence
"""
FIRST_EVENT_OF = """
    SELECT events.* FROM tables JOIN events ON table_id = id AND sequence = 1
    WHERE id = ? AND buried IS NULL
"""
TABLES_OF = """
    SELECT * FROM tables
    WHERE rowid IN (
        SELECT rowid FROM tables WHERE player0 IN (SELECT value FROM json_each(?1))
        UNION SELECT rowid FROM tables WHERE player1 IN (SELECT value FROM json_each(?1)))
    AND buried IS NULL AND (phase = 'over', -touched, id) > (?2, -?3, ?4)
    ORDER BY phase = 'over', touched DESC, id LIMIT ?5
"""
LATEST = """
    SELECT * FROM tables WHERE phase IN (SELECT value FROM json_each(?1))
    AND buried IS NULL AND (phase = 'over', -touched, id) > (?2, -?3, ?4)
    ORDER BY phase = 'over', touched DESC, id LIMIT ?5
"""
TABLE = "SELECT * FROM tables WHERE id = ? AND buried IS NULL"
OF_PHASE = "FROM tables WHERE phase = ? AND id > ? AND buried IS NULL ORDER BY id LIMIT ?"
TABLES = f"SELECT * {OF_PHASE}"
TABLE_IDS = f"SELECT id {OF_PHASE}"  # a covering index, so no row is read
GRAVES = """
    SELECT rowid, id, buried FROM tables WHERE buried IS NOT NULL AND id > ? ORDER BY id LIMIT ?
"""
# Uses another index than the one that found nothing.
STILL_THERE = """
    SELECT 1 FROM tables INDEXED BY tables_by_phase
    WHERE phase IN ('waiting', 'playing', 'between', 'over') AND id = ? AND buried IS NULL
"""


class Reader:
    """The reading methods of `Store` for a store file; it never changes the file."""

    def __init__(
        self, path: Path | str, *, vfs: str | None = None, watch: HealthWatch | None = None
    ) -> None:
        self.file = Path(path).resolve()
        self._watch = watch
        self._vfs = vfs
        self._lock = threading.Lock()
        self._closed = False
        # Open the first connection now, to find out whether the file can be read.
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
        """The events of a table in order; empty for an unknown table."""

        def read(rows: list[Any]) -> list[StoredEvent]:
            events = [event_from(row[1:]) for row in rows]
            if rows and [event.sequence for event in events] != [*range(1, rows[0][0] + 1)]:
                raise WrongChecksum
            return events

        with self._reporting_damage(table):
            events = self._query(EVENTS_OF, (table,), read)
            if not events:
                self._check_missing(table)
        return events

    def first_event(self, table: str) -> StoredEvent | None:
        """The event that created a table."""
        with self._reporting_damage(table):
            found = self._query(FIRST_EVENT_OF, (table,), lambda rows: [*map(event_from, rows)])
            if not found and self.row(table):
                raise DamagedFile(self.file)
        return found[0] if found else None

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        with self._reporting_damage(table):
            rows = self._tables(TABLE, (table,))
            if not rows:
                self._check_missing(table)
        return rows[0] if rows else None

    def created_by(self, creations: Collection[str]) -> str | None:
        """The table that one of these commands created, if any."""
        # Read no row: a damaged one is reported when the table is loaded.
        query = """
            SELECT id FROM tables
            WHERE creation IN (SELECT value FROM json_each(?)) AND buried IS NULL
        """
        values = (json.dumps(list(creations)),)
        return self._query(query, values, lambda rows: rows[0][0] if rows else None)

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of the tables where one of these players has a seat, unfinished ones first."""
        return self._page(TABLES_OF, players, most, before)

    def _page(self, query: str, of: Collection[str], most: int, before: Cursor) -> TablePage:
        one_more = (json.dumps(list(of)), *before, most + 1)  # shows if there is another page
        try:
            found: Sequence[Found] = [(row.cursor, row) for row in self._tables(query, one_more)]
        except DamagedFile:
            found = self._one_by_one(query, one_more)
        rows = [row for _, row in found[:most] if row is not None]
        last = found[most - 1][0] if len(found) > most else None
        return TablePage(rows, min(len(found), most) - len(rows), last)

    def _one_by_one(self, query: str, values: tuple[Any, ...]) -> list[Found]:
        """Read a page that has damaged tables; the rows of those are None."""
        # The cursor of a damaged row is where it was found, right or wrong.
        keys = query.replace("*", "rowid, phase = 'over', CAST(touched AS REAL), id", 1)
        return [
            (Cursor(bool(is_over), touched, table), row)
            for rowid, is_over, touched, table in self._query(keys, values, list)
            for row in self._one(rowid, table)
        ]

    def _one(self, rowid: int, table: str) -> Sequence[TableRow | None]:
        """The row of a table in a list: None if it is damaged; an empty list if it was deleted."""
        try:
            with self._reporting_damage(table):
                return self._tables("SELECT * FROM tables WHERE rowid = ?", (rowid,))
        except DamagedFile:
            return [None]

    def latest(
        self, phases: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of all tables in these phases, in the order of `tables_of`."""
        return self._page(LATEST, phases, most, before)

    def table_counts(self) -> dict[str, int]:
        """The number of tables in each phase."""
        query = "SELECT phase, count(*) FROM tables WHERE buried IS NULL GROUP BY phase"
        return self._query(query, (), lambda rows: {row[0]: row[1] for row in rows})

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """A page of the tables in a phase, ordered by id, starting after an id."""
        return self._tables(TABLES, (phase, after, most))

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """The ids of such a page, including those of tables with a damaged row."""
        return self._query(TABLE_IDS, (phase, after, most), lambda rows: [row[0] for row in rows])

    def graves(self, after: str = "", most: int = 500) -> list[Grave]:
        """A page of the buried tables, ordered by id, starting after an id."""
        return [
            Grave(table, buried, row.phase if row else "damaged", row.summary if row else "")
            for rowid, table, buried in self._query(GRAVES, (after, most), list)
            for row in self._one(rowid, table)
        ]

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device may act as; empty for an unknown token."""
        query = "SELECT player FROM devices WHERE token_hash = ?"
        return self._query(query, (token_hash,), lambda rows: frozenset(row[0] for row in rows))

    def devices_of(self, player: str) -> frozenset[str]:
        """The token hashes of the devices that may act as a player."""
        query = "SELECT token_hash FROM devices WHERE player = ?"
        return self._query(query, (player,), lambda rows: frozenset(row[0] for row in rows))

    def bans(self) -> list[Ban]:
        """All readable bans, the oldest first."""
        bans, damaged = self._with(read_bans)
        for number in damaged:
            if self._watch:
                self._watch.damaged_ban(number)
        return bans

    def may_watch(self, table: str, players: Collection[str]) -> bool:
        """Whether one of these players may watch a table."""
        query = """
            SELECT 1 FROM watchers JOIN tables ON id = table_id
            WHERE table_id = ? AND player IN (SELECT value FROM json_each(?)) AND buried IS NULL
        """
        return self._query(query, (table, json.dumps(list(players))), bool)

    def clock_note(self, table: str) -> ClockNote | None:
        """The latest clock note of a table, which may be of an earlier version."""
        query = """
            SELECT clocks.version, spent0, spent1, at, due, runs0, runs1
            FROM clocks JOIN tables ON id = table_id WHERE table_id = ? AND buried IS NULL
        """
        notes = self._query(query, (table,), list)
        if not notes:
            return None
        version, *spent, at, due, first, second = notes[0]
        return ClockNote(table, version, (spent[0], spent[1]), at, due, (bool(first), bool(second)))

    def clocks_ran(self) -> float:
        """The saved server uptime in seconds, over all restarts."""
        return self._query("SELECT ran FROM clock", (), lambda rows: rows[0][0] if rows else 0.0)

    def due_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables whose notes have a `due` time, with that time, the earliest first."""
        query = """
            SELECT table_id, due FROM clocks JOIN tables ON id = table_id
            WHERE due IS NOT NULL AND buried IS NULL ORDER BY due, table_id LIMIT ?
        """
        return self._query(query, (most,), list)

    def age(self, table: str) -> float:
        """Seconds since the last event of a table, by the trusted time."""
        query = f"""
            SELECT since, clock.* FROM tables JOIN ({CLOCK}) AS clock
            WHERE id = ? AND buried IS NULL
        """  # noqa: S608  # no value is in it
        found = self._query(query, (table,), list)
        return StoreClock(*found[0][1:]).age(found[0][0]) if found else 0.0

    def close(self) -> None:
        """Close the file; later calls fail with StoreError."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    @contextmanager
    def _reporting_damage(self, table: str) -> Iterator[None]:
        """Report a table as damaged if DamagedFile is raised."""
        try:
            yield
        except DamagedFile:
            if self._watch:
                self._watch.damaged_table(table)
            raise

    def _check_missing(self, table: str) -> None:
        """Make sure that a table does not exist: a damaged index would not find it either."""
        exists = self._query(STILL_THERE, (table,), bool)
        # It may have been stored a moment ago, so query again.
        if exists and not self._tables(TABLE, (table,)):
            raise DamagedFile(self.file)

    def _tables(self, query: str, values: tuple[Any, ...]) -> list[TableRow]:
        return self._query(query, values, lambda rows: [table_from(row) for row in rows])

    def _query(self, query: str, values: tuple[Any, ...], read: Callable[[list[Any]], T]) -> T:
        return self._with(lambda connection: read(connection.execute(query, values).fetchall()))

    def _with(self, read: Callable[[apsw.Connection], T]) -> T:
        try:
            with self._connection() as connection:
                return read(connection)
        except (WrongChecksum, UnicodeDecodeError):
            raise DamagedFile(self.file) from None
        except FileError as error:  # opening a new connection failed
            self._report(error)
            raise
        except (apsw.Error, UnicodeEncodeError) as error:
            refused = as_store_error(error, self.file)
            self._report(refused)
            raise refused from error

    def _report(self, error: StoreError) -> None:
        if self._watch:
            self._watch.after_query(error)

    @contextmanager
    def _connection(self) -> Iterator[apsw.Connection]:
        """A connection for one query: an idle one or a new one."""
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
    """Open a store file for reading, with or without an owner running."""
    return Reader(path, vfs=vfs)
