"""Random: chooses uniformly among the legal actions."""

from __future__ import annotations

from ...kernel.chance import below
from ...kernel.knowledge import legal_in_view
from ...kernel.layout import Array
from ..engine import Engine, seed_from_view
from ..one_step import OneStepWorkspace, chosen_action, new_one_step_workspace


def think(view: Array, _nodes: int, seed: int, is_new: bool, workspace: OneStepWorkspace) -> int:
    """Draw one of the legal actions."""
    if is_new:
        seed_from_view(workspace.chance, seed, view)
        count = legal_in_view(view, workspace.evaluated[0])
        workspace.chosen[0] = workspace.evaluated[0, below(workspace.chance, count)]
    return int(is_new)


ENGINE = Engine(new_one_step_workspace, think, chosen_action)
