"""The regular load during an attack: people at many tables who all share one address.

`python -m bench.attack_load TABLES THINK` reads commands as lines of JSON and answers each with a
line: `come` connects to a server, `play` plays for some seconds, `new` opens a table.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any

import msgspec
import uvloop

from bench.server_clients import HOST, Door, Player, Refused, now
from bench.server_load import Measured, Order, Pair, a_few_at_once

SETTLED_SECONDS = 60.0
NEW_TABLES = 3


class Neighbours(Pair):
    """A pair whose table was created from its own address, and is played from a shared one."""

    refused = 0

    async def sit_down(self) -> None:
        """Create a table from its own address, since the number per address is limited."""
        if not self.players:
            port, address = self._order.port, own_address(next(self.ids))
            self.players = [
                Player(port, await Door.open(port, address), name, address)
                for name in ("Ana", "Bob")
            ]
        await super().sit_down()

    async def come_again(self, port: int) -> None:
        """Reconnect to a server, as all clients do after a restart."""
        for player in self.players:
            player.come_again(port, HOST)
            player.stream = await player.listen(self.table, self._look)
        while not all(stream.version or stream.is_broken for stream in self.streams):
            if any(stream.status not in (0, 200) for stream in self.streams):
                break
            await asyncio.sleep(0.02)
        Neighbours.refused += sum(not stream.version for stream in self.streams)

    async def _go_on(self) -> None:
        try:
            await super()._go_on()
        except Refused:
            Neighbours.refused += 1


class Others:
    """All pairs."""

    def __init__(self, tables: int, think: float) -> None:
        self._measured = Measured()
        self._think = think
        self._tables = tables
        self._pairs: list[Neighbours] = []
        self._port = 0

    async def come(self, port: int) -> dict[str, Any]:
        """Create the tables, or reconnect to another server over the same store."""
        self._port = port
        if not self._pairs:
            order = Order(port, 0, self._tables, 0.0, think=self._think)
            self._pairs = [Neighbours(order, self._measured) for _ in range(self._tables)]
            await a_few_at_once(pair.sit_down for pair in self._pairs)
        Neighbours.refused = 0
        began = now()
        async with asyncio.timeout(SETTLED_SECONDS):
            await asyncio.gather(*(pair.come_again(port) for pair in self._pairs))
        return {"refused": Neighbours.refused, "seconds": now() - began}

    async def play(self, seconds: float) -> dict[str, Any]:
        """Play for some seconds; the first action of each table is not counted."""
        measured = self._measured
        measured.latencies.clear()
        Neighbours.refused = 0
        until = now() + self._think + seconds
        playing = [asyncio.create_task(pair.play(until)) for pair in self._pairs]
        await asyncio.sleep(self._think)
        measured.is_counting = True
        await asyncio.gather(*playing)
        measured.is_counting = False
        broken = sum(stream.is_broken for pair in self._pairs for stream in pair.streams)
        refused = Neighbours.refused + broken
        return {"latencies": sorted(measured.latencies), "refused": refused}

    async def new(self) -> dict[str, Any]:
        """Return the longest time it takes to open a new table."""
        longest = 0.0
        for _ in range(NEW_TABLES):
            pair = Neighbours(Order(self._port, 0, 1, 0.0), Measured())
            began = now()
            await pair.sit_down()
            longest = max(longest, now() - began)
            pair.leave()
        return {"seconds": longest}


def own_address(number: int) -> str:
    """Return one of the loopback addresses."""
    return f"127.1.{number // 250 % 250}.{number % 250 + 1}"


async def main(tables: int, think: float) -> None:
    """Execute the commands on standard input."""
    others, loop = Others(tables, think), asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = msgspec.json.decode(line)
        answer = await getattr(others, order.pop("do"))(**order)
        sys.stdout.write(msgspec.json.encode(answer).decode() + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]), float(sys.argv[2])))
