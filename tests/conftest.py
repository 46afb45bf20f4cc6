"""Hypothesis draws the same examples every time, and takes the time it needs."""

import os
import tempfile

import pytest
from hypothesis import HealthCheck, settings

from tests.depth import IS_DEEP, tried
from tests.unix import left_out

EXAMPLES = tried(fast=20, deep=200)
settings.register_profile(
    "jaipur",
    deadline=None,
    derandomize=True,
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("jaipur")

# No test touches the matches and preferences of whoever runs it.
_home = tempfile.TemporaryDirectory(prefix="jaipur-home-")
os.environ["JAIPUR_HOME"] = _home.name

# Its examples take long to make, and every worker would make them; run.py trust has it.
LONG = [] if IS_DEEP else ["web/test_schemathesis.py"]
collect_ignore = [*left_out(), *LONG]

COMPILING = ("arena", "bots", "laws", "train", "workers", "test_")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What needs compiled code comes last, so that one worker compiles or loads most of it."""
    items.sort(key=lambda item: item.nodeid.removeprefix("tests/").startswith(COMPILING))
