"""The maharaja's search: play on in sampled worlds, both sides by the network, and judge there.

The best actions by the network are tried in the same worlds, which go through the exact
distribution of the opponent's hidden cards. After a few plies the last values of both players are
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
from .endings import ends_the_round, may_end
from .network import Desk, Floats, Network, best_option, judge_options, new_desk
from .worlds import even_step, hand_at, make_world, new_hands, possible_hands

TRIED: Final = 5
"""So many actions are tried, those the network likes best …"""
CLOSE: Final = 0.08
"""… and that are not worse by more than this chance to win."""
PLIES: Final = 6
"""So far a world is played on after the action."""
LOOKS: Final = 8
"""Worlds between two looks at what can be dropped."""
SURE: Final = 2.5
"""An action is dropped when it is behind by so many standard errors."""


class Room(NamedTuple):
    """Arrays to search in, made once and used again."""

    desk: Desk
    seen: Array
    world: Array
    position: Array
    chance: Array
    hands: Array
    options: Array
    values: Floats
    tried: Array
    outcomes: Floats
    found: Floats


def new_room(network: Network, nodes: int) -> Room:
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
        np.zeros(TRIED, np.int64),
        np.zeros((TRIED, nodes + 1), np.float32),
        np.zeros((2, MAX_ACTIONS), np.float32),
    )


def search(view: Array, network: Network, nodes: int, room: Room) -> int:
    """The number of the best option; `found` has its value and the nodes spent, for each option."""
    count = judge_options(view, network, room.desk)
    for number in range(count):
        room.options[number] = room.desk.options[number]
        room.values[0, number] = room.desk.values[0, number]
        room.values[1, number] = room.desk.values[1, number]
        room.found[0, number], room.found[1, number] = room.values[0, number], 0.0
    best = best_option(room.values, count)
    tried = pick(view, count, best, room)
    if tried < 2 and ends_the_round(view, int(room.options[best])):
        return best
    if tried > 1 or (tried == 1 and room.tried[0] != best):
        try_out(view, network, nodes, tried, room)
    return best_option(room.found, count)


def pick(view: Array, count: int, best: int, room: Room) -> int:
    """The options worth trying, best first; what ends the round has its exact value already."""
    ending, tried = may_end(view), 0
    for number in range(count):
        if ending and ends_the_round(view, int(room.options[number])):
            continue
        if room.values[0, number] < room.values[0, best] - CLOSE:
            continue
        place = min(tried, TRIED - 1)
        if tried == TRIED and room.values[0, number] <= room.values[0, room.tried[place]]:
            continue
        while place > 0 and room.values[0, number] > room.values[0, room.tried[place - 1]]:
            room.tried[place] = room.tried[place - 1]
            place -= 1
        room.tried[place] = number
        tried = min(tried + 1, TRIED)
    return tried


def try_out(view: Array, network: Network, nodes: int, tried: int, room: Room) -> None:
    """Try the picked options in one world after the other while more than one is left."""
    hands = possible_hands(view, room.hands)
    ways = int(room.hands[1, hands - 1])
    step, way = even_step(ways), below(room.chance, ways)
    seat, worlds, spent = int(view[SEAT]), 0, 0
    while spent + tried <= nodes and (tried > 1 or worlds < LOOKS):
        way = (way + step) % ways
        make_world(view, hand_at(room.hands, hands, way), room.chance, room.world)
        for number in range(tried):
            action = int(room.options[room.tried[number]])
            room.outcomes[number, worlds] = play_on(seat, action, network, room)
        worlds += 1
        spent += tried
        if worlds % LOOKS == 0:
            tried = drop(tried, worlds, room)
    note(tried, worlds, room)


def play_on(seat: int, action: int, network: Network, room: Room) -> float:
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


def drop(tried: int, worlds: int, room: Room) -> int:
    """Drop what is clearly worse than the best; how many are left."""
    note(tried, worlds, room)
    best = 0
    for number in range(1, tried):
        if room.found[0, room.tried[number]] > room.found[0, room.tried[best]]:
            best = number
    left = 0
    for number in range(tried):
        total = squares = 0.0
        for world in range(worlds):
            behind = float(room.outcomes[best, world]) - float(room.outcomes[number, world])
            total += behind
            squares += behind * behind
        mean = total / worlds
        error = sqrt(max(0.0, squares / worlds - mean * mean) / worlds)
        if number == best or mean < SURE * error or mean == 0:
            keep(number, left, worlds, room)
            best = left if number == best else best
            left += 1
    return left


def keep(number: int, place: int, worlds: int, room: Room) -> None:
    """Move what was found about an option to another place."""
    if number != place:
        room.tried[place] = room.tried[number]
        for world in range(worlds):
            room.outcomes[place, world] = room.outcomes[number, world]


def note(tried: int, worlds: int, room: Room) -> None:
    """Write the mean outcome of the options that are still tried."""
    for number in range(tried):
        total = 0.0
        for world in range(worlds):
            total += float(room.outcomes[number, world])
        option = room.tried[number]
        if worlds:
            room.found[0, option], room.found[1, option] = total / worlds, worlds
