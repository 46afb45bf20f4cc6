"""The store in a SQLite file, owned or shared by programs: one writer thread, many readers."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import apsw

from . import bans, devices
from .condition import HealthWatch
from .faults import UnwritableFile, as_store_error
from .files import create_if_missing, make_folder, open_to_write
from .lock import FileLock
from .protocol import MOST_PLAYERS, StoreConflict, TooManyPlayers, UnknownLink
from .pruning import PruneRun, read_clock, unbury
from .reading import Reader
from .values import (
    BEGINNING,
    Append,
    Ban,
    Claimed,
    ClockNote,
    Condition,
    Cursor,
    Grave,
    Pruned,
    StoredEvent,
    TablePage,
    TableRow,
)
from .wal_index import WalIndexSpace
from .writer import Work, WriteJob, Writer

T = TypeVar("T")


class SqliteStore:
    """A `Store` in one file, which it owns until it is closed. Errors are StoreError.

    With `is_shared`, other processes may use the file at the same time: SQLite serializes their
    writes, and an event that does not follow the last one of its table is rejected. A process with
    a table in memory must then lock out the others (`open_matches.py`).

    For tests: `vfs` is the SQLite file system layer, `settings` overrides SETTINGS, and `monotonic`
    is the monotonic clock.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        is_shared: bool = False,
        vfs: str | None = None,
        settings: Mapping[str, str | int] | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.file = Path(path).resolve()
        self._watch = HealthWatch(monotonic)
        try:
            make_folder(self.file.parent)
        except OSError as error:
            raise UnwritableFile(self.file, problem=error.strerror) from error
        self._lock = FileLock(self.file, is_shared=is_shared)
        try:
            create_if_missing(self.file)
            connection = open_to_write(self.file, vfs, settings or {})
            try:
                floor = read_clock(connection).floor
                self._index_space = WalIndexSpace(self.file)
                self._reader = Reader(self.file, vfs=vfs, watch=self._watch)
            except apsw.Error as error:
                connection.close()
                raise as_store_error(error, self.file) from error
            except BaseException:
                connection.close()
                raise
        except BaseException:
            self._lock.release()
            raise
        if is_shared:
            self._lock.release()
        self._writer = Writer(connection, self.file, floor, self._watch)
        self._monotonic = monotonic
        self._passed = monotonic()

    def append(self, writes: Sequence[Append]) -> Future[None]:
        """Store events atomically."""
        return self._writer.submit(WriteJob(writes=tuple(writes)))

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table in order; empty for an unknown table."""
        return self._reader.events(table)

    def first_event(self, table: str) -> StoredEvent | None:
        """The event that created a table."""
        return self._reader.first_event(table)

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        return self._reader.row(table)

    def age(self, table: str) -> float:
        """Seconds since the last event of a table, by the trusted time."""
        return self._reader.age(table)

    def created_by(self, creations: Collection[str]) -> str | None:
        """The table that one of these commands created, if any."""
        return self._reader.created_by(creations)

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of the tables where one of these players has a seat, unfinished ones first."""
        return self._reader.tables_of(players, most, before)

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """A page of the tables in a phase, ordered by id, starting after an id."""
        return self._reader.tables(phase, after, most)

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """The ids of such a page, including those of tables with a damaged row."""
        return self._reader.table_ids(phase, after, most)

    def latest(
        self, phases: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of all tables in these phases, in the order of `tables_of`."""
        return self._reader.latest(phases, most, before)

    def table_counts(self) -> dict[str, int]:
        """The number of tables in each phase."""
        return self._reader.table_counts()

    @property
    def condition(self) -> Condition:
        """The condition of the store; failures are also logged."""
        return self._watch.condition

    @property
    def is_well(self) -> bool:
        """Whether the store works; individual tables may still be damaged."""
        return self.condition.status == "ok"

    def check(self) -> Future[None]:
        """Write and read something small, to find out whether a failed store works again."""

        def write_and_read(connection: apsw.Connection) -> None:
            connection.execute("UPDATE clock SET checks = checks + 1")
            self._reader.players_of("")

        checked: Future[None] = self._do(write_and_read)
        checked.add_done_callback(
            lambda done: None if done.exception() else self._watch.after_check()
        )
        return checked

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Allow the device with this token to act as a player."""
        return self._do(partial(devices.hold, token_hash=token_hash, players=[player]))

    def note_devices(self, seen: Collection[str]) -> Future[None]:
        """Record the devices seen since the last call; call it about once an hour."""
        return self._do(partial(devices.note, seen=seen))

    def prune_devices(self) -> Future[frozenset[str]]:
        """Forget old devices without a seat; returns their token hashes."""
        return self._step_by_step(devices.ForgetRun().step)

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device may act as; empty for an unknown token."""
        return self._reader.players_of(token_hash)

    def devices_of(self, player: str) -> frozenset[str]:
        """The token hashes of the devices that may act as a player."""
        return self._reader.devices_of(player)

    def offer_move(
        self, link_hash: str, token_hash: str, *, keep: bool, expires: float
    ) -> Future[None]:
        """Store a link that moves the players of a device to another; `keep`: both get them."""
        values = (link_hash, token_hash, int(keep), expires)
        return self._do(partial(_run, sql="INSERT INTO moves VALUES (?, ?, ?, ?)", values=values))

    def claim_move(self, link_hash: str, token_hash: str, now: float) -> Future[Claimed]:
        """Use such a link, which works once; returns the players and the device they came from."""
        return self._do(partial(_claim, link_hash=link_hash, token_hash=token_hash, now=now))

    def allow_watching(self, table: str, player: str) -> Future[None]:
        """Allow a player to watch a table; StoreConflict if it does not exist."""
        return self._do(partial(_allow_watching, table=table, player=player))

    def may_watch(self, table: str, players: Collection[str]) -> bool:
        """Whether one of these players may watch a table."""
        return self._reader.may_watch(table, players)

    def ban(self, ban: Ban) -> Future[int]:
        """Store a ban and return its number; it replaces earlier bans of the same subjects.

        Links offered by a banned device become invalid.
        """
        return self._do(partial(bans.add_ban, ban=ban))

    def unban(self, number: int) -> Future[bool]:
        """Delete a ban; returns whether it existed."""
        return self._do(partial(bans.lift_ban, number=number), wipes=True)

    def end_bans(self, now: float) -> Future[int]:
        """Delete expired bans; returns how many."""
        elapsed = self._monotonic() - self._passed
        return self._do(partial(bans.end_bans, now=now, elapsed=elapsed), wipes=True)

    def bans(self) -> list[Ban]:
        """All readable bans, the oldest first."""
        return self._reader.bans()

    def ban_key(self) -> Future[bytes]:
        """The key for hashing addresses; a new one once no address is banned any more."""
        return self._do(bans.ban_key)

    def note_clocks(self, notes: Sequence[ClockNote], ran: float = 0.0) -> Future[None]:
        """Save the latest clock note of each table; notes of missing tables are ignored."""
        return self._do(partial(_note_clocks, notes=tuple(notes), ran=ran))

    def clocks_ran(self) -> float:
        """The saved server uptime in seconds, over all restarts."""
        return self._reader.clocks_ran()

    def due_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables whose notes have a `due` time, with that time, the earliest first."""
        return self._reader.due_clocks(most)

    def clock_note(self, table: str) -> ClockNote | None:
        """The latest clock note of a table, which may be of an earlier version."""
        return self._reader.clock_note(table)

    def delete(self, table: str) -> Future[bool]:
        """Delete a table with its events and watchers; returns whether it existed."""
        return self._do(partial(_delete, table=table))

    def prune(self, now: float, *, trusts_clock: bool = False) -> Future[Pruned]:
        """Bury tables older than the KEEP_ limits, and delete tables buried long ago."""
        passed = self._monotonic()
        run = PruneRun(now, passed - self._passed, trusts_clock=trusts_clock)

        def committed() -> None:
            self._writer.floor, self._passed = run.clock.floor, passed

        return self._step_by_step(run.step, committed)

    def graves(self, after: str = "", most: int = 500) -> list[Grave]:
        """A page of the buried tables, ordered by id, starting after an id."""
        return self._reader.graves(after, most)

    def unbury(self, table: str) -> Future[bool]:
        """Restore a buried table, as if it had just been used; returns whether it was buried."""
        return self._do(partial(unbury, table=table))

    def close(self) -> None:
        """Finish pending writes and release the file; later calls fail with StoreError."""
        self._writer.finish()
        self._reader.close()
        self._writer.close()
        self._index_space.close()
        self._lock.release()

    def _do(self, work: Work, *, wipes: bool = False) -> Future[Any]:
        return self._writer.submit(WriteJob(work=work, wipes=wipes))

    def _step_by_step(
        self,
        step: Callable[[apsw.Connection], T | None],
        committed: Callable[[], None] | None = None,
    ) -> Future[T]:
        """Repeat a step until it returns a result; each is one commit, with others in between.

        `committed` is called after each commit, before anything else is written.
        """
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()

        def then(part: Future[T | None]) -> None:
            result = None if part.exception() else part.result()
            if committed and not part.exception():
                committed()
            if error := part.exception():
                done.set_exception(error)
            elif result is None:
                self._do(step).add_done_callback(then)
            else:
                done.set_result(result)

        self._do(step).add_done_callback(then)
        return done


def _run(connection: apsw.Connection, *, sql: str, values: tuple[Any, ...]) -> None:
    connection.execute(sql, values)


def _allow_watching(connection: apsw.Connection, *, table: str, player: str) -> None:
    there = "SELECT 1 FROM tables WHERE id = ? AND buried IS NULL"
    if connection.execute(there, (table,)).fetchone() is None:
        raise StoreConflict
    connection.execute("INSERT OR IGNORE INTO watchers VALUES (?, ?)", (table, player))


def _claim(connection: apsw.Connection, *, link_hash: str, token_hash: str, now: float) -> Claimed:
    used = "DELETE FROM moves WHERE link_hash = ? AND expires > ? RETURNING token_hash, keep"
    link = connection.execute(used, (link_hash, now)).fetchone()
    if link is None:
        raise UnknownLink
    giver, keep = link
    players = _players_of(connection, giver)
    if len(players | _players_of(connection, token_hash)) > MOST_PLAYERS:
        raise TooManyPlayers
    if not keep:
        connection.execute("DELETE FROM devices WHERE token_hash = ?", (giver,))
    # After the deletion: a device that claims its own link keeps everything.
    devices.hold(connection, token_hash=token_hash, players=players)
    return Claimed(str(giver), players, bool(keep) or giver == token_hash)


def _players_of(connection: apsw.Connection, token_hash: str) -> frozenset[str]:
    found = connection.execute("SELECT player FROM devices WHERE token_hash = ?", (token_hash,))
    return frozenset(str(player) for (player,) in found.fetchall())


def _note_clocks(connection: apsw.Connection, *, notes: Sequence[ClockNote], ran: float) -> None:
    connection.execute("UPDATE clock SET ran = max(ran, ?)", (ran,))
    # A table may have been deleted in the meantime; the other notes are still saved.
    sql = """
        INSERT INTO clocks SELECT id, ?2, ?3, ?4, ?5, ?6, ?7, ?8
        FROM tables WHERE id = ?1 AND buried IS NULL
        ON CONFLICT (table_id) DO UPDATE SET
            version = excluded.version, spent0 = excluded.spent0, spent1 = excluded.spent1,
            at = excluded.at, due = excluded.due, runs0 = excluded.runs0, runs1 = excluded.runs1
    """
    rows = (
        (note.table, note.version, *note.spent, note.at, note.due, *map(int, note.runs))
        for note in notes
    )
    connection.executemany(sql, rows)


def _delete(connection: apsw.Connection, *, table: str) -> bool:
    connection.execute("DELETE FROM tables WHERE id = ? AND buried IS NULL", (table,))
    return connection.changes() > 0
