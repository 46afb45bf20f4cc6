"""The two sides of a piece of work: each acts in all games in which it is its turn.

Hand-made players act in compiled code, game after game without coming back to Python; learned ones
go from game to game (see `learned_side`); programs are asked one view at a time. Time is processor
time for players of the ladder, waiting time for programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter, thread_time
from typing import Final, Protocol

import numpy as np

from ..bots.choosing import choose_action, seed_from_view
from ..bots.foreign import ForeignBot
from ..bots.players import Player
from ..bots.protocol import Bot, BotFailed, Limit
from ..bots.search import EDGE_ACTION, Room, begin, best_edge, grow, new_room
from ..bots.weights_file import shipped_network
from ..compiled import compiled
from ..deals import SeededDeals
from ..kernel.knowledge import observe
from ..kernel.layout import TURN, Array, new_view
from ..kernel.rules import apply
from ..notation import code_of
from ..position import Position
from ..seats import BySeat
from ..view import View
from .entrants import Entrant
from .learned_side import ONE_STEP, LearnedSide
from .missed import Missed

NODES_A_CALL: Final = 20_000
"""A call into compiled code cannot be interrupted: it is kept to a fraction of a second."""


class Side(Protocol):
    """One bot in many games."""

    clock: Callable[[], float]
    nodes: int

    def act(self, positions: Array, games: Array) -> Iterator[Missed | None]:
        """Play one action in each of these games; a game where it failed is left as it is.

        Comes back now and then, so that a run can be stopped: with a failure, or with None.
        """

    def close(self) -> None:
        """Leave nothing behind."""


class LadderSide:
    """A player of the ladder, compiled."""

    clock = staticmethod(thread_time)

    def __init__(self, player: Player, limit: Limit, seed: int) -> None:
        self.nodes = limit.nodes
        self._kind, self._seed = player.kind, seed
        self._room, self._view = new_room(limit.nodes), new_view()

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
        spec = (self._kind, self.nodes, self._seed)
        compiled(advance)(spec, positions, games, self._view, self._room)

    def _think(self, position: Array) -> Iterator[None]:
        """Play the same action as `advance`, with a pause after so many nodes."""
        compiled(ponder)(self._seed, position, self._view, self._room)
        for done in range(0, self.nodes, NODES_A_CALL):
            compiled(grow)(self._view, min(NODES_A_CALL, self.nodes - done), self._room)
            yield None
        compiled(decide)(position, self._room)

    def close(self) -> None:
        """Nothing to leave behind."""


def advance(
    spec: tuple[int, int, int], positions: Array, games: Array, view: Array, room: Room
) -> None:
    """Let a player of the ladder act in each of these games."""
    kind, nodes, seed = spec
    for number in range(len(games)):
        position = positions[games[number]]
        observe(position, int(position[TURN]), view)
        apply(position, choose_action(kind, view, nodes, seed, room))


def ponder(seed: int, position: Array, view: Array, room: Room) -> None:
    """Begin the search of a player who is to act; the tree is grown next."""
    observe(position, int(position[TURN]), view)
    seed_from_view(room.chance, seed, view)
    begin(view, room)


def decide(position: Array, room: Room) -> None:
    """Do what the tree likes best."""
    apply(position, int(room.tree[best_edge(room.tree), EDGE_ACTION]))


class AskedSide:
    """Any bot that is asked through a view, such as a program.

    There is one for each seat: a program that sat at both would see both hands of a deal.
    """

    clock = staticmethod(perf_counter)

    def __init__(self, bots: BySeat[Bot], limit: Limit) -> None:
        self.nodes = 1
        self._bots, self._limit = bots, limit

    def act(self, positions: Array, games: Array) -> Iterator[Missed | None]:
        """Ask for one action in each game."""
        for game in games.tolist():
            position, cells = positions[game], new_view()
            observe(position, int(position[TURN]), cells)
            view = View.from_array(cells)
            try:
                choice = self._bots[view.seat].choose(view, self._limit)
            except BotFailed as failed:
                yield Missed(game, failed)
            else:
                apply(position, code_of(choice.action))
                yield None

    def close(self) -> None:
        """End the programs."""
        for bot in self._bots:
            if isinstance(bot, ForeignBot):
                bot.close()


def side_of_player(player: Player, limit: Limit, seed: int) -> LadderSide | LearnedSide:
    """The side of a player of the ladder, compiled."""
    if not player.is_learned:
        return LadderSide(player, limit, seed)
    nodes = limit.nodes if player.searches else ONE_STEP
    return LearnedSide(shipped_network(), nodes, seed)


def side_of(
    entrant: Entrant, seed: int, look: Callable[[], None] = lambda: None
) -> LadderSide | LearnedSide | AskedSide:
    """The side of an entrant; `look` is called now and then while a program keeps us waiting."""
    if entrant.player:
        return side_of_player(entrant.player, entrant.limit, seed)
    both: BySeat[Bot] = BySeat.of(lambda _: ForeignBot(entrant.text, look))
    return AskedSide(both, entrant.limit)


def warm_up(entrants: tuple[Entrant, ...]) -> None:
    """Compile what the players need before the clock runs, by one action of each."""
    start = Position.deal(SeededDeals(0).deal(0)).array
    for player in {entrant.player for entrant in entrants if entrant.player}:
        for _ in side_of_player(player, Limit(1), 0).act(start.copy()[None], np.zeros(1, np.int64)):
            pass
