"""What a review says about each scene of a replay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from ..judge.model import ChanceEvent, CurvePoint, Decision, Mark, Review
from ..seats import Seat
from .replay import Scene

ReviewRecord = Callable[[str], Awaitable[Review]]
"""Makes the review of a record."""
MakeReview = Callable[[], Awaitable[Review]]
"""Makes the review of the match that is shown."""
SIGNS = {Mark.INACCURACY: "?!", Mark.MISTAKE: "?", Mark.BLUNDER: "??"}
"""The signs of decisions worth a look, as in chess."""


@dataclass(frozen=True, slots=True)
class SceneReview:
    """The part of a review that belongs to one scene."""

    decision: Decision | None = None
    events: tuple[ChanceEvent, ...] = ()
    point: CurvePoint | None = None
    """The chances after this scene; None if they are not known."""

    @property
    def sign(self) -> str:
        """The sign of the decision; empty if it was good or not judged."""
        return SIGNS.get(self.decision.mark, "") if self.decision else ""


def review_scenes(scenes: Sequence[Scene], review: Review) -> list[SceneReview]:
    """The parts of a review, one for each scene.

    Where nothing is played, at the scoring and at the end, the chances stay as they were.
    """
    known, nothing = review_by_place(review), SceneReview()
    parts: list[SceneReview] = []
    for scene in scenes:
        part = nothing
        if scene.action is not None:
            part = known.get((scene.step.round.number, scene.action), nothing)
        if part.point is None and parts:
            part = replace(part, point=parts[-1].point)
        parts.append(part)
    return parts


def review_by_place(review: Review) -> dict[tuple[int, int], SceneReview]:
    """The parts of a review by round and action; action 0 is the deal."""
    decisions = {(one.round, one.number): one for one in review.decisions}
    points = {(one.round, one.number): one for one in review.curve}
    events = defaultdict[tuple[int, int], list[ChanceEvent]](list)
    for event in review.events:
        events[event.round, event.number].append(event)
    places = sorted({*decisions, *points, *events})
    return {at: SceneReview(decisions.get(at), tuple(events[at]), points.get(at)) for at in places}


def match_chance(point: CurvePoint, seat: Seat) -> float:
    """A seat's chance to win the match."""
    return point.match_chance if seat == 0 else 1 - point.match_chance
