"""The arena's results: one row of integers per game, and the time each side took.

A game is a round, or a whole match. Every deal is played twice with the seats swapped, so a deal
gives two rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..bots.protocol import Failure
from ..kernel.layout import Array

DEAL: Final = 0
SEAT_A: Final = 1
POINTS_A: Final = 2
MARGIN_A: Final = 3
LUCK_A: Final = 4
ROUNDS: Final = 5
ACTIONS: Final = 6
NODES: Final = 8
FAILED: Final = 10
FAILURES: Final = tuple(failure.value for failure in Failure)
COLUMNS: Final = FAILED + 2 * len(FAILURES)
"""The cells of a row.

    DEAL                number of the deal (of the match, whose rounds have deals of their own)
    SEAT_A              the seat of bot `a`
    POINTS_A            2 if `a` won, 1 for a draw, 0 if `b` won
    MARGIN_A            rupees of `a` less rupees of `b` (summed over the rounds of a match)
    LUCK_A              luck of `a` in millionths of a won game: the deals, the cards turned up and
                        the bonus tokens drawn, each less what was to be expected (`bots.luck`)
    ROUNDS              rounds played in it
    ACTIONS + 0 or 1    actions of `a`, of `b`
    NODES + 0 or 1      nodes of `a`, of `b`
    FAILED + how        rounds that `a` lost by failing to answer, `how` counting `FAILURES`
    FAILED + len(FAILURES) + how    the same of `b`
"""

MILLION: Final = 1_000_000


def failed_by(games: Array, side: int) -> Array:
    """Return how often a side, 0 for `a`, failed in each game (rows) by kind (columns)."""
    first = FAILED + side * len(FAILURES)
    return games[:, first : first + len(FAILURES)]


@dataclass(frozen=True, slots=True)
class PairResult:
    """All games between two entrants, sorted by deal; rows 2n and 2n+1 are one deal."""

    a: str
    b: str
    games: Array
    seconds: tuple[float, float]
    """Processor time of `a` and of `b`."""
