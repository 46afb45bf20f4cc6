"""Server-sent events: a stream of a table's updates, with the version as event id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableMapping
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..session.listeners import EncodedMessage, Listener
from .ban_check import banned_answer
from .disconnects import wait_for_disconnect
from .limits import address_of
from .open_streams import OpenStreams, StreamClient

HEARTBEAT_SECONDS = 15.0
RETRY_MS = 2000
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class EventStream(Response):
    """A response that lasts until the client disconnects or the table closes."""

    def __init__(
        self, listen: Callable[[], Listener], open_streams: OpenStreams, token_hash: str
    ) -> None:
        super().__init__()
        self._listen = listen
        self._open_streams = open_streams
        self._token_hash = token_hash

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send updates until the stream ends."""
        listener = self._listen()
        client = StreamClient(self._token_hash, address_of(scope))
        self._open_streams.enter(listener, client)
        try:
            if until := self._open_streams.banned_until(client):  # banned since the middleware
                await banned_answer(scope, until)(scope, receive, send)
            else:
                await self._send_updates(listener, receive, send)
        finally:
            self._open_streams.leave(listener)
            listener.leave()

    async def _send_updates(self, listener: Listener, receive: Receive, send: Send) -> None:
        disconnected = asyncio.ensure_future(wait_for_disconnect(receive))
        disconnected.add_done_callback(lambda _: listener.wake())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send(_body(b"retry: %d\n\n" % RETRY_MS))
            while not disconnected.done() and not listener.is_over:
                has_news = await listener.wait(HEARTBEAT_SECONDS)
                if not disconnected.done() and not listener.is_over:
                    await send(_body(encoded(listener.take()) if has_news else b": here\n\n"))
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            disconnected.cancel()


def encoded(update: EncodedMessage) -> bytes:
    """Encode an update as one event; only versions have ids, so that a reconnect resumes there."""
    if update.kind == "now":
        return b"event: now\ndata: %b\n\n" % update.data
    return b"id: %d\nevent: update\ndata: %b\n\n" % (update.version, update.data)


def _body(content: bytes) -> MutableMapping[str, Any]:
    return {"type": "http.response.body", "body": content, "more_body": True}
