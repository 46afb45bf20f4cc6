"""Pictures as SVG files of their own: frames, lines and words."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from markupsafe import Markup

from ..arena.plots import Scale, scale, ticks

WIDTH: Final = 760
LEFT: Final = 70
RIGHT: Final = 735
STYLE: Final = Markup(
    "text{font:12px sans-serif;fill:#333}.title{font-size:17px;fill:#111}"
    ".grid{stroke:#ddd}.base{stroke:#666}path{fill:none;stroke-width:2}"
    ".band{fill-opacity:.15;stroke-opacity:.15}.loss{stroke:#444}"
)


class Panel(NamedTuple):
    """A part of the picture: its top and bottom, the range and step of its scale."""

    top: int
    bottom: int
    low: float
    high: float
    step: float

    @property
    def y(self) -> Scale:
        """From a value to its place."""
        return scale(self.low, self.high, self.bottom, self.top)


def frame(panel: Panel, label: str, percent: bool = False) -> Iterable[Markup]:
    """The lines and numbers of a panel, with what they mean above it."""
    digits = max(0, -math.floor(math.log10(panel.step) + 1e-9))
    for tick in ticks(panel.low, panel.high, panel.step):
        said = f"{100 * tick:.0f} %" if percent else f"{tick:.{digits}f}"
        y = panel.y(tick)
        yield line("grid", (LEFT, y), (RIGHT, y)) + text_at("end", LEFT - 8, y + 4, said)
    yield line("base", (LEFT, panel.bottom), (RIGHT, panel.bottom))
    yield text_at("start", LEFT, panel.top - 12, label)


def svg(title: str, description: str, height: int, parts: Iterable[Markup]) -> str:
    """A whole picture, with a title and a description for whoever does not see it."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {0} {1}" width="{0}" '
        'height="{1}"><title>{2}</title><desc>{3}</desc><style>{4}</style>'
        '<rect width="{0}" height="{1}" fill="#fff"/>{5}</svg>\n'
    ).format(WIDTH, height, title, description, STYLE, Markup("").join(parts))


def line(kind: str, start: tuple[float, float], end: tuple[float, float]) -> Markup:
    """A line from one place to another."""
    return Markup('<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(
        kind, *start, *end
    )


def text_at(kind: str, x: float, y: float, text: str) -> Markup:
    """A text that begins, ends or has its middle at a place; the title begins there."""
    anchor = kind if kind in ("middle", "end") else "start"
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        kind, x, y, anchor, text
    )


def points(places: Iterable[tuple[float, float]]) -> str:
    """Places as the path of a line."""
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
