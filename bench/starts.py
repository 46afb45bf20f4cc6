"""The times of importing, of compiling for the first time and of starting again."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

REPEATS = 5
START_COMPILED = (
    "from jaipur import *; use_compiled(); p = Position.deal(SeededDeals(1).deal(0)); "
    "v = p.play(p.legal_actions()[0]).view(0); Position.determinize(v, 1); v.legal_actions(); "
    "from jaipur.batch import play_random_rounds; play_random_rounds(10, 1)"
)


def seconds(code: str, **environment: str) -> float:
    """Return the time a new Python process takes to run some code."""
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        env=os.environ | environment,
        capture_output=True,
    )
    return time.perf_counter() - start


def least(code: str, **environment: str) -> float:
    """Return the minimum of several measurements."""
    return min(seconds(code, **environment) for _ in range(REPEATS))


def imports() -> dict[str, float]:
    """Return the import times in seconds, minus that of an empty process."""
    empty = least("pass")
    return {name: least(f"import {name}") - empty for name in ("jaipur", "numpy")}


def first_and_later_start() -> tuple[float, float, str]:
    """Return the times of the first and a later compiled start, and the first one's message."""
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        first = subprocess.run(
            [sys.executable, "-c", START_COMPILED],
            check=True,
            env=os.environ | {"JAIPUR_CACHE_DIR": folder},
            capture_output=True,
            text=True,
        )
        spent = time.perf_counter() - start
        return spent, least(START_COMPILED, JAIPUR_CACHE_DIR=folder), first.stderr.strip()
