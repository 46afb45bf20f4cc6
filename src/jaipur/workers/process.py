"""A worker seen from the event loop: a line goes in, a line comes out, and it can be ended."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from ..bots.program import MOST_BYTES, OWN_GROUP, printable
from .fallback import Fallback

log = logging.getLogger(__name__)

CLOSE_SECONDS: Final = 1.0
"""How long a worker may take to end by itself once its input has ended."""

MOST_WORDS: Final = 100
"""So many lines of its standard error are logged."""

_READ_BYTES: Final = 1 << 14
_REAP_SECONDS: Final = 10.0


class WorkerFailed(Exception):
    """A worker that has to be ended: `why` says what it did."""

    def __init__(self, why: Fallback) -> None:
        super().__init__(why)
        self.why = why


class WorkerProcess:
    """A running worker. `failed` is done once it has ended, or spoke when it was not asked."""

    def __init__(self, process: Process) -> None:
        loop = asyncio.get_running_loop()
        self._process = process
        self._line: asyncio.Future[bytes] = loop.create_future()
        self.failed: asyncio.Future[Fallback] = loop.create_future()
        self._last_words = ""
        self._listeners = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._log_words()),
        ]

    @classmethod
    async def start(cls, command: Sequence[str]) -> WorkerProcess:
        """Start a worker; it is expected to say a first line by itself."""
        starting = asyncio.create_task(cls._start(command))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # Not every event loop cleans up after a start that is cancelled half-way.
            with suppress(WorkerFailed):
                await (await starting).end(0)
            raise

    @classmethod
    async def _start(cls, command: Sequence[str]) -> WorkerProcess:
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=MOST_BYTES,
                # A group of its own, so that Ctrl-C in the terminal does not end it before us.
                start_new_session=True,
                creationflags=OWN_GROUP,
            )
        except (OSError, ValueError) as error:
            log.warning("a worker cannot be started: %s", printable(str(error)))
            raise WorkerFailed(Fallback.CRASHED) from None
        return cls(process)

    async def hear(self, seconds: float) -> bytes:
        """The line it is expected to say, before the time is up."""
        await first_of(self._line, self.failed, seconds=seconds)
        if self._line.done():
            return self._line.result()
        raise WorkerFailed(self.failed.result() if self.failed.done() else Fallback.LATE)

    async def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line, and the line that comes back before the time is up."""
        if self.failed.done():
            raise WorkerFailed(self.failed.result())
        self._line = asyncio.get_running_loop().create_future()
        if self._process.stdin:
            self._process.stdin.write(line)
        return await self.hear(seconds)

    async def end(self, seconds: float) -> None:
        """Wait for it to end by itself once its input has ended; then kill what is left.

        Whoever is cancelled meanwhile still waits: no process and no pipe is left open.
        """
        ending = asyncio.create_task(self._end(seconds))
        try:
            await asyncio.shield(ending)
        except asyncio.CancelledError:
            await ending
            raise

    async def _end(self, seconds: float) -> None:
        try:
            if seconds > 0 and self._process.stdin:
                self._process.stdin.close()
                async with asyncio.timeout(seconds):
                    await self._process.wait()
        except TimeoutError:
            log.info("worker %d does not end by itself", self._process.pid)
        finally:
            self._kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(_REAP_SECONDS):
                await self._process.wait()
                await asyncio.gather(*self._listeners, return_exceptions=True)
        if seconds == 0 and self._last_words:
            log.warning("worker %d: its last words: %s", self._process.pid, self._last_words)

    def _kill(self) -> None:
        """Kill it with its children."""
        if not hasattr(os, "killpg"):
            if self._process.returncode is None:
                self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _listen(self) -> None:
        """Hand over each line that is expected; anything else is a failure."""
        output = self._process.stdout
        if output is None:
            return
        why = Fallback.CRASHED
        try:
            while (line := await output.readline()).endswith(b"\n"):
                if self._line.done():
                    # An answer to nothing: all later answers would slip by one.
                    why = Fallback.UNREADABLE
                    break
                self._line.set_result(line)
        except ValueError:
            why = Fallback.UNREADABLE
        except OSError as error:
            log.info("worker %d cannot be read: %s", self._process.pid, printable(str(error)))
        self.failed.set_result(why)
        # What nobody reads would keep the pipe open.
        with suppress(OSError):
            while await output.read(_READ_BYTES):
                pass

    async def _log_words(self) -> None:
        """Log what it says on standard error, up to a point."""
        left = MOST_WORDS
        while self._process.stderr and (piece := await self._process.stderr.read(_READ_BYTES)):
            for words in map(printable, piece.decode("utf-8", "replace").splitlines()):
                if words and left > 0:
                    left -= 1
                    log.info("worker %d: %s", self._process.pid, words)
                self._last_words = words or self._last_words


async def first_of(*futures: asyncio.Future[Any], seconds: float | None = None) -> None:
    """Wait until one of them is done or the time is up; all of them are left as they are."""
    await asyncio.wait(futures, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
