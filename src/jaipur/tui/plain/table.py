"""A table as line mode follows it: its news in order, and commands that wait for their news."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ...errors import Code, SessionError
from ...seats import Seat
from ...texts import Texts
from ..link import ConnectionLost, Json, Link, ServerRefused
from .lines import Line
from .news import News
from .seen import Seen

TRIES = 5
"""How often a command is given again to a table that only counted on."""

Say = Callable[[list[str]], None]


class Followed:
    """A table seen from a seat. Every update is told once, by `on_news`, in its order."""

    def __init__(
        self,
        link: Link,
        first: Json,
        _: Texts,
        *,
        seat: Seat | None = None,
        speaks_as: Seat | None = None,
        tries: int | None = None,
    ) -> None:
        self.link = link
        self.seen = Seen(first, _)
        self.seat = seat
        """Whose cards are looked at, where one device has both."""
        self._speaks_as = speaks_as
        self._ = _
        self._news = News(
            link,
            self.seen.version,
            self._connection,
            on_now=self._now,
            tries=tries,
            seat=seat,
        )
        self.on_news: Say = lambda _sentences: None
        """Told the sentences about each update."""
        self.on_connection: Callable[[str], None] = lambda _sentence: None
        self.on_readiness: Callable[[str], None] = lambda _sentence: None
        """Told how far a bot is that gets ready."""

    async def stop(self) -> None:
        """Follow it no longer."""
        await self._news.stop()

    async def until(self, other: asyncio.Task[Line | None]) -> None:
        """Wait for news or for something else, and tell the news."""
        await asyncio.wait({other, self._news.task}, return_when=asyncio.FIRST_COMPLETED)
        if self._news.task.done():
            self._take_in(self._news.take())

    async def next(self, timeout: float | None = None) -> bool:
        """Tell the next update; whether there was one in time."""
        update = await self._news.next(timeout)
        if update is not None:
            self._take_in(update)
        return update is not None

    async def give(self, kind: str, **more: object) -> None:
        """Give a command and tell what comes of it; a table that only counted on is no obstacle."""
        if self.seen.me is None and self._speaks_as is None:
            raise SessionError(Code.NO_SEAT)
        for tries_left in reversed(range(TRIES)):
            version, was = self.seen.version, self._picture()
            try:
                done = await self.link.command(kind, version, self._speaks_as, **more)
            except (SessionError, ServerRefused) as error:
                newer = error.version or 0
                if error.code != Code.STALE_VERSION or newer <= version or not tries_left:
                    raise
                await self._catch_up(newer)
                if self._picture() != was:
                    raise
            else:
                await self._catch_up(done)
                return

    async def _catch_up(self, version: int) -> None:
        while self.seen.version < version:
            await self.next()

    def _take_in(self, update: Json) -> None:
        self.on_news(self.seen.take_in(update))

    def _connection(self, lost: ConnectionLost | None) -> None:
        back = self._("The connection is back.")
        self.on_connection(back if lost is None else self._.error(lost))

    def _now(self, now: Json) -> None:
        if words := self.seen.take_in_now(now):
            self.on_readiness(words)

    def _picture(self) -> tuple[object, ...]:
        """What a command is about: while this is the same, it still means the same."""
        state = self.seen.state
        shown = state["round"] or {"number": 0, "turn": None, "market": []}
        return state["phase"], shown["number"], shown["turn"], shown["market"]
