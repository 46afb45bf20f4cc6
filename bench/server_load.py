"""The load generator: two clients at each of many tables, in a separate process.

`python -m bench.server_load ORDER` executes an `Order`, given as JSON, and prints its measurements.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import random
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import uvloop
from tests.nonces import INVITATION, NONCE

from bench.server_clients import Door, Player, Stream, now
from bench.server_start import cpu_of, memory_of

AT_ONCE = 32
"""Tables that are set up concurrently."""
PATIENCE = 60.0
"""The timeout in seconds after which an event counts as lost."""
WARM = 8
"""Tables that are set up and closed as a warm-up."""


@dataclass(frozen=True, slots=True)
class Order:
    """The parameters of a load: tables, duration, and pauses between actions."""

    port: int
    pid: int
    """The process id of the server, for measuring its CPU time and memory."""
    tables: int
    seconds: float
    ramp: float = 0.0
    """Seconds of warm-up play that are not counted."""
    think: float = 0.0
    """Seconds between two actions at a table; 0 for maximum speed."""
    nap: float = 0.0
    """The polling interval of the sockets in seconds; 0 for none.

    On one machine every packet makes the server wake the client process, a cost that remote clients
    do not cause. With polling the server pays only for sending.
    """
    again: bool = False
    """Whether to open a second stream for each player afterwards."""
    acknowledged: str = ""
    """The file for the acknowledged commands."""


@dataclass(slots=True)
class Measured:
    """The counted events."""

    is_counting: bool = False
    latencies: list[float] = field(default_factory=list)
    """Seconds from the POST of an action to its event at both players' streams."""
    acknowledged: list[tuple[str, int, str]] = field(default_factory=list)
    """Table, version, and seat with command id of every acknowledged command."""


class Pair:
    """Two players at one table, who play one match after another."""

    ids = itertools.count()

    def __init__(self, order: Order, measured: Measured) -> None:
        self.table = ""
        self.players: list[Player] = []
        self._order = order
        self._measured = measured
        self._chance = random.Random(next(self.ids))
        self._awaited = 0
        self._there: asyncio.Future[None] | None = None

    async def sit_down(self) -> None:
        """Create a table with both players and their streams."""
        port = self._order.port
        if not self.players:
            self.players = [Player(port, await Door.open(port), name) for name in ("Ana", "Bob")]
        ana, bob = self.players
        wanted = {"id": self._id(), "name": ana.name, "opponent": INVITATION}
        made = await ana.post("/api/tables", wanted)
        self.table = made["table"]
        invitation = made["links"]["invitation"].rpartition("=")[2]
        joining = {"id": self._id(), "invitation": invitation, "name": bob.name, "nonce": "0b"}
        await bob.post(f"/api/tables/{self.table}/join", joining)
        version = await self._command(0, 2, kind="ready", nonce=NONCE)
        for player in self.players:
            if player.stream:
                player.stream.close()
            player.stream = await player.listen(self.table, self._look)
        await self._delivered(version)

    def _id(self) -> str:
        return f"load-{next(self.ids):08}"

    async def _command(self, seat: int, version: int, **command: Any) -> int:
        """Send a command, record it as acknowledged, and return the new version."""
        body = {"id": self._id(), "version": version, "command": command}
        answer = await self.players[seat].post(f"/api/tables/{self.table}/commands", body)
        made: int = answer["version"]
        self._measured.acknowledged.append((self.table, made, f"{seat}:{body['id']}"))
        return made

    @property
    def streams(self) -> list[Stream]:
        """Open the streams of both players."""
        return [player.stream for player in self.players if player.stream]

    def _look(self) -> None:
        if self._there and all(stream.version >= self._awaited for stream in self.streams):
            self._there.set_result(None)
            self._there = None

    async def _delivered(self, version: int) -> float:
        """Wait until both streams have a version; return the time when the later one had it."""
        if any(stream.version < version for stream in self.streams):
            self._awaited = version
            self._there = asyncio.get_running_loop().create_future()
            await asyncio.wait_for(self._there, PATIENCE)
        return max(stream.at for stream in self.streams)

    async def play(self, until: float) -> None:
        """Play until a deadline: at maximum speed, or one action per thinking time."""
        think = self._order.think
        due = now() + self._chance.random() * think
        while due < until and now() < until:
            if think:
                # The schedule does not depend on the server's latency.
                await asyncio.sleep(due - now())
                due += think
            await self._go_on()

    async def _go_on(self) -> None:
        first = self.streams[0]
        phase = first.data.partition(b'"phase":"')[2].partition(b'"')[0]
        if phase == b"playing":
            await self._act(1 if b'"waits_for":[1]' in first.data else 0)
        elif phase == b"between":
            for seat in (0, 1):
                await self._delivered(await self._command(seat, first.version, kind="next"))
        else:
            await self.sit_down()

    async def _act(self, seat: int) -> None:
        mine = self.streams[seat]
        legal = msgspec.json.decode(mine.data)["state"]["round"]["legal"]
        action = self._chance.choice(legal)["action"]
        sent = now()
        version = await self._command(seat, mine.version, kind="act", action=action)
        at = await self._delivered(version)
        if self._measured.is_counting:
            self._measured.latencies.append(at - sent)

    def leave(self) -> None:
        """Close everything."""
        for player in self.players:
            player.close()


async def measure(order: Order) -> dict[str, Any]:
    """Execute an order."""
    measured = Measured()
    await _warm_up(order)
    memory = {"empty": memory_of(order.pid)}
    pairs = [Pair(order, measured) for _ in range(order.tables)]
    await a_few_at_once(pair.sit_down for pair in pairs)
    memory["seated"] = memory_of(order.pid)
    if order.nap:
        look_now_and_then(order.nap)
    begin = now() + order.ramp
    playing = [asyncio.create_task(pair.play(begin + order.seconds)) for pair in pairs]
    await asyncio.sleep(order.ramp)
    measured.is_counting = True
    before = cpu_of(order.pid), cpu_of(os.getpid()), now()
    await asyncio.gather(*playing)
    after = cpu_of(order.pid), cpu_of(os.getpid()), now()
    memory["played"] = memory_of(order.pid)
    if order.again:
        await _listen_again(pairs)
        memory["again"] = memory_of(order.pid)
    if order.acknowledged:
        Path(order.acknowledged).write_bytes(msgspec.json.encode(measured.acknowledged))
    server, load, seconds = (last - first for first, last in zip(before, after, strict=True))
    return {
        "actions": len(measured.latencies),
        "seconds": seconds,
        "server_cpu": server,
        "load_cpu": load,
        "broken": sum(stream.is_broken for pair in pairs for stream in pair.streams),
        "memory": memory,
        "latencies": sorted(measured.latencies),
    }


def look_now_and_then(nap: float) -> None:
    """Poll the sockets only at intervals."""
    time.sleep(nap)  # blocks the whole process on purpose
    asyncio.get_running_loop().call_soon(look_now_and_then, nap)


async def _warm_up(order: Order) -> None:
    """Warm up the server, so that loading its code is not attributed to clients."""
    pairs = [Pair(order, Measured()) for _ in range(WARM)]
    await a_few_at_once(pair.sit_down for pair in pairs)
    for pair in pairs:
        pair.leave()
    await asyncio.sleep(0.5)


async def _listen_again(pairs: list[Pair]) -> None:
    """Open a second stream for each player, like a second browser window."""
    waiting = sum(len(pair.players) for pair in pairs)
    all_there = asyncio.get_running_loop().create_future()

    def look() -> None:
        nonlocal waiting
        waiting -= 1
        if not waiting:
            all_there.set_result(None)

    calls = [(player, pair.table) for pair in pairs for player in pair.players]
    await a_few_at_once(partial(player.listen, table, look) for player, table in calls)
    await asyncio.wait_for(all_there, PATIENCE)


async def a_few_at_once(calls: Iterable[Callable[[], Awaitable[Any]]]) -> None:
    """Await all calls with limited concurrency."""
    slots = asyncio.Semaphore(AT_ONCE)

    async def one(call: Callable[[], Awaitable[Any]]) -> None:
        async with slots:
            await call()

    await asyncio.gather(*(one(call) for call in calls))


if __name__ == "__main__":
    sys.stdout.buffer.write(
        msgspec.json.encode(uvloop.run(measure(Order(**msgspec.json.decode(sys.argv[1])))))
    )
