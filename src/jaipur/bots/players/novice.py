"""Novice: mostly greedy, but forgetful, hasty and with poor judgement."""

from __future__ import annotations

from typing import Final

from ...kernel.chance import below
from ...kernel.layout import MARKET, SEAT, SHOWN, THEIR_HIDDEN, VIEW_CELLS, Array, copy_cells
from ...kernel.rules import count_without_exchange
from ...packed import size
from ..engine import Engine, hand_in_view, seed_from_view
from ..evaluation import evaluate_actions
from ..one_step import OneStepWorkspace, best_action, chosen_action, new_one_step_workspace
from ..weights import NOVICE_WORTH

SLIPS: Final = 5
"""One turn in this many is played without thinking."""
MISJUDGES: Final = 250
"""The largest error in the worth of an action, up or down, in hundredths of a rupee."""


def think(view: Array, _nodes: int, seed: int, is_new: bool, workspace: OneStepWorkspace) -> int:
    """Evaluate the legal actions once, with errors."""
    if is_new:
        workspace.chosen[0] = choose_as_novice(view, seed, workspace)
    return int(is_new)


def choose_as_novice(view: Array, seed: int, workspace: OneStepWorkspace) -> int:
    """Return the action a beginner would choose."""
    forgetful, chance, evaluated = workspace.forgetful, workspace.chance, workspace.evaluated
    forget(view, forgetful)
    seed_from_view(chance, seed, forgetful)
    hand = hand_in_view(view)
    seat = int(view[SEAT])
    count = evaluate_actions(forgetful, seat, hand, NOVICE_WORTH, workspace.changes, evaluated)
    if below(chance, SLIPS) == 0:
        # Takes and sales come first in canonical order: a beginner seldom thinks of exchanging.
        simple = count_without_exchange(int(view[MARKET]), hand)
        return int(evaluated[0, below(chance, max(1, simple))])
    for number in range(count):
        evaluated[1, number] += below(chance, 2 * MISJUDGES + 1) - MISJUDGES
    return best_action(evaluated, count)


def forget(view: Array, forgetful: Array) -> None:
    """Copy a view for a player who does not remember what the opponent took."""
    copy_cells(view, forgetful, VIEW_CELLS)
    them = 1 - view[SEAT]
    forgetful[THEIR_HIDDEN] += size(int(view[SHOWN + them]))
    forgetful[SHOWN + them] = 0


ENGINE = Engine(new_one_step_workspace, think, chosen_action)
