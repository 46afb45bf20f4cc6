"""Chances to win for players that compute none: every action evaluated in sampled worlds."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ..kernel.chance import below, new_chance
from ..kernel.knowledge import legal_in_view
from ..kernel.layout import (
    END,
    MAX_ACTIONS,
    POSITION_CELLS,
    RUNNING,
    SEAT,
    Array,
    copy_cells,
    new_position,
)
from ..kernel.rules import apply, winner
from .endings import chance_at_the_end, ends_the_round, new_ways
from .engine import seed_from_view
from .leaf_network import WIN, LeafWorkspace, new_leaf_workspace, win_chance
from .worlds import even_step, hand_at, make_world, new_hands, possible_hands

WORLDS: Final = 32


class AppraisalWorkspace(NamedTuple):
    """`appraised` has a column for each legal action: its code, and its chance times WIN."""

    position: Array
    after: Array
    chance: Array
    leaf: LeafWorkspace
    hands: Array
    ways: Array
    appraised: Array


def new_appraisal_workspace() -> AppraisalWorkspace:
    """Make a workspace for any view."""
    return AppraisalWorkspace(
        new_position(),
        new_position(),
        new_chance(),
        new_leaf_workspace(),
        new_hands(),
        new_ways(),
        np.zeros((2, MAX_ACTIONS), np.int64),
    )


def appraise(view: Array, worlds: int, seed: int, workspace: AppraisalWorkspace) -> int:
    """Appraise the legal actions, and return their number.

    All actions are evaluated in the same worlds. Those that end the round get their exact chance.
    """
    seat, appraised = int(view[SEAT]), workspace.appraised
    seed_from_view(workspace.chance, seed, view)
    count = legal_in_view(view, appraised[0])
    for number in range(count):
        appraised[1, number] = 0
    hands = possible_hands(view, workspace.hands)
    ways = int(workspace.hands[1, hands - 1])
    step, way = even_step(ways), below(workspace.chance, ways)
    for _ in range(worlds):
        way = (way + step) % ways
        hand = hand_at(workspace.hands, hands, way)
        make_world(view, hand, workspace.chance, workspace.position)
        for number in range(count):
            copy_cells(workspace.position, workspace.after, POSITION_CELLS)
            apply(workspace.after, int(appraised[0, number]))
            appraised[1, number] += value_for(workspace.after, seat, workspace.leaf)
    for number in range(count):
        appraised[1, number] //= worlds
        action = int(appraised[0, number])
        if ends_the_round(view, action):
            appraised[1, number] = chance_at_the_end(view, action, workspace.ways)
    return count


def value_for(position: Array, seat: int, leaf: LeafWorkspace) -> int:
    """Return the chance to win of the seat that has just acted, in units of 1/WIN."""
    if position[END] == RUNNING:
        return WIN - win_chance(position, 1 - seat, leaf)
    won = winner(position)
    if won < 0:
        return WIN // 2
    return WIN if won == seat else 0
