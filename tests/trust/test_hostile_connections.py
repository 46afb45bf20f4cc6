"""Hostile connections to a real server: whatever one caller does, the matches of others go on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import struct
from collections.abc import AsyncIterator, Iterator
from math import inf
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from ..patience import PATIENCE
from ..submitting import submission
from .load import Book, Player, caller
from .serving import Server

MEGABYTE = 1 << 20


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("hostile") / "store.db") as server:
        yield server
        assert not server.errors()


def connect(server: Server, *, reads_little: bool = False) -> socket.socket:
    made = socket.socket()
    if reads_little:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(PATIENCE)
    made.connect(("127.0.0.1", server.port))
    return made


def ask(method: str, path: str, *headers: str) -> bytes:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", *headers, "", ""]
    return "\r\n".join(lines).encode()


@contextlib.asynccontextmanager
async def match(server: Server) -> AsyncIterator[tuple[str, str, list[Player]]]:
    """A table, the cookie of its creator, and its two players."""
    book = Book(Random(1))
    async with caller(server) as ana, caller(server) as ben:
        players = [Player(book, ana, has_stream=True), Player(book, ben, has_stream=False)]
        table, invitation = await players[0].create()
        await players[1].join(table, invitation)
        cookie = "; ".join(f"{name}={value}" for name, value in ana.cookies.items())
        yield table, f"Cookie: {cookie}", players


async def play(table: str, players: list[Player], most: float = 30) -> None:
    """Play a match; after so many commands somebody resigns."""
    players[0].book.most = most
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(player.play(table) for player in players))


async def health(server: Server) -> dict[str, Any]:
    async with caller(server) as anybody:
        found: dict[str, Any] = (await anybody.get("/api/health")).json()
        return found


async def listeners_become(server: Server, wanted: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while (await health(server))["listeners"] != wanted:
            await asyncio.sleep(0.05)


def test_whoever_never_reads_holds_up_nobody_and_costs_no_memory(server: Server) -> None:
    """Sixty streams that nobody reads, while a whole match is played."""

    async def run() -> None:
        async with match(server) as (table, cookie, players):
            path = f"/api/tables/{table}/events"
            deaf = [connect(server, reads_little=True) for _ in range(60)]
            for one in deaf:
                one.sendall(ask("GET", path, cookie))
            await listeners_become(server, 60)
            before = server.memory()
            await play(table, players, inf)
            assert server.memory() - before < 20 * MEGABYTE
            await listeners_become(server, 60)  # the player's own has gone
            for one in deaf:
                one.close()
            await listeners_become(server, 0)

    asyncio.run(run())


def test_thousands_of_streams_opened_and_closed_leave_nothing_behind(server: Server) -> None:
    async def run() -> None:
        async with match(server) as (table, cookie, players):
            request = ask("GET", f"/api/tables/{table}/events", cookie)
            for number in range(2000):
                with connect(server) as one:
                    one.sendall(request)
                    if number % 3 == 0:
                        assert one.recv(100).startswith(b"HTTP/1.1 200 ")
                    if number % 2 == 0:  # hang up without a word
                        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            await listeners_become(server, 0)
            await play(table, players)

    asyncio.run(run())


def test_half_requests_hold_up_nobody(server: Server) -> None:
    halves = (
        b"", b"G", b"GET /api/health HTTP/1.1\r\n", b"GET /api/health HTTP/1.1\r\nHost: 127",
        ask("POST", "/api/tables", "Content-Type: application/json", "Content-Length: 99") + b'{"i',
        ask("POST", "/api/tables", "Content-Type: application/json", "Transfer-Encoding: chunked"),
        ask("POST", "/api/tables", "Content-Type: application/json", "Transfer-Encoding: chunked")
        + b"5\r\n{",
    )  # fmt: skip

    async def run() -> None:
        with contextlib.ExitStack() as open_ones:
            for number in range(210):
                one = open_ones.enter_context(connect(server))
                one.sendall(halves[number % len(halves)])
            async with match(server) as (table, _, players):
                await play(table, players)

    asyncio.run(run())


def until_refused(server: Server, head: bytes, piece: bytes) -> tuple[int, bytes]:
    """Send pieces for ever; how many bytes were taken, and what was answered."""
    sent, answer = 0, b""
    with connect(server) as one:
        one.sendall(head)
        with contextlib.suppress(ConnectionError):
            while sent < 64 * MEGABYTE:
                one.sendall(piece)
                sent += len(piece)
        with contextlib.suppress(ConnectionError):
            answer = one.recv(65_536)
    return sent, answer


@pytest.mark.parametrize("way", ["chunks", "length", "wrong type"])
def test_an_endless_body_is_cut_off(server: Server, way: str) -> None:
    kind = "text/plain" if way == "wrong type" else "application/json"
    length = "Content-Length: 99999999999" if way == "length" else "Transfer-Encoding: chunked"
    head = ask("POST", "/api/tables", f"Content-Type: {kind}", length)
    data = b"x" * 16_384
    piece = data if way == "length" else b"%x\r\n%s\r\n" % (len(data), data)
    before = server.memory()
    sent, answer = until_refused(server, head, piece)
    assert sent < 16 * MEGABYTE
    assert server.memory() - before < 8 * MEGABYTE
    if answer:  # it may be lost with the connection that the server gives up
        assert answer.startswith((b"HTTP/1.1 413 ", b"HTTP/1.1 415 "))
        assert "error" in json.loads(answer.partition(b"\r\n\r\n")[2])


def test_limits_hold_for_a_real_server_and_others_go_on(tmp_path: Path) -> None:
    """`jaipur serve` itself: a flood from one address is refused, and people elsewhere play on."""

    async def run() -> None:
        with Server(tmp_path / "store.db", is_real=True) as server:
            async with caller(server, "127.0.0.9") as flood, caller(server, "127.0.0.8") as ana:
                opponent = {"kind": "same_device", "name": "Ben"}
                made = await ana.post(
                    "/api/tables", json={"id": "aaaaaaaa", "name": "Ana", "opponent": opponent}
                )
                refused: list[httpx.Response] = []
                for _ in range(150):
                    reply = await flood.post("/api/programs")
                    refused += [reply] if reply.status_code == 429 else []
                assert len(refused) >= 50
                assert int(refused[-1].headers["retry-after"]) >= 1
                assert refused[-1].json()["error"]["code"] == "too_many"
                path = f"/api/tables/{made.json()['table']}/commands"
                ready = submission(id="bbbbbbbb", version=1, kind="ready", seat=0)
                assert (await ana.post(path, json=ready)).status_code == 200
            assert server.stop() == 0

    asyncio.run(run())
