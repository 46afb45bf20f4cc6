"""The process of the back room seen from the event loop: one piece of work at a time."""

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
"""How long work that nobody waits for may take to stop; then the process is ended.

On a busy machine it gets little time at its low priority, and a new one would need more.
"""
_READ_BYTES: Final = 1 << 18


class WorkFailed(Exception):
    """A piece of work that could not be done, or a process that has ended amid one."""


class WorkProcess:
    """A running process. Whoever is cancelled while it works lets it stop, or ends it."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._number = 0
        self._is_killed = False
        self._words = asyncio.create_task(self._log_words())

    @classmethod
    async def start(cls, command: Sequence[str]) -> WorkProcess:
        """Start it; a cancelled start leaves nothing behind."""
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
        """Whether it has ended, or is about to."""
        return self._is_killed or self._process.returncode is not None

    async def ask(self, kind: bytes, request: bytes) -> bytes:
        """Have a piece of work done, and its result."""
        self._number += 1
        self._say(b"%d %b %b\n" % (self._number, kind, request))
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
            raise WorkFailed
        return result

    def _say(self, line: bytes) -> None:
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
        self._say(b"%d %b\n" % (self._number, STOP))
        try:
            await asyncio.wait({answering}, timeout=STOP_SECONDS)
        except asyncio.CancelledError:
            self._kill()  # whoever asks next would read the answer to this
            raise
        if not answering.done() or answering.exception():
            await self.end()
            await asyncio.wait({answering})

    async def end(self) -> None:
        """End it, with what it may have started; nothing of it is left."""
        self._kill()
        await self._process.wait()
        await self._words

    def _kill(self) -> None:
        self._is_killed = True
        if self._process.returncode is None:
            if hasattr(os, "killpg"):
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    async def _log_words(self) -> None:
        """Log what it says on standard error."""
        while self._process.stderr and (piece := await self._process.stderr.read(_READ_BYTES)):
            log.warning("back room: %s", piece.decode("utf-8", "replace").strip())
