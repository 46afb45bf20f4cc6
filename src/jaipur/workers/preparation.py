"""Preparation: compiles the code of bots in separate processes, and reports the progress.

This takes long only once per machine; afterwards the code is cached and it takes a second. Other
bots do not wait for it.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final

from ..bots.engine import Engine
from ..bots.ladder import LADDER, Player
from ..bots.protocol import Preparing
from .process import CLOSE_SECONDS, WorkerFailed, WorkerProcess

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-P", "-m", "jaipur.workers.prepare_process")

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 60.0
POLL_SECONDS: Final = 0.5
LEAST_SHARE: Final = 0.02
"""Below this share, the time left cannot be estimated."""


class CompileJob:
    """Compiles code for one kind of player, and retries until it succeeds."""

    def __init__(
        self, command: Sequence[str], deadline: float, on_change: Callable[[], None]
    ) -> None:
        self.is_done = False
        self._command = tuple(command)
        self._deadline = deadline
        self._on_change = on_change
        self._began = 0.0
        self._share = 0.0
        self._first_share = 0.0
        self._attempt: asyncio.Future[None] | None = None
        """Completed when the current attempt ends, successful or not."""

    @property
    def progress(self) -> Preparing:
        """The share done, and the estimated time left."""
        done = self._share - self._first_share
        if self._attempt is None or done < LEAST_SHARE:
            return Preparing(self._share, None)
        spent = asyncio.get_running_loop().time() - self._began
        return Preparing(self._share, spent * (1 - self._share) / done)

    async def run(self, turn: asyncio.Semaphore) -> None:
        """Retry until it succeeds, with growing pauses."""
        pause = FIRST_PAUSE
        while not self.is_done:
            await self._try(turn)
            if not self.is_done:
                await asyncio.sleep(pause)
                pause = min(LONGEST_PAUSE, 2 * pause)

    async def _try(self, turn: asyncio.Semaphore) -> None:
        self._share, attempt = 0.0, asyncio.get_running_loop().create_future()
        self._attempt = attempt
        try:
            async with turn:
                self.is_done = await self._compile()
        except asyncio.CancelledError:
            attempt.cancel()
            raise
        attempt.set_result(None)
        self._attempt = None
        self._on_change()

    async def wait(self) -> bool:
        """Wait for the current attempt; returns whether the bot can play."""
        if self._attempt is not None:
            await asyncio.shield(self._attempt)
        return self.is_done

    async def _compile(self) -> bool:
        """Run the compiling process; returns whether it succeeded."""
        try:
            process = await WorkerProcess.start(self._command)
        except WorkerFailed:
            return False
        try:
            async with asyncio.timeout(self._deadline):
                await self._follow(process)
        except (WorkerFailed, TimeoutError, ValueError, LookupError, TypeError) as failure:
            log.warning("%s cannot get ready: %s", self._command[-1], failure)
            return False
        finally:
            await process.end(0 if self._share < 1 else CLOSE_SECONDS)
        return True

    async def _follow(self, process: WorkerProcess) -> None:
        """Poll the progress until it is complete."""
        while self._share < 1:
            share = float(json.loads(await process.ask(b"\n", self._deadline))["share"])
            if not self._share <= share <= 1:
                raise ValueError(f"invalid progress: {share} after {self._share}")
            if share > self._share:
                if not self._share:  # measure the pace from here, after the process has started
                    self._first_share, self._began = share, asyncio.get_running_loop().time()
                self._share = share
                self._on_change()
            if share < 1:
                await asyncio.sleep(POLL_SECONDS)


class CompileJobs:
    """The compile jobs for all bots of the ladder, one per engine."""

    def __init__(
        self, command: Sequence[str], deadline: float, on_change: Callable[[], None]
    ) -> None:
        # One player per engine is enough: they all run the same code.
        names = {player.engine: player.name for player in LADDER if player.engine.searches}
        self._jobs = {
            engine: CompileJob([*command, name], deadline, on_change)
            for engine, name in names.items()
        }
        self._tasks: dict[Engine, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(max(1, os.cpu_count() or 1))

    def start(self, player: Player | None = None) -> None:
        """Start compiling for one player, or for all, unless it is running or done."""
        for engine in [player.engine] if player else reversed(self._jobs):
            if engine in self._jobs and engine not in self._tasks:
                self._tasks[engine] = asyncio.create_task(self._jobs[engine].run(self._turn))

    async def stop(self) -> None:
        """Stop all running jobs."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def is_done(self, player: Player) -> bool:
        """Whether the code of a player is compiled."""
        return player.engine in self._jobs and self._jobs[player.engine].is_done

    def progress(self, player: Player) -> Preparing | None:
        """The progress of a player; None if it is ready."""
        return None if self.is_done(player) else self._jobs[player.engine].progress

    async def wait(self, player: Player) -> bool:
        """Wait until a player is ready; False if it cannot get ready now."""
        self.start(player)
        await asyncio.sleep(0)  # let the new task start
        return await self._jobs[player.engine].wait()
