"""The learning curve of a run as one SVG file, made from its log alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import numpy as np
from markupsafe import Markup

from ..arena.plots import Scale, neat_step, scale, ticks
from ..texts import Texts
from .history import History
from .ladder import Score

WIDTH: Final = 760
LEFT: Final = 70
RIGHT: Final = 735
COLOURS: Final = ("#b3261e", "#1f5fa8", "#2e7d32", "#8e24aa", "#b26a00", "#00796b")
"""Dark enough to be read on white."""
MOST_POINTS: Final = 300
"""A longer line of losses is shown by means of so many stretches."""
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


SCORES: Final = Panel(92, 342, 0.0, 1.0, 0.2)
LOSS_TOP: Final = 392
LOSS_BOTTOM: Final = 522
HEIGHT: Final = 575


def learning_curve(history: History, _: Texts) -> str:
    """The share of rounds won against each opponent, and the loss, by rounds played."""
    most = max((rounds for rounds, _loss in history.losses.values()), default=0)
    x = scale(0, max(1, most), LEFT, RIGHT)
    losses = _means(list(history.losses.values()))
    panel = _loss_panel([loss for _rounds, loss in losses])
    parts = [
        _text("title", LEFT, 30, _("Learning curve")),
        *_frame(SCORES, _("share of rounds won, with intervals (95 %)"), percent=True),
        *_frame(panel, _("loss of the chance to win (cross-entropy)")),
        *_rounds_axis(x, max(1, most), _("rounds played")),
        *_score_lines(history, x),
    ]
    if losses:
        places = _points((x(rounds), panel.y(loss)) for rounds, loss in losses)
        parts.append(Markup('<path class="loss" d="M{}"/>').format(places))
    return _svg(_("Learning curve"), _description(history, most, _), parts)


def _description(history: History, most: int, _: Texts) -> str:
    """The last scores in words, for whoever does not see the picture."""
    said = [_("After {rounds} rounds:", rounds=f"{most:,}")]
    for opponent, scores in history.scores.items():
        if scores:
            share = f"{100 * scores[max(scores)][1].share:.1f}"
            said.append(_("{share} % against {opponent}.", share=share, opponent=opponent))
    return " ".join(said)


def _means(losses: Sequence[tuple[int, float]]) -> list[tuple[float, float]]:
    if not losses:
        return []
    stretches = np.array_split(np.array(losses), min(len(losses), MOST_POINTS))
    return [(float(some[-1, 0]), float(some[:, 1].mean())) for some in stretches]


def _loss_panel(losses: Sequence[float]) -> Panel:
    low, high = min(losses, default=0.0), max(losses, default=1.0)
    step = neat_step(max(high - low, 0.01), 4)
    low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    return Panel(LOSS_TOP, LOSS_BOTTOM, low, high, step)


def _frame(panel: Panel, label: str, percent: bool = False) -> Iterable[Markup]:
    """The lines and numbers of a panel, with what they mean above it."""
    digits = max(0, -math.floor(math.log10(panel.step) + 1e-9))
    for tick in ticks(panel.low, panel.high, panel.step):
        said = f"{100 * tick:.0f} %" if percent else f"{tick:.{digits}f}"
        y = panel.y(tick)
        yield _line("grid", (LEFT, y), (RIGHT, y)) + _text("end", LEFT - 8, y + 4, said)
    yield _line("base", (LEFT, panel.bottom), (RIGHT, panel.bottom))
    yield _text("start", LEFT, panel.top - 12, label)


def _rounds_axis(x: Scale, most: int, label: str) -> Iterable[Markup]:
    for tick in ticks(0, most, neat_step(most, 6)):
        for bottom in (SCORES.bottom, LOSS_BOTTOM):
            yield _line("base", (x(tick), bottom), (x(tick), bottom + 5))
        yield _text("middle", x(tick), LOSS_BOTTOM + 20, f"{tick:,.0f}")
    yield _text("end", RIGHT, LOSS_BOTTOM + 40, label)


def _score_lines(history: History, x: Scale) -> Iterable[Markup]:
    """A line, its band of intervals and an entry of the legend for each opponent."""
    place = float(LEFT)
    for number, (opponent, scores) in enumerate(history.scores.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = [(x(rounds), score) for _window, (rounds, score) in sorted(scores.items())]
        yield from _score_line(points, colour)
        yield Markup('<rect x="{:.0f}" y="47" width="12" height="12" fill="{}"/>').format(
            place, colour
        )
        yield _text("start", place + 17, 57, opponent)
        place += 45 + 7.5 * len(opponent)


def _score_line(points: Sequence[tuple[float, Score]], colour: str) -> Iterable[Markup]:
    if not points:
        return
    y = SCORES.y
    upper = [(x, y(score.high)) for x, score in points]
    lower = [(x, y(score.low)) for x, score in reversed(points)]
    line = [(x, y(score.share)) for x, score in points]
    yield Markup(
        '<path class="band" style="fill:{0};stroke:{0}" d="M{1}Z"/>'
        '<path style="stroke:{0}" d="M{2}"/>'
    ).format(colour, _points([*upper, *lower]), _points(line))
    for place, height in line:
        yield Markup('<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>').format(
            place, height, colour
        )


def _svg(title: str, description: str, parts: Iterable[Markup]) -> str:
    return Markup(
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {0} {1}" width="{0}" '
        'height="{1}"><title>{2}</title><desc>{3}</desc><style>{4}</style>'
        '<rect width="{0}" height="{1}" fill="#fff"/>{5}</svg>\n'
    ).format(WIDTH, HEIGHT, title, description, STYLE, Markup("").join(parts))


def _line(kind: str, start: tuple[float, float], end: tuple[float, float]) -> Markup:
    return Markup('<line class="{}" x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>').format(
        kind, *start, *end
    )


def _text(kind: str, x: float, y: float, text: str) -> Markup:
    """A text that begins, ends or has its middle at a place; the title begins there."""
    anchor = kind if kind in ("middle", "end") else "start"
    return Markup('<text class="{}" x="{:.1f}" y="{:.1f}" text-anchor="{}">{}</text>').format(
        kind, x, y, anchor, text
    )


def _points(places: Iterable[tuple[float, float]]) -> str:
    return "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
