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
    """Let pilots not wait for an idle processor: tests here wait for what they want to see."""

    async def a_moment(*_given: float) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    monkeypatch.setattr("textual.app.wait_for_idle", a_moment)
    monkeypatch.setattr("textual.pilot.wait_for_idle", a_moment)


async def until(pilot: Pilot[Any], is_so: Callable[[], object], what: str = "") -> None:
    """Wait for a condition; a condition that never comes true fails with what is on the screen."""
    loop = asyncio.get_running_loop()
    end = loop.time() + PATIENCE
    while not is_so():
        if loop.time() > end:
            raise AssertionError(f"{what or 'it'} never came true:\n{screen_text(pilot.app)}")
        await pilot.pause(0.005)
    await pilot.pause()


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
