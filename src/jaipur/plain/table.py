"""A table in line mode: delivers its updates in order, and sends commands."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from ..client.link import LONGEST_WAIT, ConnectionLost, Link, ServerRefused
from ..errors import Code, SessionError
from ..seats import Seat
from ..session.contract.commands import Command
from ..session.contract.responses import Update
from .console import Console
from .lines import Line
from .narrator import Narrator

FIRST_PAUSE = 1.0
LONGEST_PAUSE = 15.0
SCRIPT_TRIES = 6
"""How often a script retries an unresponsive server; people can leave at any time."""


class PlainTable:
    """A table followed from one seat. Each update is passed to `on_update` once, in order."""

    def __init__(
        self, link: Link, first: Update, console: Console, seat: Seat | None = None
    ) -> None:
        self.link = link
        self.narrator = Narrator(first, console.texts)
        self.seat = seat
        """Whose cards are shown on a shared device."""
        self.on_update: Callable[[list[str]], None] = lambda _sentences: None
        """Called with the sentences about each update."""
        self._console = console
        self._coming: asyncio.Task[Update] | None = None

    async def stop(self) -> None:
        """Stop following the table."""
        if self._coming is not None:
            self._coming.cancel()
            await asyncio.gather(self._coming, return_exceptions=True)
            self._coming = None

    async def next(
        self, timeout: float | None = None, or_line: asyncio.Task[Line | None] | None = None
    ) -> bool:
        """Wait for the next update, a line or the timeout; returns whether an update came."""
        if self._coming is None:
            self._coming = asyncio.create_task(self._newer())
        waited = {self._coming, or_line} if or_line else {self._coming}
        await asyncio.wait(waited, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
        if not self._coming.done():
            return False  # keep waiting in the background
        coming, self._coming = self._coming, None
        self.on_update(self.narrator.receive(coming.result()))
        return True

    async def _newer(self) -> Update:
        """Wait for a newer update, reconnecting as needed."""
        failures, _ = 0, self._console.texts
        while True:
            # Report a reconnection at once, with or without news.
            wait, version = 0.0 if failures else LONGEST_WAIT, self.narrator.update.version
            try:
                update = await self.link.wait_for_update(version, self.seat, wait)
            except ConnectionLost as lost:
                failures += 1
                if self._console.is_script and failures == SCRIPT_TRIES:
                    raise
                if failures == 1:
                    self._console.print_between(_.error(lost))
                await asyncio.sleep(min(FIRST_PAUSE * failures, LONGEST_PAUSE))
                continue
            if failures:
                self._console.print_between(_("The connection is back."))
                failures = 0
            if update.version > version:
                return update
            words = self.narrator.receive_status(update.now)
            if words and not self._console.is_script:
                self._console.print_between(words)
            await asyncio.sleep(0)  # let other tasks run if the link answers at once

    async def submit(self, command: Command) -> None:
        """Send a command and wait for its update, or for the one that preceded it."""
        is_watching, version = self.narrator.state.seat is None, self.narrator.update.version
        if is_watching and self.link.is_remote:
            raise SessionError(Code.NO_SEAT)
        seat = 0 if is_watching else self.seat  # a shared device acts for both seats
        try:
            done = await self.link.command(command, version, seat)
        except (SessionError, ServerRefused) as error:
            if error.code == Code.STALE_VERSION:
                await self._catch_up(error.version or 0)
            raise
        await self._catch_up(done)

    async def _catch_up(self, version: int) -> None:
        while self.narrator.update.version < version:
            await self.next()
