"""A review as one self-contained HTML page: the curve, both players, every decision and luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from ..client.words.review import LARGE_LUCK
from ..judge.marks import MARKED
from ..judge.model import Decision, Mark, Review, RoundReview
from ..records import Record
from ..seats import BySeat
from ..session.words.figures import decimal, percent_words, points_words
from ..session.words.reasons import reason_words
from ..session.words.review import (
    better_words,
    chance_event_words,
    decision_words,
    depth_name,
    mark_name,
    moment_words,
    note_words,
    place_words,
    played_words,
    round_words,
)
from ..texts import Texts
from .review_plot import SHAPES, PlotSpot, PlotWords, match_plot
from .review_text import (
    large_luck,
    moments_title,
    points_note,
    round_title,
    summary_rows,
    with_moments,
)

TEMPLATE: Final = "review.html.jinja"
SIDES: Final = ("first", "second")
"""The styles of the two seats in the plot: filled and outlined."""
MOST_TRIANGLES: Final = 12
"""Events of chance in the plot, the greatest; the list has more."""


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """A decision, formatted for display; `told` explains a marked one."""

    number: int
    played: str
    notation: str
    mark: str
    mark_name: str
    loss: str
    told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoundSection:
    """A round with its decisions."""

    title: str
    ending: str
    rows: tuple[DecisionRow, ...]


def review_page(review: Review, record: Record, names: BySeat[str], _: Texts) -> str:
    """Render the page."""
    return _template().render(
        language=_.language,
        words=_words(names, _),
        depth=_("Depth: {depth}", depth=depth_name(review.depth, _)),
        notes=note_words(review, names, _),
        plot=_plot(review, names, _),
        legend=_legend(review, names, _),
        names=names,
        summary=summary_rows(review, _),
        moments=[
            (moments_title(player, names, _),
             [moment_words(one, review, names, _) for one in player.moments])
            for player in with_moments(review)
        ],
        rounds=[_round(played, review, record, names, _) for played in review.rounds],
        luck=[
            place_words(one.round, one.number, chance_event_words(one, names, _), _)
            for one in large_luck(review)
        ],
        is_luck_known=bool(review.events),
    )  # fmt: skip


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader(__name__.rpartition(".")[0], ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(TEMPLATE)


def _words(names: BySeat[str], _: Texts) -> dict[str, str]:
    return {
        "title": _("Review of {first} – {second}", first=names[0], second=names[1]),
        "curve": _("Chance of {name} to win the match", name=names[0]),
        "players": _("Players"),
        "decisions": _("Decisions"),
        "luck": _("Luck"),
        "no_luck": _(
            "No event of chance moved the match by {points} or more.",
            points=points_words(LARGE_LUCK, _),
        ),
        "no_decisions": _("No decision was judged."),
        "number": _("no."),
        "action": _("action"),
        "mark": _("mark, loss in points"),
        "points": points_note(_),
        "losses": _(
            "A decision is judged on what the player could know then. Its loss is the chance to "
            "win the round that the best action would have added; luck plays no part in it."
        ),
        "method": _(
            "The luck of an event of chance is what it changed in the chance to win, compared with "
            "the mean of everything that could have come. The adjusted result is the result less "
            "that luck."
        ),
    }


def _plot(review: Review, names: BySeat[str], _: Texts) -> Markup | None:
    if len(review.curve) < 2:
        return None
    titles = {played.number: _("Round {n}", n=played.number) for played in review.rounds}
    description = _(
        "From {start} before the first action to {end} at the end; {rounds}.",
        start=percent_words(review.curve[0].match_chance, 0, _),
        end=percent_words(review.curve[-1].match_chance, 0, _),
        rounds=_.count("{n} round", "{n} rounds", len(review.rounds)),
    )
    words = PlotWords(_("Chance of {name} to win the match", name=names[0]), description, titles)
    return match_plot(review.curve, [*_spots(review, names, _)], words)


def _spots(review: Review, names: BySeat[str], _: Texts) -> Iterator[PlotSpot]:
    greatest = sorted(large_luck(review), key=lambda event: -abs(event.match_luck))
    for event in greatest[:MOST_TRIANGLES]:
        shape = "up" if event.match_luck > 0 else "down"
        words = chance_event_words(event, names, _)
        yield PlotSpot(event.round, event.number, shape, "luck", words)
    for one in review.decisions:
        if one.mark in MARKED:
            kind = f"mark {one.mark.value} {SIDES[one.seat]}"
            words = decision_words(one, names, _)
            yield PlotSpot(one.round, one.number, one.mark.value, kind, words)


def _legend(review: Review, names: BySeat[str], _: Texts) -> list[tuple[str, Markup, str]]:
    """Return the style, the shape and the meaning of everything in the plot."""
    square = SHAPES[Mark.MISTAKE.value]
    marks = [
        *((f"mark {one.value} first", SHAPES[one.value], mark_name(one, _)) for one in MARKED),
        ("mark first", square, _("filled: {name}", name=names[0])),
        ("mark second", square, _("outlined: {name}", name=names[1])),
    ]
    if not review.events:
        return marks
    return [
        *marks,
        ("luck", SHAPES["up"], _("luck for {name}", name=names[0])),
        ("luck", SHAPES["down"], _("luck for {name}", name=names[1])),
    ]


def _round(
    played: RoundReview, review: Review, record: Record, names: BySeat[str], _: Texts
) -> RoundSection:
    here = [one for one in review.decisions if one.round == played.number]
    return RoundSection(
        round_title(played, record, names, _),
        round_words(played, names, _),
        tuple(_row(decision, names, _) for decision in here),
    )


def _row(decision: Decision, names: BySeat[str], _: Texts) -> DecisionRow:
    return DecisionRow(
        decision.number,
        played_words(decision, names, _),
        str(decision.played.action),
        decision.mark.value,
        mark_name(decision.mark, _),
        decimal(100 * decision.loss, 1, _) if decision.loss else "",
        _told(decision, names, _) if decision.mark in MARKED else (),
    )


def _told(decision: Decision, names: BySeat[str], _: Texts) -> tuple[str, ...]:
    """Return what was better, by how much, and why."""
    chances = _(
        "The chance to win the round is then {best} instead of {played}.",
        best=percent_words(decision.best.chance, 1, _),
        played=percent_words(decision.played.chance, 1, _),
    )
    reasons = (reason_words(reason, names, _) for reason in decision.reasons)
    return better_words(decision, _), chances, *reasons
