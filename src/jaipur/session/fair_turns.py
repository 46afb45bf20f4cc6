"""Fair turns: long work is done one at a time per person, so that nobody takes all the capacity."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from ..errors import Code, SessionError

MOST_WANTED = 48
"""Turns that one person may hold and wait for at once."""


@dataclass(slots=True)
class Turn:
    """The turn of one person."""

    rest: float = 0.0
    """Seconds to pause before the next turn of the same person."""
    work: asyncio.Future[Any] | None = None
    """Work that keeps the turn until it is done, even if its holder leaves earlier."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    wanted: int = 0


class Turns:
    """The turns of everybody who holds or waits for one."""

    def __init__(self) -> None:
        self._turns: dict[str, Turn] = {}

    def __len__(self) -> int:
        return len(self._turns)

    @asynccontextmanager
    async def of(self, name: str) -> AsyncIterator[Turn]:
        """Wait for the turn of a person; without a name (the server itself) there is no waiting."""
        turn = self._turns.setdefault(name, Turn()) if name else Turn()
        if turn.wanted >= MOST_WANTED:
            raise SessionError(Code.TOO_MUCH_AT_ONCE)
        turn.wanted += 1
        try:
            await turn.lock.acquire()
        except asyncio.CancelledError:
            self._done(name, turn)
            raise
        try:
            yield turn
        finally:
            if turn.work is None or turn.work.done():
                self._rest(name, turn)
            else:
                turn.work.add_done_callback(lambda _: self._rest(name, turn))

    def _rest(self, name: str, turn: Turn) -> None:
        turn.work = None
        asyncio.get_running_loop().call_later(turn.rest, self._pass_on, name, turn)

    def _pass_on(self, name: str, turn: Turn) -> None:
        turn.rest = 0.0
        turn.lock.release()
        self._done(name, turn)

    def _done(self, name: str, turn: Turn) -> None:
        turn.wanted -= 1
        if not turn.wanted:
            self._turns.pop(name, None)
