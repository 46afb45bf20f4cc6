"""Threads for one purpose, so that what takes long holds up nothing but its like."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ..errors import Code, SessionError

T = TypeVar("T")


class Threads:
    """Threads that are asked from the event loop, until they are stopped."""

    def __init__(self, number: int, name: str) -> None:
        self._threads = ThreadPoolExecutor(number, name)
        self._is_stopped = False

    def asked(self, question: Callable[..., T], *about: Any) -> asyncio.Future[T]:
        """The answer to come; STOPPING if nothing is asked any more."""
        if self._is_stopped:
            raise SessionError(Code.STOPPING)
        return asyncio.get_running_loop().run_in_executor(self._threads, question, *about)

    async def ask(self, question: Callable[..., T], *about: Any) -> T:
        """The answer; STOPPING if it will never come."""
        answer = self.asked(question, *about)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            if self._is_stopped and answer.cancelled():
                raise SessionError(Code.STOPPING) from None
            answer.cancel()  # whoever asked has gone
            raise

    def stop(self, *, gives_up: bool = False) -> None:
        """Take no more questions. What was asked is answered, or given up if no thread has it."""
        self._is_stopped = True
        self._threads.shutdown(wait=False, cancel_futures=gives_up)
