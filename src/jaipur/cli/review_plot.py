"""The chance to win a match as a plot, with marked decisions and the greatest luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from markupsafe import Markup

from ..judge.model import CurvePoint, Mark
from ..plots import AXIS, Panel, Point, embedded, line, marker, path, scale, text

PANEL: Final = Panel(16, 236, 0.0, 1.0, 0.25)
LEFT: Final = 1.0
RIGHT: Final = 99.0
LUCK_GAP: Final = 17
"""Pixels between the curve and the triangle of an event of chance."""
SHAPES: Final = {
    Mark.INACCURACY.value: Markup('<circle r="5"/>'),
    Mark.MISTAKE.value: Markup('<rect x="-5" y="-5" width="10" height="10"/>'),
    Mark.BLUNDER.value: Markup('<path d="M0-8 8 0 0 8-8 0Z"/>'),
    "up": Markup('<path d="M0-6 6 5H-6Z"/>'),
    "down": Markup('<path d="M0 6 6-5H-6Z"/>'),
}
"""The shapes of marks and of luck: for seat 0 it points up, for seat 1 down."""


class PlotSpot(NamedTuple):
    """Something to draw at a point of the curve: a shape, its style and its tooltip."""

    round: int
    number: int
    shape: str
    kind: str
    words: str


class PlotWords(NamedTuple):
    """The texts of the plot, in the reader's language."""

    title: str
    description: str
    rounds: Mapping[int, str]
    """The titles of rounds, by their numbers."""


def match_plot(curve: Sequence[CurvePoint], spots: Sequence[PlotSpot], words: PlotWords) -> Markup:
    """Draw seat 0's chance to win the match by actions, one round after the other."""
    x = scale(0, max(1, len(curve) - 1), LEFT, RIGHT)
    places = {
        (point.round, point.number): (x(number), PANEL.y(point.match_chance))
        for number, point in enumerate(curve)
    }
    parts = [
        *_rows(),
        *_rounds(curve, places, words.rounds),
        path("line", places.values(), PANEL.bottom),
        *(_spot(spot, *place) for spot in spots if (place := places.get(spot[:2]))),
    ]
    return embedded(words.title, words.description, PANEL.bottom + AXIS, parts)


def _rows() -> Iterator[Markup]:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        kind, y = "even" if share == 0.5 else "grid", PANEL.y(share)
        yield line(kind, 0, y, 100, y)
        # The style sheet moves these numbers into the margin.
        yield text(f"{100 * share:.0f}\u00a0%", 0, y + 4, "end", "axis")


def _rounds(
    curve: Sequence[CurvePoint], places: Mapping[tuple[int, int], Point], titles: Mapping[int, str]
) -> Iterator[Markup]:
    for number, points in groupby(curve, key=lambda point: point.round):
        at = places[number, next(points).number][0]
        if number > curve[0].round:
            yield line("round", at, PANEL.top - 8, at, PANEL.bottom)
        yield text(titles[number], at, PANEL.bottom + 18, "start")


def _spot(spot: PlotSpot, x: float, y: float) -> Markup:
    away = {"up": -LUCK_GAP, "down": LUCK_GAP}.get(spot.shape, 0)
    kept = min(max(y + away, PANEL.top - 8), PANEL.bottom - 6) if away else y
    return marker(spot.kind, x, kept, SHAPES[spot.shape], spot.words)
