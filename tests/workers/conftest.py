"""Fixtures for the tests of workers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.test_program_bot import all_gone, children
from tests.workers.asking import StandIn


@pytest.fixture
def stand_in(tmp_path: Path) -> Iterator[StandIn]:
    """Stand-ins of which no process may be left after the test."""
    before = set(children())
    made = StandIn(tmp_path)
    yield made
    assert all_gone(made.marker)
    assert set(children()) <= before
