"""Reviews: chances, losses and luck that fit together, and records that are not whole."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from jaipur.bots.luck import expected_at_start
from jaipur.errors import RecordError
from jaipur.judge import reviewing
from jaipur.judge.chance_events import Chances
from jaipur.judge.judging import SURE, Judge
from jaipur.judge.marks import MARKED, THRESHOLDS
from jaipur.judge.match_chances import from_round, match_chance, match_weight
from jaipur.judge.model import Decision, Depth, EventKind, Mark, Review
from jaipur.judge.reviewing import ReviewRun, judge_state, review_of
from jaipur.judge.summaries import round_review
from jaipur.judge.turns import PlayedRound, PlayedTurn
from jaipur.match import Match
from jaipur.records import Record
from jaipur.seats import BySeat, Seat, other
from tests.matches import random_match, seen_from_seat_0
from tests.rules.positions import before_last_action

MATCH, RECORD = random_match(3)


@cache
def whole() -> Review:
    return review_of(RECORD)


def actions_of(match: Match) -> int:
    return sum(len(played.actions) for played in match.rounds)


def test_every_decision_is_judged_in_order() -> None:
    review = whole()
    assert len(review.decisions) == actions_of(MATCH)
    places = [(one.round, one.number) for one in review.decisions]
    assert places == sorted(places)
    for one in review.decisions:
        played = MATCH.rounds[one.round - 1].events[one.number - 1]
        assert (one.seat, one.played.action) == (played.seat, played.action)


def test_losses_and_marks_belong_together() -> None:
    weights = {number: match_weight(seals) for number, seals in enumerate(seals_before(), 1)}
    for one in whole().decisions:
        assert one.match_loss == pytest.approx(one.loss * weights[one.round])
        if one.played.action == one.best.action:
            assert (one.mark, one.loss, one.gap, one.is_even) == (Mark.BEST, 0, 0, False)
        elif one.gap <= SURE * one.gap_error:
            assert one.is_even
            assert (one.mark, one.loss) == (Mark.GOOD, 0)
        else:
            assert one.loss == one.gap
            assert (one.mark in MARKED) == (one.loss >= min(THRESHOLDS.values()))
        assert bool(one.reasons) <= (one.mark in MARKED)


def seals_before() -> list[BySeat[int]]:
    seals, found = BySeat(0, 0), []
    for result in MATCH.results:
        found.append(seals)
        if result.winner is not None:
            seals = seals.replace(result.winner, seals[result.winner] + 1)
    return found


def test_the_curve_ends_with_the_result() -> None:
    review = whole()
    assert MATCH.result
    winner: Seat = MATCH.result.winner
    assert review.curve[-1].match_chance == 1 - winner
    assert len(review.curve) == actions_of(MATCH) + len(MATCH.rounds)
    for point in review.curve:
        seals = seals_before()[point.round - 1]
        assert point.match_chance == pytest.approx(from_round(seals, point.chance))


def test_the_luck_of_a_round_and_of_a_player_are_sums_of_events() -> None:
    review = whole()
    for played in review.rounds:
        events = [event for event in review.events if event.round == played.number]
        assert events[0].kind is EventKind.DEAL
        assert played.luck == pytest.approx(sum(event.luck for event in events))
        result = MATCH.results[played.number - 1]
        assert played.winner == result.winner
        assert result.winner is not None
        assert played.adjusted == pytest.approx(1 - result.winner - (played.luck or 0))
    zero, one = review.players
    assert zero.luck == pytest.approx(sum(event.match_luck for event in review.events))
    assert one.luck == pytest.approx(-(zero.luck or 0))
    assert zero.adjusted == pytest.approx(1 - (one.adjusted or 0))


def test_every_event_of_chance_is_there() -> None:
    seen = [(one.round, one.number, one.kind, one.cards) for one in whole().events]
    for number, played in enumerate(MATCH.rounds, 1):
        assert (number, 0, EventKind.DEAL, "") in seen
        for place, event in enumerate(played.events, 1):
            drawn = "".join(card.letter for card in event.drawn)
            assert ((number, place, EventKind.CARDS, drawn) in seen) == bool(drawn)
            tokens = [one for one in seen if one[:3] == (number, place, EventKind.BONUS)]
            assert len(tokens) == (event.bonus_tier is not None)


def test_the_three_moments_are_the_largest_changes() -> None:
    review = whole()
    for player in review.players:
        sign = 1 if player.seat == 0 else -1
        changes = [abs(event.match_luck) for event in review.events]
        changes += [one.match_loss for one in review.decisions if one.seat == player.seat]
        largest = sorted(changes, reverse=True)[:3]
        assert [abs(moment.change) for moment in player.moments] == pytest.approx(largest)
        for moment in player.moments:
            if moment.is_luck:
                event = next(
                    one for one in review.events
                    if (one.round, one.number) == (moment.round, moment.number)
                )  # fmt: skip
                assert moment.change == sign * event.match_luck
            else:
                assert moment.change < 0


def test_sums_of_a_player() -> None:
    for player in whole().players:
        mine = [one for one in whole().decisions if one.seat == player.seat]
        assert player.decisions == len(mine) == sum(player.marks.values())
        assert player.mean_loss == pytest.approx(sum(one.loss for one in mine) / len(mine))


def test_known_decisions_are_not_judged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run = ReviewRun(RECORD, Depth.INSTANT)
    known = dict(run.decisions())
    assert len(known) == run.total
    monkeypatch.setattr(reviewing, "Judge", None)
    again = ReviewRun(RECORD, Depth.INSTANT, known)
    assert dict(again.decisions()) == known
    assert again.review() == run.review()


def test_a_review_goes_on_where_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    some = dict(list(ReviewRun(RECORD, Depth.INSTANT).decisions())[:30])
    asked, judged = [], reviewing.judged

    def judged_and_noted(turn: PlayedTurn, judge: Judge) -> Decision:
        asked.append(turn)
        return judged(turn, judge)

    monkeypatch.setattr(reviewing, "judged", judged_and_noted)
    run = ReviewRun(RECORD, Depth.INSTANT, some)
    assert len(list(run.decisions())) == run.total
    assert len(asked) == run.total - 30
    assert run.review() == whole()


def test_a_record_from_one_seat_is_reviewed_as_far_as_it_goes() -> None:
    review = review_of(seen_from_seat_0(MATCH, RECORD))
    mine = [one for one in whole().decisions if one.seat == 0]
    assert not review.is_complete
    assert {one.seat for one in review.decisions} == {0}
    assert review.decisions == tuple(mine)
    assert review.not_judged == BySeat(0, actions_of(MATCH) - len(mine))
    assert review.events == ()
    assert [player.luck for player in review.players] == [None, None]
    assert [player.adjusted for player in review.players] == [None, None]
    assert len(review.curve) == len(mine)


def test_decisions_after_an_unknown_bonus_token_of_ones_own_are_not_judged() -> None:
    written = RECORD.rounds[0]
    tier, place = next(
        (tier, 0) for tier in range(3)
        if any(event.bonus_tier == tier + 3 for event in MATCH.rounds[0].events)
    )  # fmt: skip
    piles = list(written.bonuses)
    piles[tier] = "?" + piles[tier][place + 1 :]
    hidden = replace(written, bonuses=(piles[0], piles[1], piles[2]))
    review = review_of(replace(RECORD, rounds=(hidden, *RECORD.rounds[1:]), proof=None))
    drawer = next(e for e in MATCH.rounds[0].events if e.bonus_tier == tier + 3)
    first = MATCH.rounds[0].events.index(drawer)
    later = [e for e in MATCH.rounds[0].events[first + 1 :] if e.seat == drawer.seat]
    assert review.not_judged[drawer.seat] == len(later)
    assert review.not_judged[1 - drawer.seat] == 0


def test_an_unfinished_match_is_reviewed_too() -> None:
    first = RECORD.rounds[0]
    cut = replace(first, actions=first.actions[:9], comments=(), result=None)
    review = review_of(replace(RECORD, rounds=(cut,), seals=None, proof=None))
    assert len(review.decisions) == 9
    assert not review.is_over
    assert [player.adjusted for player in review.players] == [None, None]
    assert review.rounds[0].adjusted is None
    assert review.rounds[0].luck is not None


def test_a_broken_record_is_refused_before_anything_is_judged() -> None:
    first = RECORD.rounds[0]
    broken: Record = replace(RECORD, rounds=(replace(first, starter=other(first.starter)),))
    with pytest.raises(RecordError):
        ReviewRun(broken, Depth.DEEP)


def test_a_complete_tie_leaves_the_match_to_the_other_starter() -> None:
    before = before_last_action(winner=None)
    last = next(one for one in before.legal_actions() if before.play(one).end is not None)
    seals = BySeat(1, 0)
    turn = PlayedTurn(2, 1, before.turn, last, before, before.play(last), seals, is_known=True)
    played = PlayedRound(2, before, (turn,), seals, is_complete=True)
    assert turn.after.result
    assert turn.after.result.winner is None
    point = list(Chances().curve(played))[-1]
    assert point.chance == 0.5
    assert point.match_chance == match_chance(seals, other(before.starter))
    summed = round_review(played, ())
    assert (summed.winner, summed.is_over, summed.adjusted) == (None, True, 0.5)


def test_the_first_deal_also_decides_who_starts() -> None:
    deal = whole().events[0]
    assert (deal.round, deal.number, deal.kind) == (1, 0, EventKind.DEAL)
    start = whole().curve[0]
    assert deal.match_luck == pytest.approx(start.match_chance - 0.5)
    starter = MATCH.rounds[0].starter
    assert deal.luck == pytest.approx(start.chance - expected_at_start(starter))


def test_the_state_of_the_judge_depends_on_its_depth() -> None:
    assert len({judge_state(depth) for depth in Depth}) == len(Depth)


@pytest.mark.parametrize("name", ["POSITION_NETWORK_FILE", "ROLLOUT_NETWORK_FILE"])
def test_the_state_of_the_judge_depends_on_its_networks(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, another = judge_state(Depth.QUICK), tmp_path / "another.npz"
    another.write_bytes(b"another")
    monkeypatch.setattr(reviewing, name, another)
    assert judge_state(Depth.QUICK) != before
