"""Marks: how good a decision was, by the chance to win the round that it gave up.

The thresholds come from the losses of bots of known strength (bench/results.md has the table).
"""

from __future__ import annotations

from typing import Final

from .model import Mark

THRESHOLDS: Final = {
    Mark.BLUNDER: 0.12,
    Mark.MISTAKE: 0.06,
    Mark.INACCURACY: 0.025,
}
"""The least loss for a mark, in chances to win the round."""
MARKED: Final = tuple(reversed(THRESHOLDS))
"""The marks that come with reasons, the least first."""


def mark_of(loss: float, *, is_best: bool) -> Mark:
    """Return the mark of a decision that lost this chance to win the round."""
    if is_best:
        return Mark.BEST
    for mark, least in THRESHOLDS.items():
        if round(loss, 3) >= least:  # as it is shown, to a tenth of a point
            return mark
    return Mark.GOOD
