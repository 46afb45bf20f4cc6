"""Getting ready: what a bot needs is compiled in a process of its own, and tables are told how far.

That happens once on a machine; later it takes a second. Nobody's thinking waits for it but the
bot's own.
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
SECONDS_BETWEEN_LOOKS: Final = 0.5
LEAST_SHARE: Final = 0.02
"""Before so much is done, nobody can say how long the rest will take."""


class CompileJob:
    """Compiles for one kind of player, again and again until it succeeds."""

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
        """Done when the attempt that is under way has ended, well or not."""

    @property
    def progress(self) -> Preparing:
        """How far it is, and how long the rest will take at the pace so far."""
        done = self._share - self._first_share
        if self._attempt is None or done < LEAST_SHARE:
            return Preparing(self._share, None)
        spent = asyncio.get_running_loop().time() - self._began
        return Preparing(self._share, spent * (1 - self._share) / done)

    async def run(self, turn: asyncio.Semaphore) -> None:
        """Try until it is done, with longer and longer pauses."""
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
        """Wait for the attempt under way; whether the bot can play."""
        if self._attempt is not None:
            await asyncio.shield(self._attempt)
        return self.is_done

    async def _compile(self) -> bool:
        """Let the process compile; whether it did."""
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
        """Ask now and then how far it is, until that is all of it."""
        while self._share < 1:
            share = float(json.loads(await process.ask(b"\n", self._deadline))["share"])
            if not self._share <= share <= 1:
                raise ValueError(f"{share} is no progress after {self._share}")
            if share > self._share:
                if not self._share:  # the pace is counted from here: a process has to start first
                    self._first_share, self._began = share, asyncio.get_running_loop().time()
                self._share = share
                self._on_change()
            if share < 1:
                await asyncio.sleep(SECONDS_BETWEEN_LOOKS)


class CompileJobs:
    """What has to be compiled for the ladder, engine by engine."""

    def __init__(
        self, command: Sequence[str], deadline: float, on_change: Callable[[], None]
    ) -> None:
        # The last with an engine stands for all: they run the same code.
        names = {player.engine: player.name for player in LADDER if player.engine.searches}
        self._jobs = {
            engine: CompileJob([*command, name], deadline, on_change)
            for engine, name in names.items()
        }
        self._tasks: dict[Engine, asyncio.Task[None]] = {}
        self._turn = asyncio.Semaphore(max(1, os.cpu_count() or 1))

    def start(self, player: Player | None = None) -> None:
        """Let a player get ready, or everybody, unless that is under way or done."""
        for engine in [player.engine] if player else reversed(self._jobs):
            if engine in self._jobs and engine not in self._tasks:
                self._tasks[engine] = asyncio.create_task(self._jobs[engine].run(self._turn))

    async def stop(self) -> None:
        """End what is under way."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def is_done(self, player: Player) -> bool:
        """Whether machine code for a player is there."""
        return player.engine in self._jobs and self._jobs[player.engine].is_done

    def progress(self, player: Player) -> Preparing | None:
        """How far a player is; None if it is ready."""
        return None if self.is_done(player) else self._jobs[player.engine].progress

    async def wait(self, player: Player) -> bool:
        """Wait until a player is ready; False if it cannot get ready now."""
        self.start(player)
        await asyncio.sleep(0)  # let what was started begin
        return await self._jobs[player.engine].wait()
