"""All tables of a server: creates, loads and unloads them, admits people, and lets bots act."""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
import secrets
import time
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from ..deals import KEY_BYTES, KeyedDeals
from ..errors import Code, SessionError
from ..seats import SEATS, Seat
from ..store.protocol import Damaged, Store, StoreConflict, StoreError
from ..store.values import BEGINNING, Append, Cursor, Pruned, StoredEvent, TablePage, TableRow
from .bans import Bans
from .bot_turns import BotPool, BotTurns
from .commands import Joining, checked_nonce, open_seat
from .contract.basics import Phase
from .contract.commands import Join
from .contract.responses import TableList
from .facts import Created, SeatHolder, read_fact, write_fact
from .fair_turns import Turns
from .loading import Loading
from .names import clean_name
from .options import Options
from .owner import Owner, StoredTable, TableServices, stored_table_of
from .people import NOBODY, People, Person
from .projection import Viewer
from .rematch import rematch_settings
from .retention import Retention
from .rows import listed, read_summary, row_of
from .running_clocks import RunningClocks
from .table import Dealer, Table
from .table_cache import TableCache
from .table_request import TableRequest
from .threads import Threads

log = logging.getLogger("jaipur.session")

IDLE_SECONDS = 300.0
SWEEP_SECONDS = 60.0
HOUR_SECONDS = 3600.0
READERS = 2
"""Threads for short queries of the store."""
MOST_LISTED = 200
"""Tables on a page of a person's tables."""
LIST_RESTS = 8
"""After a page, a person waits this many times as long as the page took before getting the next.

Every page sorts all their tables, because an index in that order would change with every action.
"""
T = TypeVar("T")
_TABLE_ID = re.compile(r"[0-9a-f]{16}")


class Tables:
    """The tables of one server."""

    def __init__(
        self,
        store: Store,
        bots: BotPool,
        *,
        now: Callable[[], float] = time.time,
        dealer: Dealer = KeyedDeals,
        new_secret: Callable[[int], str] = secrets.token_hex,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._clock = clock
        self.people = People(store, now, new_secret)
        self.bans = Bans(store, now)
        self.is_stopping = False
        self._store = store
        self._retention = Retention(store, self.people, now, self._unload_buried)
        self._bot_turns = BotTurns(bots, self.people.households.share_of)
        self._now = now
        self._dealer = dealer
        self._new_secret = new_secret
        self._owners = TableCache()
        self._clocks = RunningClocks(store, self._query, self._wake)
        self._loading = Loading(
            store, self._create, self.in_memory, self._add_owner, self._clocks.unsaved
        )
        self._readers = Threads(READERS, "read")
        self._lists = Turns()
        self._services = TableServices(
            store.append,
            now,
            self._rematch_of,
            self._changed,
            self.unload,
        )

    async def start(self) -> None:
        """Start getting the bots ready."""
        await self._bot_turns.start(self._bots_changed)

    # Creating

    def check_request(self, request: TableRequest) -> None:
        """Reject an invalid request before anything is stored."""
        self._require_running()
        request.check()

    async def create(self, person: Person, command_id: str, request: TableRequest) -> Owner:
        """Create a table; a retry of the command returns the same table."""
        self.check_request(request)
        creation = f"{person.player}:{command_id}"
        known = await self._query(self._created_by, person, command_id)
        if known is None:
            seats = request.seats(person.player, is_program=person.is_program)
            committed = request.commitment()
            fact = self._created(
                seats, request.options, seed=request.seed, nonce_commitment=committed
            )
            table, write = self._new_table(fact, creation)
            try:
                await asyncio.wrap_future(self._store.append([write]))
            except StoreConflict:  # the same command was sent twice at once
                known = await self._query(self._store.created_by, [creation])
            else:
                is_new = self._owners.get(table.id) is None and self._loading.get(table.id) is None
                if is_new and not self.is_stopping:
                    self._add_owner(stored_table_of([write.event], creation, self._create), person)
                return await self.owner(table.id, person)
        owner = await self.owner(known or "", person)
        if not request.matches(owner.table):
            raise SessionError(Code.COMMAND_REUSED, owner.table.version)
        return owner

    def _created_by(self, person: Person, command_id: str) -> str | None:
        """The table that this command created, as any of the device's players."""
        return self._store.created_by([f"{player}:{command_id}" for player in person.players])

    def _created(
        self, seats: Sequence[SeatHolder], options: Options, *, seed: int | None = None, **more: Any
    ) -> Created:
        """A new table with new secrets."""
        return Created(
            (seats[0], seats[1]),
            options,
            key=self._new_secret(KEY_BYTES),
            invitation=self._new_secret(16),
            watch_key=more.pop("watch_key", None) or self._new_secret(16),
            bot_key=self._new_secret(16) if seed is None else f"seed {seed}",
            seed=seed,
            **more,
        )

    def _new_table(self, fact: Created, creation: str) -> tuple[Table, Append]:
        table = Table.create(self._new_secret(8), fact, self._dealer)
        now = self._now()
        event = StoredEvent(table.id, 1, "created", "", write_fact(fact), now)
        return table, Append(event, row_of(table, creation, now))

    def _rematch_of(self, table: Table) -> tuple[Table, Append]:
        fact = self._created(**rematch_settings(table))
        return self._new_table(fact, f"rematch:{table.id}")

    # Finding

    def in_memory(self, table_id: str) -> Owner | None:
        """The owner of a table, if it is in memory."""
        self._require_running()
        return self._owners.get(table_id)

    async def owner(
        self,
        table_id: str,
        asker: Person | None = None,
        *,
        secret: Callable[[Created], None] | None = None,
    ) -> Owner:
        """The owner of a table, loaded from the store if it is not in memory.

        Of the tables that one person asks for, only the last few stay in memory. `asker` is None
        for the server itself. A table is loaded only for people who may see it. `secret` raises if
        the caller presented a wrong secret; with the right one, anybody may see the table.
        """
        owner = self.in_memory(table_id)
        if owner is not None:
            if secret is not None:
                secret(owner.table.created)
            return owner
        if not _TABLE_ID.fullmatch(table_id):
            raise SessionError(Code.UNKNOWN_TABLE)
        if secret is not None:
            secret(await self._query(self._creation, table_id))
        elif asker is not None:
            await self._visible_row(table_id, asker)
        return await self._loading.owner(table_id, asker or NOBODY)

    def _creation(self, table_id: str) -> Created:
        """The first event of a table, which is short however long its match is."""
        try:
            event = self._store.first_event(table_id)
        except Damaged as error:  # logged by the store
            raise SessionError(Code.DAMAGED_TABLE) from error
        if event is None:
            raise SessionError(Code.UNKNOWN_TABLE)
        try:
            fact = read_fact(event.body)
        except ValueError as error:
            raise SessionError(Code.DAMAGED_TABLE) from error
        if not isinstance(fact, Created):
            raise SessionError(Code.DAMAGED_TABLE)
        return fact

    async def _visible_row(self, table_id: str, person: Person) -> TableRow:
        """The row of a table; UNKNOWN_TABLE if the person may not see it."""
        try:
            row = await self._query(self._store.row, table_id) if person.players else None
        except Damaged as error:  # logged by the store
            raise SessionError(Code.DAMAGED_TABLE) from error
        if row is None or (
            person.players.isdisjoint(row.players) and not await self._watches(table_id, person)
        ):
            raise SessionError(Code.UNKNOWN_TABLE)
        return row

    def _add_owner(self, stored: StoredTable, asker: Person) -> Owner:
        note = self._clocks.resume(stored.note)
        owner = Owner(replace(stored, note=note), self._services)
        for surplus in self._owners.put(owner, asker.token_hash):
            self.unload(surplus)
        self._changed(owner)
        return owner

    def _changed(self, owner: Owner) -> None:
        """React to a new version, or to a table that was just loaded: a bot may have to act."""
        if owner.table.options.clock is not None:
            self._clocks.update(owner.table.id, owner.clocks)
        self._bot_turns.update(owner)

    async def _wake(self, table_id: str) -> bool:
        """Load a table whose time is up; its clock then ends the match.

        Returns False if the table is deleted or damaged.
        """
        try:
            await self.owner(table_id)
        except SessionError:
            self._require_running()
            return False
        return True

    async def _query(self, query: Callable[..., T], *arguments: Any) -> T:
        """Run a short query of the store; it never waits for tables being loaded."""
        return await self._readers.run(query, *arguments)

    def _create(self, table_id: str, fact: Created) -> Table:
        return Table.create(table_id, fact, self._dealer)

    async def tables_of(self, person: Person, before: Cursor = BEGINNING) -> TableList:
        """A page of a person's tables, and the cursor of the next page.

        Unfinished tables come before finished ones, the most recently changed first. Within a page,
        tables that wait for the person come first. So a person with up to a page of unfinished
        tables finds all that wait for them on the first page, however old they are.
        """
        async with self._lists.of(person.queue_name) as turn:
            page, seconds = await self._query(self._timed_page, person, before)
            turn.rest = seconds * LIST_RESTS
        found = [listed(row, person) for row in page.rows]
        return TableList(
            tuple(sorted(found, key=lambda one: not one.waits_for_me)),
            None if page.next is None else str(page.next),
            page.damaged,
        )

    def _timed_page(self, person: Person, before: Cursor) -> tuple[TablePage, float]:
        began = self._clock()
        page = self._store.tables_of(person.players, MOST_LISTED, before)
        return page, self._clock() - began

    async def replay_viewer(self, table_id: str, person: Person, language: str) -> Viewer | None:
        """The viewer for the replay of a finished match; None if it is not finished.

        UNKNOWN_TABLE if the person may not see the table. Only its row is read.
        """
        if not _TABLE_ID.fullmatch(table_id):
            raise SessionError(Code.UNKNOWN_TABLE)
        row = await self._visible_row(table_id, person)
        if row.phase != Phase.OVER or not read_summary(row).round:
            return None
        mine = [seat for seat in SEATS if row.players[seat] in person.players]
        return Viewer(mine[0] if len(mine) == 1 else None, language=language)

    async def events(self, table_id: str) -> list[StoredEvent]:
        """The stored events of a table."""
        return await self._loading.events(table_id)

    async def _watches(self, table_id: str, person: Person) -> bool:
        return await self._query(self._store.may_watch, table_id, person.players)

    # Access

    async def viewer(
        self, owner: Owner, person: Person, seat: Seat | None, language: str = ""
    ) -> Viewer:
        """The viewer for a person at a table; UNKNOWN_TABLE if they may not see it."""
        seats = owner.table.seats_of(person.players)
        if seat is not None:
            if seat not in seats:
                if not seats:
                    raise SessionError(Code.UNKNOWN_TABLE)
                raise SessionError(Code.NO_SEAT, owner.table.version)
            return _viewer(owner.table, person, seat, language)
        if seats:
            # A person who holds both seats sees the table as a watcher until they choose one.
            if len(seats) == 1:
                return _viewer(owner.table, person, seats[0], language)
            return Viewer(language=language)
        if await self._watches(owner.table.id, person):
            return Viewer(language=language)
        raise SessionError(Code.UNKNOWN_TABLE)

    def seat_of(self, owner: Owner, person: Person, seat: Seat | None) -> Seat:
        """The seat that a person's commands are for."""
        seats = owner.table.seats_of(person.players)
        if not seats:
            raise SessionError(Code.UNKNOWN_TABLE)
        if seat is None and len(seats) == 2:
            raise SessionError(Code.WHICH_SEAT, owner.table.version)
        if seat is not None and seat not in seats:
            raise SessionError(Code.NO_SEAT, owner.table.version)
        return seats[0] if seat is None else seat

    def require_invitation(self, created: Created, invitation: str) -> None:
        """Reject an invitation that is not for this table."""
        if not _same(created.invitation, invitation):
            raise SessionError(Code.WRONG_INVITATION)

    def check_join(self, owner: Owner, person: Person, join: Join) -> Seat:
        """The seat that a person may take, or has taken; checked before anything is stored."""
        self.require_invitation(owner.table.created, join.invitation)
        clean_name(join.name)
        checked_nonce(join.nonce)
        mine = owner.table.seats_of(person.players)
        seat = mine[0] if mine else open_seat(owner.table)
        if seat is None:
            over = owner.table.phase is Phase.OVER
            raise SessionError(Code.MATCH_OVER if over else Code.SEAT_TAKEN, owner.table.version)
        return seat

    async def join(self, owner: Owner, person: Person, join: Join) -> int:
        """Take the open seat; the first to join gets it."""
        seat = self.check_join(owner, person, join)
        player = owner.table.seats[seat].player or person.player
        joining = Joining(join, player, person.is_program)
        return await owner.submit(seat, join.id, None, joining)

    async def claim_move(self, person: Person, secret: str) -> str | None:
        """Move the seats of another device to this one; a new device gets a token."""
        token, lost = await self.people.claim_move(person, secret)
        if lost:
            for owner in self._owners.values():  # the other device must not keep watching
                owner.listeners.dismiss(owner.table.seats_of(lost))
        return token

    def require_watch_key(self, created: Created, key: str) -> None:
        """Reject a watch link that is not for this table, or any link if the table is private."""
        if created.options.is_private or not _same(created.watch_key, key):
            raise SessionError(Code.WRONG_WATCH_LINK)

    async def watch(self, owner: Owner, person: Person) -> None:
        """Allow a person who presented the key to watch."""
        await asyncio.wrap_future(self._store.allow_watching(owner.table.id, person.player))

    # Bots

    @property
    def bots_ready(self) -> bool:
        """Whether bots can act without delay."""
        return self._bot_turns.is_ready

    @property
    def bots_at_work(self) -> int:
        """How many bots are thinking or waiting for a worker."""
        return self._bot_turns.at_work

    def _bots_changed(self) -> None:
        for owner in self._owners.values():
            self._bot_turns.publish_readiness(owner)

    # Maintenance

    def unload(self, owner: Owner) -> None:
        """Remove a table from memory; it stays in the store unless it is being deleted."""
        if self._owners.remove(owner):
            owner.rest()
            self._bot_turns.forget(owner)
            self._clocks.rest(owner.table.id, owner.clocks)

    async def finish_and_unload(self, table_id: str) -> None:
        """Process the pending commands of a table, then unload it: it no longer changes here."""
        task = self._loading.get(table_id)
        if task is not None:
            with suppress(SessionError):  # it could not be loaded
                await asyncio.shield(task)
        owner = self._owners.get(table_id)
        if owner is not None:
            await owner.finish()
            self.unload(owner)
        await self._clocks.hand_over(table_id, was_here=owner is not None)

    def sweep(self) -> None:
        """Unload idle tables."""
        for owner in self._owners.idle(IDLE_SECONDS):
            self.unload(owner)

    async def run_maintenance(self) -> None:
        """Unload idle tables every minute and prune old ones every hour. Never returns."""
        self._clocks.start()
        last = float("-inf")
        while True:
            try:
                self.sweep()
                if time.monotonic() - last > HOUR_SECONDS:
                    last = time.monotonic()
                    await self._retention.hour()
                elif not self._store.is_well:
                    with suppress(StoreError):  # logged by the store
                        await asyncio.wrap_future(self._store.check())
            except Exception:  # try again next time
                log.exception("maintenance failed")
            await asyncio.sleep(SWEEP_SECONDS)

    async def prune(self, *, trusts_clock: bool = False) -> Pruned:
        """Bury old tables; `trusts_clock`: the operator has checked the system clock."""
        return await self._retention.prune(trusts_clock=trusts_clock)

    async def unbury(self, table_id: str) -> bool:
        """Undo the burial of a table; returns whether it was buried."""
        return await asyncio.wrap_future(self._store.unbury(table_id))

    async def _unload_buried(self) -> None:
        """Unload tables that were just buried: the store rejects their commands."""
        loaded = [owner.table.id for owner in self._owners.values()]
        for table in await asyncio.to_thread(self._missing, loaded):
            await self.finish_and_unload(table)

    def _missing(self, tables: Collection[str]) -> list[str]:
        missing = []
        for table in tables:
            with suppress(Damaged):  # it is still there
                missing += [] if self._store.row(table) else [table]
        return missing

    async def stop(self) -> None:
        """Reject new requests, finish pending commands and disconnect all listeners."""
        if self.is_stopping:
            return
        self.is_stopping = True
        self._loading.stop()
        await self._bot_turns.stop()
        for owner in self._owners.values():
            await owner.finish()
        await self._clocks.stop()
        self._readers.stop()
        self.people.stop()

    def _require_running(self) -> None:
        if self.is_stopping:
            raise SessionError(Code.STOPPING)

    def followers_of(self, table_id: str) -> int | None:
        """The number of listeners of a table; None if it is not in memory."""
        owner = self._owners.peek(table_id)
        return None if owner is None else len(owner.listeners)

    def health(self) -> dict[str, Any]:
        """The condition of the store, and whether it trusts the clock, as JSON data."""
        condition = self._store.condition
        status = "ok" if condition.status == "ok" else f"store_{condition.status}"
        return {
            "status": "stopping" if self.is_stopping else status,
            "damaged_tables": condition.damaged_tables,
            "clock_trusted": self._retention.is_clock_trusted is not False,
        }

    def counts(self) -> dict[str, Any]:
        """The number of tables in memory and of listeners."""
        listeners = sum(len(owner.listeners) for owner in self._owners.values())
        return {"tables_in_memory": len(self._owners), "listeners": listeners}


def _viewer(table: Table, person: Person, seat: Seat, language: str) -> Viewer:
    """The viewer for a seat: a program only if one took the seat and is asking."""
    is_program = person.is_program and table.seats[seat].is_program
    return Viewer(seat, is_program, "" if is_program else language)


def _same(secret: str, given: str) -> bool:
    return hmac.compare_digest(secret.encode(), given.encode("utf-8", "replace"))
