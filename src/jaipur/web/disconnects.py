"""Clients that disconnect: work done only for them is cancelled."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from ..errors import JaipurError
from .logs import Receive

T = TypeVar("T")
CLIENT_CLOSED_REQUEST = 499
"""The status logged for a response that nobody received (nginx's 499)."""


class ClientDisconnected(JaipurError):
    """The client disconnected before the response was ready."""

    def __init__(self) -> None:
        super().__init__("Nobody waits for this any more.")  # so nobody reads it


async def wait_for_disconnect(receive: Receive) -> None:
    """Wait until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def cancel_on_disconnect(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work; cancel it if the client disconnects first.

    Raises ClientDisconnected in that case.
    """
    working = asyncio.ensure_future(work)
    disconnected = asyncio.ensure_future(wait_for_disconnect(receive))
    try:
        await asyncio.wait({working, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnected
        return working.result()
    finally:
        working.cancel()
        disconnected.cancel()
