"""The two sides of a piece: each acts in all games in which it is to act.

Players of the ladder run compiled; those that do not search act in all games in one compiled call.
Every other bot is asked one view at a time. Time is CPU time for players of the ladder, and wall
time for other bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from time import perf_counter, thread_time
from typing import Any, Protocol

import numpy as np

from ..bots.engine import Engine, Think, Workspace, think_in_slices
from ..bots.ladder import Player
from ..bots.program_bot import ProgramBot
from ..bots.protocol import Bot, BotFailed, Limit
from ..compiled import compiled, with_callees
from ..deals import SeededDeals
from ..kernel.knowledge import observe
from ..kernel.layout import TURN, Array, new_view
from ..kernel.rules import apply
from ..notation import code_of
from ..position import Position
from ..seats import BySeat
from ..view import View
from .entrants import Entrant
from .game_failure import GameFailure


class ArenaSide(Protocol):
    """One bot in many games."""

    clock: Callable[[], float]
    nodes: int

    def act(self, positions: Array, games: Array) -> Iterator[GameFailure | None]:
        """Play one action in each of these games; a game in which it fails is left unchanged.

        Yields periodically, so that a run can be stopped: a failure, or None.
        """

    def close(self) -> None:
        """Release the side's resources."""


class EngineSide:
    """A player of the ladder, compiled."""

    clock = staticmethod(thread_time)

    def __init__(
        self, engine: Engine, limit: Limit, seed: int, workspace: Workspace | None = None
    ) -> None:
        self.nodes = limit.nodes
        self._engine, self._limit, self._seed = engine, limit, seed
        self._workspace = workspace or engine.new_workspace(limit.nodes)
        self._view = new_view()

    def act(self, positions: Array, games: Array) -> Iterator[GameFailure | None]:
        """Play one action in each game."""
        if self._engine.searches:
            for game in games:
                yield from self._search(positions[game])
        else:
            self.act_at_once(positions, games)
            yield None

    def act_at_once(self, positions: Array, games: Array) -> None:
        """Play one action in each game in a single call."""
        act_in_games = _compiled_loop(self._engine)
        act_in_games(positions, games, self.nodes, self._seed, self._view, self._workspace)

    def _search(self, position: Array) -> Iterator[None]:
        """Think in slices, with the same compiled code as bots at tables, and act."""
        engine, workspace = self._engine, self._workspace
        compiled(observe)(position, int(position[TURN]), self._view)
        think: Think = compiled(engine.think)
        for _ in think_in_slices(engine, think, self._view, self._limit, self._seed, workspace):
            yield None
        compiled(apply)(position, compiled(engine.choose)(workspace))

    def close(self) -> None:
        """Nothing to release."""


@cache
def _compiled_loop(engine: Engine) -> Callable[..., None]:
    return compiled(with_callees(act_in_games, think=engine.think, choose=engine.choose))


def act_in_games(
    positions: Array, games: Array, nodes: int, seed: int, view: Array, workspace: Workspace
) -> None:
    """Let an engine act in each game; its `think` and `choose` replace the stubs below."""
    for number in range(len(games)):
        position = positions[games[number]]
        observe(position, int(position[TURN]), view)
        think(view, nodes, seed, True, workspace)
        apply(position, choose(workspace))


def think(_view: Array, _nodes: int, _seed: int, _is_new: bool, _workspace: Any) -> int:
    """Stands for the engine's own."""
    raise NotImplementedError


def choose(_workspace: Any) -> int:
    """Stands for the engine's own."""
    raise NotImplementedError


class BotSide:
    """A bot that is asked one view at a time, such as a program.

    There is a separate bot for each seat: one for both would see both hands of a deal.
    """

    clock = staticmethod(perf_counter)

    def __init__(self, bots: BySeat[Bot], limit: Limit) -> None:
        self.nodes = 1
        self._bots, self._limit = bots, limit

    def act(self, positions: Array, games: Array) -> Iterator[GameFailure | None]:
        """Ask for one action in each game."""
        for game in games.tolist():
            position, cells = positions[game], new_view()
            observe(position, int(position[TURN]), cells)
            view = View.from_array(cells)
            try:
                choice = self._bots[view.seat].choose(view, self._limit)
            except BotFailed as failed:
                yield GameFailure(game, failed)
            else:
                apply(position, code_of(choice.action))
                yield None

    def close(self) -> None:
        """End the programs."""
        for bot in self._bots:
            if isinstance(bot, ProgramBot):
                bot.close()


def side_of_player(player: Player, limit: Limit, seed: int) -> EngineSide:
    """Make the side of a player of the ladder."""
    return EngineSide(player.engine, limit, seed)


def side_of(
    entrant: Entrant, seed: int, check_stop: Callable[[], None] = lambda: None
) -> EngineSide | BotSide:
    """Make the side of an entrant; `check_stop` is called now and then, and may raise."""
    if entrant.player:
        return side_of_player(entrant.player, entrant.limit, seed)
    return BotSide(BySeat.of(lambda _: entrant.new_bot(check_stop)), entrant.limit)


def warm_up(entrants: tuple[Entrant, ...]) -> None:
    """Compile the players' code before time is measured, by one action of each."""
    start = Position.deal(SeededDeals(0).deal(0)).array
    for player in {entrant.player for entrant in entrants if entrant.player}:
        for _ in side_of_player(player, Limit(1), 0).act(start.copy()[None], np.zeros(1, np.int64)):
            pass
