"""A side that plays by a network: one step ahead, or with the search on top.

One action is so much work that Python goes from game to game; what it calls is compiled for the
bots at the table already.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time
from typing import Final

from ..bots.judging import Desk, best_option, judge_options, new_desk
from ..bots.network import RoundedNetwork
from ..bots.rollouts import Room, decide, new_room, search_on
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

    def __init__(self, network: RoundedNetwork, nodes: int, seed: int) -> None:
        self.nodes = max(1, nodes)
        self._searched, self._seed, self._network = nodes, seed, network
        self._desk, self._room, self._view = new_desk(network), new_room(network, nodes), new_view()

    def act(self, positions: Array, games: Array) -> Iterator[Missed | None]:
        """Play one action in each game."""
        for game in games:
            position = positions[game]
            if self._searched:
                yield from self._search(position)
            else:
                compiled(act_at_sight)(position, self._network, self._view, self._desk)
                yield None

    def _search(self, position: Array) -> Iterator[None]:
        """Search, with a pause after so many nodes, and act."""
        compiled(look)(position, self._view)
        left, is_new = self._searched, True
        while left > 0:
            few = min(NODES_A_CALL, left)
            spent = compiled(search_on)(
                self._view, self._network, few, self._seed, is_new, self._room
            )
            left, is_new = (left - spent if spent else 0), False
            yield None
        compiled(act_as_found)(position, self._room)

    def close(self) -> None:
        """Nothing to leave behind."""


def act_at_sight(position: Array, network: RoundedNetwork, view: Array, desk: Desk) -> None:
    """Let the network act one step ahead."""
    look(position, view)
    count = judge_options(view, network, desk)
    apply(position, int(desk.options[best_option(desk.values, count)]))


def look(position: Array, view: Array) -> None:
    """What the seat to act sees."""
    observe(position, int(position[TURN]), view)


def act_as_found(position: Array, room: Room) -> None:
    """Do what the search liked best."""
    apply(position, int(room.options[decide(room)]))
