"""Request bodies: read in full, within limits, before a route sees them; or discarded."""

from __future__ import annotations

import asyncio

from .error_responses import Refusal
from .limits import Limits
from .logs import Message, Receive

DISCARD_BYTES = 1_000_000
DISCARD_SECONDS = 2.0

Head = dict[bytes, bytes]


class BodyAborted(Exception):
    """The client disconnected while sending the body."""


async def read_whole_body(head: Head, receive: Receive, limits: Limits) -> bytes:
    """Read the whole body, so that a route never waits for it. Raises Refusal or BodyAborted."""
    kind = head.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if kind != b"application/json":
        raise Refusal("not_json")
    most = limits.body_bytes
    if _length(head) > most:
        raise _too_large(most, has_rest=True)
    body = b""
    try:
        async with asyncio.timeout(limits.body_seconds):
            is_more = True
            while is_more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise BodyAborted
                body += message.get("body", b"")
                is_more = message.get("more_body", False)
                if len(body) > most:
                    raise _too_large(most, has_rest=is_more)
    except TimeoutError:
        raise Refusal("too_slow", {"Connection": "close"}) from None
    return body


def _too_large(most: int, *, has_rest: bool) -> Refusal:
    refusal = Refusal("too_large", most=most)
    refusal.has_rest = has_rest
    return refusal


def has_body(head: Head) -> bool:
    """Whether a request has a body."""
    return b"transfer-encoding" in head or head.get(b"content-length", b"0") != b"0"


def _length(head: Head) -> int:
    value = head.get(b"content-length", b"0")
    if not (value.isascii() and value.isdigit() and len(value) < 20):
        raise Refusal("unreadable_request", {"Connection": "close"})
    return int(value)


def replay_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that first returns a body that was already read."""
    pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return pending.pop() if pending else await receive()

    return receive_again


async def discard(receive: Receive) -> bool:
    """Read on for a while, since many clients read no response before they have sent everything.

    Returns whether the end of the body was reached, so that the connection can be reused.
    """
    size = 0
    try:
        async with asyncio.timeout(DISCARD_SECONDS):
            while size < DISCARD_BYTES:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return False
                size += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return True
    except TimeoutError:
        pass
    return False
