"""The store in a SQLite file: one owner, or several programs; a writing thread, many readers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

import apsw

from .faults import UnwritableFile
from .files import create_if_missing, make_folder, open_to_write
from .lock import FileLock
from .protocol import (
    BEGINNING,
    KEEP_FINISHED,
    KEEP_OPEN,
    KEEP_UNFINISHED,
    Append,
    Claimed,
    Cursor,
    StoredEvent,
    TableRow,
    UnknownLink,
)
from .reading import Reader
from .writer import Job, Work, Writer

MOST_DELETED_AT_ONCE = 50
"""Tables deleted in one commit: more would keep the actions of others waiting."""


class SqliteStore:
    """A `Store` in one file, which it owns until it is closed. Errors are StoreError.

    With `is_shared` other processes may use the file at the same time: SQLite lets one write after
    the other, and an event that does not follow the last one of its table is refused. Who holds a
    table in memory must then keep others from it (`open_matches.py`).

    `vfs` is the SQLite file system layer, `settings` what differs from SETTINGS; both for tests.
    """

    def __init__(
        self,
        path: Path | str,
        *,
        is_shared: bool = False,
        vfs: str | None = None,
        settings: Mapping[str, str | int] | None = None,
    ) -> None:
        self.file = Path(path).resolve()
        try:
            make_folder(self.file.parent)
        except OSError as error:
            raise UnwritableFile(self.file, problem=error.strerror) from error
        self._lock = FileLock(self.file, is_shared=is_shared)
        try:
            create_if_missing(self.file)
            connection = open_to_write(self.file, vfs, settings or {})
            try:
                self._reader = Reader(self.file, vfs=vfs)
            except BaseException:
                connection.close()
                raise
        except BaseException:
            self._lock.release()
            raise
        if is_shared:
            self._lock.release()
        self._writer = Writer(connection, self.file)

    def append(self, writes: Sequence[Append]) -> Future[None]:
        """Keep events, all of them or none."""
        return self._writer.submit(Job(writes=tuple(writes)))

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table in order; none if the table is not known."""
        return self._reader.events(table)

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        return self._reader.row(table)

    def created_by(self, creation: str) -> str | None:
        """The table that a command created."""
        return self._reader.created_by(creation)

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> list[TableRow]:
        """A page of the tables where one of these players holds a seat, unfinished ones first."""
        return self._reader.tables_of(players, most, before)

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """Tables of a phase in order of their ids, those after an id: a page of all of them."""
        return self._reader.tables(phase, after, most)

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """Only the ids of such a page: also those of tables whose row is damaged."""
        return self._reader.table_ids(phase, after, most)

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Let the device with this token act as a player from now on."""
        return self._do(partial(_hold, token_hash=token_hash, players=[player]))

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device acts as; none for an unknown token."""
        return self._reader.players_of(token_hash)

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
        # OR IGNORE passes over a repeat only: a missing table is still refused.
        sql = "INSERT OR IGNORE INTO watchers VALUES (?, ?)"
        return self._do(partial(_run, sql=sql, values=(table, player)))

    def may_watch(self, table: str, player: str) -> bool:
        """Whether a player may watch a table."""
        return self._reader.may_watch(table, player)

    def delete(self, table: str) -> Future[bool]:
        """Delete a table with its events and who may watch it; returns whether there was one."""
        return self._do(partial(_delete, table=table))

    def delete_old(self, now: float) -> Future[int]:
        """Delete what the KEEP_ rules no longer keep; returns how many tables."""
        total: Future[int] = Future()
        total.set_running_or_notify_cancel()
        self._delete_on(now, 0, total)
        return total

    def close(self) -> None:
        """Finish what was asked for and release the file; later calls fail with StoreError."""
        self._writer.finish()
        self._reader.close()
        self._writer.close()
        self._lock.release()

    def _do(self, work: Work) -> Future[Any]:
        return self._writer.submit(Job(work=work))

    def _delete_on(self, now: float, before: int, total: Future[int]) -> None:
        """Delete some tables, then the next ones, and let actions of others come between."""

        def then(part: Future[int]) -> None:
            if error := part.exception():
                total.set_exception(error)
            elif part.result():
                self._delete_on(now, before + part.result(), total)
            else:
                total.set_result(before)

        self._do(partial(_delete_some, now=now)).add_done_callback(then)


def _run(connection: apsw.Connection, *, sql: str, values: tuple[Any, ...]) -> None:
    connection.execute(sql, values)


def _hold(connection: apsw.Connection, *, token_hash: str, players: Collection[str]) -> None:
    for player in players:
        connection.execute("INSERT OR IGNORE INTO devices VALUES (?, ?)", (token_hash, player))


def _claim(connection: apsw.Connection, *, link_hash: str, token_hash: str, now: float) -> Claimed:
    used = "DELETE FROM moves WHERE link_hash = ? AND expires > ? RETURNING token_hash, keep"
    link = connection.execute(used, (link_hash, now)).fetchone()
    if link is None:
        raise UnknownLink
    giver, keep = link
    of_giver = connection.execute("SELECT player FROM devices WHERE token_hash = ?", (giver,))
    players = frozenset(str(player) for (player,) in of_giver.fetchall())
    if not keep:
        connection.execute("DELETE FROM devices WHERE token_hash = ?", (giver,))
    # After the deletion: whoever claims their own link keeps everything.
    _hold(connection, token_hash=token_hash, players=players)
    return Claimed(str(giver), players)


def _delete(connection: apsw.Connection, *, table: str) -> bool:
    connection.execute("DELETE FROM tables WHERE id = ?", (table,))
    return connection.changes() > 0


def _delete_some(connection: apsw.Connection, *, now: float) -> int:
    connection.execute("DELETE FROM moves WHERE expires <= ?", (now,))
    old = """
        DELETE FROM tables WHERE rowid IN (
            SELECT rowid FROM tables WHERE phase = 'waiting' AND touched < ?1
            UNION ALL
            SELECT rowid FROM tables WHERE phase IN ('playing', 'between') AND touched < ?2
            UNION ALL
            SELECT rowid FROM tables WHERE phase = 'over' AND touched < ?3
            LIMIT ?4)
    """
    ages = (now - KEEP_OPEN, now - KEEP_UNFINISHED, now - KEEP_FINISHED)
    connection.execute(old, (*ages, MOST_DELETED_AT_ONCE))
    return connection.changes()
