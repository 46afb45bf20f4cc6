"""A review as text: the marked decisions and the greatest luck, then both players."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterator
from typing import Final

from ..client.words.review import LARGE_LUCK
from ..judge.marks import MARKED
from ..judge.model import ChanceEvent, Decision, Mark, PlayerReview, Review, RoundReview
from ..records import Record
from ..seats import BySeat
from ..session.words.figures import decimal, percent_words, signed_points
from ..session.words.review import (
    chance_event_words,
    decision_words,
    depth_name,
    mark_name,
    moment_words,
    note_words,
    round_words,
)
from ..texts import Texts

WIDEST: Final = 100
INDENT: Final = 5
UNKNOWN: Final = "–"


def review_text(review: Review, record: Record, names: BySeat[str], _: Texts) -> str:
    """Format the whole review."""
    parts = [
        [headline(review, names, _), *map(_wrapped, note_words(review, names, _))],
        *([*_round(played, review, record, names, _)] for played in review.rounds),
        [*_table(review, names, _), "", _wrapped(points_note(_))],
        *([*_moments(player, review, names, _)] for player in with_moments(review)),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def headline(review: Review, names: BySeat[str], _: Texts) -> str:
    """Return whose match it is and how it was judged, in words."""
    return _(
        "Review of {first} – {second}, depth {depth}",
        first=names[0],
        second=names[1],
        depth=depth_name(review.depth, _),
    )


def points_note(_: Texts) -> str:
    """Return what points are, in words."""
    return _("Points are percentage points of the chance to win the round or the match.")


def round_title(played: RoundReview, record: Record, names: BySeat[str], _: Texts) -> str:
    """Return the number and the starter of a round, in words."""
    starter = record.rounds[played.number - 1].starter
    return _("Round {number} – first: {name}", number=played.number, name=names[starter])


def large_luck(review: Review) -> list[ChanceEvent]:
    """Return the events of chance that moved the match most."""
    return [event for event in review.events if abs(event.match_luck) >= LARGE_LUCK]


def with_moments(review: Review) -> list[PlayerReview]:
    """Return the players whose moments to show: one, if those of the other are the same."""
    places = review.players.map(
        lambda player: [(one.round, one.number, one.is_luck) for one in player.moments]
    )
    first, second = review.players
    shown = [first] if places[0] == places[1] else [first, second]
    return [player for player in shown if player.moments]


def summary_rows(review: Review, _: Texts) -> list[tuple[str, str, str]]:
    """Return the figures of both players, with their labels."""
    first, second = (_figures(player, _) for player in review.players)
    labels = [
        _("decisions judged"),
        _("mean loss (points of the round)"),
        *(mark_name(mark, _) for mark in Mark),
        _("luck (points of the match)"),
        _("result adjusted for luck"),
    ]
    return list(zip(labels, first, second, strict=True))


def _figures(player: PlayerReview, _: Texts) -> list[str]:
    loss, luck, adjusted = player.mean_loss, player.luck, player.adjusted
    return [
        str(player.decisions),
        UNKNOWN if loss is None else decimal(100 * loss, 1, _),
        *(str(player.marks.get(mark, 0)) for mark in Mark),
        UNKNOWN if luck is None else signed_points(luck, _),
        UNKNOWN if adjusted is None else percent_words(adjusted, 0, _),
    ]


def _table(review: Review, names: BySeat[str], _: Texts) -> list[str]:
    rows = [("", *names.pair), *summary_rows(review, _)]
    label, first, second = (max(map(len, column)) for column in zip(*rows, strict=True))
    return [
        f"{row[0]:<{label}}  {row[1]:>{max(first, 6)}}  {row[2]:>{max(second, 6)}}" for row in rows
    ]


def _round(
    played: RoundReview, review: Review, record: Record, names: BySeat[str], _: Texts
) -> Iterator[str]:
    yield round_title(played, record, names, _)
    yield ""
    told = list(_told(played.number, review, names, _))
    for number, words in told:
        place = f"{number}. " if number else ""
        yield _wrapped(words, f"{place:>{INDENT}}", " " * INDENT)
    if not told:
        yield _("No decision was marked, and no luck was great.")
    if words := round_words(played, names, _):
        yield from ("", _wrapped(words))


def _told(number: int, review: Review, names: BySeat[str], _: Texts) -> Iterator[tuple[int, str]]:
    """Yield the marked decisions and the greatest luck of a round, in the order of play."""
    here: list[Decision | ChanceEvent] = [one for one in review.decisions if one.mark in MARKED]
    here = [one for one in (*here, *large_luck(review)) if one.round == number]
    for one in sorted(here, key=lambda one: one.number):
        if isinstance(one, Decision):
            words = decision_words(one, names, _)
            yield one.number, f"{words}   [{one.played.action}\u00a0→\u00a0{one.best.action}]"
        else:
            yield one.number, chance_event_words(one, names, _)


def _moments(player: PlayerReview, review: Review, names: BySeat[str], _: Texts) -> Iterator[str]:
    yield moments_title(player, names, _)
    yield ""
    for moment in player.moments:
        yield _wrapped(moment_words(moment, review, names, _), "   - ", " " * INDENT)


def moments_title(player: PlayerReview, names: BySeat[str], _: Texts) -> str:
    """Return the heading of a player's moments."""
    return _("What decided the match, for {name}:", name=names[player.seat])


def _wrapped(words: str, first: str = "", later: str = "") -> str:
    width = min(shutil.get_terminal_size().columns, WIDEST)
    return textwrap.fill(
        words, width, initial_indent=first, subsequent_indent=later, break_on_hyphens=False,
        break_long_words=False,
    )  # fmt: skip
