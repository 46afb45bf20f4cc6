"""An event loop whose time stands still until a test moves it by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from .harness import settle

T = TypeVar("T")


class HandLoop(asyncio.SelectorEventLoop):
    """Timers ring when `now` says so, and no sooner."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 5_000.0

    def time(self) -> float:
        return self.now


async def pass_time(seconds: float, steps: int = 1) -> None:
    """Let time pass, and what rings ring."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, HandLoop)
    await settle()
    for _ in range(steps):
        loop.now += seconds / steps
        await settle()


def run_by_hand(work: Coroutine[Any, Any, T]) -> T:
    """Run something in a loop whose time is moved by hand."""
    with asyncio.Runner(loop_factory=HandLoop) as runner:
        return runner.run(work)
