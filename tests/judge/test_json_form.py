"""Judged decisions and reviews as JSON data."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from jaipur.errors import NotationError
from jaipur.judge.json_form import decision_from_json, decision_to_json, review_to_json
from jaipur.judge.model import Mark, ReasonKind
from jaipur.seats import BySeat
from tests.matches import random_match

from .fake import made_decisions, made_review

RECORD = random_match(3)[1]
DECISIONS = list(made_decisions(RECORD))


def test_exact_numbers_survive_a_round_trip() -> None:
    for decision in DECISIONS:
        data = json.loads(json.dumps(decision_to_json(decision, None)))
        assert decision_from_json(data) == decision
    assert {one.mark for one in DECISIONS} == set(Mark)
    assert {reason.kind for one in DECISIONS for reason in one.reasons} == set(ReasonKind)


def test_rounding_a_second_time_changes_nothing() -> None:
    for decision in DECISIONS:
        once = decision_to_json(decision)
        assert once["played"]["error"] == 0.012346
        assert decision_to_json(decision_from_json(once)) == once


def test_a_small_negative_number_is_no_negative_zero() -> None:
    data = decision_to_json(DECISIONS[0]) | {"gap": -1e-9}
    assert str(decision_to_json(decision_from_json(data))["gap"]) == "0.0"


def test_the_layout_of_a_review() -> None:
    review = made_review(RECORD)
    data = review_to_json(review, BySeat("Ana", "Ben"))
    assert json.loads(json.dumps(data)) == data
    assert list(data) == [
        "format", "version", "depth", "complete", "over", "players", "decisions", "events", "curve",
        "rounds", "summary", "not_judged",
    ]  # fmt: skip
    assert (data["format"], data["version"], data["depth"]) == ("jaipur-review", 1, "standard")
    assert data["players"] == ["Ana", "Ben"]
    assert len(data["decisions"]) == len(review.decisions)
    assert data["decisions"][0]["played"]["action"] == str(RECORD.rounds[0].actions[0])
    assert data["events"][0]["kind"] == "deal"
    first, second = data["summary"]
    assert (first["name"], second["name"]) == ("Ana", "Ben")
    assert list(first["marks"]) == ["best", "good", "inaccuracy", "mistake", "blunder"]
    assert {moment["kind"] for moment in first["moments"]} <= {"luck", "decision"}


def without(key: str) -> Callable[[dict[str, Any]], object]:
    return lambda data: data.pop(key)


@pytest.mark.parametrize(
    "damage",
    [
        without("played"),
        lambda data: data.update(seat=2),
        lambda data: data.update(number=-1),
        lambda data: data.update(number=True),
        lambda data: data.update(loss="much"),
        lambda data: data.update(gap=float("nan")),
        lambda data: data.update(even=1),
        lambda data: data.update(mark="brilliant"),
        lambda data: data.update(actions=7),
        lambda data: data["best"].update(action="+Z"),
        lambda data: data["best"].update(action=3),
        lambda data: data.update(reasons=[{"kind": "reply"}]),
    ],
)
def test_damaged_data_is_refused(damage: Callable[[dict[str, Any]], object]) -> None:
    data = decision_to_json(DECISIONS[0])
    damage(data)
    with pytest.raises((ValueError, KeyError, TypeError, NotationError)):
        decision_from_json(data)
