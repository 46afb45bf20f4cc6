"""Elo ratings fitted to all pairs at once: the Bradley-Terry model, with a draw as half a win."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from .results import PairResult
from .statistics import FloatArray, Interval, Z, deal_scores, design_effect

ANCHOR: Final = "greedy"
ANCHOR_ELO: Final = 1500.0
ELO_OF_LOGIT: Final = 400 / float(np.log(10))
"""Elo points in one unit of log odds."""

PRIOR_ELO: Final = 400.0
"""The prior spread of ratings; it weighs about as much as one game of each player at 75 %."""


def expected_score(elo: float) -> float:
    """Return the expected score of a player that is stronger by `elo` points."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def ratings(pairs: Sequence[PairResult], entrants: Sequence[str]) -> Mapping[str, Interval]:
    """Return the Elo of every entrant, with `greedy` at 1500, or the mean if it does not play."""
    names = list(dict.fromkeys(entrants))
    field = _Field.of(pairs, names)
    strengths = field.fit()
    spread = field.covariance(strengths)
    zero = np.eye(len(names))[names.index(ANCHOR)] if ANCHOR in names else np.ones(len(names))
    contrasts = np.eye(len(names)) - zero / zero.sum()
    elos = ANCHOR_ELO + ELO_OF_LOGIT * (contrasts @ strengths)
    variances = np.maximum(0, np.einsum("ij,jk,ik->i", contrasts, spread, contrasts))
    halves = Z * ELO_OF_LOGIT * np.sqrt(variances)
    return {
        name: Interval(float(elo), float(elo - half), float(elo + half))
        for name, elo, half in zip(names, elos, halves, strict=True)
    }


@dataclass(frozen=True, slots=True)
class _Field:
    """Who played whom: a row of `sides` has 1 for `a` and -1 for `b`."""

    sides: FloatArray
    games: FloatArray
    points: FloatArray
    effects: FloatArray

    @classmethod
    def of(cls, pairs: Sequence[PairResult], names: Sequence[str]) -> _Field:
        """Collect the informative pairs: a player against itself is left out."""
        telling = [pair for pair in pairs if pair.a != pair.b and len(pair.games)]
        scores = [deal_scores(pair.games) for pair in telling]
        sides = np.zeros((len(telling), len(names)))
        for row, pair in zip(sides, telling, strict=True):
            row[names.index(pair.a)] = 1
            row[names.index(pair.b)] = -1
        return cls(
            sides,
            np.array([2.0 * len(score) for score in scores]),
            np.array([2 * float(score.sum()) for score in scores]),
            np.array([design_effect(score) for score in scores]),
        )

    @property
    def prior(self) -> FloatArray:
        """The information matrix of the prior."""
        return np.eye(self.sides.shape[1]) * (ELO_OF_LOGIT / PRIOR_ELO) ** 2

    def fit(self) -> FloatArray:
        """Return the most probable strengths in log odds, by Newton's method."""
        strengths = np.zeros(self.sides.shape[1])
        for _ in range(200):
            rest = self.points - self.games * self._expected(strengths)
            slope = self.sides.T @ rest - self.prior @ strengths
            step = np.linalg.solve(self._information(strengths, np.ones_like(self.games)), slope)
            # A long step can overshoot the maximum and diverge.
            step /= max(1.0, float(np.abs(step).max()))
            strengths = strengths + step
            if np.abs(step).max() < 1e-10:
                break
        return strengths

    def covariance(self, strengths: FloatArray) -> FloatArray:
        """Return the covariance of the strengths (a sandwich estimate over deals)."""
        bread = np.linalg.inv(self._information(strengths, np.ones_like(self.games)))
        spread: FloatArray = bread @ self._information(strengths, self.effects) @ bread
        return spread

    def _expected(self, strengths: FloatArray) -> FloatArray:
        expected: FloatArray = 1 / (1 + np.exp(-(self.sides @ strengths)))
        return expected

    def _information(self, strengths: FloatArray, effects: FloatArray) -> FloatArray:
        expected = self._expected(strengths)
        weights = effects * self.games * expected * (1 - expected)
        information: FloatArray = (self.sides.T * weights) @ self.sides + self.prior
        return information
