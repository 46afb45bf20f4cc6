"""A piece: a batch of deals between two sides, each played twice with the seats swapped.

All games of a piece run side by side: the two sides take turns, each acting in every game in which
it is to act. The result does not depend on which thread plays a piece, or when.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from ..compiled import compiled
from ..deals import shuffle_box, sorted_box
from ..errors import JaipurError
from ..goods import EXCHANGE_LIMIT, SEALS_TO_WIN
from ..judge.match_chances import match_weight
from ..kernel.chance import new_chance, seed_chance
from ..kernel.layout import END, POSITION_CELLS, RUNNING, STARTER, TURN, Array
from ..kernel.rules import deal, score, winner
from ..seats import BySeat
from .game_failure import GameFailure
from .luck import RoundLuck
from .results import (
    ACTIONS,
    COLUMNS,
    DEAL,
    FAILED,
    FAILURES,
    LUCK_A,
    MARGIN_A,
    MILLION,
    NODES,
    POINTS_A,
    ROUNDS,
    SEAT_A,
)
from .sides import ArenaSide

NOBODY: Final = -1
DEALS_OF_A_ROUND: Final = 1 << 40
"""Round r of match m has deal m + r * DEALS_OF_A_ROUND of the seed."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Deals `first` … `first + deals - 1` of the pair with this number."""

    pair: int
    first: int
    deals: int


@dataclass(frozen=True, slots=True)
class FailedDeal:
    """A failure of a side, 0 for `a`, to answer in a deal."""

    deal: int
    side: int
    error: JaipurError


@dataclass(frozen=True, slots=True)
class PlayedPiece:
    """The result rows of a piece, the time each side took, and the failures."""

    piece: Piece
    games: Array
    seconds: tuple[float, float]
    failures: tuple[FailedDeal, ...] = ()

    @property
    def deals(self) -> Array:
        """The deals that were played, each once."""
        return self.games[0::2, DEAL]

    def only(self, wanted: npt.NDArray[np.bool_]) -> PlayedPiece:
        """Return a copy with only the wanted deals, and their share of the time."""
        share, deals = float(wanted.mean()), set(self.deals[wanted].tolist())
        return replace(
            self,
            games=self.games[np.repeat(wanted, 2)],
            seconds=(share * self.seconds[0], share * self.seconds[1]),
            failures=tuple(failed for failed in self.failures if failed.deal in deals),
        )


def play_piece(
    piece: Piece,
    sides: Sequence[ArenaSide],
    seed: int,
    whole_matches: bool,
    check_stop: Callable[[], None] = lambda: None,
) -> PlayedPiece:
    """Play every game of a piece to its end. `check_stop` is called periodically and may raise."""
    games = _Games(piece, seed, whole_matches)
    seconds, failures = [0.0, 0.0], list[FailedDeal]()
    while not games.over.all():
        for number, side in enumerate(sides):
            to_act = games.to_act(number)
            if len(to_act):
                games.luck.before_actions(to_act)
                start = side.clock()
                missed = _acting(side, games.positions, to_act, check_stop)
                seconds[number] += side.clock() - start
                games.luck.after_actions()
                games.note(number, side.nodes, to_act, missed)
                for miss in missed:
                    deal = piece.first + miss.game // 2
                    failures.append(FailedDeal(deal, number, miss.error))
                games.finish_rounds()
    return PlayedPiece(piece, games.rows, (seconds[0], seconds[1]), tuple(failures))


def _acting(
    side: ArenaSide, positions: Array, to_act: Array, check_stop: Callable[[], None]
) -> list[GameFailure]:
    missed = []
    for miss in side.act(positions, to_act):
        check_stop()
        if miss:
            missed.append(miss)
    return missed


class _Games:
    """The games of a piece: the position, luck, result row and seals of each."""

    def __init__(self, piece: Piece, seed: int, whole_matches: bool) -> None:
        count = 2 * piece.deals
        self.positions = np.zeros((count, POSITION_CELLS), np.int64)
        self.luck = RoundLuck(self.positions)
        self.rows = np.zeros((count, COLUMNS), np.int64)
        self.rows[:, DEAL] = piece.first + np.arange(count) // 2
        self.rows[:, SEAT_A] = np.arange(count) % 2
        self.over = np.zeros(count, bool)
        self._seals = np.zeros((count, 2), np.int64)
        self._seed, self._to_win = seed, SEALS_TO_WIN if whole_matches else 1
        self._whole_matches = whole_matches
        self._box = sorted_box()
        self._start = compiled(start_round)
        self._winner, self._score = compiled(winner), compiled(score)
        for game in range(count):
            self._deal(game, NOBODY)

    def _deal(self, game: int, starter: int) -> None:
        number = int(self.rows[game, DEAL] + self.rows[game, ROUNDS] * DEALS_OF_A_ROUND)
        self._start(self.positions[game], self._seed, number, starter, *self._box)
        self.luck.start(game)

    def to_act(self, side: int) -> Array:
        """Return the games in which a side, 0 for `a`, is to act."""
        seats = self.rows[:, SEAT_A] if side == 0 else 1 - self.rows[:, SEAT_A]
        games: Array = np.flatnonzero(~self.over & (self.positions[:, TURN] == seats))
        return games

    def note(self, side: int, nodes: int, asked: Array, missed: Sequence[GameFailure]) -> None:
        """Count a side's actions and nodes; a failure to answer loses the round."""
        failed = [miss.game for miss in missed]
        acted = np.setdiff1d(asked, failed) if failed else asked
        self.rows[acted, ACTIONS + side] += 1
        self.rows[acted, NODES + side] += nodes
        for miss in missed:
            how = FAILURES.index(miss.error.failure.value)
            self.rows[miss.game, FAILED + side * len(FAILURES) + how] += 1
            seat = int(self.rows[miss.game, SEAT_A])
            self._end_round(miss.game, winner_is=1 - seat if side == 0 else seat)

    def finish_rounds(self) -> None:
        """Score the rounds that are over."""
        for game in np.flatnonzero(~self.over & (self.positions[:, END] != RUNNING)).tolist():
            position, seat = self.positions[game], int(self.rows[game, SEAT_A])
            margin = self._score(position, seat) - self._score(position, 1 - seat)
            self.rows[game, MARGIN_A] += margin
            self._end_round(game, self._winner(position))

    def _end_round(self, game: int, winner_is: int) -> None:
        self.rows[game, ROUNDS] += 1
        self.rows[game, LUCK_A] += self._luck_of_a(game)
        seat = int(self.rows[game, SEAT_A])
        if winner_is != NOBODY:
            self._seals[game, winner_is] += 1
        mine, theirs = self._seals[game, seat], self._seals[game, 1 - seat]
        if not self._whole_matches or max(mine, theirs) == self._to_win:
            self.over[game] = True
            self.rows[game, POINTS_A] = 1 + np.sign(mine - theirs)
            return
        # The loser starts the next round (R90); after a complete tie, the other seat (R91).
        tied = winner_is == NOBODY
        self._deal(game, 1 - int(self.positions[game, STARTER] if tied else winner_is))

    def _luck_of_a(self, game: int) -> int:
        """Return the luck of `a` in this round, as a share of what the game is about."""
        seals = BySeat(int(self._seals[game, 0]), int(self._seals[game, 1]))
        weight = match_weight(seals) if self._whole_matches else 1.0
        sign = 1 if self.rows[game, SEAT_A] == 0 else -1
        return sign * round(MILLION * weight * self.luck[game])


def start_round(
    position: Array, seed: int, number: int, starter: int, cards: Array, bonuses: Array
) -> None:
    """Set up a numbered deal of a seed; the deal decides who starts unless `starter` is given."""
    chance, order, piles = new_chance(), cards.copy(), bonuses.copy()
    seed_chance(chance, seed, number)
    drawn = shuffle_box(chance, order, piles)
    deal(position, order, piles, drawn if starter == NOBODY else starter, EXCHANGE_LIMIT)
