"""Clients for the load generator, with a hand-written HTTP implementation to keep them cheap."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec

from jaipur.web.identity import cookie_name

HOST = "127.0.0.1"
now = time.perf_counter


class Door(asyncio.Protocol):
    """A connection for sequential requests."""

    def __init__(self) -> None:
        self.is_closed = False
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[tuple[bytes, bytes]] | None = None
        self._read = b""

    @classmethod
    async def open(cls, port: int, address: str = HOST) -> Door:
        """Connect, from one of the many loopback addresses."""
        loop = asyncio.get_running_loop()
        _, door = await loop.create_connection(cls, HOST, port, local_addr=(address, 0))
        return door

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Store the transport."""
        self._transport = cast("asyncio.Transport", transport)  # uvloop's own class

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the pending request."""
        self.is_closed = True
        if self._answer and not self._answer.done():
            self._answer.set_exception(exc or ConnectionResetError())

    async def post(self, path: str, cookie: str, body: Any) -> tuple[bytes, bytes]:
        """Send a request and return the head and body of the response."""
        content = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\nhost: {HOST}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(content)}\r\n{cookie}\r\n"
        )
        self._answer = asyncio.get_running_loop().create_future()
        assert self._transport is not None  # noqa: S101  # for the types: it is open
        self._transport.write(head.encode() + content)
        return await self._answer

    def data_received(self, data: bytes) -> None:
        """Read a response with a Content-Length."""
        self._read += data
        head, end, body = self._read.partition(b"\r\n\r\n")
        if not end or len(body) < int(_after(head, b"content-length: ")):
            return
        self._read = b""
        if self._answer and not self._answer.done():
            self._answer.set_result((head, body))

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.close()


class Stream(asyncio.Protocol):
    """An event stream: keeps the last update and its arrival time."""

    def __init__(self, request: bytes, on_update: Callable[[], None]) -> None:
        self.status = 0
        self.version = 0
        self.data = b""
        self.at = 0.0
        self.is_broken = False
        self._request = request
        self._on_update = on_update
        self._transport: asyncio.Transport | None = None
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Request the stream."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection is closed, by the server or by us."""
        del exc
        self.is_broken = True

    def data_received(self, data: bytes) -> None:
        """Process complete events; an event ends with an empty line and contains none."""
        at = now()
        self.status = self.status or int(data[9:12])
        *events, self._read = (self._read + data if self._read else data).split(b"\n\n")
        for event in events:
            start = event.find(b"id: ")
            if start >= 0:
                self.version = int(event[start + 4 : event.index(b"\n", start)])
                self.data = event[event.index(b"data: ", start) + 6 :]
                self.at = at
                self._on_update()

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.close()


class Refused(RuntimeError):
    """A command that the server refused."""


class Player:
    """One person's client: a cookie, a connection for commands and a stream."""

    def __init__(self, port: int, door: Door, name: str, address: str = HOST) -> None:
        self.name = name
        self.door: Door | None = door
        self.stream: Stream | None = None
        self._port = port
        self._address = address
        self._cookie = ""

    def come_again(self, port: int, address: str) -> None:
        """Reconnect, possibly to another server over the same store."""
        self.close()
        # A browser would send the same cookie; its name contains the server's port.
        self._cookie = self._cookie.replace(_cookie_at(self._port), _cookie_at(port))
        self._port, self._address = port, address
        self.door = None

    async def post(self, path: str, body: Any) -> Any:
        """Send a command and return the response; a refused command ends the run."""
        # As browsers do: the server closes a connection that is idle for 10 s.
        if self.door is None or self.door.is_closed:
            self.door = await Door.open(self._port, self._address)
        head, answer = await self.door.post(path, self._cookie, body)
        if not head.startswith(b"HTTP/1.1 20"):
            raise Refused(answer.decode())
        if b"set-cookie: " in head:
            cookie = _after(head, b"set-cookie: ").partition(b";")[0].decode()
            self._cookie = f"cookie: {cookie}\r\n"
        return msgspec.json.decode(answer)

    async def listen(self, table: str, on_update: Callable[[], None]) -> Stream:
        """Open a stream of a table."""
        path = f"/api/tables/{table}/events"
        request = f"GET {path} HTTP/1.1\r\nhost: {HOST}\r\n{self._cookie}\r\n".encode()
        loop = asyncio.get_running_loop()
        _, stream = await loop.create_connection(
            lambda: Stream(request, on_update), HOST, self._port, local_addr=(self._address, 0)
        )
        return stream

    def close(self) -> None:
        """Close all connections."""
        if self.door:
            self.door.close()
        if self.stream:
            self.stream.close()


def _cookie_at(port: int) -> str:
    return f"{cookie_name(f'http://{HOST}:{port}')}="


def _after(head: bytes, name: bytes) -> bytes:
    return head.partition(name)[2].partition(b"\r\n")[0]
