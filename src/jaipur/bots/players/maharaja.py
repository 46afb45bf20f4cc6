"""Maharaja: rollouts in sampled worlds, in which both sides play as the vizier.

The network's best actions are tried in the same worlds, drawn with the probabilities of the
opponent's hidden hands (`beliefs`). After a few plies the last values of both players are averaged:
each knows its own hand, so their errors differ. An action that is clearly worse than the best one
is dropped. A node is one action tried in one world.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from ...kernel.chance import new_chance
from ...kernel.knowledge import observe
from ...kernel.layout import (
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
from ...kernel.rules import apply, winner
from ...notation import action_of_code
from ..action_values import ValueWorkspace, best_option, new_value_workspace, value_options
from ..beliefs import believed_hands
from ..endings import ends_the_round, may_end
from ..engine import Engine, seed_from_view
from ..network import Floats, RoundedNetwork
from ..network_file import shipped_network
from ..protocol import Candidate
from ..worlds import new_cycle, new_hands, next_world, start_worlds

MOST_OPTIONS: Final = 8
"""At most this many options are tried, the network's best first, however far apart they are.

Near the end of a round an action that it values much lower is sometimes the only way to win.
"""
PLIES: Final = 8
"""The length of a rollout after the action."""
WORLDS_BETWEEN_DROPS: Final = 8
"""Worlds between two checks for actions to drop."""
PRIOR: Final = 40
"""The weight of the network's value of an option, in worlds."""
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


class RolloutWorkspace(NamedTuple):
    """Reusable arrays of a search.

    For each of the `options`, `values` holds the chance to win and the margin according to the
    network; `found` the chance to win by search, the worlds tried, and whether it may be chosen.
    """

    network: RoundedNetwork
    valuing: ValueWorkspace
    seen: Array
    world: Array
    position: Array
    chance: Array
    hands: Array
    cycle: Array
    options: Array
    values: Floats
    found: Floats
    tried: Array
    outcomes: Floats
    progress: Array


def new_rollout_workspace(nodes: int) -> RolloutWorkspace:
    """Make a workspace with the network of this package, or of `JAIPUR_NETWORK`."""
    return rollouts_with(shipped_network(), nodes)


def rollouts_with(network: RoundedNetwork, nodes: int) -> RolloutWorkspace:
    """Make a workspace with a network, for searches of at most `nodes` nodes."""
    return RolloutWorkspace(
        network,
        new_value_workspace(network),
        new_view(),
        new_position(),
        new_position(),
        new_chance(),
        new_hands(),
        new_cycle(),
        np.zeros(MAX_ACTIONS, np.int64),
        np.zeros((2, MAX_ACTIONS), np.float32),
        np.zeros((3, MAX_ACTIONS), np.float32),
        np.zeros(MOST_OPTIONS, np.int64),
        np.zeros((MOST_OPTIONS, nodes + 1), np.float32),
        np.zeros(PROGRESS_CELLS, np.int64),
    )


def think(view: Array, nodes: int, seed: int, is_new: bool, workspace: RolloutWorkspace) -> int:
    """Spend up to `nodes` more nodes while the choice is open; `is_new` begins a new search."""
    if is_new:
        seed_from_view(workspace.chance, seed, view)
        start_rollouts(view, value_options(view, workspace.network, workspace.valuing), workspace)
    return roll_out(view, nodes, workspace)


def start_rollouts(view: Array, count: int, workspace: RolloutWorkspace) -> None:
    """Start a search: pick the options to try. The random generator must be seeded."""
    ending, valuing = may_end(view), workspace.valuing
    for number in range(count):
        workspace.options[number] = valuing.options[number]
        workspace.values[0, number] = valuing.values[0, number]
        workspace.values[1, number] = valuing.values[1, number]
        workspace.found[0, number], workspace.found[1, number] = workspace.values[0, number], 0.0
        exact = ending and ends_the_round(view, int(workspace.options[number]))
        workspace.found[2, number] = 1.0 if exact else 0.0
    workspace.progress[OPTIONS], workspace.progress[LEFT] = count, pick_options(count, workspace)
    workspace.progress[WORLDS] = workspace.progress[SPENT] = 0
    hands = believed_hands(view, workspace.hands)
    start_worlds(hands, workspace.hands, workspace.chance, workspace.cycle)


def pick_options(count: int, workspace: RolloutWorkspace) -> int:
    """Pick the options worth trying, best first; those that end the round have exact values."""
    picked = 0
    if has_sure_win(count, workspace.found):
        return picked
    for number in range(count):
        value = workspace.values[0, number]
        if workspace.found[2, number]:
            continue
        place = min(picked, MOST_OPTIONS - 1)
        if picked == MOST_OPTIONS and value <= workspace.values[0, workspace.tried[place]]:
            continue
        while place > 0 and value > workspace.values[0, workspace.tried[place - 1]]:
            workspace.tried[place] = workspace.tried[place - 1]
            place -= 1
        workspace.tried[place] = number
        picked = min(picked + 1, MOST_OPTIONS)
    for place in range(picked):
        workspace.found[2, workspace.tried[place]] = 1.0
    return picked


def has_sure_win(count: int, found: Floats) -> bool:
    """Return whether an option ends the round and wins it, whatever is face down."""
    wins = 0
    for number in range(count):
        wins += 1 if found[2, number] and found[0, number] == 1.0 else 0
    return wins > 0


def roll_out(view: Array, nodes: int, workspace: RolloutWorkspace) -> int:
    """Try the options left in more worlds while the choice is open; return the nodes spent."""
    progress, seat, spent = workspace.progress, int(view[SEAT]), 0
    while spent + progress[LEFT] <= nodes and is_open(progress, workspace.found):
        next_world(view, workspace.hands, workspace.chance, workspace.cycle, workspace.world)
        world = progress[WORLDS]
        for number in range(progress[LEFT]):
            action = int(workspace.options[workspace.tried[number]])
            workspace.outcomes[number, world] = play_on(seat, action, workspace)
        progress[WORLDS] += 1
        spent += int(progress[LEFT])
        update_values(workspace)
        if progress[WORLDS] % WORLDS_BETWEEN_DROPS == 0:
            drop_options(workspace)
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


def decide(workspace: RolloutWorkspace) -> int:
    """Return the index of the best option among those left and those that end the round."""
    best = -1
    for number in range(workspace.progress[OPTIONS]):
        if workspace.found[2, number] and (best < 0 or is_better(number, best, workspace.found)):
            best = number
    return best


def is_better(number: int, best: int, found: Floats) -> bool:
    """Return whether the search found one option better than another.

    Ties go to the option with more worlds: a loss in some worlds is less certain than an ending's.
    """
    if found[0, number] != found[0, best]:
        return bool(found[0, number] > found[0, best])
    return bool(found[1, number] > found[1, best])


def play_on(seat: int, action: int, workspace: RolloutWorkspace) -> float:
    """Return a seat's chance to win a world: play the action and some plies, then value it."""
    position, valuing = workspace.position, workspace.valuing
    copy_cells(workspace.world, position, POSITION_CELLS)
    apply(position, action)
    mine = theirs = 0.5
    for _ in range(PLIES):
        if position[END] != RUNNING:
            break
        mover = int(position[TURN])
        observe(position, mover, workspace.seen)
        count = value_options(workspace.seen, workspace.network, valuing)
        best = best_option(valuing.values, count)
        if mover == seat:
            mine = float(valuing.values[0, best])
        else:
            theirs = 1.0 - float(valuing.values[0, best])
        apply(position, int(valuing.options[best]))
    if position[END] != RUNNING:
        won = winner(position)
        return 0.5 if won < 0 else (1.0 if won == seat else 0.0)
    return (mine + theirs) / 2


def drop_options(workspace: RolloutWorkspace) -> None:
    """Drop the options that are clearly worse than the best of those tried."""
    left, worlds = int(workspace.progress[LEFT]), int(workspace.progress[WORLDS])
    best = leader(left, workspace.tried, workspace.found)
    workspace.progress[LEFT] = 0
    for number in range(left):
        if number == best:
            best = int(workspace.progress[LEFT])
            keep_option(number, workspace)
        elif is_clearly_behind(workspace.outcomes[best], workspace.outcomes[number], worlds):
            workspace.found[2, workspace.tried[number]] = 0.0
        else:
            keep_option(number, workspace)


def leader(left: int, tried: Array, found: Floats) -> int:
    """Return the index of the best among those tried."""
    best = 0
    for number in range(1, left):
        if found[0, tried[number]] > found[0, tried[best]]:
            best = number
    return best


def is_clearly_behind(ahead: Floats, other: Floats, worlds: int) -> bool:
    """Return whether the outcomes of one option are significantly behind another's."""
    total = squares = 0.0
    for world in range(worlds):
        behind = np.float64(ahead[world]) - np.float64(other[world])
        total += behind
        squares += behind * behind
    mean = total / worlds
    return mean > DROP_ERRORS * sqrt(max(0.0, squares / worlds - mean * mean) / worlds)


def keep_option(number: int, workspace: RolloutWorkspace) -> None:
    """Keep an option: move its outcomes up behind those of the options kept before."""
    place = int(workspace.progress[LEFT])
    if number != place:
        workspace.tried[place] = workspace.tried[number]
        for world in range(workspace.progress[WORLDS]):
            workspace.outcomes[place, world] = workspace.outcomes[number, world]
    workspace.progress[LEFT] += 1


def update_values(workspace: RolloutWorkspace) -> None:
    """Update the values of the options still tried from the prior and the outcomes."""
    worlds = int(workspace.progress[WORLDS])
    for number in range(workspace.progress[LEFT]):
        total = 0.0
        for world in range(worlds):
            total += float(workspace.outcomes[number, world])
        option = workspace.tried[number]
        total += PRIOR * float(workspace.values[0, option])
        workspace.found[0, option], workspace.found[1, option] = total / (worlds + PRIOR), worlds


def choose(workspace: RolloutWorkspace) -> int:
    """Return the option that did best in the worlds tried."""
    return int(workspace.options[decide(workspace)])


def candidates(workspace: RolloutWorkspace) -> list[Candidate]:
    """Return all options, the chosen one first, then by the worlds they were tried in."""
    chosen = action_of_code(choose(workspace))
    found = [
        Candidate(
            action_of_code(int(workspace.options[number])),
            float(workspace.found[0, number]),
            max(1, int(workspace.found[1, number])),
            float(workspace.values[1, number]),
        )
        for number in range(int(workspace.progress[OPTIONS]))
    ]
    return sorted(found, key=lambda some: (some.action != chosen, -some.nodes, -some.value))


ENGINE = Engine(
    new_rollout_workspace,
    think,
    choose,
    candidates,
    searches=True,
    uses_network=True,
    node_cost=25,  # measured: 21
    most_nodes=1_000,
    interpreted_nodes=0,
    nodes_per_slice=50,
)
