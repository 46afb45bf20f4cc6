"""A side that plays by a network, compiled: one step ahead, or with the search on top."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time
from typing import Final

from ..bots.choosing import seed_from_view
from ..bots.network import Network, best_option, judge_options
from ..bots.rollouts import Room, begin, decide, grow, new_room
from ..compiled import compiled
from ..kernel.knowledge import observe
from ..kernel.layout import TURN, Array, new_view
from ..kernel.rules import apply
from .missed import Missed

ONE_STEP: Final = 0
"""No nodes: the network alone."""
NODES_A_CALL: Final = 400
"""A call into compiled code cannot be interrupted: it is kept to a fraction of a second."""


class LearnedSide:
    """A network in many games."""

    clock = staticmethod(thread_time)

    def __init__(self, network: Network, nodes: int, seed: int) -> None:
        self.nodes = max(1, nodes)
        self._searched, self._seed, self._network = nodes, seed, network
        self._room, self._view = new_room(network, nodes), new_view()

    def act(self, positions: Array, games: Array) -> Iterator[Missed | None]:
        """Play one action in each game."""
        at_once = NODES_A_CALL // self.nodes
        if not at_once:
            for game in games:
                yield from self._think(positions[game])
            return
        for start in range(0, len(games), at_once):
            self.play(positions, games[start : start + at_once])
            yield None

    def play(self, positions: Array, games: Array) -> None:
        """Play one action in each game without coming back."""
        spec = (self._searched, self._seed)
        compiled(advance)(spec, positions, games, self._view, self._network, self._room)

    def _think(self, position: Array) -> Iterator[None]:
        """Play the same action as `advance`, with a pause after so many nodes."""
        view, network, room = self._view, self._network, self._room
        compiled(ponder)(self._seed, position, view, network, room)
        left = self._searched
        while left > 0:
            spent = compiled(grow)(view, network, min(NODES_A_CALL, left), room)
            left = left - spent if spent else 0
            yield None
        compiled(apply)(position, int(room.options[compiled(decide)(room)]))

    def close(self) -> None:
        """Nothing to leave behind."""


def advance(
    spec: tuple[int, int],
    positions: Array,
    games: Array,
    view: Array,
    network: Network,
    room: Room,
) -> None:
    """Let a network act in each of these games."""
    nodes, seed = spec
    for number in range(len(games)):
        position = positions[games[number]]
        if nodes:
            ponder(seed, position, view, network, room)
            grow(view, network, nodes, room)
            apply(position, int(room.options[decide(room)]))
        else:
            observe(position, int(position[TURN]), view)
            count = judge_options(view, network, room.desk)
            best = best_option(room.desk.values, count)
            apply(position, int(room.desk.options[best]))


def ponder(seed: int, position: Array, view: Array, network: Network, room: Room) -> None:
    """Begin the search of a network that is to act."""
    observe(position, int(position[TURN]), view)
    seed_from_view(room.chance, seed, view)
    begin(view, network, room)
