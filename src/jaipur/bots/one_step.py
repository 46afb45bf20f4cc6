"""The workspace of players that look one action ahead, and how they choose in it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..kernel.chance import new_chance
from ..kernel.layout import MAX_ACTIONS, Array, new_view
from .evaluation import new_changes


class OneStepWorkspace(NamedTuple):
    """`evaluated` has a column for each legal action: its code and its worth."""

    forgetful: Array
    chance: Array
    evaluated: Array
    changes: Array
    chosen: Array


def new_one_step_workspace(_nodes: int) -> OneStepWorkspace:
    """Make a workspace; its size does not depend on the number of nodes."""
    evaluated = np.zeros((2, MAX_ACTIONS), np.int64)
    return OneStepWorkspace(
        new_view(), new_chance(), evaluated, new_changes(), np.zeros(1, np.int64)
    )


def chosen_action(workspace: OneStepWorkspace) -> int:
    """Return the chosen action."""
    return int(workspace.chosen[0])


def best_action(evaluated: Array, count: int) -> int:
    """Return the action with the highest worth; ties go to the first."""
    best = 0
    for number in range(1, count):
        if evaluated[1, number] > evaluated[1, best]:
            best = number
    return int(evaluated[0, best])
