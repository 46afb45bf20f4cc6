"""The speed-up of two processes, or two threads, over one."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from jaipur.batch import play_random_rounds

ROUNDS = 200_000
CODE = (
    "import sys, time; from jaipur.batch import play_random_rounds as play; play(10, 1, 1); "
    "print('ready', flush=True); input(); start = time.perf_counter(); "
    f"play({ROUNDS}, int(sys.argv[1]), 1); print(time.perf_counter() - start)"
)


def processes(count: int) -> float:
    """Return the rounds per second of several processes that start together."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", CODE, str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in range(count)
    ]
    for process in started:
        if process.stdout:
            process.stdout.readline()
    with ThreadPoolExecutor(count) as threads:
        spent = list(threads.map(lambda process: float(process.communicate("\n")[0]), started))
    return count * ROUNDS / max(spent)


def threads(jobs: int) -> float:
    """Return the rounds per second of one batch on several threads."""
    play_random_rounds(10, 1, jobs)
    start = time.perf_counter()
    play_random_rounds(ROUNDS, 1, jobs)
    return ROUNDS / (time.perf_counter() - start)


def gain(measure: Callable[[int], float]) -> float:
    """Return the speed-up of two over one: the median of several pairs of measurements."""
    return sorted(measure(2) / measure(1) for _ in range(5))[2]
