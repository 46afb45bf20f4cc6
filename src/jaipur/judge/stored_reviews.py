"""The best review of a record that can be had at once."""

from __future__ import annotations

from contextlib import closing
from typing import Final

from ..records import Record
from .model import Depth, Review
from .review_file import ReviewFile
from .reviewing import ReviewRun, judge_state, review_of

_DEEPEST_FIRST: Final = (Depth.DEEP, Depth.STANDARD, Depth.QUICK)


def review_at_once(record: Record) -> Review:
    """Return the deepest review made before by `jaipur review`, or else one by the network."""
    for depth in _DEEPEST_FIRST:
        with closing(ReviewFile(record, depth, judge_state(depth))) as file:
            known = file.read()
        run = ReviewRun(record, depth, known)
        if known and len(known) == run.total:
            for _ in run.decisions():
                pass
            return run.review()
    return review_of(record)
