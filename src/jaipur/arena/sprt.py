"""Sequential probability ratio tests, as used for testing chess engines.

`Sprt` takes the generalised likelihood ratio over the five possible scores of a deal's two games:
the maximum-likelihood distributions with the means of the two bounds are compared. `AdjustedSprt`
takes the luck-adjusted scores, which can have any value, as normally distributed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, Final

import numpy as np

from ..errors import JaipurError, message
from ..kernel.layout import Array
from .elo import expected_score
from .statistics import FEWEST_DEALS, PRIOR_SPREAD, FloatArray, adjusted_scores, deal_scores

SCORES: Final = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
PRIOR_COUNT: Final = 0.001
"""Added to each of the five counts, so that a score that never occurred stays possible."""

MOST_ELO: Final = 2000.0
"""The largest bound: a higher rating difference cannot be told from a score of 1."""

BLOCK: Final = 128
"""Deals tested in one batch: most tests end early, so later batches are not computed."""


class SprtError(JaipurError):
    """Invalid parameters of a sequential test."""


class Verdict(StrEnum):
    """The verdict of the test so far."""

    ACCEPT_H1 = "at least elo1"
    ACCEPT_H0 = "at most elo0"
    GOING_ON = "going on"


@dataclass(frozen=True, slots=True)
class Sprt:
    """Tests whether `a` is stronger than `b` by at least `elo1` (H1) or at most `elo0` (H0).

    `alpha` and `beta` are the error probabilities if the difference is exactly `elo0` or `elo1`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    is_adjusted: ClassVar[bool] = False
    """Whether the test takes luck-adjusted scores."""

    def __post_init__(self) -> None:
        for bound in (self.elo0, self.elo1):
            if not abs(bound) <= MOST_ELO:
                raise SprtError(
                    message("An Elo bound lies between -{most} and {most}, not at {bound}."),
                    most=f"{MOST_ELO:g}",
                    bound=bound,
                )
        if not self.elo0 < self.elo1:
            raise SprtError(
                message("The first Elo bound is below the second: {elo0} is not below {elo1}."),
                elo0=self.elo0,
                elo1=self.elo1,
            )
        for chance in (self.alpha, self.beta):
            if not 0 < chance < 0.5:
                raise SprtError(
                    message("A chance of error lies between 0 and 0.5, not {chance}."),
                    chance=chance,
                )

    @property
    def lower(self) -> float:
        """At this log-likelihood ratio or below, `elo0` is accepted."""
        return float(np.log(self.beta / (1 - self.alpha)))

    @property
    def upper(self) -> float:
        """At this log-likelihood ratio or above, `elo1` is accepted."""
        return float(np.log((1 - self.beta) / self.alpha))

    def scores(self, games: Array) -> FloatArray:
        """Return the deal scores that the test takes."""
        return deal_scores(games)

    def llr(self, scores: FloatArray) -> float:
        """Return the log-likelihood ratio of `elo1` to `elo0` after all these deals."""
        deals = len(scores)
        return float(self._ratios(self._evidence(scores, deals - 1))[0]) if deals else 0.0

    def verdict(self, scores: FloatArray) -> Verdict:
        """Return the verdict after the last of these deals."""
        return self._verdict(self.llr(scores))

    def decided_after(self, scores: FloatArray, checked: int = 0) -> int | None:
        """Return the number of deals until the first verdict; None if the test goes on.

        The test is evaluated after every deal, so the result does not depend on how the deals were
        batched. The first `checked` deals are known to give no verdict.
        """
        evidence = self._evidence(scores, checked)
        for start in range(0, len(evidence), BLOCK):
            ratios = self._ratios(evidence[start : start + BLOCK])
            over = np.flatnonzero((ratios <= self.lower) | (ratios >= self.upper))
            if len(over):
                return checked + start + int(over[0]) + 1
        return None

    def _verdict(self, ratio: float) -> Verdict:
        if ratio >= self.upper:
            return Verdict.ACCEPT_H1
        return Verdict.ACCEPT_H0 if ratio <= self.lower else Verdict.GOING_ON

    def _evidence(self, scores: FloatArray, first: int) -> FloatArray:
        """Count each of the five scores, after deal `first` and after every later one."""
        kinds = np.rint(np.asarray(scores) * 4).astype(np.int64)
        before = np.bincount(kinds[:first], minlength=len(SCORES))
        since = np.cumsum(np.eye(len(SCORES))[kinds[first:]], axis=0)
        counts: FloatArray = before + since + PRIOR_COUNT
        return counts

    def _ratios(self, evidence: FloatArray) -> FloatArray:
        """Return the log-likelihood ratio for each row of the evidence."""
        tilts = _tilt(evidence, self.elo0) - _tilt(evidence, self.elo1)
        ratios: FloatArray = (evidence * tilts).sum(axis=1)
        return ratios


@dataclass(frozen=True, slots=True)
class AdjustedSprt(Sprt):
    """The same test by luck-adjusted scores, taken as normal with the variance seen so far."""

    is_adjusted: ClassVar[bool] = True

    def scores(self, games: Array) -> FloatArray:
        """Return the deal scores that the test takes."""
        return adjusted_scores(games)

    def _evidence(self, scores: FloatArray, first: int) -> FloatArray:
        """Return deals, sum of scores and sum of squares, after `first` and every later deal."""
        # Always summed from the first deal: another start would round differently.
        sums = np.cumsum(np.stack([np.ones_like(scores), scores, scores**2], axis=1), axis=0)
        rows: FloatArray = sums[first:]
        return rows

    def _ratios(self, evidence: FloatArray) -> FloatArray:
        """Return the log-likelihood ratio for each row of the evidence; 0 for the first deals."""
        deals, total, squares = evidence.T
        mean0, mean1 = expected_score(self.elo0), expected_score(self.elo1)
        mean = total / deals
        variance = (squares + PRIOR_SPREAD) / deals - mean**2
        ratios = deals * (mean1 - mean0) * (2 * mean - mean0 - mean1) / (2 * variance)
        return np.where(deals < FEWEST_DEALS, 0.0, ratios)


def _tilt(counts: FloatArray, elo: float) -> FloatArray:
    """Return the log factors that tilt the counted distribution to the mean implied by `elo`.

    The distribution is `p / (1 + x (score - mean))`, with `x` found by bisection.
    """
    away = SCORES - expected_score(elo)
    low = np.full((len(counts), 1), -1 / away[-1])
    high = np.full((len(counts), 1), -1 / away[0])
    for _ in range(45):
        middle = (low + high) / 2
        too_low = (counts * away / (1 + middle * away)).sum(axis=1, keepdims=True) > 0
        low, high = np.where(too_low, middle, low), np.where(too_low, high, middle)
    tilt: FloatArray = np.log1p((low + high) / 2 * away)
    return tilt
