"""A sequential test as chess engine testers use it: stop as soon as the deals say enough.

The generalised likelihood ratio over the five scores that two games of a deal can give. For each
bound the most probable distribution with that mean is compared with the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from ..errors import JaipurError, message
from .elo import expected_score
from .statistics import FloatArray

SCORES: Final = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
PRIOR_COUNT: Final = 0.001
"""Added to each of the five counts: an empty one must not make an outcome impossible."""

MOST_ELO: Final = 2000.0
"""No bound is further from 0: a score that shows more cannot be told from a score of 1."""

BLOCK: Final = 128
"""Deals looked at together: most tests end early, and the rest need not be looked at."""


class SprtError(JaipurError):
    """A sequential test that cannot be."""


class Verdict(StrEnum):
    """What the test says so far."""

    ACCEPT_H1 = "at least elo1"
    ACCEPT_H0 = "at most elo0"
    GOING_ON = "going on"


@dataclass(frozen=True, slots=True)
class Sprt:
    """The question whether `a` is stronger than `b` by at least `elo1` or by at most `elo0`.

    `alpha` and `beta` are the chances of a wrong answer when it is exactly `elo0`, exactly `elo1`.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

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

    def llr(self, deal_scores: FloatArray) -> float:
        """The log-likelihood ratio of `elo1` to `elo0` after all these deals."""
        deals = len(deal_scores)
        return float(self._ratios(_counts(deal_scores, deals - 1))[0]) if deals else 0.0

    def verdict(self, deal_scores: FloatArray) -> Verdict:
        """What these deals say, looked at once, after the last of them."""
        return self._verdict(self.llr(deal_scores))

    def decided_after(self, deal_scores: FloatArray, checked: int = 0) -> int | None:
        """How many deals it took to the first verdict; None if the test goes on.

        Looking after every deal, the answer does not depend on how the deals arrived. The first
        `checked` deals are known to have decided nothing.
        """
        counts = _counts(deal_scores, checked)
        for start in range(0, len(counts), BLOCK):
            ratios = self._ratios(counts[start : start + BLOCK])
            over = np.flatnonzero((ratios <= self.lower) | (ratios >= self.upper))
            if len(over):
                return checked + start + int(over[0]) + 1
        return None

    def _verdict(self, ratio: float) -> Verdict:
        if ratio >= self.upper:
            return Verdict.ACCEPT_H1
        return Verdict.ACCEPT_H0 if ratio <= self.lower else Verdict.GOING_ON

    def _ratios(self, counts: FloatArray) -> FloatArray:
        ratios: FloatArray = (counts * (_tilt(counts, self.elo0) - _tilt(counts, self.elo1))).sum(1)
        return ratios


def _counts(deal_scores: FloatArray, first: int) -> FloatArray:
    """How often each of the five scores came up, after deal `first` and every later one."""
    kinds = np.rint(np.asarray(deal_scores) * 4).astype(np.int64)
    before = np.bincount(kinds[:first], minlength=len(SCORES))
    since = np.cumsum(np.eye(len(SCORES))[kinds[first:]], axis=0)
    counts: FloatArray = before + since + PRIOR_COUNT
    return counts


def _tilt(counts: FloatArray, elo: float) -> FloatArray:
    """How the counted distribution is thinned, in logs, to have the mean that `elo` means.

    It is `p / (1 + x (score - mean))` with the `x` that gives it that mean, found by halving.
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
