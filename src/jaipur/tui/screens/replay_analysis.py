"""The review of a match as the replay shows it: signs, sentences and the chart."""

from __future__ import annotations

from collections.abc import Sequence

from ...client.replay import Scene
from ...client.review import match_chance, review_scenes
from ...client.words.review import scene_lines, short_summary
from ...judge.model import Review
from ...seats import Seat, other
from ...session.words.figures import percent_words
from ...session.words.names import Names
from ...texts import Texts
from ..widgets.curve import CurveStep, Label, curve_rows
from ..widgets.part import Row, shorter, wrapped

EVEN = 0.5
SHORT_NAME = 10
"""Columns of a name in the summary, which has one row for each player."""


class Analysis:
    """The parts of a review, put into words and drawn for each scene of a replay."""

    def __init__(
        self, review: Review, scenes: Sequence[Scene], names: Names, me: Seat | None, _: Texts
    ) -> None:
        self._ = _
        self._review = review
        self._names = names
        self._bottom: Seat = me or 0
        self.parts = review_scenes(scenes, review)
        self.marked = [at for at, part in enumerate(self.parts) if part.sign]
        """The scenes with a marked decision."""
        self.signs = [f"{part.sign:<3}" for part in self.parts]
        """What stands before each scene in the list."""
        self._steps = [
            CurveStep(scene.step.round.number, self._chance(at), self.parts[at].sign)
            for at, scene in enumerate(scenes)
        ]

    @property
    def has_curve(self) -> bool:
        """Whether the chances are known; a record may leave cards unknown."""
        return bool(self._review.curve)

    def _chance(self, at: int) -> float:
        """The chance of the player at the bottom to win the match."""
        point = self.parts[at].point
        return match_chance(point, self._bottom) if point else EVEN

    def words(self, at: int, width: int, rows: int) -> str:
        """The sentences about a scene, as many as fit."""
        part, names, _ = self.parts[at], self._names, self._
        if at == len(self.parts) - 1 and part.decision is None:
            short, players = [shorter(name, SHORT_NAME) for name in names], self._review.players
            return "\n".join(shorter(short_summary(one, short, _), width) for one in players)
        first, *others = scene_lines(part, names, _) or [""]
        return fitting([f"{part.sign} {first}".lstrip(), *others], width, rows)

    def curve(self, at: int, width: int, height: int) -> list[Row]:
        """The chart with the current step, upwards for the player at the bottom."""
        chance, bottom = self._chance(at), self._bottom
        labels = (
            Label(self._names[bottom], percent_words(chance, 0, self._)),
            Label(self._names[other(bottom)], percent_words(1 - chance, 0, self._)),
        )
        return curve_rows(self._steps, at, labels, width, height)


def fitting(lines: Sequence[str], width: int, rows: int) -> str:
    """As many of the sentences as fit into some rows; one that is too long is shortened."""
    text = ""
    for line in lines:
        longer = f"{text} {line}".lstrip()
        if len(wrapped(longer, width)) > rows:
            break
        text = longer
    if text or not lines:
        return text
    first = wrapped(lines[0], width)
    return "\n".join([*first[: rows - 1], shorter(" ".join(first[rows - 1 :]), width)])
