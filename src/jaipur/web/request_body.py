"""Bodies on their way: read as a whole before a route sees them, within limits, or thrown away."""

from __future__ import annotations

import asyncio

from .error_responses import Refusal
from .limits import Limits
from .logs import Message, Receive

DISCARD_BYTES = 1_000_000
DISCARD_SECONDS = 2.0

Head = dict[bytes, bytes]


class Gone(Exception):
    """The caller has hung up."""


async def whole_body(head: Head, receive: Receive, limits: Limits) -> bytes:
    """The whole body, so that a route never waits for one."""
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
                    raise Gone
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
    """Whether a body belongs to a request."""
    return b"transfer-encoding" in head or head.get(b"content-length", b"0") != b"0"


def _length(head: Head) -> int:
    value = head.get(b"content-length", b"0")
    if not (value.isascii() and value.isdigit() and len(value) < 20):
        raise Refusal("unreadable_request", {"Connection": "close"})
    return int(value)


def again(body: bytes, receive: Receive) -> Receive:
    """`receive` that gives a body already read, and then what comes."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return left.pop() if left else await receive()

    return given


async def discard(receive: Receive) -> bool:
    """Read on for a while, since many clients read no answer before they have sent everything.

    Returns whether the end of the body was reached, so that the connection can be used again.
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
