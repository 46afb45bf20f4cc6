"""The listeners of a table, which are sent every update.

A listener is a position in the list of versions, not a queue: a slow listener costs no memory, and
gets everything it missed in one update.
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
"""The value of `now` in a lesson or a replay, where nobody can be absent."""


@dataclass(slots=True)
class UnloadedTable:
    """The last state of a table that was unloaded."""

    table: Table
    events: list[AnyEvent]
    clocks: Clocks


@dataclass(frozen=True, slots=True)
class EncodedMessage:
    """A message for one viewer as JSON: an `Update` (kind `update`) or a `Now` (kind `now`)."""

    kind: str
    version: int
    data: bytes


class Listener:
    """One subscriber of a table, and the last version they were sent."""

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
        """Whether the listener was disconnected; it may connect again."""
        return self._is_dismissed or self._listeners.is_over

    def dismiss(self) -> None:
        """Disconnect this listener."""
        self._is_dismissed = True
        self.wake()

    @property
    def is_late(self) -> bool:
        """Whether there is a version that was not sent yet."""
        return self._version != self._listeners.version

    async def wait(self, seconds: float) -> bool:
        """Wait for something new; returns False after a timeout."""
        if self._is_behind():
            return True
        loop = asyncio.get_running_loop()
        self._until = loop.time() + seconds
        # Reuse the timer of the last wait: most waits end long before it fires.
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
        """Treat the current presence as already sent, so that only a new version is news."""
        self._presence = self._listeners.presence

    def wake(self) -> None:
        """Wake this listener to check for news."""
        if self._awake and not self._awake.done():
            self._awake.set_result(None)

    def _is_behind(self) -> bool:
        return self.is_over or self.is_late or self._presence != self._listeners.presence

    def take(self) -> EncodedMessage:
        """The message with everything new since the last one."""
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
    """All listeners of one table, and the messages they are sent."""

    def __init__(self, followed: FollowedTable) -> None:
        self.presence = 0
        """Incremented with every change of presence, bots or watchers."""
        self.is_over = False
        self.preparing: Preparing | None = None
        """The progress of this table's bot while it is getting ready."""
        self.can_bot_play = True
        """False while the network of the bot cannot be read."""
        self.bot_queue: int | None = None
        """The number of requests ahead of this bot's in the queue; None if it is not waiting."""
        self._followed = followed
        self._listeners: dict[Listener, None] = {}  # in order of arrival
        self._present_count = [0, 0]
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
        """Add a listener who knows version `after` (None: nothing) and holds these seats."""
        listener = Listener(self, viewer, after, seats)
        self._listeners[listener] = None
        self._count(seats, 1)
        return listener

    def remove(self, listener: Listener) -> None:
        """Remove a listener."""
        if listener in self._listeners:
            del self._listeners[listener]
            self._count(listener.seats, -1)

    def _count(self, seats: tuple[Seat, ...], change: int) -> None:
        """Count who is present. The number of watchers is sent only every few seconds."""
        before = self._present_count[0] > 0, self._present_count[1] > 0
        for seat in seats:
            self._present_count[seat] += change
        if before != (self._present_count[0] > 0, self._present_count[1] > 0):
            self._presence_changed()
        elif not seats:
            self._watchers += change
            self._publish_watchers_later()

    def _publish_watchers_later(self) -> None:
        if self._timer is None and not self.is_over:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(WATCHERS_SECONDS, self._presence_changed)

    def wake(self) -> None:
        """Wake all listeners: there is something new."""
        for listener in self._listeners:
            listener.wake()

    def end(self) -> None:
        """Disconnect everybody; remaining listeners can still read the last state."""
        self.is_over = True
        # Break the reference cycle between the owner and its listeners.
        owner = self._followed
        last = UnloadedTable(owner.table, owner.events, owner.clocks)
        self._followed = self._updates.followed = last
        if self._timer:
            self._timer.cancel()
        self.wake()

    def dismiss(self, seats: Collection[Seat]) -> None:
        """Disconnect the holders of these seats; they must prove again that they hold them."""
        for listener in self._listeners:
            if not {*seats}.isdisjoint(listener.seats):
                listener.dismiss()

    def set_preparing(self, preparing: Preparing | None, *, can_play: bool = True) -> None:
        """Set the progress of this table's bot; None: it is ready, or cannot play at all."""
        was = self.can_bot_play, _preparation(self.preparing)
        self.can_bot_play, self.preparing = can_play, preparing
        if was != (can_play, _preparation(preparing)):
            self._presence_changed()

    def set_bot_queue(self, before: int | None) -> None:
        """Set the number of requests ahead of this table's bot in the queue."""
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
        """The update for a viewer who last got version `after`; None for a new viewer."""
        return self._updates.update(viewer, after, self.now())

    def encoded(self, viewer: Viewer, after: int | None) -> EncodedMessage:
        """The same as JSON."""
        data = self._updates.encoded(viewer, after, self.now_text())
        return EncodedMessage("update", self.version, data)

    def now_text(self) -> bytes:
        """The same as `now`, as JSON; without clocks it is cached until presence changes."""
        table = self._followed.table
        if table.options.clock is not None:
            return _ENCODER.encode(self.now())
        known = self.presence, self._watchers, table.seats
        if self._now is None or self._now[0] != known:
            self._now = known, _ENCODER.encode(self.now())
        return self._now[1]

    def now(self) -> Now:
        """What is true right now and belongs to no version."""
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
        return is_bot or self._present_count[seat] > 0


def _preparation(preparing: Preparing | None) -> BotPreparation | None:
    """The progress of a bot in whole numbers, so that it does not change all the time."""
    if preparing is None:
        return None
    seconds = preparing.seconds
    left = None if seconds is None else max(1, round(seconds))
    return BotPreparation(int(100 * preparing.share), left)
