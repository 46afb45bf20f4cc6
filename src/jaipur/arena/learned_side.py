"""A side that plays by a network: one step ahead, or with the search on top.

One action is so much work that Python goes from game to game; what it calls is compiled for the
bots at the table already.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time
from typing import Final

from ..bots.choosing import seed_from_view
from ..bots.judging import best_option, judge_options, new_desk
from ..bots.network import RoundedNetwork
from ..bots.rollouts import begin, decide, grow, new_room
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
            compiled(observe)(position, int(position[TURN]), self._view)
            if self._searched:
                yield from self._search()
                action = self._room.options[compiled(decide)(self._room)]
            else:
                action = self._best_at_sight()
                yield None
            compiled(apply)(position, int(action))

    def _best_at_sight(self) -> int:
        desk = self._desk
        count = compiled(judge_options)(self._view, self._network, desk)
        return int(desk.options[compiled(best_option)(desk.values, count)])

    def _search(self) -> Iterator[None]:
        """Search, with a pause after so many nodes."""
        view, desk, room = self._view, self._desk, self._room
        compiled(seed_from_view)(room.chance, self._seed, view)
        compiled(begin)(view, compiled(judge_options)(view, self._network, desk), desk, room)
        left = self._searched
        while left > 0:
            spent = compiled(grow)(view, self._network, min(NODES_A_CALL, left), room)
            left = left - spent if spent else 0
            yield None

    def close(self) -> None:
        """Nothing to leave behind."""
