"""Rollouts: actions played out in sampled worlds, in which the network plays on for both sides.

All actions are tried in the same worlds, which are drawn by belief (`beliefs`). A rollout stops
after some plies, where the position network, which knows both hands, values it. The luck of
everything turned up on the way is subtracted, as backgammon programs do: that changes no mean and
takes away most of the noise. The maharaja chooses by rollouts, and the judge judges by them.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ..kernel.chance import new_chance
from ..kernel.knowledge import legal_in_view, observe
from ..kernel.layout import (
    END,
    MAX_ACTIONS,
    POSITION_CELLS,
    RUNNING,
    SEAT,
    TURN,
    Array,
    copy_cells,
    new_position,
    new_view,
)
from ..kernel.rules import apply
from .action_values import ValueWorkspace, best_option, new_value_workspace, value_listed
from .beliefs import BeliefWorkspace, believed_hands, new_belief_workspace
from .endings import may_end
from .engine import hand_in_view, seed_from_view
from .evaluation import evaluate_actions, new_changes
from .luck import SAMPLES, LuckWorkspace, luck_of, new_luck_workspace
from .network import Doubles, RoundedNetwork
from .network_file import rollout_network, shipped_network
from .position_network import chance_and_margin
from .weights import SHREWD_WORTH
from .worlds import new_cycle, new_hands, start_worlds

LATE_DECK: Final = 18
"""With fewer cards in the deck, rollouts are longer: what is left of the round matters more."""
EARLY_PLIES: Final = 4
LATE_PLIES: Final = 8
CONSIDERED: Final = 16
"""Actions that a side considers in a rollout, the best by the one-step evaluation. The network's
choice is one of them in 97 % of turns, and the best of them loses 0.02 points of its chance."""
FINALISTS: Final = 3
"""Those of them that the network values, the best by the rollout network; together that loses 0.07
points. The rollout network's own choice would lose 0.5, and a search by it gains 0.31 points a turn
instead of 0.51."""

PRIOR: Final = 8
"""The weight of the network's value of an action beside the outcomes of its rollouts, in worlds."""
TAKEN: Final = -1.0
"""Instead of a chance, for an option that is a finalist already."""


class RolloutPolicy(NamedTuple):
    """Who plays on in rollouts: two networks and reusable arrays. It sees the view in `seen`.

    The rollout network, which is small, picks the finalists; the other network decides.
    """

    small_network: RoundedNetwork
    small: ValueWorkspace
    network: RoundedNetwork
    valuing: ValueWorkspace
    seen: Array
    changes: Array
    evaluated: Array


class RolloutArrays(NamedTuple):
    """Reusable arrays of a search.

    `outcomes` and `margins` have a row for each option tried and a column for each world.
    """

    policy: RolloutPolicy
    luck: LuckWorkspace
    world: Array
    position: Array
    start: Array
    before: Array
    reply: Array
    chance: Array
    beliefs: BeliefWorkspace
    hands: Array
    cycle: Array
    outcomes: Doubles
    margins: Doubles


def new_rollout_arrays(options: int, worlds: int) -> RolloutArrays:
    """Make arrays for at most this many options and worlds."""
    return RolloutArrays(
        new_rollout_policy(),
        new_luck_workspace(SAMPLES),
        new_position(),
        new_position(),
        new_position(),
        new_position(),
        np.zeros(1, np.int64),
        new_chance(),
        new_belief_workspace(),
        new_hands(),
        new_cycle(),
        np.zeros((options, worlds)),
        np.zeros((options, worlds)),
    )


def new_rollout_policy() -> RolloutPolicy:
    """Make a policy with the networks of this package."""
    small, network = rollout_network(), shipped_network()
    return RolloutPolicy(
        small,
        new_value_workspace(small),
        network,
        new_value_workspace(network),
        new_view(),
        new_changes(),
        np.zeros((2, MAX_ACTIONS), np.int64),
    )


def start_rollouts(view: Array, seed: int, arrays: RolloutArrays) -> None:
    """Seed the worlds from the view."""
    seed_from_view(arrays.chance, seed, view)
    count = believed_hands(view, arrays.hands, arrays.beliefs)
    start_worlds(count, arrays.hands, arrays.chance, arrays.cycle)


def plies_of(deck: int) -> int:
    """Return how many actions a rollout plays after the one tried, by the cards in the deck."""
    return EARLY_PLIES if deck >= LATE_DECK else LATE_PLIES


def play_out(
    seat: int, action: int, row: int, world: int, plies: int, arrays: RolloutArrays
) -> int:
    """Play an action and the plies after it in the current world; return who acted last.

    Afterwards `start` has the position after the action, `position` the last one, and `reply` the
    action of the opponent, 0 if the round was over.
    """
    position, before = arrays.position, arrays.before
    copy_cells(arrays.world, position, POSITION_CELLS)
    # The first turn of the loop plays the action itself: one place for a call is compiled faster.
    mover, chosen, luck = seat, action, 0.0
    arrays.reply[0] = 0
    for ply in range(plies + 1):
        if ply > 0:
            if position[END] != RUNNING:
                break
            mover = int(position[TURN])
            observe(position, mover, arrays.policy.seen)
            chosen = choose(arrays.policy)
        if ply == 1:
            copy_cells(position, arrays.start, POSITION_CELLS)
            arrays.reply[0] = chosen
        copy_cells(position, before, POSITION_CELLS)
        apply(position, chosen)
        luck += luck_of(before, position, arrays.luck)
    if arrays.reply[0] == 0:
        copy_cells(position, arrays.start, POSITION_CELLS)
    chance, margin = chance_and_margin(position, arrays.luck.values)
    arrays.outcomes[row, world] = chance - luck if seat == 0 else 1.0 - chance + luck
    arrays.margins[row, world] = margin if seat == 0 else -margin
    return mover


def choose(policy: RolloutPolicy) -> int:
    """Return the network's choice for the view in `seen`, nearly always.

    The small network values the best actions by the one-step evaluation, or all where the round may
    end, and the network the best of those.
    """
    view, small, valuing = policy.seen, policy.small, policy.valuing
    if may_end(view):
        count = legal_in_view(view, small.options)
    else:
        count = list_considered(view, small.options, policy.changes, policy.evaluated)
    if count > 1:
        value_listed(view, count, policy.small_network, small)
    few = list_finalists(count, small, valuing.options)
    if few > 1:
        value_listed(view, few, policy.network, valuing)
    return int(valuing.options[best_option(valuing.values, few)])


def list_finalists(count: int, small: ValueWorkspace, options: Array) -> int:
    """Write the best options by the small network, best first, and return their number."""
    few = min(FINALISTS, count)
    for place in range(few):
        best = best_option(small.values, count)
        options[place] = small.options[best]
        small.values[0, best] = TAKEN
    return few


def list_considered(view: Array, options: Array, changes: Array, evaluated: Array) -> int:
    """Write the best actions by the one-step evaluation, and return their number."""
    hand = hand_in_view(view)
    count = evaluate_actions(view, int(view[SEAT]), hand, SHREWD_WORTH, changes, evaluated)
    for place in range(min(CONSIDERED, count)):
        best = place
        for number in range(place + 1, count):
            if evaluated[1, number] > evaluated[1, best]:
                best = number
        action, worth = evaluated[0, best], evaluated[1, best]
        evaluated[0, best], evaluated[1, best] = evaluated[0, place], evaluated[1, place]
        options[place], evaluated[0, place], evaluated[1, place] = action, action, worth
    return min(CONSIDERED, count)
