"""Networks of random numbers, small enough for interpreted code."""

from __future__ import annotations

from functools import cache

import numpy as np

from jaipur.bots.afterstate import ROWS
from jaipur.bots.network import Network

PEAK = 8.0
"""Four standard deviations of a unit of such a network, in either layer."""


@cache
def random_network(
    width: int = 8, second: int = 4, seed: int = 1, rows: int = ROWS, *, is_deep: bool = False
) -> Network:
    """A network of random numbers, as large as those of a trained one."""
    random = np.random.default_rng(seed)
    third = second if is_deep else 0

    def some(spread: float, *shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return random.normal(0, spread, shape).astype(np.float32)

    def peaks(units: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return np.full(units, PEAK, np.float32)

    return Network(
        rows=some(0.2, rows, width),
        bias=some(0.5, width),
        peaks=peaks(width),
        second=some(width**-0.5, width, second),
        second_bias=some(0.5, second),
        second_peaks=peaks(second),
        third=some(second**-0.5, second, third),
        third_bias=some(0.5, third),
        last=some(second**-0.5, second, 2),
        last_bias=some(0.5, 2),
    )
