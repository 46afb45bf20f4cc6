"""Perft: the number of sequences of legal actions from a position."""

from __future__ import annotations

import numpy as np

from .layout import MAX_ACTIONS, POSITION_CELLS, Array
from .rules import apply, legal


def perft(position: Array, depth: int) -> int:
    """Count sequences of `depth` legal actions with the deck as it is; finished rounds count 0."""
    if depth == 0:
        return 1
    positions = np.zeros((depth, POSITION_CELLS), np.int64)
    actions = np.zeros((depth, MAX_ACTIONS), np.int64)
    left = np.zeros(depth, np.int64)
    positions[0] = position
    left[0] = legal(positions[0], actions[0])
    level = sequences = 0
    # An explicit stack: recursive compiled functions are slow and cannot be cached.
    while level >= 0:
        if level == depth - 1:
            sequences += left[level]
            level -= 1
        elif left[level] == 0:
            level -= 1
        else:
            left[level] -= 1
            positions[level + 1] = positions[level]
            apply(positions[level + 1], actions[level, left[level]])
            level += 1
            left[level] = legal(positions[level], actions[level])
    return int(sequences)
