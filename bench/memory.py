"""Checks that the server's memory stays flat over many short matches.

`python -m bench.memory` plays 10,000 and writes its section of results.md; with a number of matches
it plays that many and only prints.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import uvloop

from bench.results import MACHINE, table_of, write
from bench.server_load import Measured, Order, Pair
from bench.server_start import Running, server

MATCHES = 10_000
AT_FIRST = 2_000
"""Warm-up matches, after which memory must stay flat: as many as the server keeps in memory."""
PAIRS = 40
ACTIONS = 8
LOOKS = 20
"""The number of memory samples."""
WANTED = 0.10


class ShortMatches(Pair):
    """Two people who play many short matches, each at a separate table."""

    async def play_some(
        self, numbers: Iterator[int], seen: dict[int, int], running: Running
    ) -> None:
        """Play until all matches are done."""
        for number in numbers:
            if number in seen:
                seen[number] = running.memory
            await self.sit_down()
            for _ in range(ACTIONS):
                await self._go_on()
            version = self.streams[0].version
            body = {"id": self._id(), "version": version, "command": {"kind": "resign"}}
            await self.players[0].post(f"/api/tables/{self.table}/commands", body)
        self.leave()


async def play(running: Running, matches: int) -> dict[int, int]:
    """Play the matches and return the bytes of memory by number of matches played."""
    order = Order(running.port, running.pid, PAIRS, 0.0)
    seen = dict.fromkeys(range(0, matches, max(1, matches // LOOKS)), 0)
    numbers = iter(range(matches))
    pairs = [ShortMatches(order, Measured()) for _ in range(PAIRS)]
    await asyncio.gather(*(pair.play_some(numbers, seen, running) for pair in pairs))
    return seen | {matches: running.memory}


def measured(matches: int) -> tuple[str, float]:
    """Format the memory samples as a table, with the largest change from the baseline."""
    with tempfile.TemporaryDirectory() as name, server(Path(name) / "store.db") as running:
        seen = uvloop.run(play(running, matches))
    first = min(AT_FIRST, matches // 2)
    later = [memory for number, memory in seen.items() if number >= first]
    drift = max(abs(memory / later[0] - 1) for memory in later)
    rows = [(f"{number:,}", f"{memory / 2**20:.0f} MiB") for number, memory in seen.items()]
    text = f"± {100 * drift:.1f} % after the first {first:,}"
    return table_of("matches | memory", [*rows, (f"**{text}**", f"± {100 * WANTED:.0f} %")]), drift


def section(text: str) -> str:
    """Format the section of results.md: the measurement and its method."""
    return f"""## Memory

`python -m bench.memory` writes this. {PAIRS} pairs of people play short matches of {ACTIONS}
actions one after the other, each at a new table with two streams; {MACHINE}.

{text}"""


def main() -> None:
    """Play, print the results, and write them unless a number of matches is given."""
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    text, drift = measured(matches)
    print(text)
    if matches == MATCHES:
        write("memory", section(text))
    sys.exit(drift > WANTED)


if __name__ == "__main__":
    main()
