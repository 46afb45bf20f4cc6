"""What is asked of workers and has to wait: the least thought first, and nobody for ever."""

from __future__ import annotations

import asyncio
from bisect import insort
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from ..actions import Action
from ..bots.weights_file import NetworkFileError
from ..view import View
from .process import Fallback

LONGEST_WAIT: Final = 10.0
"""Nobody should have to watch a bot that only waits for its turn to think."""

_arrivals: Final = count()


@dataclass(slots=True, eq=False)
class Request:
    """What a worker is asked, and the answer that somebody waits for."""

    line: bytes
    view: View
    nodes: int
    """How much thought it needs, in nodes of a tree search."""
    answer: asyncio.Future[Action | Fallback | NetworkFileError] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    why: Fallback = Fallback.NOT_READY
    """What is answered if no worker can be waited for."""
    arrival: int = field(default_factory=lambda: next(_arrivals))
    latest: float | None = None
    """When waiting has to end, by the clock of the event loop."""
    timer: asyncio.TimerHandle | None = None
    """Runs while it waits and `latest` is known."""

    @property
    def place(self) -> tuple[int, int]:
        """Its place in the queue, also when it comes back after a crash."""
        return self.nodes, self.arrival

    def settle(self, answer: Action | Fallback | NetworkFileError) -> None:
        """Answer, unless nobody waits any more."""
        if not self.answer.done():
            self.answer.set_result(answer)


class Queue:
    """Requests that wait. Long thoughts of some tables do not hold up short ones of others."""

    def __init__(self, longest_wait: float) -> None:
        self._longest_wait = longest_wait
        self._is_limited = False
        self._waiting: list[Request] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, request: Request) -> None:
        """Let it wait behind those that need less thought, or as much and came before it."""
        insort(self._waiting, request, key=lambda waiting: waiting.place)
        if self._is_limited:
            self._limit(request)

    def take(self) -> Request:
        """The first, which waits no more."""
        request = self._waiting.pop(0)
        if request.timer:
            request.timer.cancel()
        return request

    def limit_waits(self) -> None:
        """From now on nobody waits longer than the longest wait."""
        if not self._is_limited:
            self._is_limited = True
            for request in self._waiting:
                self._limit(request)

    def _limit(self, request: Request) -> None:
        loop = asyncio.get_running_loop()
        if request.latest is None:
            request.latest = loop.time() + self._longest_wait
        request.timer = loop.call_at(request.latest, self._send_away, request)

    def _send_away(self, request: Request) -> None:
        self._waiting.remove(request)
        request.settle(Fallback.BUSY)
