"""Callers who hang up: what was done for them alone ends with them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from .logs import Receive

T = TypeVar("T")
NOBODY_WAITS = 499
"""The status that the log shows for an answer that nobody got."""


async def hung_up(receive: Receive) -> None:
    """Wait until the caller has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def unless_gone(receive: Receive, work: Coroutine[Any, Any, T]) -> T | None:
    """The result of some work; cancelled, and None, if the caller hangs up before it is done."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(hung_up(receive))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        return working.result() if working.done() else None
    finally:
        working.cancel()
        gone.cancel()
