"""Every sentence of a review as people read it: tests/session/words/review-*.txt.

Whoever means to change one reads the difference and writes the file anew: JAIPUR_WRITE_GOLDENS=1.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from jaipur.judge.model import (
    ChanceEvent,
    Decision,
    EventKind,
    JudgedAction,
    JudgedReason,
    Mark,
    Moment,
    PlayerReview,
    ReasonKind,
    Reply,
    RoundReview,
)
from jaipur.notation import parse_action
from jaipur.seats import BySeat
from jaipur.session.words.figures import decimal, percent_words, points_words, signed_points_words
from jaipur.session.words.reasons import reason_words
from jaipur.session.words.review import (
    chance_event_words,
    decision_words,
    mark_name,
    moment_words,
    note_words,
    round_words,
    summary_words,
)
from jaipur.texts import LANGUAGES, Texts, texts
from tests.judge.fake import LOSSES, all_reasons, made_review
from tests.matches import random_match

FOLDER = Path(__file__).with_name("words")
NAMES = ("Ana", "Ben")
REASONS = all_reasons(0)
NUMBER = re.compile(r"[−]?\d+(?:[.,]\d+)?")


def decided(
    mark: Mark, played: str = "+KK", best: str = "-LLL", *, is_even: bool = False
) -> Decision:
    """A decision of Ana."""
    loss = 0.0 if is_even else LOSSES[mark]
    return Decision(
        1, 4, 0, judged(played, 0.519), judged(best, 0.519 + loss), loss, 0.001, is_even,
        loss, loss / 2, mark, (), (REASONS[0],) if loss > 0.01 else (),
    )  # fmt: skip


def judged(action: str, chance: float) -> JudgedAction:
    return JudgedAction(parse_action(action), chance, 0.001, 3.0, 100)


DECISIONS = [
    *(decided(mark) for mark in Mark),
    decided(Mark.BEST, is_even=True),
    decided(Mark.MISTAKE, "-LLL", "+D"),
    decided(Mark.MISTAKE, "+G", "+DG-LK"),
    decided(Mark.MISTAKE, "+DG-LK", "+KKK"),
]
EVENTS = [
    ChanceEvent(1, 0, EventKind.DEAL, None, "", 0.1, 0.05),
    ChanceEvent(1, 3, EventKind.CARDS, 1, "D", -0.09, -0.0412),
    ChanceEvent(1, 4, EventKind.CARDS, 0, "GKK", 0.03, 0.0104),
    ChanceEvent(1, 5, EventKind.BONUS, 1, "10", -0.02, -0.0101),
    ChanceEvent(1, 6, EventKind.BONUS, 0, "1", -0.02, -0.01),
]
PLAYERS = [
    PlayerReview(0, 41, 0.0134, {Mark.INACCURACY: 2, Mark.BLUNDER: 1}, 0.034, 0.966, ()),
    PlayerReview(1, 1, 0.0234, {Mark.INACCURACY: 1}, -0.034, None, ()),
    PlayerReview(1, 0, None, {}, None, None, ()),
]
ROUNDS = [
    RoundReview(1, 1, is_over=True, luck=-0.12, adjusted=0.12),
    RoundReview(2, None, is_over=True, luck=None, adjusted=None),
    RoundReview(3, None, is_over=False, luck=None, adjusted=None),
]


def told(_: Texts) -> Iterator[str]:
    """Every sentence, with the name of its kind."""
    for mark in Mark:
        yield f"mark: {mark_name(mark, _)}"
    for decision in DECISIONS:
        yield f"decision: {decision_words(decision, NAMES, _)}"
    for reason in REASONS:
        yield f"reason: {reason_words(reason, NAMES, _)}"
    for event in EVENTS:
        yield f"event: {chance_event_words(event, NAMES, _)}"
    for played in ROUNDS:
        yield f"round: {round_words(played, NAMES, _)}"
    review = replace(
        made_review(random_match(3)[1]),
        decisions=tuple(DECISIONS),
        events=tuple(EVENTS),
        is_over=False,
        is_complete=False,
        not_judged=BySeat(1, 12),
    )
    for moment in (Moment(1, 0, True, 0.05), Moment(1, 4, False, -0.07), Moment(1, 3, True, -0.04)):
        yield f"moment: {moment_words(moment, review, NAMES, _)}"
    for player in PLAYERS:
        yield f"player: {summary_words(player, NAMES, _)}"
    for note in note_words(review, NAMES, _):
        yield f"note: {note}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_the_one_written_down(language: str) -> None:
    path = FOLDER / f"review-{language}.txt"
    said = "\n".join(told(texts(language))) + "\n"
    if os.environ.get("JAIPUR_WRITE_GOLDENS"):
        path.write_text(said, "utf-8")
    assert said == path.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS, ids=str)
def test_a_reason_cites_only_its_own_numbers(language: str, reason: JudgedReason) -> None:
    _ = texts(language)
    cited = NUMBER.findall(reason_words(reason, NAMES, _))
    known = {str(reason.actions)}
    for value in (reason.best, reason.played):
        known |= {decimal(value, digits, _) for digits in range(3)}
        known |= {decimal(100 * value, digits, _) for digits in range(3)}
    assert set(cited) <= known
    assert len(set(cited) - {str(reason.actions)}) == 2


def test_every_kind_of_reason_and_reply_is_told() -> None:
    assert {reason.kind for reason in REASONS} == set(ReasonKind)
    assert {reason.reply for reason in REASONS} == {*Reply, None}
    assert len({reason_words(reason, NAMES, texts("en")) for reason in REASONS}) == len(REASONS)


def test_numbers_are_told_apart() -> None:
    reason = replace(REASONS[0], best=0.1131, played=0.1134)
    words = reason_words(reason, NAMES, texts("en"))
    assert "11.31\u00a0% of cases instead of 11.34\u00a0%" in words


def test_numbers_in_both_languages() -> None:
    english, french = texts("en"), texts("fr")
    assert decimal(-1.25, 1, english) == "−1.2"
    assert decimal(-0.04, 1, french) == "0,0"
    assert percent_words(0.2431, 0, french) == "24\u00a0%"
    assert [points_words(share, english) for share in (0.005, 0.01, -0.015)] == [
        "0.5\u00a0points",
        "1.0\u00a0point",
        "1.5\u00a0points",
    ]
    assert [points_words(share, french) for share in (0.015, 0.0204)] == [
        "1,5\u00a0point",
        "2,0\u00a0points",
    ]
    assert signed_points_words(0.062, french) == "+6,2\u00a0points"
    assert signed_points_words(-0.062, english) == "−6.2\u00a0points"
    assert signed_points_words(0.0001, english) == "0.0\u00a0points"
