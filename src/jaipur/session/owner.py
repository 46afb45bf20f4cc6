"""The owner of one table: applies commands one at a time, stores them, then publishes the result.

Commit first, then publish: nobody sees a fact that could still be lost. One task processes the
queue of commands; it ends when the queue is empty, so an idle table costs nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from ..errors import Code, SessionError
from ..seats import SEATS, Seat
from ..store.protocol import StoreError, StoreFull
from ..store.values import Append, ClockNote, StoredEvent
from .clocks import LONGEST_RETRY, RETRY_SECONDS, Clocks, stopped_by
from .commands import CommandContext, Joining, decide, digest_of
from .contract.commands import Command, Rematch
from .contract.events import AnyEvent
from .facts import Closed, Created, Fact, RanOut, Rematched, Voided, write_fact
from .listeners import Listeners
from .nonce_reveal import RevealDeadline
from .public_events import event_of
from .replay import versions
from .rows import row_of
from .table import Table

log = logging.getLogger("jaipur.session")


@dataclass(frozen=True, slots=True)
class AcceptedCommand:
    """An accepted command: its digest, and the version it created."""

    digest: str
    version: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as read from the store."""

    table: Table
    events: tuple[AnyEvent, ...]
    """The public events so far, one per version."""
    accepted: dict[str, AcceptedCommand]
    creation: str
    age: float = 0.0
    """Seconds since it last changed, by the time the store trusts."""
    note: ClockNote | None = None
    """The last saved state of its clocks."""
    began: tuple[int, int] = (0, 0)
    """For each seat, the version since which its clock has been running without a stop."""

    @property
    def used(self) -> tuple[int, int]:
        """Milliseconds already used on the running clocks, according to the saved note."""
        note = self.note
        first, second = (
            note.spent[seat] if note and note.version >= self.began[seat] else 0 for seat in SEATS
        )
        return first, second


class TableServices:
    """What an owner needs from its server: the store, the time, and callbacks."""

    def __init__(
        self,
        append: Callable[[Sequence[Append]], Future[None]],
        now: Callable[[], float],
        new_table: Callable[[Table], tuple[Table, Append]],
        changed: Callable[[Owner], None],
        lost: Callable[[Owner], None],
    ) -> None:
        self.append = append
        self.now = now
        self.new_table = new_table
        """Creates the table of a rematch, and what to store for it."""
        self.changed = changed
        """Called after every new version: a bot may have to act."""
        self.lost = lost
        """Called when memory and store may differ: the table must be reloaded."""


async def durable(write: Future[None]) -> None:
    """Wait in the event loop for a write of another thread; lighter than asyncio.wrap_future."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    write.add_done_callback(lambda _: loop.call_soon_threadsafe(_settle, done))
    await done
    try:
        write.result()
    finally:
        del write  # its error refers to this frame: the cycle would keep both in memory


def _settle(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)


class Owner:
    """One table with its listeners and clocks."""

    def __init__(self, stored: StoredTable, services: TableServices) -> None:
        self.table = stored.table
        self.events = list(stored.events)
        self.listeners = Listeners(self)
        self.clocks = Clocks(self.table, self._ring)
        self._reveal_deadline = RevealDeadline(self._ring)
        self._retry_seconds = RETRY_SECONDS
        self.is_gone = False
        self.is_bot_asked = True
        """Whether its bot has been asked to act; otherwise it waits behind other bots."""
        self._gone_code = Code.STOPPING
        self._accepted = stored.accepted
        self._creation = stored.creation
        self._services = services
        self._queue: deque[tuple[Coroutine[Any, Any, int], asyncio.Future[int]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self.clocks.run(self.table, used=stored.used)
        # With clocks, both players are present; a restart is nobody's fault, so time starts over.
        has_clock = self.table.options.clock is not None
        self._reveal_deadline.run(self.table, 0.0 if has_clock else stored.age)

    @property
    def is_busy(self) -> bool:
        """Whether a command is being processed."""
        return self._task is not None

    async def submit(
        self,
        seat: Seat,
        command_id: str,
        version: int | None,
        command: Command | Joining,
        fallback: str | None = None,
    ) -> int:
        """Apply a command for a version of the table; returns the version it created.

        A retry gets the same response. A command without a version applies to any version.
        `fallback` says why the fallback bot chose this action instead of the bot.
        """
        return await self._in_turn(self._apply(seat, command_id, version, command, fallback))

    async def close_by_host(self) -> int:
        """End the table for both players, in any phase; returns the version this creates."""
        return await self._in_turn(self._close_by_host())

    async def _close_by_host(self) -> int:
        if self.is_gone:
            raise SessionError(self._gone_code, self.table.version)
        if self.table.ending is not None:
            raise SessionError(Code.MATCH_OVER, self.table.version)
        return await self._keep(Closed(None), f"host:{self.table.version}", "")

    async def _in_turn(self, work: Coroutine[Any, Any, int]) -> int:
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._queue.append((work, done))
        if self._task is None:
            self._task = asyncio.create_task(self._process_queue())
        try:
            # If the caller disconnects, `done` is cancelled, but the command is still applied.
            return await done
        finally:
            del done  # for the same reason

    async def _process_queue(self) -> None:
        while self._queue:
            work, done = self._queue.popleft()
            try:
                version = await work
            except Exception as error:  # passed on to the caller
                if not done.cancelled():
                    done.set_exception(error)
                    done.exception()  # mark it as retrieved: the caller may have disconnected
            else:
                if not done.cancelled():
                    done.set_result(version)
            del work, done  # for the same reason
        self._task = None

    async def _apply(
        self,
        seat: Seat,
        command_id: str,
        version: int | None,
        command: Command | Joining,
        fallback: str | None,
    ) -> int:
        # Command ids are scoped by seat; a joining player has no seat yet.
        scope = command.player if isinstance(command, Joining) else seat
        key, digest = f"{scope}:{command_id}", digest_of(seat, command, version, fallback)
        if accepted := self._accepted.get(key):
            if accepted.digest != digest:
                raise SessionError(Code.COMMAND_REUSED, self.table.version)
            return accepted.version
        if self.is_gone:
            raise SessionError(self._gone_code, self.table.version)
        await self._end_overdue()
        if version is not None and version != self.table.version:
            raise SessionError(Code.STALE_VERSION, self.table.version, expected=version)
        context, extra = CommandContext(self.clocks.spent(seat), fallback=fallback), None
        if isinstance(command, Rematch):
            new, extra = self._services.new_table(self.table)
            context = replace(context, rematch_table=new.id)
        fact = decide(self.table, seat, command, context)
        also = [extra] if extra and isinstance(fact, Rematched) else []
        return await self._keep(fact, key, digest, also)

    async def _keep(self, fact: Fact, key: str, digest: str, also: Sequence[Append] = ()) -> int:
        """Store a fact, then apply and publish it."""
        table, now = self.table.after(fact), self._services.now()
        event = StoredEvent(table.id, table.version, key, digest, write_fact(fact), now)
        write = Append(event, row_of(table, self._creation, now))
        try:
            await durable(self._services.append([write, *also]))
        except StoreFull:
            raise
        except StoreError as error:
            # Memory may now differ from the store (a conflict, or an error after the commit).
            self._leave(error)
            raise
        self.table = table
        self.events.append(event_of(table, fact, now))
        self._accepted[key] = AcceptedCommand(digest, table.version)
        self.clocks.run(table, after=fact)
        self._reveal_deadline.run(table)
        self.listeners.wake()
        self._services.changed(self)
        return table.version

    def _leave(self, error: StoreError) -> None:
        self._gone_code = Code.NOT_STORED
        log.warning("table reloaded", extra={"table": self.table.id, "cause": str(error)})
        self.rest()
        self._services.lost(self)

    async def _end_overdue(self) -> None:
        """End the match if a clock or the deadline for revealing a nonce has run out."""
        if (seat := self.clocks.overdue()) is not None:
            await self._keep(RanOut(seat), f"clock:{self.table.version}", "")
        elif (seat := self._reveal_deadline.overdue()) is not None:
            await self._keep(Voided(seat), f"void:{self.table.version}", "")

    def _ring(self) -> None:
        """Handle a timer: a clock may have run out, unless the table has changed since."""
        ring = asyncio.ensure_future(self._in_turn(self._after_ring()))
        ring.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _after_ring(self) -> int:
        if not self.is_gone:
            try:
                await self._end_overdue()
                self._retry_seconds = RETRY_SECONDS
            except StoreError:
                self._retry_seconds = min(2 * self._retry_seconds, LONGEST_RETRY)
        if not self.is_gone:
            # Try again if the store failed or the timer was early.
            self.clocks.run_on(self._retry_seconds)
            self._reveal_deadline.run_on(self._retry_seconds)
        return self.table.version

    @property
    def can_rest(self) -> bool:
        """Whether the table may be unloaded: nobody is about to act. Its clocks keep running."""
        table = self.table
        is_revealing = table.options.clock is not None and table.reveals is not None
        is_thinking = table.bot_to_act is not None and self.is_bot_asked
        return not is_thinking and not is_revealing

    @property
    def is_at_rest(self) -> bool:
        """Whether nobody is using the table."""
        return not len(self.listeners) and not self.is_busy and self.can_rest

    async def finish(self) -> None:
        """Process the queued commands, then stop."""
        while self._task is not None:  # a bot may have submitted a command in the meantime
            await asyncio.wait([self._task])
        self.stop()

    def stop(self) -> None:
        """Accept no more commands, stop the clocks and disconnect the listeners."""
        self.rest()
        self.clocks.stop()

    def rest(self) -> None:
        """Like `stop`, but the clocks keep running: called when the table is unloaded."""
        self.is_gone = True
        self._reveal_deadline.stop()
        self.listeners.end()


def stored_table_of(
    events: Sequence[StoredEvent], creation: str, create: Callable[[str, Created], Table]
) -> StoredTable:
    """Replay the stored events of a table."""
    table, public, accepted, began = None, [], {}, [0, 0]
    for version, fact, event in versions(events, create):
        table = version
        public.append(event_of(table, fact, event.at))
        accepted[event.command] = AcceptedCommand(event.digest, event.sequence)
        if table.options.clock is not None:
            running = set(table.on_the_clock) - set(stopped_by(fact))
            began = [began[seat] if seat in running else table.version for seat in SEATS]
    if table is None:
        raise SessionError(Code.UNKNOWN_TABLE)
    return StoredTable(table, tuple(public), accepted, creation, began=(began[0], began[1]))
