"""Runs long jobs, such as the replay of a match: shared, cached, fair, and cancelled in time.

A separate process does one job at a time, so that the event loop is not blocked. Nobody has more
than one job in the queue, and a job that nobody waits for any more is cancelled.
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
from .process import JobFailed, JobProcess

COMMAND: Final = (sys.executable, "-m", f"{__package__}.worker")
MOST_CACHED: Final = 32 * 2**20
"""The size of the result cache in bytes."""
MOST_SECONDS: Final = 60.0
"""How long one job may take."""

log = logging.getLogger(__name__)

MakeInput = Callable[[], Awaitable[bytes]]


@dataclass(slots=True)
class _Job:
    """A running or queued job, and the number of callers waiting for it."""

    task: asyncio.Task[bytes]
    waiting: int = 0


class JobRunner:
    """Runs jobs. The process is started with the first one."""

    def __init__(self, command: Sequence[str] = COMMAND, *, most_cached: int = MOST_CACHED) -> None:
        self._command = command
        self._cache = JobResults(most_cached)
        self._jobs: dict[str, _Job] = {}
        self._turns = Turns()
        self._lock = asyncio.Lock()
        self._process: JobProcess | None = None
        self._is_stopping = False
        self._threads = Threads(1, "unpack")

    async def unpacked(self, result: bytes) -> bytes:
        """Decompress a result, for clients that do not accept gzip."""
        return await self._threads.run(gzip.decompress, result)

    async def ask(self, caller: str, kind: str, key: str, make_input: MakeInput) -> bytes:
        """Return the result of a job; the same `kind` and `key` are the same job.

        `make_input` is called for the input line of the process when it is the job's turn.
        """
        if self._is_stopping:
            raise SessionError(Code.STOPPING)
        name = f"{kind} {key}"
        if cached := self._cache.get(name):
            return cached
        job = self._jobs.get(name)
        if job is None:
            work = self._do(caller, kind, name, make_input)
            job = self._jobs[name] = _Job(asyncio.create_task(work))
        job.waiting += 1
        try:
            return await asyncio.shield(job.task)
        except asyncio.CancelledError:
            if not job.task.cancelled():
                raise  # the caller has gone
            raise SessionError(Code.STOPPING) from None
        finally:
            job.waiting -= 1
            if not job.waiting:
                self._drop(name, job)

    def _drop(self, name: str, job: _Job) -> None:
        """Drop a job that nobody waits for any more."""
        if self._jobs.get(name) is job:
            del self._jobs[name]
        job.task.cancel()

    async def _do(self, caller: str, kind: str, name: str, make_input: MakeInput) -> bytes:
        try:
            async with self._turns.of(caller), self._lock, asyncio.timeout(MOST_SECONDS):
                process = await self._started()
                result = await process.ask(kind.encode(), await make_input())
        except (JobFailed, TimeoutError) as error:
            log.error("job failed: %s", kind, extra={"cause": repr(error)})
            raise SessionError(Code.WORK_FAILED) from error
        self._cache.put(name, result)
        return result

    async def _started(self) -> JobProcess:
        if self._process is None or self._process.is_over:
            try:
                self._process = await JobProcess.start(self._command)
            except OSError as error:
                raise JobFailed from error
        return self._process

    async def stop(self) -> None:
        """Cancel all jobs and end the process."""
        self._is_stopping = True
        self._threads.stop()
        tasks = [job.task for job in self._jobs.values()]
        for task in tasks:
            task.cancel()
        process, self._process = self._process, None
        if process:
            await process.end()
        await asyncio.gather(*tasks, return_exceptions=True)


class JobResults:
    """A cache of results, limited in bytes; the least recently used go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._results: OrderedDict[str, bytes] = OrderedDict()

    def get(self, name: str) -> bytes | None:
        """A cached result."""
        if name in self._results:
            self._results.move_to_end(name)
        return self._results.get(name)

    def put(self, name: str, result: bytes) -> None:
        """Add a result."""
        if len(result) > self._most or name in self._results:
            return
        self._results[name] = result
        self._size += len(result)
        while self._size > self._most:
            self._size -= len(self._results.popitem(last=False)[1])
