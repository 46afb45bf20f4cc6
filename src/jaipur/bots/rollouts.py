"""The maharaja's search: play on in sampled worlds, both sides as the vizier, and judge there.

The best actions by the network are tried in the same worlds, which go through what is
believed of the opponent's hidden cards. After a few plies the last values of both players are
averaged: each knows its own hand, so their errors differ. An action that is clearly worse than the
best one is dropped; a node is one action tried in one world.
"""

from __future__ import annotations

from math import sqrt
from typing import Final, NamedTuple

import numpy as np

from ..kernel.chance import below, new_chance
from ..kernel.knowledge import observe
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
from ..kernel.rules import apply, winner
from .beliefs import believed_hands
from .choosing import seed_from_view
from .endings import ends_the_round, may_end
from .judging import Desk, best_option, judge_options, new_desk
from .network import Floats, RoundedNetwork
from .worlds import even_step, hand_at, make_world, new_hands

TRIED: Final = 8
"""At most so many actions are tried, those the network likes best, however far apart they are.

Where a round is about to end, what it thinks much worse is sometimes the only way to win.
"""
PLIES: Final = 8
"""So far a world is played on after the action."""
LOOKS: Final = 8
"""Worlds between two looks at what can be dropped."""
PRIOR: Final = 40
"""What the network thinks of an option counts as much as so many worlds."""
SURE: Final = 2.5
"""An action is dropped when it is behind by so many standard errors."""

ENOUGH: Final = 64
"""So many worlds compare one action with an ending, whose chance is known."""

OPTIONS: Final = 0
LEFT: Final = 1
WORLDS: Final = 2
SPENT: Final = 3
HAND_COUNT: Final = 4
WAY_COUNT: Final = 5
WAY_STEP: Final = 6
WAY: Final = 7
PROGRESS_CELLS: Final = 8
"""How far a search has come, so that it can go on where it stopped."""


class Room(NamedTuple):
    """Arrays to search in, made once and used again.

    `values` has, for each of the `options`, its chance to win and margin by the network; `found`
    its chance to win and the worlds it was tried in, and whether it may still be chosen.
    """

    desk: Desk
    seen: Array
    world: Array
    position: Array
    chance: Array
    hands: Array
    options: Array
    values: Floats
    found: Floats
    tried: Array
    outcomes: Floats
    progress: Array


def new_room(network: RoundedNetwork, nodes: int) -> Room:
    """Room for searches of at most this many nodes."""
    return Room(
        new_desk(network),
        new_view(),
        new_position(),
        new_position(),
        new_chance(),
        new_hands(),
        np.zeros(MAX_ACTIONS, np.int64),
        np.zeros((2, MAX_ACTIONS), np.float32),
        np.zeros((3, MAX_ACTIONS), np.float32),
        np.zeros(TRIED, np.int64),
        np.zeros((TRIED, nodes + 1), np.float32),
        np.zeros(PROGRESS_CELLS, np.int64),
    )


def search_on(  # one call of compiled code
    view: Array, network: RoundedNetwork, nodes: int, seed: int, is_new: bool, room: Room
) -> int:
    """Spend up to so many nodes more; a new search begins here. How many were spent."""
    if is_new:
        seed_from_view(room.chance, seed, view)
        begin(view, judge_options(view, network, room.desk), room.desk, room)
    return grow(view, network, nodes, room)


def begin(view: Array, count: int, desk: Desk, room: Room) -> None:
    """Pick what to try of the options judged on a desk; the chance must be seeded."""
    ending = may_end(view)
    for number in range(count):
        room.options[number] = desk.options[number]
        room.values[0, number] = desk.values[0, number]
        room.values[1, number] = desk.values[1, number]
        room.found[0, number], room.found[1, number] = room.values[0, number], 0.0
        exact = ending and ends_the_round(view, int(room.options[number]))
        room.found[2, number] = 1.0 if exact else 0.0
    hands = believed_hands(view, room.hands)
    ways = int(room.hands[1, hands - 1])
    room.progress[OPTIONS], room.progress[LEFT] = count, pick(count, room)
    room.progress[WORLDS] = room.progress[SPENT] = 0
    room.progress[HAND_COUNT], room.progress[WAY_COUNT] = hands, ways
    room.progress[WAY_STEP], room.progress[WAY] = even_step(ways), below(room.chance, ways)


def pick(count: int, room: Room) -> int:
    """Pick the options worth trying, best first; what ends the round is known already."""
    picked = 0
    if has_sure_win(count, room.found):
        return picked
    for number in range(count):
        value = room.values[0, number]
        if room.found[2, number]:
            continue
        place = min(picked, TRIED - 1)
        if picked == TRIED and value <= room.values[0, room.tried[place]]:
            continue
        while place > 0 and value > room.values[0, room.tried[place - 1]]:
            room.tried[place] = room.tried[place - 1]
            place -= 1
        room.tried[place] = number
        picked = min(picked + 1, TRIED)
    for place in range(picked):
        room.found[2, room.tried[place]] = 1.0
    return picked


def has_sure_win(count: int, found: Floats) -> bool:
    """Whether an option ends the round and wins it, whatever is face down."""
    wins = 0
    for number in range(count):
        wins += 1 if found[2, number] and found[0, number] == 1.0 else 0
    return wins > 0


def grow(view: Array, network: RoundedNetwork, nodes: int, room: Room) -> int:
    """Spend up to so many nodes more while the choice is open; how many were spent."""
    progress, seat, spent = room.progress, int(view[SEAT]), 0
    while spent + progress[LEFT] <= nodes and is_open(progress, room.found):
        go_to_next_world(view, room)
        world = progress[WORLDS]
        for number in range(progress[LEFT]):
            action = int(room.options[room.tried[number]])
            room.outcomes[number, world] = play_on(seat, action, network, room)
        progress[WORLDS] += 1
        spent += int(progress[LEFT])
        note(room)
        if progress[WORLDS] % LOOKS == 0:
            drop(room)
    progress[SPENT] += spent
    return spent


def go_to_next_world(view: Array, room: Room) -> None:
    """Make another world, with the next of the hands that are believed in."""
    progress = room.progress
    progress[WAY] = (progress[WAY] + progress[WAY_STEP]) % progress[WAY_COUNT]
    hand = hand_at(room.hands, int(progress[HAND_COUNT]), int(progress[WAY]))
    make_world(view, hand, room.chance, room.world)


def is_open(progress: Array, found: Floats) -> bool:
    """Whether more than one option is left, or one that has to be compared with an ending."""
    choices = 0
    for number in range(progress[OPTIONS]):
        choices += 1 if found[2, number] else 0
    if progress[LEFT] > 1:
        return True
    return bool(progress[LEFT] == 1 and choices > 1 and progress[WORLDS] < ENOUGH)


def decide(room: Room) -> int:
    """The number of the best option among those left and those that end the round."""
    best = -1
    for number in range(room.progress[OPTIONS]):
        if room.found[2, number] and (best < 0 or is_better(number, best, room.found)):
            best = number
    return best


def is_better(number: int, best: int, found: Floats) -> bool:
    """Whether one option is better than another by what was found.

    Of equals, the one that was tried: lost in some worlds is not yet lost, as an ending is.
    """
    if found[0, number] != found[0, best]:
        return bool(found[0, number] > found[0, best])
    return bool(found[1, number] > found[1, best])


def play_on(seat: int, action: int, network: RoundedNetwork, room: Room) -> float:
    """The chance of a seat to win a world: play an action and some plies, then judge."""
    position, desk = room.position, room.desk
    copy_cells(room.world, position, POSITION_CELLS)
    apply(position, action)
    mine = theirs = 0.5
    for _ in range(PLIES):
        if position[END] != RUNNING:
            break
        mover = int(position[TURN])
        observe(position, mover, room.seen)
        count = judge_options(room.seen, network, desk)
        best = best_option(desk.values, count)
        if mover == seat:
            mine = float(desk.values[0, best])
        else:
            theirs = 1.0 - float(desk.values[0, best])
        apply(position, int(desk.options[best]))
    if position[END] != RUNNING:
        won = winner(position)
        return 0.5 if won < 0 else (1.0 if won == seat else 0.0)
    return (mine + theirs) / 2


def drop(room: Room) -> None:
    """Drop what is clearly worse than the best of those tried."""
    left, worlds = int(room.progress[LEFT]), int(room.progress[WORLDS])
    best = leader(left, room.tried, room.found)
    room.progress[LEFT] = 0
    for number in range(left):
        if number == best:
            best = int(room.progress[LEFT])
            keep(number, room)
        elif is_clear(room.outcomes[best], room.outcomes[number], worlds):
            room.found[2, room.tried[number]] = 0.0
        else:
            keep(number, room)


def leader(left: int, tried: Array, found: Floats) -> int:
    """The place of the best among those tried."""
    best = 0
    for number in range(1, left):
        if found[0, tried[number]] > found[0, tried[best]]:
            best = number
    return best


def is_clear(ahead: Floats, other: Floats, worlds: int) -> bool:
    """Whether the outcomes of one option are behind another's by more than chance."""
    total = squares = 0.0
    for world in range(worlds):
        behind = np.float64(ahead[world]) - np.float64(other[world])
        total += behind
        squares += behind * behind
    mean = total / worlds
    return mean > SURE * sqrt(max(0.0, squares / worlds - mean * mean) / worlds)


def keep(number: int, room: Room) -> None:
    """Go on trying an option: what was found about it moves up to those kept before."""
    place = int(room.progress[LEFT])
    if number != place:
        room.tried[place] = room.tried[number]
        for world in range(room.progress[WORLDS]):
            room.outcomes[place, world] = room.outcomes[number, world]
    room.progress[LEFT] += 1


def note(room: Room) -> None:
    """Write what was found of the options that are still tried: what was thought and what came."""
    worlds = int(room.progress[WORLDS])
    for number in range(room.progress[LEFT]):
        total = 0.0
        for world in range(worlds):
            total += float(room.outcomes[number, world])
        option = room.tried[number]
        total += PRIOR * float(room.values[0, option])
        room.found[0, option], room.found[1, option] = total / (worlds + PRIOR), worlds
