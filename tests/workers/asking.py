"""Requests to stand-in workers, and the answers they should give."""

from __future__ import annotations

import asyncio
import sys
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from jaipur import Position, SeededDeals
from jaipur.bots.ladder import player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.workers.fallback import FALLBACK_BOT, Fallback
from jaipur.workers.pool import WorkerReply, Workers
from tests.bots.test_program_bot import processes, there_are
from tests.patience import PATIENCE

START = Position.deal(SeededDeals(7).deal(0))
VIEW = START.view(0)
LEGAL = VIEW.legal_actions()


def expected(seed: int) -> WorkerReply:
    """What a stand-in that behaves well answers."""
    return WorkerReply(LEGAL[seed % len(LEGAL)], None)


def instead(why: Fallback) -> WorkerReply:
    """What is played when no worker gave an answer."""
    player = player_named(FALLBACK_BOT)
    bot = LadderBot(player, is_compiled=False)
    return WorkerReply(bot.act(VIEW, player.limit), why)


class StandIn:
    """The command line of stand-ins, and what they noted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.marker = uuid.uuid4().hex

    def __call__(self, behaviour: str, *words: str) -> list[str]:
        program = Path(__file__).with_name("stand_in.py")
        start = [sys.executable, "-S", "-E", str(program)]
        return [*start, behaviour, str(self.folder), self.marker, *words]

    def noted(self, name: str) -> list[int]:
        """The numbers in a file of notes."""
        file = self.folder / name
        return list(map(int, file.read_text().split())) if file.exists() else []

    async def running(self, count: int) -> list[int]:
        """The processes, once there are so many."""
        assert await asyncio.to_thread(there_are, count, self.marker)
        return processes(self.marker)


@asynccontextmanager
async def running(count: int = 1, **options: Any) -> AsyncIterator[Workers]:
    """Workers that are stopped at the end of a test; a busy machine is no failure of theirs."""
    prepares_all = options.pop("prepares_all", True)
    workers = Workers(count, **{"deadline": PATIENCE, "longest_wait": PATIENCE} | options)
    await workers.start(prepares_all=prepares_all)
    try:
        yield workers
    finally:
        await workers.stop()


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something that has to come."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.005)


async def ask(
    workers: Workers, seed: int = 0, bot: str = "merchant", *, for_whom: str = "ana"
) -> WorkerReply:
    """An answer, which must come."""
    async with asyncio.timeout(PATIENCE):
        return await workers.act(bot, VIEW, seed, for_whom=for_whom)
