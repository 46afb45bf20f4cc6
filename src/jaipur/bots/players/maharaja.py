"""Maharaja: rollouts in sampled worlds (`rollouts`).

The network's best actions are tried in the same worlds. An action that is clearly worse than the
best one is dropped, so that those still in question get the nodes. A node is one action tried in
one world.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from ...kernel.layout import DECK_LEFT, MAX_ACTIONS, SEAT, Array
from ...notation import action_of_code
from ..action_values import ValueWorkspace, new_value_workspace, value_options
from ..endings import ends_the_round, may_end
from ..engine import Engine
from ..network import Doubles, Floats, RoundedNetwork
from ..network_file import shipped_network
from ..protocol import Candidate
from ..rollouts import (
    LATE_DECK,
    PRIOR,
    RolloutArrays,
    new_rollout_arrays,
    play_out,
    plies_of,
    start_rollouts,
)
from ..worlds import next_world

EARLY_OPTIONS: Final = 8
MOST_OPTIONS: Final = 16
"""At most this many options are tried late in the round, and `EARLY_OPTIONS` before.

They are the network's best, however far apart: near the end of a round an action that it values
much lower is sometimes the only way to win.
"""
FEWEST_WORLDS: Final = 16
"""No action is dropped before this many worlds: in fewer, large errors of the network may stay."""
WORLDS_BETWEEN_DROPS: Final = 8
"""Worlds between two checks for actions to drop."""
DROP_ERRORS: Final = 2.5
"""An action is dropped when it is behind by this many standard errors."""

WORLDS_FOR_ONE: Final = 64
"""The worlds in which a single option is compared with an ending, whose chance is known."""

OPTIONS: Final = 0
LEFT: Final = 1
WORLDS: Final = 2
SPENT: Final = 3
PROGRESS_CELLS: Final = 4
"""Cells with the state of a search, so that it can be resumed."""


class Tried(NamedTuple):
    """What a search knows about its options.

    For each of the `options`, `values` holds the chance to win and the margin according to the
    network; `found` the chance to win by search, the worlds tried, and whether it may be chosen.
    `numbers` are the options still tried; their `outcomes` are in the same order.
    """

    options: Array
    values: Floats
    found: Floats
    numbers: Array
    outcomes: Doubles
    progress: Array


class MaharajaWorkspace(NamedTuple):
    """The network, and reusable arrays of a search."""

    network: RoundedNetwork
    valuing: ValueWorkspace
    rollouts: RolloutArrays
    tried: Tried


def new_maharaja_workspace(nodes: int) -> MaharajaWorkspace:
    """Make a workspace for searches of at most `nodes` nodes."""
    network, rollouts = shipped_network(), new_rollout_arrays(MOST_OPTIONS, nodes + 1)
    tried = Tried(
        np.zeros(MAX_ACTIONS, np.int64),
        np.zeros((2, MAX_ACTIONS), np.float32),
        np.zeros((3, MAX_ACTIONS), np.float32),
        np.zeros(MOST_OPTIONS, np.int64),
        rollouts.outcomes,
        np.zeros(PROGRESS_CELLS, np.int64),
    )
    return MaharajaWorkspace(network, new_value_workspace(network), rollouts, tried)


def think(view: Array, nodes: int, seed: int, is_new: bool, workspace: MaharajaWorkspace) -> int:
    """Spend up to `nodes` more nodes while the choice is open; `is_new` begins a new search."""
    if is_new:
        count = value_options(view, workspace.network, workspace.valuing)
        start_search(view, count, workspace.valuing, workspace.tried)
        start_rollouts(view, seed, workspace.rollouts)
    return search(view, nodes, workspace.tried, workspace.rollouts)


def start_search(view: Array, count: int, valuing: ValueWorkspace, tried: Tried) -> None:
    """Start a search: pick the options to try from those that were valued."""
    ending, late = may_end(view), view[DECK_LEFT] < LATE_DECK
    for number in range(count):
        tried.options[number] = valuing.options[number]
        tried.values[0, number] = valuing.values[0, number]
        tried.values[1, number] = valuing.values[1, number]
        tried.found[0, number], tried.found[1, number] = tried.values[0, number], 0.0
        exact = ending and ends_the_round(view, int(tried.options[number]))
        tried.found[2, number] = 1.0 if exact else 0.0
    tried.progress[OPTIONS] = count
    tried.progress[LEFT] = pick_options(count, MOST_OPTIONS if late else EARLY_OPTIONS, tried)
    tried.progress[WORLDS] = tried.progress[SPENT] = 0


def pick_options(count: int, most: int, tried: Tried) -> int:
    """Pick the options worth trying, best first; those that end the round have exact values."""
    picked = 0
    if has_sure_win(count, tried.found):
        return picked
    for number in range(count):
        value = tried.values[0, number]
        if tried.found[2, number]:
            continue
        place = min(picked, most - 1)
        if picked == most and value <= tried.values[0, tried.numbers[place]]:
            continue
        while place > 0 and value > tried.values[0, tried.numbers[place - 1]]:
            tried.numbers[place] = tried.numbers[place - 1]
            place -= 1
        tried.numbers[place] = number
        picked = min(picked + 1, most)
    for place in range(picked):
        tried.found[2, tried.numbers[place]] = 1.0
    return picked


def has_sure_win(count: int, found: Floats) -> bool:
    """Return whether an option ends the round and wins it, whatever is face down."""
    wins = 0
    for number in range(count):
        wins += 1 if found[2, number] and found[0, number] == 1.0 else 0
    return wins > 0


def search(view: Array, nodes: int, tried: Tried, rollouts: RolloutArrays) -> int:
    """Try the options left in more worlds while the choice is open; return the nodes spent."""
    progress, spent = tried.progress, 0
    seat, plies = int(view[SEAT]), plies_of(int(view[DECK_LEFT]))
    while spent + progress[LEFT] <= nodes and is_open(progress, tried.found):
        next_world(view, rollouts.hands, rollouts.chance, rollouts.cycle, rollouts.world)
        for number in range(progress[LEFT]):
            action = int(tried.options[tried.numbers[number]])
            play_out(seat, action, number, int(progress[WORLDS]), plies, rollouts)
        progress[WORLDS] += 1
        spent += int(progress[LEFT])
        update_values(tried)
        if progress[WORLDS] >= FEWEST_WORLDS and progress[WORLDS] % WORLDS_BETWEEN_DROPS == 0:
            drop_options(tried)
    progress[SPENT] += spent
    return spent


def is_open(progress: Array, found: Floats) -> bool:
    """Return whether several options are left, or one to be compared with an ending."""
    choices = 0
    for number in range(progress[OPTIONS]):
        choices += 1 if found[2, number] else 0
    if progress[LEFT] > 1:
        return True
    return bool(progress[LEFT] == 1 and choices > 1 and progress[WORLDS] < WORLDS_FOR_ONE)


def decide(tried: Tried) -> int:
    """Return the index of the best option among those left and those that end the round."""
    best = -1
    for number in range(tried.progress[OPTIONS]):
        if tried.found[2, number] and (best < 0 or is_better(number, best, tried.found)):
            best = number
    return best


def is_better(number: int, best: int, found: Floats) -> bool:
    """Return whether the search found one option better than another.

    Ties go to the option with more worlds: a loss in some worlds is less certain than an ending's.
    """
    if found[0, number] != found[0, best]:
        return bool(found[0, number] > found[0, best])
    return bool(found[1, number] > found[1, best])


def drop_options(tried: Tried) -> None:
    """Drop the options that are clearly worse than the best of those tried."""
    left = int(tried.progress[LEFT])
    best = leader(left, tried.numbers, tried.found)
    tried.progress[LEFT] = 0
    for number in range(left):
        if number == best:
            best = int(tried.progress[LEFT])
            keep_option(number, tried)
        elif is_clearly_behind(number, best, tried):
            tried.found[2, tried.numbers[number]] = 0.0
        else:
            keep_option(number, tried)


def leader(left: int, tried: Array, found: Floats) -> int:
    """Return the index of the best among those tried."""
    best = 0
    for number in range(1, left):
        if found[0, tried[number]] > found[0, tried[best]]:
            best = number
    return best


def is_clearly_behind(number: int, best: int, tried: Tried) -> bool:
    """Return whether an option tried is behind the best by more than chance."""
    worlds, total, squares = int(tried.progress[WORLDS]), 0.0, 0.0
    for world in range(worlds):
        behind = tried.outcomes[best, world] - tried.outcomes[number, world]
        total += behind
        squares += behind * behind
    mean = total / worlds
    error = sqrt(max(0.0, squares / worlds - mean * mean) / worlds)
    ahead = tried.values[0, tried.numbers[best]]
    gap = PRIOR * float(ahead - tried.values[0, tried.numbers[number]]) + total
    return gap > DROP_ERRORS * error * worlds


def keep_option(number: int, tried: Tried) -> None:
    """Keep an option: move its outcomes up behind those of the options kept before."""
    place, outcomes = int(tried.progress[LEFT]), tried.outcomes
    if number != place:
        tried.numbers[place] = tried.numbers[number]
        for world in range(tried.progress[WORLDS]):
            outcomes[place, world] = outcomes[number, world]
    tried.progress[LEFT] += 1


def update_values(tried: Tried) -> None:
    """Update the values of the options still tried from the prior and the outcomes."""
    worlds = int(tried.progress[WORLDS])
    for number in range(tried.progress[LEFT]):
        total = 0.0
        for world in range(worlds):
            total += tried.outcomes[number, world]
        option = tried.numbers[number]
        total += PRIOR * float(tried.values[0, option])
        tried.found[0, option], tried.found[1, option] = total / (worlds + PRIOR), worlds


def choose(workspace: MaharajaWorkspace) -> int:
    """Return the option that did best in the worlds tried."""
    return int(workspace.tried.options[decide(workspace.tried)])


def candidates(workspace: MaharajaWorkspace) -> list[Candidate]:
    """Return all options, the chosen one first, then by the worlds they were tried in."""
    tried, chosen = workspace.tried, action_of_code(choose(workspace))
    found = [
        Candidate(
            action_of_code(int(tried.options[number])),
            float(tried.found[0, number]),
            max(1, int(tried.found[1, number])),
            float(tried.values[1, number]),
        )
        for number in range(int(tried.progress[OPTIONS]))
    ]
    return sorted(found, key=lambda some: (some.action != chosen, -some.nodes, -some.value))


ENGINE = Engine(
    new_maharaja_workspace,
    think,
    choose,
    candidates,
    searches=True,
    uses_network=True,
    node_cost=25,  # measured: 24
    most_nodes=1_000,
    interpreted_nodes=0,
    nodes_per_slice=MOST_OPTIONS,  # so that all of them can be tried
)
