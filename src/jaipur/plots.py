"""Plots as SVG: the ladder, margins and scores of the arena, and learning curves.

Horizontal coordinates are percentages of the width, so that text keeps its size on any screen;
vertical ones are pixels. Every plot has a title and a description for screen readers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from markupsafe import Markup

from .arena.statistics import FloatArray, Interval, score_interval

Scale = Callable[[float], float]
Point = tuple[float, float]

AXIS: Final = 22
"""Pixels below a panel for the numbers of its axis."""
GUTTER: Final = 13
"""Percent of the width for the numbers at the left."""
LADDER_ROW: Final = 34
HISTOGRAM_HEIGHT: Final = 110
SCORE_HEIGHT: Final = 130
COLOURS: Final = ("#b3261e", "#1f5fa8", "#2e7d32", "#8e24aa", "#b26a00", "#00796b")
"""Dark enough to be read on white."""
FILE_WIDTH: Final = 760
FILE_STYLE: Final = Markup(
    "text{font:12px sans-serif;fill:#333}.title{font-size:17px;fill:#111}.grid{stroke:#ddd}"
    ".base{stroke:#666}path{fill:none;stroke-width:2;vector-effect:non-scaling-stroke}"
    ".band{fill-opacity:.15;stroke-opacity:.15}.loss{stroke:#444}"
)


def ladder_plot(elos: Sequence[Interval], title: str, description: str) -> Markup:
    """A dot and a whisker for every entrant, best first, a row each."""
    low, high = min(elo.low for elo in elos), max(elo.high for elo in elos)
    low, high = min(low, high - 100), max(high, low + 100)
    x, bottom = scale(low, high, 4, 96), LADDER_ROW * len(elos)
    parts = []
    for number, tick in enumerate(ticks(low, high, neat_step(high - low, 6))):
        # On narrow screens the page hides every second number.
        kind = "spare" if number % 2 else ""
        parts += [line("grid", x(tick), 0, x(tick), bottom)]
        parts += [text(f"{tick:.0f}", x(tick), bottom + 17, "middle", kind)]
    for row, elo in enumerate(elos):
        y = LADDER_ROW * (row + 0.5)
        parts += [line("whisker", x(elo.low), y, x(elo.high), y), circle(x(elo.value), y, 5)]
    return embedded(title, description, bottom + AXIS, parts)


def margin_plot(margins: FloatArray, title: str, description: str) -> Markup:
    """A histogram of margins: wins to the right of zero, losses to the left."""
    low, high = min(0.0, float(margins.min())), max(0.0, float(margins.max()))
    width, bottom = max(1.0, neat_step(high - low, 36)), HISTOGRAM_HEIGHT
    first, last = math.floor(low / width), math.floor(high / width) + 1
    counts = np.bincount(np.floor(margins / width).astype(int) - first, minlength=last - first)
    x = scale(first * width, last * width, 1, 99)
    height = scale(0, float(counts.max()), 0, bottom - 8)
    parts = []
    for tick in ticks(low, high, neat_step(high - low, 5)):
        parts += [line("grid", x(tick), 0, x(tick), bottom)]
        parts += [text(signed(tick), x(tick), bottom + 17, "middle")]
    for number, count in zip(range(first, last), counts, strict=True):
        kind, tall = "lost" if number < 0 else "won", height(float(count))
        parts += [bar(kind, x(number * width) + 0.15, bottom - tall, x(width) - x(0) - 0.3, tall)]
    mean = x(float(margins.mean()))
    parts += [line("mean", mean, 0, mean, bottom), line("base", 0, bottom, 100, bottom)]
    return embedded(title, description, bottom + AXIS, parts)


def score_plot(deal_scores: FloatArray, title: str, description: str, deals: str) -> Markup:
    """The score and its interval as deals accumulate; `deals` labels the right end."""
    total = len(deal_scores)
    ends = np.unique(np.linspace(1, total, min(total, 160)).astype(int))
    intervals = [score_interval(deal_scores[:end]) for end in ends]
    panel, x = _score_panel(intervals), scale(0, total, GUTTER, 100)
    curve = [(x(float(end)), interval) for end, interval in zip(ends, intervals, strict=True)]
    parts = [
        *panel.frame(lambda tick: f"{100 * tick:.3g} %", GUTTER, 100, strong=0.5),
        *interval_curve(curve, panel.y, SCORE_HEIGHT),
        text("0", GUTTER, SCORE_HEIGHT + 17, "start"),
        text(deals, 100, SCORE_HEIGHT + 17, "end"),
    ]
    return embedded(title, description, SCORE_HEIGHT + AXIS, parts)


def _score_panel(intervals: Sequence[Interval]) -> Panel:
    # The first deals swing widely, so the later ones set the range.
    settled = intervals[len(intervals) // 12 :]
    low, high = min(i.low for i in settled), max(i.high for i in settled)
    step = neat_step(max(high - low, 0.02), 4)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    return Panel(0, SCORE_HEIGHT, max(0.0, low), min(1.0, high), step)


class Panel(NamedTuple):
    """A part of a plot: its top and bottom, and the range and step of its axis."""

    top: int
    bottom: int
    low: float
    high: float
    step: float

    def y(self, value: float) -> float:
        """The place of a value."""
        return scale(self.low, self.high, self.bottom, self.top)(value)

    def frame(
        self, spell: Callable[[float], str], left: float, right: float, strong: float = math.nan
    ) -> Iterable[Markup]:
        """Draw grid lines and their labels; `strong` is the value of an emphasised line."""
        for tick in ticks(self.low, self.high, self.step):
            kind, y = "even" if abs(tick - strong) < 1e-9 else "grid", self.y(tick)
            yield line(kind, left, y, right, y) + text(spell(tick), left - 1.5, y + 4, "end")
        yield line("base", left, self.bottom, right, self.bottom)


def interval_curve(
    curve: Sequence[tuple[float, Interval]], y: Scale, height: int, colour: str = ""
) -> Iterable[Markup]:
    """A line with the band of its intervals."""
    upper = [(x, y(one.high)) for x, one in curve]
    lower = [(x, y(one.low)) for x, one in reversed(curve)]
    yield path("band", [*upper, *lower], height, colour, is_closed=True)
    yield path("line", [(x, y(one.value)) for x, one in curve], height, colour)


def learning_curve(
    losses: Sequence[Point],
    scores: Mapping[str, Sequence[tuple[float, Interval]]],
    words: LearningWords,
) -> str:
    """An SVG file: the scores against each opponent, and the loss, by rounds played."""
    left, right, height = 9.0, 97.0, 575
    rounds = max([0.0, *(at for at, _ in losses)])
    x = scale(0, max(1.0, rounds), left, right)
    shares, loss = LEARNING_SCORES, _loss_panel([loss for _, loss in losses])
    parts = [
        text(words.title, left, 30, kind="title"),
        text(words.scores, left, shares.top - 12),
        *shares.frame(lambda tick: f"{100 * tick:.0f} %", left, right),
        text(words.loss, left, loss.top - 12),
        *loss.frame(lambda tick: f"{tick:.{_digits(loss.step)}f}", left, right),
        text(words.rounds, right, loss.bottom + 40, "end"),
    ]
    for tick in ticks(0, max(1.0, rounds), neat_step(max(1.0, rounds), 6)):
        ends = (shares.bottom, loss.bottom)
        parts += [line("base", x(tick), bottom, x(tick), bottom + 5) for bottom in ends]
        parts.append(text(f"{tick:,.0f}", x(tick), loss.bottom + 20, "middle"))
    place = left
    for number, (opponent, scored) in enumerate(scores.items()):
        colour = COLOURS[number % len(COLOURS)]
        curve = [(x(at), interval) for at, interval in scored]
        if curve:
            parts += interval_curve(curve, shares.y, height, colour)
        parts += [circle(at, shares.y(interval.value), 3, colour) for at, interval in curve]
        parts += [bar("", place, 47, 1.6, 12, colour), text(opponent, place + 2.3, 57)]
        place += 6 + len(opponent)
    if losses:
        parts.append(path("loss", [(x(at), loss.y(value)) for at, value in losses], height))
    return svg_file(words.title, words.description, height, parts)


LEARNING_SCORES: Final = Panel(92, 342, 0.0, 1.0, 0.2)


class LearningWords(NamedTuple):
    """The labels of a learning curve, in the reader's language."""

    title: str
    scores: str
    loss: str
    rounds: str
    description: str


def _loss_panel(losses: Sequence[float]) -> Panel:
    low, high = min(losses, default=0.0), max(losses, default=1.0)
    step = neat_step(max(high - low, 0.01), 4)
    return Panel(392, 522, math.floor(low / step) * step, math.ceil(high / step) * step, step)


def _digits(step: float) -> int:
    return max(0, -math.floor(math.log10(step) + 1e-9))


def svg_file(title: str, description: str, height: int, parts: Iterable[Markup]) -> str:
    """A plot as a file of its own."""
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        'viewBox="0 0 {0} {1}" width="{0}" height="{1}">'
        '<title>{2}</title><desc>{3}</desc><style>{4}</style><rect width="100%" height="{1}" '
        'fill="#fff"/>{5}</svg>\n'
    ).format(FILE_WIDTH, height, title, description, FILE_STYLE, Markup("").join(parts))


def embedded(title: str, description: str, height: int, parts: Iterable[Markup]) -> Markup:
    """A plot inside a page, whose style sheet colours it."""
    return Markup(
        '<svg class="plot" role="img" width="100%" height="{}"><title>{}</title><desc>{}</desc>{}'
        "</svg>"
    ).format(height, title, description, Markup("").join(parts))


def line(kind: str, x1: float, y1: float, x2: float, y2: float) -> Markup:
    """A straight line."""
    return Markup('<line class="{}" x1="{:.2f}%" y1="{:.1f}" x2="{:.2f}%" y2="{:.1f}"/>').format(
        kind, x1, y1, x2, y2
    )


def text(words: str, x: float, y: float, anchor: str = "start", kind: str = "") -> Markup:
    """Text anchored at its start, middle or end."""
    return Markup('<text class="{}" x="{:.2f}%" y="{:.1f}" text-anchor="{}">{}</text>').format(
        kind, x, y, anchor, words
    )


def circle(x: float, y: float, radius: float, colour: str = "") -> Markup:
    """A dot."""
    fill = Markup(' fill="{}"').format(colour) if colour else ""
    return Markup('<circle class="dot" cx="{:.2f}%" cy="{:.1f}" r="{:.1f}"{}/>').format(
        x, y, radius, fill
    )


def bar(kind: str, x: float, y: float, width: float, height: float, colour: str = "") -> Markup:
    """A filled rectangle."""
    fill = Markup(' fill="{}"').format(colour) if colour else ""
    return Markup(
        '<rect class="{}" x="{:.2f}%" y="{:.1f}" width="{:.2f}%" height="{:.1f}"{}/>'
    ).format(kind, x, y, width, height, fill)


def marker(kind: str, x: float, y: float, shape: Markup, words: str) -> Markup:
    """A small shape drawn around a place, with a tooltip."""
    return Markup(
        '<svg class="{}" x="{:.2f}%" y="{:.1f}" width="1" height="1" overflow="visible">'
        "<title>{}</title>{}</svg>"
    ).format(kind, x, y, words, shape)


def path(
    kind: str, points: Iterable[Point], height: int, colour: str = "", *, is_closed: bool = False
) -> Markup:
    """A line through points, or its area; nested in an SVG, since paths take no percentages."""
    steps = "L".join(f"{10 * x:.1f} {y:.1f}" for x, y in points)
    fill = f"fill:{colour};" if is_closed else ""
    style = Markup(' style="{}stroke:{}"').format(fill, colour) if colour else ""
    return Markup(
        '<svg width="100%" height="{0}" viewBox="0 0 1000 {0}" preserveAspectRatio="none">'
        '<path class="{1}"{2} d="M{3}{4}"/></svg>'
    ).format(height, kind, style, steps, "Z" if is_closed else "")


def scale(low: float, high: float, start: float, end: float) -> Scale:
    """Map data between `low` and `high` to coordinates between `start` and `end`."""
    return lambda value: start + (end - start) * (value - low) / ((high - low) or 1)


def neat_step(span: float, most: int) -> float:
    """The smallest of 1, 2, 5, 10, 20, … that divides a span into at most `most` parts."""
    rough = max(span, 1e-9) / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= rough * 0.999999)


def ticks(low: float, high: float, step: float) -> list[float]:
    """The multiples of `step` from `low` to `high`."""
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def signed(value: float, digits: int = 0) -> str:
    """A number with its sign, and a real minus."""
    spelled = f"{value:+,.{digits}f}".replace("-", "−")
    return spelled[1:] if float(f"{value:.{digits}f}") == 0 else spelled
