"""Greedy: plays the best action by the one-step evaluation."""

from __future__ import annotations

from ...kernel.layout import SEAT, Array
from ..engine import Engine, hand_in_view
from ..evaluation import evaluate_actions
from ..one_step import OneStepWorkspace, best_action, chosen_action, new_one_step_workspace
from ..weights import GREEDY_WORTH


def think(view: Array, _nodes: int, _seed: int, is_new: bool, workspace: OneStepWorkspace) -> int:
    """Evaluate the legal actions once."""
    if is_new:
        seat, hand = int(view[SEAT]), hand_in_view(view)
        evaluated = workspace.evaluated
        count = evaluate_actions(view, seat, hand, GREEDY_WORTH, workspace.changes, evaluated)
        workspace.chosen[0] = best_action(evaluated, count)
    return int(is_new)


ENGINE = Engine(new_one_step_workspace, think, chosen_action)
