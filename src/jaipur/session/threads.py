"""A thread pool for one purpose, so that slow work delays only work of the same kind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ..errors import Code, SessionError

T = TypeVar("T")


class Threads:
    """A thread pool for the event loop, until it is stopped."""

    def __init__(self, number: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(number, name)
        self._is_stopped = False

    def submit(self, function: Callable[..., T], *arguments: Any) -> asyncio.Future[T]:
        """Call a function in a thread; STOPPING if the pool is stopped."""
        if self._is_stopped:
            raise SessionError(Code.STOPPING)
        return asyncio.get_running_loop().run_in_executor(self._threads, function, *arguments)

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a thread and wait for its result; STOPPING if the pool is stopped."""
        result = self.submit(function, *arguments)
        try:
            return await asyncio.shield(result)
        except asyncio.CancelledError:
            if self._is_stopped and result.cancelled():
                raise SessionError(Code.STOPPING) from None
            result.cancel()  # the caller has gone
            raise

    def stop(self, *, gives_up: bool = False) -> None:
        """Accept no more calls. Queued calls still run, unless `gives_up` is true."""
        self._is_stopped = True
        self._threads.shutdown(wait=False, cancel_futures=gives_up)
