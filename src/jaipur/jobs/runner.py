"""Long work, such as the replay of a match: shared, kept, fair between people, ended in time.

A process of its own does one piece after the other, so the loop that serves everybody is not held
up. Nobody has more than one piece in the line, and a piece for which nobody waits any more stops.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import sys
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from ..errors import Code, SessionError
from ..session.fair_turns import Turns
from ..session.threads import Threads
from .process import WorkFailed, WorkProcess

COMMAND: Final = (sys.executable, "-m", f"{__package__}.worker")
MOST_KEPT: Final = 32 * 2**20
"""Bytes of results that are kept."""
MOST_SECONDS: Final = 60.0
"""How long one piece of work may take."""

log = logging.getLogger(__name__)

Request = Callable[[], Awaitable[bytes]]


@dataclass(slots=True)
class _Piece:
    """Work that is being done or waits for its turn, and how many wait for it."""

    task: asyncio.Task[bytes]
    waiting: int = 0


class JobRunner:
    """The room. The process is started with the first piece of work."""

    def __init__(self, command: Sequence[str] = COMMAND, *, most_kept: int = MOST_KEPT) -> None:
        self._command = command
        self._kept = JobResults(most_kept)
        self._pieces: dict[str, _Piece] = {}
        self._turns = Turns()
        self._line = asyncio.Lock()
        self._process: WorkProcess | None = None
        self._is_stopping = False
        self._threads = Threads(1, "unpack")

    async def unpacked(self, result: bytes) -> bytes:
        """A compressed result as it was before, for who cannot read it otherwise."""
        return await self._threads.run(gzip.decompress, result)

    async def ask(self, caller: str, kind: str, key: str, request: Request) -> bytes:
        """The result of a piece of work; the same `kind` and `key` are the same work.

        `request` is asked for the one line that the process needs when the turn has come.
        """
        if self._is_stopping:
            raise SessionError(Code.STOPPING)
        name = f"{kind} {key}"
        if kept := self._kept.get(name):
            return kept
        piece = self._pieces.get(name)
        if piece is None:
            work = self._do(caller, kind, name, request)
            piece = self._pieces[name] = _Piece(asyncio.create_task(work))
        piece.waiting += 1
        try:
            return await asyncio.shield(piece.task)
        except asyncio.CancelledError:
            if not piece.task.cancelled():
                raise  # whoever waits has gone
            raise SessionError(Code.STOPPING) from None
        finally:
            piece.waiting -= 1
            if not piece.waiting:
                self._let_go(name, piece)

    def _let_go(self, name: str, piece: _Piece) -> None:
        """The last who waited has the result, or has gone."""
        if self._pieces.get(name) is piece:
            del self._pieces[name]
        piece.task.cancel()

    async def _do(self, caller: str, kind: str, name: str, request: Request) -> bytes:
        try:
            async with self._turns.of(caller), self._line, asyncio.timeout(MOST_SECONDS):
                process = await self._started()
                result = await process.ask(kind.encode(), await request())
        except (WorkFailed, TimeoutError) as error:
            log.error("back room: %s not done", kind, extra={"cause": repr(error)})
            raise SessionError(Code.WORK_FAILED) from error
        self._kept.put(name, result)
        return result

    async def _started(self) -> WorkProcess:
        if self._process is None or self._process.is_over:
            try:
                self._process = await WorkProcess.start(self._command)
            except OSError as error:
                raise WorkFailed from error
        return self._process

    async def stop(self) -> None:
        """Give up everything and end the process."""
        self._is_stopping = True
        self._threads.stop()
        tasks = [piece.task for piece in self._pieces.values()]
        for task in tasks:
            task.cancel()
        process, self._process = self._process, None
        if process:
            await process.end()
        await asyncio.gather(*tasks, return_exceptions=True)


class JobResults:
    """Results, up to so many bytes of them; those not wanted for the longest time go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._results: OrderedDict[str, bytes] = OrderedDict()

    def get(self, name: str) -> bytes | None:
        """A result that is still there."""
        if name in self._results:
            self._results.move_to_end(name)
        return self._results.get(name)

    def put(self, name: str, result: bytes) -> None:
        """Keep a result."""
        if len(result) > self._most or name in self._results:
            return
        self._results[name] = result
        self._size += len(result)
        while self._size > self._most:
            self._size -= len(self._results.popitem(last=False)[1])
