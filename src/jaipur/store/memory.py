"""A store in memory: for tests, and as the simplest implementation of the protocol."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import TypeVar

from . import protocol
from .clock import TOLERANCE, StoreClock, horizons, most_buried
from .protocol import (
    DAY,
    KEEP_BURIED,
    KEEP_DEVICE,
    KEEP_DEVICE_OF_MANY,
    KEPT_BY_PHASE,
    MOST_PLAYERS,
    StoreClosed,
    StoreConflict,
    StoreError,
    TooManyPlayers,
    UnknownLink,
)
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

T = TypeVar("T")
PHASES = list(KEPT_BY_PHASE)


@dataclass(slots=True)
class _Table:
    row: TableRow
    since: float
    """The start of its age."""
    events: list[StoredEvent] = field(default_factory=list)
    watchers: set[str] = field(default_factory=set)
    buried: float = 0.0
    number: int = 0
    """Increasing in order of creation."""
    clock: ClockNote | None = None


class MemoryStore:
    """A `Store` that loses everything when the process ends."""

    def __init__(self, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._passed = monotonic()
        self._lock = threading.RLock()
        self._closed = False
        self._clock = StoreClock()
        self._ran = 0.0
        self._numbers = count()
        self._tables: dict[str, _Table] = {}
        self._graves: dict[str, _Table] = {}
        self._devices: defaultdict[str, set[str]] = defaultdict(set)
        self._seen: dict[str, float | None] = {}
        self._moves: dict[str, tuple[str, bool, float]] = {}
        self._bans: dict[int, Ban] = {}
        self._last_ban = 0
        self._ban_key: bytes | None = None

    def append(self, writes: Sequence[Append]) -> Future[None]:
        """Store events atomically."""
        return self._do(lambda: self._append(writes))

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table in order; empty for an unknown table."""
        with self._open():
            return list(self._tables[table].events) if table in self._tables else []

    def first_event(self, table: str) -> StoredEvent | None:
        """The event that created a table."""
        with self._open():
            return self._tables[table].events[0] if table in self._tables else None

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""
        with self._open():
            return self._tables[table].row if table in self._tables else None

    def age(self, table: str) -> float:
        """Seconds since the last event of a table, by the trusted time."""
        with self._open():
            return self._clock.age(self._tables[table].since) if table in self._tables else 0.0

    def created_by(self, creations: Collection[str]) -> str | None:
        """The table that one of these commands created, if any."""
        return next((row.table for row in self._rows() if row.creation in creations), None)

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of the tables where one of these players has a seat, unfinished ones first."""
        found = [row for row in self._rows() if set(players) & set(row.players)]
        return _page(found, most, before)

    def latest(
        self, phases: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of all tables in these phases, in the order of `tables_of`."""
        return _page([row for row in self._rows() if row.phase in phases], most, before)

    def table_counts(self) -> dict[str, int]:
        """The number of tables in each phase."""
        return dict(Counter(row.phase for row in self._rows()))

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """A page of the tables in a phase, ordered by id, starting after an id."""
        found = [row for row in self._rows() if row.phase == phase and row.table > after]
        return sorted(found, key=lambda row: row.table)[:most]

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """The ids of such a page, including those of tables with a damaged row."""
        return [row.table for row in self.tables(phase, after, most)]

    @property
    def condition(self) -> Condition:
        """The condition of the store; memory does not fail."""
        return Condition("ok", 0)

    @property
    def is_well(self) -> bool:
        """Whether the store works; individual tables may still be damaged."""
        return self.condition.status == "ok"

    def check(self) -> Future[None]:
        """Find out whether a failed store works again."""
        return self._do(lambda: None)

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Allow the device with this token to act as a player."""

        def hold() -> None:
            if player not in self._devices[token_hash]:
                self._devices[token_hash].add(player)
                self._seen[token_hash] = None

        return self._do(hold)

    def note_devices(self, seen: Collection[str]) -> Future[None]:
        """Record the devices seen since the last call; call it about once an hour."""

        def note() -> None:
            moment = None if self._clock.is_distrusted else self._clock.seen
            for token in self._devices:
                before = self._seen.get(token)
                if before is None or (token in seen and before < self._clock.floor - DAY):
                    self._seen[token] = moment
                elif token in seen and moment is None:
                    self._seen[token] = None

        return self._do(note)

    def prune_devices(self) -> Future[frozenset[str]]:
        """Forget old devices without a seat; returns their token hashes."""

        def forget() -> frozenset[str]:
            if self._clock.is_distrusted:
                return frozenset()
            many = sum(map(len, self._devices.values())) > protocol.MANY_DEVICES
            horizon = self._clock.floor - (KEEP_DEVICE_OF_MANY if many else KEEP_DEVICE)
            busy: set[str | None] = set()
            for table in [*self._tables.values(), *self._graves.values()]:
                busy |= {*table.row.players, *table.watchers}
            old = {
                token
                for token, players in self._devices.items()
                if (self._seen.get(token) or math.inf) < horizon and players and not players & busy
            }
            for token in old:
                del self._devices[token]
            return frozenset(old)

        return self._do(forget)

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device may act as; empty for an unknown token."""
        with self._open():
            return frozenset(self._devices.get(token_hash, ()))

    def devices_of(self, player: str) -> frozenset[str]:
        """The token hashes of the devices that may act as a player."""
        with self._open():
            return frozenset(token for token, held in self._devices.items() if player in held)

    def offer_move(
        self, link_hash: str, token_hash: str, *, keep: bool, expires: float
    ) -> Future[None]:
        """Store a link that moves the players of a device to another; `keep`: both get them."""

        def offer() -> None:
            if link_hash in self._moves:
                raise StoreConflict
            self._moves[link_hash] = (token_hash, keep, expires)

        return self._do(offer)

    def claim_move(self, link_hash: str, token_hash: str, now: float) -> Future[Claimed]:
        """Use such a link, which works once; returns the players and the device they came from."""

        def claim() -> Claimed:
            giver, keep, expires = self._moves.get(link_hash, ("", False, now))
            if expires <= now:
                raise UnknownLink
            players = frozenset(self._devices.get(giver, ()))
            if len(players | self._devices.get(token_hash, set())) > MOST_PLAYERS:
                raise TooManyPlayers
            del self._moves[link_hash]
            if not keep:
                self._devices[giver].clear()
            self._devices[token_hash] |= players
            return Claimed(giver, players, keep or giver == token_hash)

        return self._do(claim)

    def allow_watching(self, table: str, player: str) -> Future[None]:
        """Allow a player to watch a table; StoreConflict if it does not exist."""

        def allow() -> None:
            if table not in self._tables:
                raise StoreConflict
            self._tables[table].watchers.add(player)

        return self._do(allow)

    def may_watch(self, table: str, players: Collection[str]) -> bool:
        """Whether one of these players may watch a table."""
        with self._open():
            return table in self._tables and bool({*players} & self._tables[table].watchers)

    def ban(self, ban: Ban) -> Future[int]:
        """Store a ban and return its number; it replaces earlier bans of the same subjects.

        Links offered by a banned device become invalid.
        """

        def keep() -> int:
            self._last_ban += 1
            left = [one.without(ban) for one in self._bans.values()]
            self._bans = {one.id: one for one in left if one.subjects}
            self._bans[self._last_ban] = ban._replace(id=self._last_ban)
            offers = self._moves.items()
            self._moves = {link: move for link, move in offers if move[0] not in ban.subjects}
            return self._last_ban

        return self._do(keep)

    def unban(self, number: int) -> Future[bool]:
        """Delete a ban; returns whether it existed."""
        return self._do(lambda: self._end([number] if number in self._bans else []) > 0)

    def end_bans(self, now: float) -> Future[int]:
        """Delete expired bans; returns how many."""

        def expire() -> int:
            trusted = self._clock.at(now, None, self._monotonic() - self._passed).floor
            begun = [ban.begun_by(max(now, trusted)) for ban in self._bans.values()]
            self._bans = {ban.id: ban for ban in begun}
            return self._end([ban.id for ban in begun if ban.expires <= min(now, trusted)])

        return self._do(expire)

    def _end(self, numbers: Collection[int]) -> int:
        for number in numbers:
            del self._bans[number]
        if all(ban.kind != "address" for ban in self._bans.values()):
            self._ban_key = None
        return len(numbers)

    def bans(self) -> list[Ban]:
        """All bans, the oldest first."""
        with self._open():
            return list(self._bans.values())

    def ban_key(self) -> Future[bytes]:
        """The key for hashing addresses; a new one once no address is banned any more."""

        def key() -> bytes:
            self._ban_key = self._ban_key or secrets.token_bytes(32)
            return self._ban_key

        return self._do(key)

    def note_clocks(self, notes: Sequence[ClockNote], ran: float = 0.0) -> Future[None]:
        """Save the latest clock note of each table; notes of missing tables are ignored."""

        def note_all() -> None:
            self._ran = max(self._ran, ran)
            for note in notes:
                if note.table in self._tables:
                    self._tables[note.table].clock = note

        return self._do(note_all)

    def clock_note(self, table: str) -> ClockNote | None:
        """The latest clock note of a table, which may be of an earlier version."""
        with self._open():
            return self._tables[table].clock if table in self._tables else None

    def clocks_ran(self) -> float:
        """The saved server uptime in seconds, over all restarts."""
        with self._open():
            return self._ran

    def due_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables whose notes have a `due` time, with that time, the earliest first."""
        with self._open():
            notes = [table.clock for table in self._tables.values() if table.clock]
        due = [(note.due, note.table) for note in notes if note.due is not None]
        return [(table, when) for when, table in sorted(due)[:most]]

    def delete(self, table: str) -> Future[bool]:
        """Delete a table with its events and watchers; returns whether it existed."""
        return self._do(lambda: self._tables.pop(table, None) is not None)

    def prune(self, now: float, *, trusts_clock: bool = False) -> Future[Pruned]:
        """Bury tables older than the KEEP_ limits, and delete tables buried long ago."""
        return self._do(lambda: self._prune(now, trusts_clock))

    def graves(self, after: str = "", most: int = 500) -> list[Grave]:
        """A page of the buried tables, ordered by id, starting after an id."""
        with self._open():
            found = sorted(table for table in self._graves if table > after)[:most]
            graves = [(self._graves[table].row, self._graves[table].buried) for table in found]
        return [Grave(row.table, buried, row.phase, row.summary) for row, buried in graves]

    def unbury(self, table: str) -> Future[bool]:
        """Restore a buried table, as if it had just been used; returns whether it was buried."""

        def undo() -> bool:
            grave = self._graves.pop(table, None)
            if grave is not None:
                grave.since = max(grave.since, self._clock.floor)
                self._tables[table] = grave
            return grave is not None

        return self._do(undo)

    def close(self) -> None:
        """Later calls fail with StoreError."""
        with self._lock:
            self._closed = True

    def _prune(self, now: float, trusts_clock: bool) -> Pruned:
        newest = max((table.since for table in self._tables.values()), default=None)
        passed, before = self._monotonic(), self._clock
        clock = before.at(now, newest, passed - self._passed, trusts_clock=trusts_clock)
        self._clock, self._passed = clock, passed
        uncertain = clock.unsure_since(before, trusts_clock=trusts_clock)
        if uncertain is not None:
            self._freshen(clock.floor, uncertain)
        old, deleted = self._old(now), 0
        buried: list[str] = []
        if clock.may_bury(now, trusts_clock=trusts_clock):
            self._clock = clock._replace(pruned=now)
            self._moves = {link: move for link, move in self._moves.items() if move[2] > now}
            buried = old[: most_buried(len(self._tables))]
            for name in buried:
                self._graves[name] = self._tables.pop(name)
                self._graves[name].buried = clock.floor
            deleted = self._delete_graves(now - KEEP_BURIED - TOLERANCE)
        left = len(old) - len(buried)
        return Pruned(len(buried), deleted, left, clock.is_distrusted)

    def _freshen(self, now: float, uncertain: float) -> None:
        """Treat tables of unknown age as used now."""
        for table in self._tables.values():
            table.since = now if table.since >= uncertain else table.since
        for grave in self._graves.values():
            grave.buried = min(grave.buried, now)

    def _old(self, now: float) -> list[str]:
        """Old tables, in the order of burial."""
        horizon = dict(zip(PHASES, horizons(now), strict=True))
        old = [one for one in self._tables.values() if one.since < horizon[one.row.phase]]
        old.sort(key=lambda one: (PHASES.index(one.row.phase), one.since, one.number))
        return [one.row.table for one in old]

    def _delete_graves(self, horizon: float) -> int:
        old = [name for name, grave in self._graves.items() if grave.buried < horizon]
        for name in old:
            del self._graves[name]
        return len(old)

    def _append(self, writes: Sequence[Append]) -> None:
        staged: dict[str, _Table] = {}
        for write in writes:
            event, row = write.event, write.row
            before = staged.get(event.table) or self._tables.get(event.table)
            if before is None:
                if event.table in self._graves:
                    raise StoreConflict
                others = [*self._tables.values(), *self._graves.values(), *staged.values()]
                fits = all(other.row.creation != row.creation for other in others)
                before = _Table(row, 0.0, number=next(self._numbers))
            else:
                fits = before.row.creation == row.creation
            new = all(old.command != event.command for old in before.events)
            if not (fits and new and event.sequence == len(before.events) + 1):
                raise StoreConflict
            since = max(row.touched, self._clock.floor)
            staged[event.table] = _Table(row, since, [*before.events, event], before.watchers)
            staged[event.table].number = before.number
            staged[event.table].clock = before.clock
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
        """Run a write at once; returns its completed future."""
        future: Future[T] = Future()
        try:
            with self._open():
                future.set_result(work())
        except StoreError as error:
            future.set_exception(error)
        return future


def _page(found: list[TableRow], most: int, before: Cursor) -> TablePage:
    remaining = [row for row in found if _sort_key(row.cursor) > _sort_key(before)]
    rows = sorted(remaining, key=lambda row: _sort_key(row.cursor))[:most]
    return TablePage(rows, 0, rows[-1].cursor if rows and len(remaining) > most else None)


def _sort_key(cursor: Cursor) -> tuple[bool, float, str]:
    return cursor.is_over, -cursor.touched, cursor.table
