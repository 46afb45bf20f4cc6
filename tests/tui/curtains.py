"""The curtain between two people at one terminal, for tests: how to wait for it and to lift it."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from jaipur.tui.screens.curtain import Curtain

from .pilot import until


def make_curtains_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a curtain be lifted as soon as it is down; tests wait until it can be."""
    monkeypatch.setattr(Curtain, "PAUSE_SECONDS", 0.01)


async def until_ready(pilot: Pilot[Any]) -> None:
    """Wait until a curtain is in front and can be lifted."""
    app = pilot.app

    def is_ready() -> bool:
        focused = app.screen.focused
        return isinstance(app.screen, Curtain) and focused is not None and focused.id == "lift"

    await until(pilot, is_ready, "a curtain that can be lifted")


async def lift(pilot: Pilot[Any]) -> None:
    """Lift the curtain."""
    await until_ready(pilot)
    await pilot.press("enter")
