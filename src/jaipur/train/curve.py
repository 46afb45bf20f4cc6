"""The learning curve of a run as one SVG file, made from its log alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from markupsafe import Markup

from ..arena.plots import Scale, neat_step, scale, ticks
from ..texts import Texts
from .drawing import LEFT, RIGHT, Panel, frame, line, points, svg, text_at
from .history import LearningHistory
from .ladder import Score

COLOURS: Final = ("#b3261e", "#1f5fa8", "#2e7d32", "#8e24aa", "#b26a00", "#00796b")
"""Dark enough to be read on white."""
MOST_POINTS: Final = 300
"""A longer line of losses is shown by means of so many stretches."""
SCORES: Final = Panel(92, 342, 0.0, 1.0, 0.2)
LOSS_TOP: Final = 392
LOSS_BOTTOM: Final = 522
HEIGHT: Final = 575


def learning_curve(history: LearningHistory, _: Texts) -> str:
    """The share of rounds won against each opponent, and the loss, by rounds played."""
    most = max((rounds for rounds, _loss in history.losses.values()), default=0)
    x = scale(0, max(1, most), LEFT, RIGHT)
    losses = _means(list(history.losses.values()))
    panel = _loss_panel([loss for _rounds, loss in losses])
    parts = [
        text_at("title", LEFT, 30, _("Learning curve")),
        *frame(SCORES, _("share of rounds won, with intervals (95 %)"), percent=True),
        *frame(panel, _("loss of the chance to win (cross-entropy)")),
        *_rounds_axis(x, max(1, most), _("rounds played")),
        *_score_lines(history, x),
    ]
    if losses:
        places = points((x(rounds), panel.y(loss)) for rounds, loss in losses)
        parts.append(Markup('<path class="loss" d="M{}"/>').format(places))
    return svg(_("Learning curve"), _description(history, most, _), HEIGHT, parts)


def _description(history: LearningHistory, most: int, _: Texts) -> str:
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


def _rounds_axis(x: Scale, most: int, label: str) -> Iterable[Markup]:
    for tick in ticks(0, most, neat_step(most, 6)):
        for bottom in (SCORES.bottom, LOSS_BOTTOM):
            yield line("base", (x(tick), bottom), (x(tick), bottom + 5))
        yield text_at("middle", x(tick), LOSS_BOTTOM + 20, f"{tick:,.0f}")
    yield text_at("end", RIGHT, LOSS_BOTTOM + 40, label)


def _score_lines(history: LearningHistory, x: Scale) -> Iterable[Markup]:
    """A line, its band of intervals and an entry of the legend for each opponent."""
    place = float(LEFT)
    for number, (opponent, scores) in enumerate(history.scores.items()):
        colour = COLOURS[number % len(COLOURS)]
        scored = [(x(rounds), score) for _window, (rounds, score) in sorted(scores.items())]
        yield from _score_line(scored, colour)
        yield Markup('<rect x="{:.0f}" y="47" width="12" height="12" fill="{}"/>').format(
            place, colour
        )
        yield text_at("start", place + 17, 57, opponent)
        place += 45 + 7.5 * len(opponent)


def _score_line(scored: Sequence[tuple[float, Score]], colour: str) -> Iterable[Markup]:
    if not scored:
        return
    y = SCORES.y
    upper = [(x, y(score.high)) for x, score in scored]
    lower = [(x, y(score.low)) for x, score in reversed(scored)]
    middle = [(x, y(score.share)) for x, score in scored]
    yield Markup(
        '<path class="band" style="fill:{0};stroke:{0}" d="M{1}Z"/>'
        '<path style="stroke:{0}" d="M{2}"/>'
    ).format(colour, points([*upper, *lower]), points(middle))
    for place, height in middle:
        yield Markup('<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>').format(
            place, height, colour
        )
