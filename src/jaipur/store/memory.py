"""A store in memory: for tests of what stands above, and the shortest reading of the promises."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from .protocol import (
    BEGINNING,
    KEEP_FINISHED,
    KEEP_OPEN,
    KEEP_UNFINISHED,
    Append,
    Claimed,
    Cursor,
    StoreClosed,
    StoreConflict,
    StoredEvent,
    StoreError,
    TableRow,
    UnknownLink,
)

T = TypeVar("T")
KEEP = {
    "waiting": KEEP_OPEN,
    "playing": KEEP_UNFINISHED,
    "between": KEEP_UNFINISHED,
    "over": KEEP_FINISHED,
}


@dataclass(slots=True)
class _Table:
    row: TableRow
    events: list[StoredEvent] = field(default_factory=list)
    watchers: set[str] = field(default_factory=set)


class MemoryStore:
    """A `Store` that forgets everything with the process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._closed = False
        self._tables: dict[str, _Table] = {}
        self._devices: defaultdict[str, set[str]] = defaultdict(set)
        self._moves: dict[str, tuple[str, bool, float]] = {}

    def append(self, writes: Sequence[Append]) -> Future[None]:
        """Keep events, all of them or none."""
        return self._do(lambda: self._append(writes))

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table in order; none if the table is not known."""
        with self._open():
            return list(self._tables[table].events) if table in self._tables else []

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        with self._open():
            return self._tables[table].row if table in self._tables else None

    def created_by(self, creation: str) -> str | None:
        """The table that a command created."""
        return next((row.table for row in self._rows() if row.creation == creation), None)

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> list[TableRow]:
        """A page of the tables where one of these players holds a seat, unfinished ones first."""
        found = [row for row in self._rows() if set(players) & set(row.players)]
        behind = [row for row in found if _place(row.cursor) > _place(before)]
        return sorted(behind, key=lambda row: _place(row.cursor))[:most]

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """Tables of a phase in order of their ids, those after an id: a page of all of them."""
        found = [row for row in self._rows() if row.phase == phase and row.table > after]
        return sorted(found, key=lambda row: row.table)[:most]

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """Only the ids of such a page: also those of tables whose row is damaged."""
        return [row.table for row in self.tables(phase, after, most)]

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Let the device with this token act as a player from now on."""
        return self._do(lambda: self._devices[token_hash].add(player))

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device acts as; none for an unknown token."""
        with self._open():
            return frozenset(self._devices.get(token_hash, ()))

    def offer_move(
        self, link_hash: str, token_hash: str, *, keep: bool, expires: float
    ) -> Future[None]:
        """Remember a link that gives the players of a device to another; `keep`: to both."""

        def offer() -> None:
            if link_hash in self._moves:
                raise StoreConflict
            self._moves[link_hash] = (token_hash, keep, expires)

        return self._do(offer)

    def claim_move(self, link_hash: str, token_hash: str, now: float) -> Future[Claimed]:
        """Use such a link, once: the device gets the players, which are returned with the giver."""

        def claim() -> Claimed:
            giver, keep, expires = self._moves.get(link_hash, ("", False, now))
            if expires <= now:
                raise UnknownLink
            del self._moves[link_hash]
            players = frozenset(self._devices[giver])
            if not keep:
                self._devices[giver].clear()
            self._devices[token_hash] |= players
            return Claimed(giver, players)

        return self._do(claim)

    def allow_watching(self, table: str, player: str) -> Future[None]:
        """Let a player watch a table; StoreConflict if there is no such table."""

        def allow() -> None:
            if table not in self._tables:
                raise StoreConflict
            self._tables[table].watchers.add(player)

        return self._do(allow)

    def may_watch(self, table: str, player: str) -> bool:
        """Whether a player may watch a table."""
        with self._open():
            return table in self._tables and player in self._tables[table].watchers

    def delete(self, table: str) -> Future[bool]:
        """Delete a table with its events and who may watch it; returns whether there was one."""
        return self._do(lambda: self._tables.pop(table, None) is not None)

    def delete_old(self, now: float) -> Future[int]:
        """Delete what the KEEP_ rules no longer keep; returns how many tables."""

        def delete() -> int:
            self._moves = {link: move for link, move in self._moves.items() if move[2] > now}
            old = [row.table for row in self._rows() if row.touched < now - KEEP[row.phase]]
            for table in old:
                del self._tables[table]
            return len(old)

        return self._do(delete)

    def close(self) -> None:
        """Later calls fail with StoreError."""
        with self._lock:
            self._closed = True

    def _append(self, writes: Sequence[Append]) -> None:
        staged: dict[str, _Table] = {}
        for write in writes:
            event, row = write.event, write.row
            before = staged.get(event.table) or self._tables.get(event.table)
            if before is None:
                others = [*self._tables.values(), *staged.values()]
                fits = all(other.row.creation != row.creation for other in others)
                before = _Table(row)
            else:
                fits = before.row.creation == row.creation
            new = all(old.command != event.command for old in before.events)
            if not (fits and new and event.sequence == len(before.events) + 1):
                raise StoreConflict
            staged[event.table] = _Table(row, [*before.events, event], before.watchers)
        self._tables.update(staged)

    def _rows(self) -> list[TableRow]:
        with self._open():
            return [table.row for table in self._tables.values()]

    @contextmanager
    def _open(self) -> Iterator[None]:
        with self._lock:
            if self._closed:
                raise StoreClosed
            yield

    def _do(self, work: Callable[[], T]) -> Future[T]:
        """The future of something done at once."""
        future: Future[T] = Future()
        try:
            with self._open():
                future.set_result(work())
        except StoreError as error:
            future.set_exception(error)
        return future


def _place(cursor: Cursor) -> tuple[bool, float, str]:
    return cursor.is_over, -cursor.touched, cursor.table
