"""Networks of random numbers, small enough for interpreted code."""

from __future__ import annotations

from functools import cache

import numpy as np

from jaipur.bots.afterstate import ROWS
from jaipur.bots.network import Network


@cache
def random_network(width: int = 8, second: int = 4, seed: int = 1, rows: int = ROWS) -> Network:
    """A network of random numbers, as large as those of a trained one."""
    random = np.random.default_rng(seed)
    shapes = ((rows, width), (width,), (width, second), (second,), (second, 2), (2,))
    spread = (0.2, 0.5, width**-0.5, 0.5, second**-0.5, 0.5)
    return Network(
        *(
            random.normal(0, by, shape).astype(np.float32)
            for by, shape in zip(spread, shapes, strict=True)
        )
    )
