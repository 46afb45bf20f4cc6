"""A worker process as seen from the event loop: send a line, receive a line, end it."""

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
"""How long a worker may take to exit by itself once its input is closed."""

MOST_LOGGED_LINES: Final = 100
"""The number of lines of its standard error that are logged."""

_READ_BYTES: Final = 1 << 14
_REAP_SECONDS: Final = 10.0


class WorkerFailed(Exception):
    """A worker failed and has to be ended; `why` is the reason."""

    def __init__(self, why: Fallback) -> None:
        super().__init__(why)
        self.why = why


class WorkerProcess:
    """A running worker. `failed` completes when it exits, or sends a line without a request."""

    def __init__(self, process: Process) -> None:
        loop = asyncio.get_running_loop()
        self._process = process
        self._line: asyncio.Future[bytes] = loop.create_future()
        self.failed: asyncio.Future[Fallback] = loop.create_future()
        self._last_stderr = ""
        self._listeners = [
            asyncio.create_task(self._listen()),
            asyncio.create_task(self._log_stderr()),
        ]

    @classmethod
    async def start(cls, command: Sequence[str]) -> WorkerProcess:
        """Start a worker, which is expected to send a first line by itself."""
        starting = asyncio.create_task(cls._start(command))
        try:
            return await asyncio.shield(starting)
        except asyncio.CancelledError:
            # Not every event loop cleans up after a cancelled start.
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
                # Its own process group, so that Ctrl-C in the terminal does not end it before us.
                start_new_session=True,
                creationflags=OWN_GROUP,
            )
        except (OSError, ValueError) as error:
            log.warning("a worker cannot be started: %s", printable(str(error)))
            raise WorkerFailed(Fallback.CRASHED) from None
        return cls(process)

    async def receive(self, seconds: float) -> bytes:
        """Receive the expected line before a timeout."""
        await first_of(self._line, self.failed, seconds=seconds)
        if self._line.done():
            return self._line.result()
        raise WorkerFailed(self.failed.result() if self.failed.done() else Fallback.LATE)

    async def ask(self, line: bytes, seconds: float) -> bytes:
        """Send a line and receive the answer before a timeout."""
        if self.failed.done():
            raise WorkerFailed(self.failed.result())
        self._line = asyncio.get_running_loop().create_future()
        if self._process.stdin:
            self._process.stdin.write(line)
        return await self.receive(seconds)

    async def end(self, seconds: float) -> None:
        """Close its input, wait for it to exit, then kill what is left.

        A cancelled caller still waits, so that no process and no pipe is left open.
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
            log.info("worker %d does not exit by itself", self._process.pid)
        finally:
            self._kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(_REAP_SECONDS):
                await self._process.wait()
                await asyncio.gather(*self._listeners, return_exceptions=True)
        if seconds == 0 and self._last_stderr:
            log.warning(
                "worker %d: last line of standard error: %s", self._process.pid, self._last_stderr
            )

    def _kill(self) -> None:
        """Kill it and its children."""
        if not hasattr(os, "killpg"):
            if self._process.returncode is None:
                self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)

    async def _listen(self) -> None:
        """Deliver each expected line; any other output is a failure."""
        output = self._process.stdout
        if output is None:
            return
        why = Fallback.CRASHED
        try:
            while (line := await output.readline()).endswith(b"\n"):
                if self._line.done():
                    # Without a request: all later answers would be off by one.
                    why = Fallback.UNREADABLE
                    break
                self._line.set_result(line)
        except ValueError:
            why = Fallback.UNREADABLE
        except OSError as error:
            log.info("worker %d cannot be read: %s", self._process.pid, printable(str(error)))
        self.failed.set_result(why)
        # Unread output would keep the pipe open.
        with suppress(OSError):
            while await output.read(_READ_BYTES):
                pass

    async def _log_stderr(self) -> None:
        """Log its standard error, up to a limit."""
        left = MOST_LOGGED_LINES
        while self._process.stderr and (piece := await self._process.stderr.read(_READ_BYTES)):
            for text in map(printable, piece.decode("utf-8", "replace").splitlines()):
                if text and left > 0:
                    left -= 1
                    log.info("worker %d: %s", self._process.pid, text)
                self._last_stderr = text or self._last_stderr


async def first_of(*futures: asyncio.Future[Any], seconds: float | None = None) -> None:
    """Wait until one of them is done, or for a timeout; none of them is cancelled."""
    await asyncio.wait(futures, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
