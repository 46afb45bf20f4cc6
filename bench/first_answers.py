"""The time to every bot's first answer, on a new machine and later.

`python -m bench.first_answers` writes a section of results.md. Each row is a separate server that
has just started and gets a request from one table. "New" means an empty cache of compiled code; the
server then compiles for merchant and maharaja in the background, whichever bot is asked.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time

from bench.results import MACHINE, table_of, write
from jaipur import Position, SeededDeals
from jaipur.bots.ladder import NAMES
from jaipur.compiled import CACHE_VARIABLE
from jaipur.workers.pool import Workers

VIEW = Position.deal(SeededDeals(7).deal(0)).view(0)
COMPILED = ("merchant", "maharaja")


async def first_answer(bot: str) -> float:
    """Return the seconds from the start of the workers to a bot's first answer."""
    start = time.perf_counter()
    workers = Workers(1)
    await workers.start()
    try:
        answer = await workers.act(bot, VIEW, 1, for_whom="me")
        if answer.fallback:
            raise SystemExit(f"{bot} did not play: {answer.fallback}")
        return time.perf_counter() - start
    finally:
        await workers.stop()


async def everything() -> tuple[float, float]:
    """Return the wall and CPU seconds until all bots are ready, with an empty cache."""
    start, before = time.perf_counter(), _processor()
    workers = Workers(1)
    await workers.start()
    try:
        await asyncio.gather(*(workers.act(bot, VIEW, 1, for_whom="me") for bot in COMPILED))
    finally:
        waited = time.perf_counter() - start
        await workers.stop()
    return waited, _processor() - before


def _processor() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def main() -> None:
    """Measure and write."""
    with tempfile.TemporaryDirectory() as folder:
        new = {}
        for bot in NAMES:
            os.environ[CACHE_VARIABLE] = tempfile.mkdtemp(dir=folder)
            new[bot] = asyncio.run(first_answer(bot))
        os.environ[CACHE_VARIABLE] = tempfile.mkdtemp(dir=folder)
        waited, spent = asyncio.run(everything())
        later = {bot: asyncio.run(first_answer(bot)) for bot in NAMES}
    rows = [(bot, f"{new[bot]:.2f} s", f"{later[bot]:.2f} s") for bot in NAMES]
    table = table_of("bot | new machine | later", rows)
    write(
        "first answers",
        f"From the start of the server to the answer; {os.cpu_count()} cores, {MACHINE}.\n\n"
        f"{table}\n\nCompiling everything, both bots side by side: {waited:.1f} s of waiting, "
        f"{spent:.1f} s of processor time (wanted: at most 20 and 30).",
    )


if __name__ == "__main__":
    main()
