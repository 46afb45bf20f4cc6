"""Server-sent events: one connection that follows a table, with the version as event id."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableMapping
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..session.listeners import EncodedMessage, Listener
from .ban_check import banned_answer
from .disconnects import hung_up
from .limits import address_of
from .open_streams import Follower, Following

HEARTBEAT_SECONDS = 15.0
RETRY_MS = 2000
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class EventStream(Response):
    """An answer that goes on until the caller or the table leaves."""

    def __init__(
        self, listen: Callable[[], Listener], following: Following, token_hash: str
    ) -> None:
        super().__init__()
        self._listen = listen
        self._following = following
        self._token_hash = token_hash

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what is new, as long as somebody listens."""
        listener = self._listen()
        follower = Follower(self._token_hash, address_of(scope))
        self._following.enter(listener, follower)
        try:
            if until := self._following.banned_until(follower):  # since the door was passed
                await banned_answer(scope, until)(scope, receive, send)
            else:
                await self._tell(listener, receive, send)
        finally:
            self._following.leave(listener)
            listener.leave()

    async def _tell(self, listener: Listener, receive: Receive, send: Send) -> None:
        gone = asyncio.ensure_future(hung_up(receive))
        gone.add_done_callback(lambda _: listener.wake())
        try:
            await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
            await send(_body(b"retry: %d\n\n" % RETRY_MS))
            while not gone.done() and not listener.is_over:
                news = await listener.wait(HEARTBEAT_SECONDS)
                if not gone.done() and not listener.is_over:
                    await send(_body(written(listener.take()) if news else b": here\n\n"))
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()


def written(update: EncodedMessage) -> bytes:
    """An update as one event; only a version has an id, so that a reconnect goes on from it."""
    if update.kind == "now":
        return b"event: now\ndata: %b\n\n" % update.data
    return b"id: %d\nevent: update\ndata: %b\n\n" % (update.version, update.data)


def _body(content: bytes) -> MutableMapping[str, Any]:
    return {"type": "http.response.body", "body": content, "more_body": True}
