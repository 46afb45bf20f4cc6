"""Games that nobody played, from known strengths."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from jaipur.arena.elo import expected_score
from jaipur.arena.results import (
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
    PairResult,
)
from jaipur.arena.statistics import FloatArray
from jaipur.kernel.layout import Array


def fake_scores(
    deals: int, score: float, chance: np.random.Generator, together: float = 0.0
) -> FloatArray:
    """Deal scores without draws: a share of the deals gives both games the same winner.

    A negative share gives them different winners, as far as the score allows.
    """
    draws = chance.random((deals, 2))
    coupled = chance.random(deals) < abs(together)
    draws[coupled, 1] = draws[coupled, 0]
    if together < 0:
        draws[coupled, 1] = 1 - draws[coupled, 1]
    scores: FloatArray = (draws < score).mean(axis=1)
    return scores


def games_of(scores: FloatArray, chance: np.random.Generator) -> Array:
    """Rows of games with these deal scores."""
    games = np.zeros((2 * len(scores), COLUMNS), np.int64)
    games[:, DEAL] = np.repeat(np.arange(len(scores)), 2)
    games[:, SEAT_A] = np.tile([0, 1], len(scores))
    points = np.rint(scores * 4).astype(np.int64)
    games[0::2, POINTS_A] = np.minimum(2, points)
    games[1::2, POINTS_A] = points - np.minimum(2, points)
    rupees = 1 + np.abs(chance.normal(14, 10, len(games))).astype(np.int64)
    games[:, MARGIN_A] = (games[:, POINTS_A] - 1) * rupees
    games[:, ROUNDS] = 1
    games[:, ACTIONS] = games[:, ACTIONS + 1] = 30
    games[:, NODES] = 30
    games[:, NODES + 1] = 3000
    return games


def lucky_games(deals: int, score: float, chance: np.random.Generator, luck: float = 0.4) -> Array:
    """Rounds in which luck adds to the chance to win, or takes from it: as often, and as much."""
    games = games_of(np.zeros(deals), chance)
    lucky = np.where(chance.random(2 * deals) < 0.5, luck, -luck)
    games[:, POINTS_A] = 2 * (chance.random(2 * deals) < score + lucky)
    games[:, LUCK_A] = np.rint(MILLION * lucky)
    return games


def fake_pair(
    a: str, b: str, deals: int, elo: float, chance: np.random.Generator, together: float = 0.0
) -> PairResult:
    """All games between two entrants, `a` stronger than `b` by so many points."""
    scores = fake_scores(deals, expected_score(elo), chance, together)
    return PairResult(a, b, games_of(scores, chance), (1.5, 6.0))


def fake_field(
    elos: dict[str, float], deals: int, chance: np.random.Generator, together: float = 0.0
) -> list[PairResult]:
    """Everybody against everybody."""
    return [
        fake_pair(a, b, deals, elos[a] - elos[b], chance, together)
        for a, b in combinations(elos, 2)
    ]


def with_failures(pair: PairResult, failures: Sequence[tuple[int, int, int]]) -> PairResult:
    """The same games, but in game `g` side 0 or 1 failed in the way numbered `how`, from 1."""
    games = pair.games.copy()
    for game, side, how in failures:
        games[game, FAILED + side * len(FAILURES) + how - 1] = 1
        games[game, POINTS_A] = 2 * side
        games[game, MARGIN_A] = 0
    return PairResult(pair.a, pair.b, games, pair.seconds)
