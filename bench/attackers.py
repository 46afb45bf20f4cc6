"""The attackers: `python -m bench.attackers ORDER`, until its standard input is closed.

Prints the number of responses by status. Requests are sent without waiting for earlier responses.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import msgspec
import uvloop

from bench.server_clients import HOST
from jaipur.web.identity import cookie_name

HANG_UP_SECONDS = 2.0
"""The timeout after which an attacker gives up on a response."""


@dataclass(frozen=True, slots=True)
class Order:
    """The parameters of an attack."""

    kind: str
    port: int
    per_second: float
    tokens: list[str]
    """The tokens of devices that may see the tables."""
    tables: list[str]
    """The ids of long finished matches."""


class Attackers:
    """Sends requests continuously and counts the statuses of the responses."""

    def __init__(self, order: Order) -> None:
        self.came: Counter[str] = Counter()
        self._order = order
        self._cookie = cookie_name(f"http://{HOST}:{order.port}")
        self._tables = itertools.cycle(order.tables)
        self._tokens = itertools.cycle(order.tokens)
        self._tasks: set[asyncio.Task[None]] = set()

    async def attack(self) -> None:
        """Start the order's number of new attempts per second, forever."""
        kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "replay": self._replay,
            "replays": self._replay,
            "address": self._stranger,
            "claim": self._claim,
        }
        begin, loop = kinds[self._order.kind], asyncio.get_running_loop()
        due = loop.time()
        while True:
            task = asyncio.ensure_future(self._once(begin))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            due += 1 / self._order.per_second
            await asyncio.sleep(due - loop.time())

    async def _once(self, begin: Callable[[], Awaitable[None]]) -> None:
        try:
            async with asyncio.timeout(HANG_UP_SECONDS):
                await begin()
        except TimeoutError:
            self.came["hung up"] += 1
        except OSError:
            self.came["broken"] += 1

    async def _replay(self) -> None:
        await self._ask("GET", f"/api/tables/{next(self._tables)}/replay", next(self._tokens))

    async def _stranger(self) -> None:
        """Send a query, a command and a stream request with a made-up token."""
        token, table = secrets.token_urlsafe(32), f"/api/tables/{secrets.token_hex(8)}"
        await self._ask("GET", "/api/tables", token)
        await self._ask("POST", f"{table}/commands", token, {})
        await self._ask("GET", f"{table}/events", token)

    async def _claim(self) -> None:
        """Let two devices move their seats back and forth."""
        mine, other = self._order.tokens[:2]
        made = await self._ask("POST", "/api/device/link", mine, {"keep": True})
        if b"#" in made:
            secret = msgspec.json.decode(made)["link"].rpartition("=")[2]
            await self._ask("POST", "/api/device/claim", other, {"link": secret})
        else:
            await self._ask("POST", "/api/device/claim", other, {"link": "made-up"})

    async def _ask(self, method: str, path: str, token: str, body: object = None) -> bytes:
        """Send one request on its own connection and return the body of the response."""
        content = b"" if body is None else msgspec.json.encode(body)
        reader, writer = await asyncio.open_connection(HOST, self._order.port)
        try:
            head = f"{method} {path} HTTP/1.1\r\nhost: {HOST}\r\nconnection: close\r\n"
            head += f"cookie: {self._cookie}={token}\r\n"
            if content:
                head += f"content-type: application/json\r\ncontent-length: {len(content)}\r\n"
            writer.write(f"{head}\r\n".encode() + content)
            whole = await reader.read(-1)
        finally:
            writer.close()
        self.came[whole[9:12].decode() or "nothing"] += 1
        return whole.partition(b"\r\n\r\n")[2]


async def main(order: Order) -> None:
    """Attack until the input is closed."""
    attackers = Attackers(order)
    attack = asyncio.ensure_future(attackers.attack())
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    attack.cancel()
    sys.stdout.write(msgspec.json.encode(dict(attackers.came)).decode())


if __name__ == "__main__":
    uvloop.run(main(Order(**msgspec.json.decode(sys.argv[1]))))
