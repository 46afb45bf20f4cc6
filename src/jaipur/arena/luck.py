"""The luck of running rounds, measured beside the games of a piece (`bots.luck`)."""

from __future__ import annotations

import numpy as np

from ..bots.luck import SAMPLES, add_luck, luck_of_deal, new_luck_workspace
from ..compiled import compiled
from ..deals import SeededDeals
from ..kernel.layout import Array
from ..position import Position


class RoundLuck:
    """The luck of seat 0 in each running round so far, in chances to win the round."""

    def __init__(self, positions: Array) -> None:
        """Watch these positions, one for each game; they change as the games are played."""
        self._positions = positions
        self._luck = np.zeros(len(positions))
        self._games, self._befores = np.zeros(0, np.int64), positions[:0]
        self._add_luck, self._luck_of_deal = compiled(add_luck), compiled(luck_of_deal)
        self._workspace = new_luck_workspace(SAMPLES)

    def __getitem__(self, game: int) -> float:
        return float(self._luck[game])

    def start(self, game: int) -> None:
        """Begin a round: its luck is that of its deal."""
        self._luck[game] = self._luck_of_deal(self._positions[game], self._workspace)

    def before_actions(self, games: Array) -> None:
        """Remember the positions of the games in which a side is about to act."""
        self._games, self._befores = games, self._positions[games]

    def after_actions(self) -> None:
        """Add the luck of the actions; a game without one is unchanged, which is no luck."""
        self._add_luck(self._befores, self._positions, self._games, self._luck, self._workspace)


def warm_up_luck() -> None:
    """Read the network and compile the code before the first piece."""
    luck = RoundLuck(Position.deal(SeededDeals(0).deal(0)).array.copy()[None])
    luck.start(0)
    luck.before_actions(np.zeros(1, np.int64))
    luck.after_actions()
