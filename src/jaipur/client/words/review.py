"""A review in words, scene by scene and as a summary."""

from __future__ import annotations

from ...judge.model import ChanceEvent, EventKind, Mark, PlayerReview, Review
from ...session.words.cards import sentences
from ...session.words.figures import points_words, signed_points
from ...session.words.names import Names
from ...session.words.reasons import reason_words
from ...session.words.review import (
    better_words,
    chance_event_words,
    chance_words,
    decision_words,
    judged_words,
    note_words,
    place_words,
    summary_words,
    verdict_words,
)
from ...texts import Texts
from ..review import SIGNS, SceneReview, review_by_place

LARGE_LUCK = 0.03
"""Luck in chances to win the match that is worth a sentence in a text."""


def scene_lines(part: SceneReview, names: Names, _: Texts) -> list[str]:
    """What a review says about a scene, sentence by sentence, the most important first."""
    luck = [line for event in part.events for line in luck_lines(event, names, _)]
    if part.decision is None:
        return luck
    why = []
    if part.sign:
        reasons = (reason_words(reason, names, _) for reason in part.decision.reasons)
        why = [better_words(part.decision, _), *reasons]
    return [verdict_words(part.decision, _), *why[:2], *luck, *why[2:]]


def remark_lines(part: SceneReview, names: Names, _: Texts) -> list[str]:
    """The same for a text that says what was played: only marked decisions and large luck."""
    told = [judged_words(part.decision, names, _)] if part.sign and part.decision else []
    for event in filter(_is_large, part.events):
        is_told = event.kind is EventKind.CARDS  # what was turned over
        lines = luck_lines(event, names, _)
        told.append(sentences(*lines) if is_told else chance_event_words(event, names, _))
    return told


def review_lines(review: Review, names: Names, _: Texts) -> list[str]:
    """A whole review: each marked decision and each large luck, then a summary."""
    lines: list[str] = []
    for (number, action), part in review_by_place(review).items():
        told = [decision_words(part.decision, names, _)] if part.sign and part.decision else []
        told += [chance_event_words(event, names, _) for event in part.events if _is_large(event)]
        lines += [place_words(number, action, one, _) for one in told]
    return [*lines, *summary_lines(review, names, _)]


def _is_large(event: ChanceEvent) -> bool:
    return abs(event.match_luck) >= LARGE_LUCK


def luck_lines(event: ChanceEvent, names: Names, _: Texts) -> list[str]:
    """Whom an event of chance was lucky for; what was turned over is said already."""
    drawn = [chance_words(event, names, _)] if event.kind is EventKind.BONUS else []
    if not signed_points(event.match_luck, _).strip("0.,"):
        return drawn
    lucky, points = names[event.match_luck < 0], points_words(event.match_luck, _)
    return [*drawn, _("Luck for {name}: {points} of the match.", name=lucky, points=points)]


def summary_lines(review: Review, names: Names, _: Texts) -> list[str]:
    """How both players did, and what was left out."""
    told = [summary_words(player, names, _) for player in review.players]
    return [*told, *note_words(review, names, _)]


def short_summary(player: PlayerReview, names: Names, _: Texts) -> str:
    """How a player did, in one line: `Ana: ?? 0, ? 2, ?! 3 · luck +4.0`."""
    signs = ", ".join(f"{SIGNS[mark]} {player.marks.get(mark, 0)}" for mark in _WORST_FIRST)
    parts = [signs]
    if player.mean_loss is not None:
        parts.append(_("{points} given up per decision", points=points_words(player.mean_loss, _)))
    if player.luck is not None:
        parts.append(_("luck {points}", points=signed_points(player.luck, _)))
    return _("{name}: {words}", name=names[player.seat], words=" · ".join(parts))


_WORST_FIRST = (Mark.BLUNDER, Mark.MISTAKE, Mark.INACCURACY)
