"""The learning curve of a run, drawn from its log alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from ..arena.statistics import Interval
from ..plots import LearningWords, learning_curve
from ..texts import Texts
from .history import LearningHistory

MOST_POINTS: Final = 300
"""More losses than this are averaged into as many points."""


def curve_of(history: LearningHistory, _: Texts) -> str:
    """Draw a learning curve as an SVG file."""
    scores = {
        opponent: [
            (rounds, Interval(score.share, score.low, score.high))
            for _window, (rounds, score) in sorted(found.items())
        ]
        for opponent, found in history.scores.items()
    }
    words = LearningWords(
        _("Learning curve"),
        _("share of rounds won, with intervals (95 %)"),
        _("loss of the chance to win (cross-entropy)"),
        _("rounds played"),
        _description(history, _),
    )
    return learning_curve(_means(list(history.losses.values())), scores, words)


def _description(history: LearningHistory, _: Texts) -> str:
    """Describe the last scores in words, for screen readers."""
    most = max((rounds for rounds, _loss in history.losses.values()), default=0)
    sentences = [_("After {rounds} rounds:", rounds=f"{most:,}")]
    for opponent, scores in history.scores.items():
        if scores:
            share = f"{100 * scores[max(scores)][1].share:.1f}"
            sentences.append(_("{share} % against {opponent}.", share=share, opponent=opponent))
    return " ".join(sentences)


def _means(losses: Sequence[tuple[int, float]]) -> list[tuple[float, float]]:
    if not losses:
        return []
    stretches = np.array_split(np.array(losses), min(len(losses), MOST_POINTS))
    return [(float(some[-1, 0]), float(some[:, 1].mean())) for some in stretches]
