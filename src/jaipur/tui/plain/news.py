"""The news of a table, waited for while something else is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ...seats import Seat
from ..link import ConnectionLost, Json, Link

LONGEST_WAIT = 25.0
FIRST_PAUSE = 1.0
LONGEST_PAUSE = 15.0
SCRIPT_TRIES = 6
"""How often a script asks a server that does not answer; a person can leave when they like."""


class News:
    """What happens at a table, update by update. Used as `async with`, it ends what it began."""

    def __init__(
        self,
        link: Link,
        version: int,
        on_connection: Callable[[ConnectionLost | None], None],
        *,
        on_now: Callable[[Json], None] = lambda _now: None,
        tries: int | None = None,
        seat: Seat | None = None,
    ) -> None:
        self._link = link
        self._version = version
        self._on_connection = on_connection
        """Told of a loss, and by None that it is over."""
        self._on_now = on_now
        """Told what is true now, when nothing else is new."""
        self._tries = tries
        self._seat = seat
        self._task: asyncio.Task[Json] | None = None

    @property
    def task(self) -> asyncio.Task[Json]:
        """What waits for the next update."""
        if self._task is None:
            self._task = asyncio.create_task(self._wait())
        return self._task

    def take(self) -> Json:
        """The update that has come."""
        update = self.task.result()
        self._task = None
        self._version = update["version"]
        return update

    async def next(self, timeout: float | None = None) -> Json | None:
        """The next update, None if it takes too long; it is waited for further on."""
        await asyncio.wait({self.task}, timeout=timeout)
        return self.take() if self.task.done() else None

    async def stop(self) -> None:
        """Wait no longer."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def _wait(self) -> Json:
        """An update that is newer, however long it takes."""
        while True:
            update = await self._ask()
            if update["version"] > self._version:
                return update
            self._on_now(update["now"])
            await asyncio.sleep(0)  # whoever answers at once must not keep others waiting

    async def _ask(self) -> Json:
        failures = 0
        while True:
            try:
                # That it is back is told at once, whether there is news or not.
                wait = 0.0 if failures else LONGEST_WAIT
                update = await self._link.news(self._version, self._seat, wait)
            except ConnectionLost as lost:
                failures += 1
                if failures == self._tries:
                    raise
                if failures == 1:
                    self._on_connection(lost)
                await asyncio.sleep(min(FIRST_PAUSE * failures, LONGEST_PAUSE))
            else:
                if failures:
                    self._on_connection(None)
                return update
