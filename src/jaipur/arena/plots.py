"""Plots as SVG. Places are percentages of the width, so that text keeps its size on any screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from markupsafe import Markup

from .statistics import FloatArray, Interval, score_interval

LADDER_ROW: Final = 34
AXIS: Final = 22
GUTTER: Final = 13
"""Percent of the width for the scale at the left."""

HISTOGRAM_HEIGHT: Final = 110
SCORE_HEIGHT: Final = 130
NEAT: Final = (1, 2, 5, 10)

Scale = Callable[[float], float]


def scale(low: float, high: float, start: float, end: float) -> Scale:
    """Maps data between `low` and `high` to places between `start` and `end`."""
    return lambda value: start + (end - start) * (value - low) / ((high - low) or 1)


def neat_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, … that divides a span into at most so many parts."""
    rough = max(span, 1e-9) / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in NEAT if step * power >= rough * 0.999999)


def ticks(low: float, high: float, step: float) -> list[float]:
    """The multiples of `step` from `low` to `high`."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, and a real minus."""
    text = f"{value:+,.{digits}f}".replace("-", "−")
    return text[1:] if float(f"{value:.{digits}f}") == 0 else text


def ladder_plot(elos: Sequence[Interval], title: str, description: str) -> Markup:
    """A dot and a whisker for every entrant, best first, a row each."""
    low, high = min(elo.low for elo in elos), max(elo.high for elo in elos)
    low, high = min(low, high - 100), max(high, low + 100)
    x = scale(low, high, 4, 96)
    bottom = LADDER_ROW * len(elos)
    # Every second number is left out where there is no room for all.
    parts = [
        _grid_line(x(tick), bottom, f"{tick:.0f}", "spare" if number % 2 else "")
        for number, tick in enumerate(ticks(low, high, neat_step(high - low, 6)))
    ]
    for row, elo in enumerate(elos):
        y = LADDER_ROW * (row + 0.5)
        parts.append(
            Markup(
                '<line class="whisker" x1="{0:.2f}%" x2="{1:.2f}%" y1="{3}" y2="{3}"/>'
                '<circle class="dot" cx="{2:.2f}%" cy="{3}" r="5"/>'
            ).format(x(elo.low), x(elo.high), x(elo.value), y)
        )
    return _svg(title, description, bottom + AXIS, parts)


def margin_plot(margins: FloatArray, title: str, description: str) -> Markup:
    """How often each margin came up: wins to the right of zero, losses to the left."""
    low, high = min(0.0, float(margins.min())), max(0.0, float(margins.max()))
    width = max(1.0, neat_step(high - low, 36))
    first, last = math.floor(low / width), math.floor(high / width) + 1
    counts = np.bincount(np.floor(margins / width).astype(int) - first, minlength=last - first)
    x = scale(first * width, last * width, 1, 99)
    tall = scale(0, float(counts.max()), 0, HISTOGRAM_HEIGHT - 8)
    step = neat_step(high - low, 5)
    parts = [_grid_line(x(t), HISTOGRAM_HEIGHT, signed(t)) for t in ticks(low, high, step)]
    for number, count in zip(range(first, last), counts, strict=True):
        height = tall(float(count))
        parts.append(
            Markup(
                '<rect class="{}" x="{:.2f}%" width="{:.2f}%" y="{:.1f}" height="{:.1f}"/>'
            ).format(
                "lost" if number < 0 else "won",
                x(number * width) + 0.15,
                x(width) - x(0) - 0.3,
                HISTOGRAM_HEIGHT - height,
                height,
            )
        )
    mean = x(float(margins.mean()))
    parts.append(_upright("mean", mean, HISTOGRAM_HEIGHT))
    parts.append(_base_line(HISTOGRAM_HEIGHT))
    return _svg(title, description, HISTOGRAM_HEIGHT + AXIS, parts)


def score_plot(deal_scores: FloatArray, title: str, description: str, deals: str) -> Markup:
    """The score and its interval as deals accumulate; `deals` says how many at the right."""
    total = len(deal_scores)
    ends = np.unique(np.linspace(1, total, min(total, 160)).astype(int))
    path = [score_interval(deal_scores[:end]) for end in ends]
    low, high, step = _score_range(path)
    x = scale(0, total, 0, 1000)
    y = scale(low, high, SCORE_HEIGHT, 0)
    parts = []
    for tick in ticks(low, high, step):
        kind = "even" if abs(tick - 0.5) < 1e-9 else "grid"
        parts.append(_level(kind, y(tick), f"{100 * tick:.3g} %"))
    xs = [x(float(end)) for end in ends]
    band = [*zip(xs, (y(i.high) for i in path), strict=True)]
    band += reversed([*zip(xs, (y(i.low) for i in path), strict=True)])
    line = zip(xs, (y(i.value) for i in path), strict=True)
    parts.append(
        Markup(
            '<svg x="{0}%" width="{1}%" height="{2}" viewBox="0 0 1000 {2}"'
            ' preserveAspectRatio="none">'
            '<path class="band" d="M{3}Z"/><path class="line" d="M{4}"/></svg>'
        ).format(GUTTER, 100 - GUTTER, SCORE_HEIGHT, _points(band), _points(line))
    )
    parts.append(_base_line(SCORE_HEIGHT, GUTTER))
    parts.append(_label("start", GUTTER, SCORE_HEIGHT, "0"))
    parts.append(_label("end", 100, SCORE_HEIGHT, deals))
    return _svg(title, description, SCORE_HEIGHT + AXIS, parts)


def _score_range(path: Sequence[Interval]) -> tuple[float, float, float]:
    """What part of the scale to show, and the step of its lines."""
    # The first deals swing over everything: what comes after them sets the range.
    settled = path[len(path) // 12 :]
    low, high = min(i.low for i in settled), max(i.high for i in settled)
    step = neat_step(max(high - low, 0.02), 4)
    return max(0.0, math.floor(low / step) * step), min(1.0, math.ceil(high / step) * step), step


def _svg(title: str, description: str, height: int, parts: Iterable[Markup]) -> Markup:
    return Markup(
        '<svg class="plot" role="img" width="100%" height="{}"><title>{}</title><desc>{}</desc>{}'
        "</svg>"
    ).format(height, title, description, Markup("").join(parts))


def _grid_line(x: float, bottom: int, text: str, kind: str = "") -> Markup:
    return _upright("grid", x, bottom) + _label("middle", x, bottom, text, kind)


def _upright(kind: str, x: float, bottom: int) -> Markup:
    return Markup('<line class="{0}" x1="{1:.2f}%" x2="{1:.2f}%" y1="0" y2="{2}"/>').format(
        kind, x, bottom
    )


def _level(kind: str, y: float, text: str) -> Markup:
    return Markup(
        '<line class="{0}" x1="{1}%" x2="100%" y1="{2:.1f}" y2="{2:.1f}"/>'
        '<text x="{3}%" y="{4:.1f}" text-anchor="end">{5}</text>'
    ).format(kind, GUTTER, y, GUTTER - 2, y + 4, text)


def _base_line(y: int, start: int = 0) -> Markup:
    return Markup('<line class="base" x1="{0}%" x2="100%" y1="{1}" y2="{1}"/>').format(start, y)


def _label(anchor: str, x: float, bottom: int, text: str, kind: str = "") -> Markup:
    return Markup('<text class="{}" x="{:.2f}%" y="{}" text-anchor="{}">{}</text>').format(
        kind, x, bottom + 17, anchor, text
    )


def _points(places: Iterable[tuple[float, float]]) -> str:
    return "L".join(f"{x:.0f} {y:.1f}" for x, y in places)
