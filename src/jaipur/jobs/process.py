"""The job process as seen from the event loop: one job at a time."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from ..bots.program import OWN_GROUP
from .worker import STOP

log = logging.getLogger(__name__)

STOP_SECONDS: Final = 5.0
"""How long a cancelled job may take to stop before its process is killed.

On a busy machine it runs slowly at its low priority, and a new process would need even longer.
"""
_READ_BYTES: Final = 1 << 18


class JobFailed(Exception):
    """A job could not be done, or its process ended."""


class JobProcess:
    """A running process. A cancelled caller stops its job, or ends the process."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._number = 0
        self._is_killed = False
        self._stderr_task = asyncio.create_task(self._log_stderr())

    @classmethod
    async def start(cls, command: Sequence[str]) -> JobProcess:
        """Start a process; a cancelled start leaves nothing behind."""
        starting = asyncio.create_task(
            asyncio.create_subprocess_exec(
                *command,
                stdin=PIPE,
                stdout=PIPE,
                stderr=PIPE,
                limit=_READ_BYTES,
                start_new_session=True,  # Ctrl-C in the terminal does not end it before us
                creationflags=OWN_GROUP,
            )
        )
        try:
            return cls(await asyncio.shield(starting))
        except asyncio.CancelledError:
            await cls(await starting).end()
            raise

    @property
    def is_over(self) -> bool:
        """Whether it has ended or is being killed."""
        return self._is_killed or self._process.returncode is not None

    async def ask(self, kind: bytes, request: bytes) -> bytes:
        """Run a job and return its result."""
        self._number += 1
        self._write(b"%d %b %b\n" % (self._number, kind, request))
        answering = asyncio.create_task(self._answer())
        answering.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            result = await asyncio.shield(answering)
        except asyncio.CancelledError:
            await self._give_up(answering)
            raise
        except (ValueError, asyncio.IncompleteReadError):
            await self.end()
            result = b""
        if not result:
            raise JobFailed
        return result

    def _write(self, line: bytes) -> None:
        if self._process.stdin:
            self._process.stdin.write(line)

    async def _answer(self) -> bytes:
        out = self._process.stdout
        if out is None:
            return b""
        number, length = map(int, (await out.readline()).split())
        if number != self._number:
            raise ValueError(number)
        return await out.readexactly(length)

    async def _give_up(self, answering: asyncio.Task[bytes]) -> None:
        self._write(b"%d %b\n" % (self._number, STOP))
        try:
            await asyncio.wait({answering}, timeout=STOP_SECONDS)
        except asyncio.CancelledError:
            self._kill()  # the next caller would read the answer to this one
            raise
        if not answering.done() or answering.exception():
            await self.end()
            await asyncio.wait({answering})

    async def end(self) -> None:
        """Kill it and its children, and wait until they are gone."""
        self._kill()
        await self._process.wait()
        await self._stderr_task

    def _kill(self) -> None:
        self._is_killed = True
        if self._process.returncode is None:
            if hasattr(os, "killpg"):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    async def _log_stderr(self) -> None:
        """Log its standard error."""
        while self._process.stderr and (piece := await self._process.stderr.read(_READ_BYTES)):
            log.warning("job process: %s", piece.decode("utf-8", "replace").strip())
