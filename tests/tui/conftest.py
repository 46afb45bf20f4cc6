"""Screens are drawn when a test reads them; every frame is drawn only in run.py trust."""

import pytest
from textual._compositor import Compositor

from tests.depth import IS_DEEP

from .pilot import make_swift


@pytest.fixture(autouse=True)
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and clicks are over when all is done that they bring about."""
    make_swift(monkeypatch)


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no frames: without a terminal Textual throws them away."""

    def nothing(compositor: Compositor, **_options: object) -> None:
        compositor._dirty_regions.clear()

    if not IS_DEEP:
        monkeypatch.setattr(Compositor, "render_update", nothing)
