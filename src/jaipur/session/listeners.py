"""Who follows a table.

A listener is a place in the list of versions, not a queue: a slow one costs no memory, and gets
what it missed in one piece.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import dataclass

import msgspec

from ..bots.protocol import Preparing
from ..seats import Seat
from .clocks import Clocks
from .contract.basics import SeatKind
from .contract.events import AnyEvent
from .contract.responses import Update
from .contract.state import BotPreparation, Now
from .projection import Viewer
from .table import Table
from .updates import FollowedTable, Updates

WATCHERS_SECONDS = 2.0
_ENCODER = msgspec.json.Encoder()
STATIC_NOW = Now(
    present=(True, True), bot_ready=True, bot_preparing=None, clocks_ms=None, running=()
)
"""What `now` is in a lesson or a replay, where nobody can be away."""


@dataclass(slots=True)
class Last:
    """What a table was when it left memory."""

    table: Table
    events: list[AnyEvent]
    clocks: Clocks


@dataclass(frozen=True, slots=True)
class EncodedMessage:
    """News for one viewer as JSON: an `Update` (kind `update`) or a `Now` (kind `now`)."""

    kind: str
    version: int
    data: bytes


class Listener:
    """Somebody who follows a table, and the last version they were given."""

    __slots__ = (
        *("_awake", "_listeners", "_presence", "_timer", "_until", "_version"),
        *("_is_dismissed", "seats", "viewer"),
    )

    def __init__(
        self, listeners: Listeners, viewer: Viewer, after: int | None, seats: tuple[Seat, ...]
    ) -> None:
        self.viewer = viewer
        self.seats = seats
        self._listeners = listeners
        self._version = after
        self._awake: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._until = 0.0
        self._presence = -1
        self._is_dismissed = False

    @property
    def is_over(self) -> bool:
        """Whether the listener was sent away; it may come back and ask again."""
        return self._is_dismissed or self._listeners.is_over

    def dismiss(self) -> None:
        """Send this listener away."""
        self._is_dismissed = True
        self.wake()

    @property
    def is_late(self) -> bool:
        """Whether there is a version that was not given yet."""
        return self._version != self._listeners.version

    async def wait(self, seconds: float) -> bool:
        """Wait until there is something new; False if nothing was for so long."""
        if self._is_behind():
            return True
        loop = asyncio.get_running_loop()
        self._until = loop.time() + seconds
        # A timer left from the last wait goes on by itself: most waits end long before it.
        if self._timer is None or self._timer.when() > self._until:
            self._stop_timer()
            self._timer = loop.call_at(self._until, self._ring)
        self._awake = loop.create_future()
        try:
            await self._awake
        finally:
            self._awake = None
        return self._is_behind()

    def _ring(self) -> None:
        self._timer = None
        if self._awake is None:
            return
        loop = asyncio.get_running_loop()
        if loop.time() < self._until:
            self._timer = loop.call_at(self._until, self._ring)
        else:
            self.wake()

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def mark_presence_seen(self) -> None:
        """Count who is there as known, so that only a new version is news."""
        self._presence = self._listeners.presence

    def wake(self) -> None:
        """Look again."""
        if self._awake and not self._awake.done():
            self._awake.set_result(None)

    def _is_behind(self) -> bool:
        return self.is_over or self.is_late or self._presence != self._listeners.presence

    def take(self) -> EncodedMessage:
        """What is new since the last time."""
        listeners = self._listeners
        if self._version == listeners.version and self._presence >= 0:
            news = EncodedMessage("now", listeners.version, listeners.now_text())
        else:
            news = listeners.encoded(self.viewer, self._version)
        self._version, self._presence = listeners.version, listeners.presence
        return news

    def leave(self) -> None:
        """Stop following."""
        self._stop_timer()
        self._listeners.remove(self)


class Listeners:
    """Everybody who follows one table, and what they are sent."""

    def __init__(self, followed: FollowedTable) -> None:
        self.presence = 0
        """Grows with every change of who is there."""
        self.is_over = False
        self.preparing: Preparing | None = None
        """How far the bot of this table is, while it gets ready."""
        self.can_bot_play = True
        """Not while the network of the bot cannot be read."""
        self.bot_queue: int | None = None
        """How many thoughts are before that of the bot; None if it waits for none."""
        self._followed = followed
        self._listeners: dict[Listener, None] = {}  # in the order in which they came
        self._there = [0, 0]
        self._watchers = 0
        self._timer: asyncio.TimerHandle | None = None
        self._updates = Updates(followed)
        self._now: tuple[tuple[object, ...], bytes] | None = None

    def __len__(self) -> int:
        return len(self._listeners)

    @property
    def version(self) -> int:
        """The version of the table."""
        return self._followed.table.version

    def add(self, viewer: Viewer, after: int | None, seats: tuple[Seat, ...] = ()) -> Listener:
        """Somebody new, who saw everything up to a version (None: nothing) and holds seats."""
        listener = Listener(self, viewer, after, seats)
        self._listeners[listener] = None
        self._count(seats, 1)
        return listener

    def remove(self, listener: Listener) -> None:
        """Somebody has gone."""
        if listener in self._listeners:
            del self._listeners[listener]
            self._count(listener.seats, -1)

    def _count(self, seats: tuple[Seat, ...], change: int) -> None:
        """Count who is there. A crowd that comes and goes is told of now and then only."""
        before = self._there[0] > 0, self._there[1] > 0
        for seat in seats:
            self._there[seat] += change
        if before != (self._there[0] > 0, self._there[1] > 0):
            self._presence_changed()
        elif not seats:
            self._watchers += change
            self._tell_of_watchers_later()

    def _tell_of_watchers_later(self) -> None:
        if self._timer is None and not self.is_over:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(WATCHERS_SECONDS, self._presence_changed)

    def wake(self) -> None:
        """There is something new."""
        for listener in self._listeners:
            listener.wake()

    def end(self) -> None:
        """Send everybody away; who is still here can read what was last true."""
        self.is_over = True
        # The table and its listeners would keep each other in memory.
        last = self._followed
        self._followed = self._updates.followed = Last(last.table, last.events, last.clocks)
        if self._timer:
            self._timer.cancel()
        self.wake()

    def dismiss(self, seats: Collection[Seat]) -> None:
        """Let those who hold these seats come again, and show that they still do."""
        for listener in self._listeners:
            if not {*seats}.isdisjoint(listener.seats):
                listener.dismiss()

    def set_preparing(self, preparing: Preparing | None, *, can_play: bool = True) -> None:
        """Say how far the bot of this table is; None: it can answer, or it cannot play at all."""
        was = self.can_bot_play, _preparation(self.preparing)
        self.can_bot_play, self.preparing = can_play, preparing
        if was != (can_play, _preparation(preparing)):
            self._presence_changed()

    def set_bot_queue(self, before: int | None) -> None:
        """Say how many thoughts of other bots are before that of this table's."""
        if self.bot_queue != before:
            self.bot_queue = before
            self._presence_changed()

    def _presence_changed(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        self.presence += 1
        self.wake()

    def update(self, viewer: Viewer, after: int | None) -> Update:
        """What a viewer is shown who was last given a version; None: who is new."""
        return self._updates.update(viewer, after, self.now())

    def encoded(self, viewer: Viewer, after: int | None) -> EncodedMessage:
        """The same as JSON."""
        data = self._updates.encoded(viewer, after, self.now_text())
        return EncodedMessage("update", self.version, data)

    def now_text(self) -> bytes:
        """The same as `now`, as JSON; without clocks it changes with who is there only."""
        table = self._followed.table
        if table.options.clock is not None:
            return _ENCODER.encode(self.now())
        known = self.presence, self._watchers, table.seats
        if self._now is None or self._now[0] != known:
            self._now = known, _ENCODER.encode(self.now())
        return self._now[1]

    def now(self) -> Now:
        """What is true at this moment and belongs to no version."""
        table = self._followed.table
        left = self._followed.clocks.left()
        return Now(
            present=(self._is_present(0), self._is_present(1)),
            watchers=self._watchers,
            bot_ready=self.preparing is None and self.can_bot_play,
            bot_preparing=_preparation(self.preparing),
            bot_queue=self.bot_queue,
            clocks_ms=left,
            running=table.on_the_clock,
        )

    def _is_present(self, seat: Seat) -> bool:
        is_bot = self._followed.table.seats[seat].kind is SeatKind.BOT
        return is_bot or self._there[seat] > 0


def _preparation(preparing: Preparing | None) -> BotPreparation | None:
    """What is told of a bot that gets ready, as whole numbers that do not change all the time."""
    if preparing is None:
        return None
    seconds = preparing.seconds
    left = None if seconds is None else max(1, round(seconds))
    return BotPreparation(int(100 * preparing.share), left)
