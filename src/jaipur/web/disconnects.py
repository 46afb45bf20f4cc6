"""Callers who hang up: what was done for them alone ends with them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from ..errors import JaipurError
from .logs import Receive

T = TypeVar("T")
NOBODY_WAITS = 499
"""The status that the log shows for an answer that nobody got."""


class HungUp(JaipurError):
    """Nobody waits for the answer any more."""

    def __init__(self) -> None:
        super().__init__("Nobody waits for this any more.")  # so nobody reads it


async def hung_up(receive: Receive) -> None:
    """Wait until the caller has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def unless_gone(receive: Receive, work: Coroutine[Any, Any, T]) -> T:
    """The result of some work; cancelled, and HungUp, if the caller goes before it is done."""
    working, gone = asyncio.ensure_future(work), asyncio.ensure_future(hung_up(receive))
    try:
        await asyncio.wait({working, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HungUp
        return working.result()
    finally:
        working.cancel()
        gone.cancel()
