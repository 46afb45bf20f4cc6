"""Helpers for tests of the screens: a loop for the app, its text, waiting for conditions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest
from textual.app import App
from textual.pilot import Pilot

from ..patience import PATIENCE

T = TypeVar("T")
SMALL = (80, 24)
LARGE = (160, 50)
MOST_STEPS = 10_000
"""Of a loop that never rests."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a test to its end, in a loop of its own."""
    return asyncio.run(work)


def screen_lines(app: App[Any]) -> list[str]:
    """What the screen in front shows, line by line, without colours."""
    strips = app.screen._compositor.render_strips()
    return [strip.text.rstrip() for strip in strips]


def screen_text(app: App[Any]) -> str:
    """What the screen in front shows, without colours."""
    return "\n".join(screen_lines(app)) + "\n"


def make_swift(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pilots wait until all is done that a key or click brings about.

    Textual takes a process for idle that was given no processor for a moment.
    """

    async def until_still(*_given: float) -> None:
        ready = vars(asyncio.get_running_loop())["_ready"]
        for _ in range(MOST_STEPS):
            await asyncio.sleep(0)
            if not ready:
                return

    monkeypatch.setattr("textual.app.wait_for_idle", until_still)
    monkeypatch.setattr("textual.pilot.wait_for_idle", until_still)


async def until(pilot: Pilot[Any], is_so: Callable[[], object], what: str = "") -> None:
    """Wait for a condition; a condition that never comes true fails with what is on the screen."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not is_so():
        if loop.time() > end:
            raise AssertionError(f"{what or 'it'} never came true:\n{screen_text(pilot.app)}")
        await pilot.pause(0.005)
    await pilot.pause()


async def resize(pilot: Pilot[Any], size: tuple[int, int]) -> None:
    """Make the terminal larger or smaller, and wait until what it shows is laid out anew."""
    await pilot.resize_terminal(*size)
    await until(pilot, lambda: pilot.app.screen._compositor.size == size, str(size))


async def until_text(pilot: Pilot[Any], text: str) -> None:
    """Wait until a text is on the screen."""
    await until(pilot, lambda: text in screen_text(pilot.app), f"“{text}”")


async def click_text(pilot: Pilot[Any], text: str) -> None:
    """Click on a text where it is on the screen."""
    await until_text(pilot, text)
    for row, line in enumerate(screen_lines(pilot.app)):
        if text in line:
            await pilot.click(offset=(line.index(text) + len(text) - 2, row))
            return


async def until_screen(pilot: Pilot[Any], name: str) -> None:
    """Wait until a screen of this class is in front."""
    await until(pilot, lambda: type(pilot.app.screen).__name__ == name, name)
