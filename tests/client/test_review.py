"""What a review says about each scene of a replay, and about a whole match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jaipur.client.replay import scenes_of
from jaipur.client.review import SceneReview, match_chance, review_by_place, review_scenes
from jaipur.client.words.review import (
    luck_lines,
    remark_lines,
    review_lines,
    scene_lines,
    short_summary,
)
from jaipur.judge.model import ChanceEvent, CurvePoint, EventKind, Mark
from jaipur.session.contract.events import ActedEvent
from jaipur.texts import texts
from tests.reviews import decision_made, player_made, review_made
from tests.tui.bare import played

EN = texts("en")
NAMES = ("Ana", "Zoé")


def plain(lines: list[str]) -> list[str]:
    """Sentences with plain spaces only."""
    return [line.replace("\u00a0", " ") for line in lines]


def test_each_scene_gets_its_decision_its_luck_and_its_chances() -> None:
    replay = played()[1]
    review, scenes = review_made(replay), scenes_of(replay, EN)
    parts = review_scenes(scenes, review)
    assert len(parts) == len(scenes)
    for scene, part in zip(scenes, parts, strict=True):
        event = scene.step.event
        is_action = isinstance(event, ActedEvent) and scene.action is not None
        assert (part.decision is not None) is is_action
        if isinstance(event, ActedEvent) and part.decision:
            assert str(part.decision.played.action) == event.action
            assert (part.decision.round, part.decision.number) == (
                scene.step.round.number,
                scene.action,
            )
    deal = parts[0]
    assert [event.kind for event in deal.events] == [EventKind.DEAL]
    assert deal.point == review.curve[0]
    assert sum(part.decision is not None for part in parts) == len(review.decisions)


def test_where_nothing_is_played_the_chances_stay() -> None:
    replay = played()[1]
    scenes = scenes_of(replay, EN)
    parts = review_scenes(scenes, review_made(replay))
    silent = [at for at, scene in enumerate(scenes) if scene.action is None]
    assert len(silent) == 2  # the scoring, and giving up
    for at in silent:
        assert parts[at] == SceneReview(point=parts[at - 1].point)


def test_a_review_of_another_match_says_nothing_wrong() -> None:
    replay = played()[1]
    review = replace(review_made(replay), decisions=(), events=(), curve=())
    assert set(review_scenes(scenes_of(replay, EN), review)) == {SceneReview()}


def test_chances_are_of_seat_0() -> None:
    point = CurvePoint(1, 1, 0.5, 0.7)
    assert match_chance(point, 0) == 0.7
    assert match_chance(point, 1) == pytest.approx(0.3)


def test_a_marked_decision_is_explained_and_a_good_one_is_not() -> None:
    blunder, best = decision_made(1, 6, 0, "-LL", 5), decision_made(1, 1, 0, "-LL", 0)
    assert (blunder.mark, best.mark) == (Mark.BLUNDER, Mark.BEST)
    assert plain(scene_lines(SceneReview(blunder), NAMES, EN)) == [
        "Blunder: 12.4 points of the round given up.",
        "Better: take gold.",
        "Zoé then sells diamonds in 24 % of cases instead of 61 %.",
    ]
    assert scene_lines(SceneReview(best), NAMES, EN) == ["Best choice."]
    assert (SceneReview(blunder).sign, SceneReview(best).sign, SceneReview().sign) == ("??", "", "")
    assert remark_lines(SceneReview(best), NAMES, EN) == []


def test_luck_names_who_had_it_and_a_drawn_token() -> None:
    bonus = ChanceEvent(1, 2, EventKind.BONUS, 0, "3", -0.1, -0.06)
    assert plain(luck_lines(bonus, NAMES, EN)) == [
        "Ana drew a bonus token of 3 rupees.",
        "Luck for Zoé: 6.0 points of the match.",
    ]
    cards = ChanceEvent(1, 2, EventKind.CARDS, 0, "D", 0.0, 0.0004)
    assert luck_lines(cards, NAMES, EN) == []
    assert plain(remark_lines(SceneReview(None, (cards, bonus)), NAMES, EN)) == [
        "Ana drew a bonus token of 3 rupees. Luck for Zoé: 6.0 points of the match."
    ]


def test_a_review_in_sentences_has_marks_luck_and_both_players() -> None:
    review = review_made(played()[1])
    lines = review_lines(review, NAMES, EN)
    marked = [part for part in review_by_place(review).values() if part.sign]
    assert sum("given up. Better: take gold." in line for line in lines) == len(marked)
    assert lines[0].startswith("Round 1, action ")
    assert lines[-2].startswith("Ana: ")
    assert lines[-1].startswith("Zoé: ")


def test_a_player_in_one_line() -> None:
    decisions = [decision_made(1, number, 0, "-LL", number) for number in range(7)]
    player = player_made(0, decisions)
    line = "Ana: ?? 1, ? 1, ?! 1 · 3.2 points given up per decision · luck +12.3"
    assert plain([short_summary(player, NAMES, EN)]) == [line]
    unknown = replace(player, mean_loss=None, luck=None, marks={})
    assert short_summary(unknown, NAMES, EN) == "Ana: ?? 0, ? 0, ?! 0"
