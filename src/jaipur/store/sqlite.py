"""The store in a SQLite file: one owner, or several programs; a writing thread, many readers."""

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
from .faults import UnwritableFile, refusal
from .files import create_if_missing, make_folder, open_to_write
from .index_room import IndexRoom
from .lock import FileLock
from .protocol import (
    BEGINNING,
    MOST_PLAYERS,
    Append,
    Ban,
    Claimed,
    ClockNote,
    Condition,
    Cursor,
    Grave,
    Pruned,
    StoreConflict,
    StoredEvent,
    TablePage,
    TableRow,
    TooManyPlayers,
    UnknownLink,
)
from .pruning import PruneRun, read_clock, unbury
from .reading import Reader
from .writer import Job, Work, Writer

T = TypeVar("T")


class SqliteStore:
    """A `Store` in one file, which it owns until it is closed. Errors are StoreError.

    With `is_shared` other processes may use the file at the same time: SQLite lets one write after
    the other, and an event that does not follow the last one of its table is refused. Who holds a
    table in memory must then keep others from it (`open_matches.py`).

    `vfs` is the SQLite file system layer, `settings` what differs from SETTINGS, `monotonic` tells
    how much time passes; all for tests.
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
                self._index_room = IndexRoom(self.file)
                self._reader = Reader(self.file, vfs=vfs, watch=self._watch)
            except apsw.Error as error:
                connection.close()
                raise refusal(error, self.file) from error
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
        """Keep events, all of them or none."""
        return self._writer.submit(Job(writes=tuple(writes)))

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table in order; none if the table is not known."""
        return self._reader.events(table)

    def first_event(self, table: str) -> StoredEvent | None:
        """The event that created a table."""
        return self._reader.first_event(table)

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        return self._reader.row(table)

    def age(self, table: str) -> float:
        """Seconds since the last event of a table, by the believed time."""
        return self._reader.age(table)

    def created_by(self, creations: Collection[str]) -> str | None:
        """A table that one of these commands created."""
        return self._reader.created_by(creations)

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of the tables where one of these players holds a seat, unfinished ones first."""
        return self._reader.tables_of(players, most, before)

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """Tables of a phase in order of their ids, those after an id: a page of all of them."""
        return self._reader.tables(phase, after, most)

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """Only the ids of such a page: also those of tables whose row is damaged."""
        return self._reader.table_ids(phase, after, most)

    def latest(
        self, phases: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of all tables of these phases, in the order of `tables_of`."""
        return self._reader.latest(phases, most, before)

    def table_counts(self) -> dict[str, int]:
        """How many tables there are of each phase."""
        return self._reader.table_counts()

    @property
    def condition(self) -> Condition:
        """How the store is; what goes wrong is in the log too."""
        return self._watch.condition

    @property
    def is_well(self) -> bool:
        """Whether the store works; single tables may be damaged."""
        return self.condition.status == "ok"

    def check(self) -> Future[None]:
        """Write and read something small: whether a store that failed works again."""

        def write_and_read(connection: apsw.Connection) -> None:
            connection.execute("UPDATE clock SET checks = checks + 1")
            self._reader.players_of("")

        checked: Future[None] = self._do(write_and_read)
        checked.add_done_callback(
            lambda done: None if done.exception() else self._watch.after_check()
        )
        return checked

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Let the device with this token act as a player from now on."""
        return self._do(partial(devices.hold, token_hash=token_hash, players=[player]))

    def note_devices(self, seen: Collection[str]) -> Future[None]:
        """These devices were seen since the last time; call it each hour or so."""
        return self._do(partial(devices.note, seen=seen))

    def prune_devices(self) -> Future[frozenset[str]]:
        """Forget devices that hold no seat and were not seen for long; returns their tokens."""
        return self._step_by_step(devices.Forgetting().step)

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device acts as; none for an unknown token."""
        return self._reader.players_of(token_hash)

    def devices_of(self, player: str) -> frozenset[str]:
        """The token hashes of the devices that act as a player."""
        return self._reader.devices_of(player)

    def offer_move(
        self, link_hash: str, token_hash: str, *, keep: bool, expires: float
    ) -> Future[None]:
        """Remember a link that gives the players of a device to another; `keep`: to both."""
        values = (link_hash, token_hash, int(keep), expires)
        return self._do(partial(_run, sql="INSERT INTO moves VALUES (?, ?, ?, ?)", values=values))

    def claim_move(self, link_hash: str, token_hash: str, now: float) -> Future[Claimed]:
        """Use such a link, once: the device gets the players, which are returned with the giver."""
        return self._do(partial(_claim, link_hash=link_hash, token_hash=token_hash, now=now))

    def allow_watching(self, table: str, player: str) -> Future[None]:
        """Let a player watch a table; StoreConflict if there is no such table."""
        return self._do(partial(_allow_watching, table=table, player=player))

    def may_watch(self, table: str, players: Collection[str]) -> bool:
        """Whether one of these players may watch a table."""
        return self._reader.may_watch(table, players)

    def ban(self, ban: Ban) -> Future[int]:
        """Keep a ban and return its number; it takes the place of earlier ones of the same.

        Links that a banned device offered are void.
        """
        return self._do(partial(bans.add_ban, ban=ban))

    def unban(self, number: int) -> Future[bool]:
        """Forget a ban; returns whether there was one."""
        return self._do(partial(bans.lift_ban, number=number), wipes=True)

    def end_bans(self, now: float) -> Future[int]:
        """Forget the bans that are over; returns how many."""
        elapsed = self._monotonic() - self._passed
        return self._do(partial(bans.end_bans, now=now, elapsed=elapsed), wipes=True)

    def bans(self) -> list[Ban]:
        """All bans, the oldest first."""
        return self._reader.bans()

    def ban_key(self) -> Future[bytes]:
        """The key of the hashes of addresses; another one when no address was banned meanwhile."""
        return self._do(bans.ban_key)

    def note_clocks(self, notes: Sequence[ClockNote], ran: float = 0.0) -> Future[None]:
        """Keep the last note of each of these tables; those that are not there are passed over."""
        return self._do(partial(_note_clocks, notes=tuple(notes), ran=ran))

    def clocks_ran(self) -> float:
        """How many seconds servers have run, as far as it was noted."""
        return self._reader.clocks_ran()

    def due_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables whose notes have a `due`, and that; the first ones, the soonest first."""
        return self._reader.due_clocks(most)

    def clock_note(self, table: str) -> ClockNote | None:
        """The last note of a table: it says something of its version, and nothing of later ones."""
        return self._reader.clock_note(table)

    def delete(self, table: str) -> Future[bool]:
        """Delete a table with its events and who may watch it; returns whether there was one."""
        return self._do(partial(_delete, table=table))

    def prune(self, now: float, *, trusts_clock: bool = False) -> Future[Pruned]:
        """Bury what the KEEP_ rules no longer keep, and delete what was buried long ago."""
        passed = self._monotonic()
        run = PruneRun(now, passed - self._passed, trusts_clock=trusts_clock)

        def kept() -> None:
            self._writer.floor, self._passed = run.clock.floor, passed

        return self._step_by_step(run.step, kept)

    def graves(self, after: str = "", most: int = 500) -> list[Grave]:
        """Buried tables in order of their ids, those after an id: a page of all of them."""
        return self._reader.graves(after, most)

    def unbury(self, table: str) -> Future[bool]:
        """Undo a burial, as if the table had just been used; returns whether it was buried."""
        return self._do(partial(unbury, table=table))

    def close(self) -> None:
        """Finish what was asked for and release the file; later calls fail with StoreError."""
        self._writer.finish()
        self._reader.close()
        self._writer.close()
        self._index_room.close()
        self._lock.release()

    def _do(self, work: Work, *, wipes: bool = False) -> Future[Any]:
        return self._writer.submit(Job(work=work, wipes=wipes))

    def _step_by_step(
        self, step: Callable[[apsw.Connection], T | None], kept: Callable[[], None] | None = None
    ) -> Future[T]:
        """Do a step until it has a result, each in a commit, and let others come between.

        `kept` is called after each commit, before anything else is written.
        """
        done: Future[T] = Future()
        done.set_running_or_notify_cancel()

        def then(part: Future[T | None]) -> None:
            result = None if part.exception() else part.result()
            if kept and not part.exception():
                kept()
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
    # After the deletion: whoever claims their own link keeps everything.
    devices.hold(connection, token_hash=token_hash, players=players)
    return Claimed(str(giver), players, bool(keep) or giver == token_hash)


def _players_of(connection: apsw.Connection, token_hash: str) -> frozenset[str]:
    found = connection.execute("SELECT player FROM devices WHERE token_hash = ?", (token_hash,))
    return frozenset(str(player) for (player,) in found.fetchall())


def _note_clocks(connection: apsw.Connection, *, notes: Sequence[ClockNote], ran: float) -> None:
    connection.execute("UPDATE clock SET ran = max(ran, ?)", (ran,))
    # A table may have been deleted meanwhile; the notes of the others are kept all the same.
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
