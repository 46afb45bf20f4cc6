"""The word `review` in line mode."""

from __future__ import annotations

import pytest

from jaipur.client.review import ReviewRecord
from jaipur.client.review_process import ReviewFailed
from jaipur.judge.model import Review
from jaipur.records import load_record
from jaipur.records.words import names_in
from jaipur.seats import BySeat
from jaipur.texts import texts
from tests.reviews import review_made
from tests.tui.bare import played

from .talks import hear

WORDS = [("en", "review", "Reviewing …"), ("fr", "analyse", texts("fr")("Reviewing …"))]


async def reviewed(record: str) -> Review:
    assert names_in(load_record(record), texts("en")) == BySeat("Ana", "Greedy")
    return review_made(played()[1])


@pytest.mark.parametrize(("language", "word", "first"), WORDS)
def test_after_the_match_it_says_what_was_better(language: str, word: str, first: str) -> None:
    heard = hear(f"resign\nresign\n{word}\n", language=language, review_record=reviewed)
    said, _ = heard.after(word), texts(language)
    assert said[0] == first
    assert any(_("Better: take {cards}.", cards=_("{some}gold", some="")) in line for line in said)
    assert said[-2].startswith("Ana")
    assert not heard.errors


def test_a_person_is_told_of_it() -> None:
    heard = hear("resign\nresign\n", is_terminal=True, review_record=reviewed)
    assert "Type review to hear what could have been played better.\n" in heard.out
    assert "Type review" not in hear("resign\nresign\n", is_terminal=True).out


def test_before_the_end_it_is_refused() -> None:
    heard = hear("review\nmarket\n", is_terminal=True, review_record=reviewed)
    assert "Reviewing" not in heard.out
    assert "not over" in heard.out
    assert "Market, from the left" in heard.out


async def failing(record: str) -> Review:
    raise ReviewFailed


@pytest.mark.parametrize("review_record", [None, failing])
def test_a_review_that_fails_is_said_to(review_record: ReviewRecord | None) -> None:
    heard = hear("resign\nresign\nreview\n", is_terminal=True, review_record=review_record)
    assert "The match could not be reviewed" in heard.out
