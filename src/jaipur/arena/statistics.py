"""Estimates from paired games: each deal was played twice with the seats swapped.

The two games of a deal are not independent, so the deal is the unit of observation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ..kernel.layout import Array
from .results import LUCK_A, MARGIN_A, MILLION, POINTS_A, failed_by

FloatArray = npt.NDArray[np.float64]

Z: Final = 1.959964
"""The half-width of a 95 % interval in standard errors."""

PRIOR_DEALS: Final = 2.0
"""The weight of the prior, in deals whose two games end alike (so that a deal counts as one game).
"""

PRIOR_SPREAD: Final = PRIOR_DEALS / 4
"""The squared deviations of the prior: two games that end alike are like a coin, of variance 1/4.
"""

PRIOR_MARGIN: Final = 20.0
"""The prior's spread in rupees, so that a single deal does not give an interval of width 0."""

FEWEST_DEALS: Final = 32
"""With fewer deals, the variance of their scores is hardly known."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and its 95 % interval."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def deal_scores(games: Array) -> FloatArray:
    """Return the score of `a` in each deal: the mean of its two games, from 0 to 1 in quarters."""
    scores: FloatArray = games[:, POINTS_A].reshape(-1, 2).sum(axis=1) / 4
    return scores


def design_effect(scores: FloatArray) -> float:
    """Return the variance of deal scores relative to two independent games: 0 to about 2."""
    deals = len(scores)
    if not deals:
        return 1.0
    mean = float(scores.mean())
    # Two independent games between equals vary half as much as the prior.
    return (_spread(scores) + PRIOR_SPREAD) / (deals * mean * (1 - mean) / 2 + PRIOR_SPREAD / 2)


def _spread(scores: FloatArray) -> float:
    """Return the sum of squared deviations, without bias from estimating the mean."""
    deals = len(scores)
    return float(((scores - scores.mean()) ** 2).sum()) * deals / max(1, deals - 1)


def score_interval(scores: FloatArray) -> Interval:
    """Return the mean deal score with a Wilson interval for the effective number of games.

    The Wilson interval keeps its width at 0 % and 100 %; the design effect accounts for the pairs.
    """
    if not len(scores):
        return Interval(0.5, 0.0, 1.0)
    mean = float(scores.mean())
    games = 2 * len(scores) / design_effect(scores)
    shrink = 1 + Z * Z / games
    centre = (mean + Z * Z / (2 * games)) / shrink
    half = Z / shrink * float(np.sqrt(mean * (1 - mean) / games + (Z / (2 * games)) ** 2))
    # At 0 % and 100 % rounding would leave the mean itself just outside.
    return Interval(mean, max(0.0, min(centre - half, mean)), min(1.0, max(centre + half, mean)))


def adjusted_scores(games: Array) -> FloatArray:
    """Return the score of `a` in each deal less its luck; it can lie outside 0 to 1."""
    # Whole numbers, so that luck that cancels out leaves nothing behind.
    results = MILLION // 2 * games[:, POINTS_A] - games[:, LUCK_A]
    scores: FloatArray = results.reshape(-1, 2).sum(axis=1) / (2 * MILLION)
    return scores


def adjusted_interval(scores: FloatArray) -> Interval:
    """Return the mean luck-adjusted score with a normal interval; a prior widens it at first."""
    deals = len(scores)
    if not deals:
        return Interval(0.5, 0.0, 1.0)
    mean = float(scores.mean())
    half = Z * float(np.sqrt(_spread(scores) + PRIOR_SPREAD)) / deals
    return Interval(mean, mean - half, mean + half)


def times_fewer(plain: FloatArray, adjusted: FloatArray) -> float | None:
    """Return how many times fewer deals give the adjusted score the plain one's interval.

    None if there are too few deals to tell, or if one of the scores never varies.
    """
    if len(plain) < FEWEST_DEALS or not (plain.var() and adjusted.var()):
        return None
    return float(plain.var() / adjusted.var())


def played(games: Array) -> npt.NDArray[np.bool_]:
    """Return which games were played without a failure."""
    answered: npt.NDArray[np.bool_] = (failed_by(games, 0) + failed_by(games, 1) == 0).all(axis=1)
    return answered


def margin_interval(games: Array) -> Interval | None:
    """Return the mean margin of `a` over games without a failure; None if there are none."""
    kept = played(games)
    count = int(kept.sum())
    if not count:
        return None
    margins = games[:, MARGIN_A]
    mean = float(margins[kept].mean())
    rests = np.where(kept, margins - mean, 0.0).reshape(-1, 2).sum(axis=1)
    half = Z * float(np.sqrt((rests**2).sum() + (2 * PRIOR_MARGIN) ** 2)) / count
    return Interval(mean, mean - half, mean + half)
