"""The owner of one table: applies commands one after the other, keeps them, then tells everybody.

Commit first, then publish: nobody sees a fact that could still be lost. Commands wait in a queue
that one task works off; the task ends when the queue is empty, so an idle table costs nothing.
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
from ..store.protocol import Append, ClockNote, StoredEvent, StoreError, StoreFull
from .clocks import LONGEST_RETRY, RETRY_SECONDS, Clocks, stopped_by
from .commands import CommandContext, Joining, decide, digest_of
from .contract.commands import Command, Rematch
from .contract.events import AnyEvent
from .facts import Closed, Created, Fact, RanOut, Rematched, Voided, write_fact
from .listeners import Listeners
from .nonce_reveal import Revealing
from .public_events import event_of
from .replay import versions
from .rows import row_of
from .table import Table

log = logging.getLogger("jaipur.session")


@dataclass(frozen=True, slots=True)
class AcceptedCommand:
    """A command that was accepted: which one, and the version it made."""

    digest: str
    version: int


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table as it was read from the store."""

    table: Table
    events: tuple[AnyEvent, ...]
    """The public events so far, one for each version."""
    kept: dict[str, AcceptedCommand]
    creation: str
    age: float = 0.0
    """Seconds since it last changed, as far as the store believes them."""
    note: ClockNote | None = None
    """What was last noted of its clocks."""
    began: tuple[int, int] = (0, 0)
    """The version since which the clock of each seat has not been stopped."""

    @property
    def used(self) -> tuple[int, int]:
        """Milliseconds used on the clocks that run now, as far as they were noted."""
        note = self.note
        first, second = (
            note.spent[seat] if note and note.version >= self.began[seat] else 0 for seat in SEATS
        )
        return first, second


class TableServices:
    """What an owner needs of the house: the store, the time, and what to do after a change."""

    def __init__(  # each is one thing the house does
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
        """The table of a rematch, and what is to be kept of it."""
        self.changed = changed
        """Called after every version: a bot may have to act."""
        self.lost = lost
        """Called when memory and store may differ: the table must be read again."""


async def durable(kept: Future[None]) -> None:
    """Wait in the event loop for what another thread does; lighter than asyncio.wrap_future."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()
    kept.add_done_callback(lambda _: loop.call_soon_threadsafe(_settle, done))
    await done
    try:
        kept.result()
    finally:
        del kept  # it has the error, which has this frame: together they would stay in memory


def _settle(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)


class Owner:
    """One table, its listeners and its clocks."""

    def __init__(self, history: StoredTable, surroundings: TableServices) -> None:
        self.table = history.table
        self.events = list(history.events)
        self.listeners = Listeners(self)
        self.clocks = Clocks(self.table, self._ring)
        self._revealing = Revealing(self._ring)
        self._pause = RETRY_SECONDS
        self.is_gone = False
        self.is_bot_asked = True
        """Whether its bot, if it is to act, is asked at once; otherwise others are before it."""
        self._gone_code = Code.STOPPING
        self._kept = history.kept
        self._creation = history.creation
        self._around = surroundings
        self._waiting: deque[tuple[Coroutine[Any, Any, int], asyncio.Future[int]]] = deque()
        self._task: asyncio.Task[None] | None = None
        self.clocks.run(self.table, used=history.used)
        # With clocks both are there, and a restart is nobody's fault: the time begins anew.
        has_clock = self.table.options.clock is not None
        self._revealing.run(self.table, 0.0 if has_clock else history.age)

    @property
    def is_busy(self) -> bool:
        """Whether a command is being worked on."""
        return self._task is not None

    async def submit(
        self,
        seat: Seat,
        command_id: str,
        version: int | None,
        command: Command | Joining,
        fallback: str | None = None,
    ) -> int:
        """Apply a command made for a version; returns the version it made.

        A repeat is answered as the first time. A command without a version fits any. `fallback`
        says why another player chose for a bot.
        """
        return await self._in_turn(self._apply(seat, command_id, version, command, fallback))

    async def close_by_host(self) -> int:
        """End the table for both, whatever its phase; returns the version that made."""
        return await self._in_turn(self._close_by_host())

    async def _close_by_host(self) -> int:
        if self.is_gone:
            raise SessionError(self._gone_code, self.table.version)
        if self.table.ending is not None:
            raise SessionError(Code.MATCH_OVER, self.table.version)
        return await self._keep(Closed(None), f"host:{self.table.version}", "")

    async def _in_turn(self, work: Coroutine[Any, Any, int]) -> int:
        done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, done))
        if self._task is None:
            self._task = asyncio.create_task(self._work())
        try:
            # Whoever asked may hang up, which cancels `done`; the work is done all the same.
            return await done
        finally:
            del done  # as above

    async def _work(self) -> None:
        while self._waiting:
            work, done = self._waiting.popleft()
            try:
                version = await work
            except Exception as error:  # whoever asked gets to see it
                if not done.cancelled():
                    done.set_exception(error)
                    done.exception()  # somebody who hung up need not look at it
            else:
                if not done.cancelled():
                    done.set_result(version)
            del work, done  # as above
        self._task = None

    async def _apply(
        self,
        seat: Seat,
        command_id: str,
        version: int | None,
        command: Command | Joining,
        fallback: str | None,
    ) -> int:
        # Each seat has ids of its own; who joins has no seat yet.
        scope = command.player if isinstance(command, Joining) else seat
        key, digest = f"{scope}:{command_id}", digest_of(seat, command, version, fallback)
        if kept := self._kept.get(key):
            if kept.digest != digest:
                raise SessionError(Code.COMMAND_REUSED, self.table.version)
            return kept.version
        if self.is_gone:
            raise SessionError(self._gone_code, self.table.version)
        await self._end_overdue()
        if version is not None and version != self.table.version:
            raise SessionError(Code.STALE_VERSION, self.table.version, expected=version)
        moment, extra = CommandContext(self.clocks.spent(seat), fallback=fallback), None
        if isinstance(command, Rematch):
            new, extra = self._around.new_table(self.table)
            moment = replace(moment, rematch_table=new.id)
        fact = decide(self.table, seat, command, moment)
        also = [extra] if extra and isinstance(fact, Rematched) else []
        return await self._keep(fact, key, digest, also)

    async def _keep(self, fact: Fact, key: str, digest: str, also: Sequence[Append] = ()) -> int:
        """Store a fact; only then is it true and told."""
        table, now = self.table.after(fact), self._around.now()
        event = StoredEvent(table.id, table.version, key, digest, write_fact(fact), now)
        write = Append(event, row_of(table, self._creation, now))
        try:
            await durable(self._around.append([write, *also]))
        except StoreFull:
            raise
        except StoreError as error:
            # Memory may now differ from the store (a conflict, or an error after the commit).
            self._leave(error)
            raise
        self.table = table
        self.events.append(event_of(table, fact, now))
        self._kept[key] = AcceptedCommand(digest, table.version)
        self.clocks.run(table, after=fact)
        self._revealing.run(table)
        self.listeners.wake()
        self._around.changed(self)
        return table.version

    def _leave(self, error: StoreError) -> None:
        self._gone_code = Code.NOT_STORED
        log.warning("table read again", extra={"table": self.table.id, "cause": str(error)})
        self.rest()
        self._around.lost(self)

    async def _end_overdue(self) -> None:
        """End what has taken too long: somebody's clock, or waiting for a nonce."""
        if (seat := self.clocks.overdue()) is not None:
            await self._keep(RanOut(seat), f"clock:{self.table.version}", "")
        elif (seat := self._revealing.overdue()) is not None:
            await self._keep(Voided(seat), f"void:{self.table.version}", "")

    def _ring(self) -> None:
        """A clock has run out, if nothing was done in the meantime."""
        ring = asyncio.ensure_future(self._in_turn(self._after_ring()))
        ring.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _after_ring(self) -> int:
        if not self.is_gone:
            try:
                await self._end_overdue()
                self._pause = RETRY_SECONDS
            except StoreError:
                self._pause = min(2 * self._pause, LONGEST_RETRY)
        if not self.is_gone:
            # Again, if the store failed or the timer was early.
            self.clocks.run_on(self._pause)
            self._revealing.run_on(self._pause)
        return self.table.version

    @property
    def can_rest(self) -> bool:
        """Whether the table may leave memory: nobody is about to act. Clocks go on without it."""
        table = self.table
        is_revealing = table.options.clock is not None and table.reveals is not None
        is_thinking = table.bot_to_act is not None and self.is_bot_asked
        return not is_thinking and not is_revealing

    @property
    def is_at_rest(self) -> bool:
        """Whether nobody uses the table."""
        return not len(self.listeners) and not self.is_busy and self.can_rest

    async def finish(self) -> None:
        """Work off what waits, then stop."""
        while self._task is not None:  # a bot may have given a command in the meantime
            await asyncio.wait([self._task])
        self.stop()

    def stop(self) -> None:
        """End: no more commands, clocks stand still, listeners are sent away."""
        self.rest()
        self.clocks.stop()

    def rest(self) -> None:
        """Leave memory: the same, but the clocks go on."""
        self.is_gone = True
        self._revealing.stop()
        self.listeners.end()


def history_of(
    events: Sequence[StoredEvent], creation: str, create: Callable[[str, Created], Table]
) -> StoredTable:
    """Replay what was stored of a table."""
    table, told, kept, began = None, [], {}, [0, 0]
    for version, fact, event in versions(events, create):
        table = version
        told.append(event_of(table, fact, event.at))
        kept[event.command] = AcceptedCommand(event.digest, event.sequence)
        if table.options.clock is not None:
            running = set(table.on_the_clock) - set(stopped_by(fact))
            began = [began[seat] if seat in running else table.version for seat in SEATS]
    if table is None:
        raise SessionError(Code.UNKNOWN_TABLE)
    return StoredTable(table, tuple(told), kept, creation, began=(began[0], began[1]))
