"""The best review that can be had at once."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from jaipur.judge import review_file, stored_reviews
from jaipur.judge.model import Depth, Mark, Review
from jaipur.judge.review_file import ReviewFile
from jaipur.judge.reviewing import judge_state
from jaipur.judge.stored_reviews import review_at_once
from jaipur.records import Record, load_record
from jaipur.seats import as_seat
from tests.reviews import decision_made, review_made
from tests.tui.bare import played

TEXT = (Path(__file__).parents[2] / "examples" / "match.jaipur").read_text("utf-8")


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Record:
    """The first four actions of a match; nothing about it is stored."""
    monkeypatch.setattr(review_file, "cache_folder", lambda: tmp_path)
    whole = load_record(TEXT)
    first = replace(whole.rounds[0], actions=whole.rounds[0].actions[:4], result=None)
    return replace(whole, rounds=(first,), proof=None, seals=None)


def store(record: Record, depth: Depth, actions: int) -> None:
    with closing(ReviewFile(record, depth, judge_state(depth))) as file:
        file.read()
        for number, action in enumerate(record.rounds[0].actions[:actions], 1):
            seat = as_seat(1 - number % 2)
            file.append(f"1.{number}", decision_made(1, number, seat, str(action), 5))


@pytest.fixture
def instant(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """What was reviewed anew."""
    asked: list[Record] = []

    def review_of(record: Record) -> Review:
        asked.append(record)
        return review_made(played()[1])

    monkeypatch.setattr(stored_reviews, "review_of", review_of)
    return asked


def test_a_deeper_review_made_before_is_used(record: Record, instant: list[Record]) -> None:
    store(record, Depth.QUICK, 4)
    store(record, Depth.STANDARD, 4)
    review = review_at_once(record)
    assert review.depth is Depth.STANDARD
    assert [decision.mark for decision in review.decisions] == [Mark.BLUNDER] * 4
    assert not instant


def test_an_unfinished_one_is_not(record: Record, instant: list[Record]) -> None:
    store(record, Depth.STANDARD, 3)
    review_at_once(record)
    assert instant == [record]
    with closing(ReviewFile(record, Depth.STANDARD, judge_state(Depth.STANDARD))) as file:
        assert len(file.read()) == 3


def test_nothing_is_left_behind(record: Record, instant: list[Record], tmp_path: Path) -> None:
    review_at_once(record)
    assert instant == [record]
    assert not list(tmp_path.rglob("*.jsonl"))
