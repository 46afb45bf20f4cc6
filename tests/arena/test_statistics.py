"""Intervals, Elo and the sequential test, against games whose true strengths are known."""

import math

import numpy as np
import pytest

from jaipur.arena.elo import expected_score, ratings
from jaipur.arena.results import LUCK_A, MARGIN_A, POINTS_A, PairResult
from jaipur.arena.sprt import AdjustedSprt, Sprt, SprtError, Verdict
from jaipur.arena.statistics import (
    FEWEST_DEALS,
    adjusted_interval,
    adjusted_scores,
    deal_scores,
    design_effect,
    margin_interval,
    score_interval,
    times_fewer,
)

from ..depth import tried
from .fake import fake_field, fake_pair, fake_scores, games_of, lucky_games, with_failures


def chance(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def perfect(a: str, b: str, deals: int) -> PairResult:
    return PairResult(a, b, games_of(np.ones(deals), chance()), (1.0, 1.0))


def test_a_deal_score_is_the_mean_of_its_two_games() -> None:
    scores = np.array([0, 0.25, 0.5, 0.75, 1])
    assert deal_scores(games_of(scores, chance())).tolist() == scores.tolist()


@pytest.mark.parametrize("deals", [50, 1000])
@pytest.mark.parametrize("together", [-0.6, 0.0, 0.8])
@pytest.mark.parametrize("score", [0.5, 0.75, 0.95, 0.995])
def test_the_interval_of_a_score_covers_the_truth(
    score: float, together: float, deals: int
) -> None:
    draws = chance()
    found = [score_interval(fake_scores(deals, score, draws, together)) for _ in range(800)]
    assert np.mean([i.low <= score <= i.high for i in found]) >= 0.93


def test_the_interval_of_a_score_is_no_wider_than_it_must_be() -> None:
    draws = chance()
    halves = [score_interval(fake_scores(1000, 0.5, draws)).half for _ in range(200)]
    assert np.mean(halves) == pytest.approx(1.96 * math.sqrt(0.25 / 2000), rel=0.02)


@pytest.mark.parametrize(("score", "low", "high"), [(1.0, 0.9, 1.0), (0.0, 0.0, 0.1)])
def test_a_clean_sweep_is_not_certain(score: float, low: float, high: float) -> None:
    found = score_interval(np.full(20, score))
    assert found.value == score
    assert low - 0.1 < found.low <= found.high < high + 0.1
    assert 0.05 < found.high - found.low < 0.2


def test_no_deals_say_nothing() -> None:
    nothing = score_interval(np.array([]))
    assert (nothing.low, nothing.high) == (0.0, 1.0)


def test_deals_that_always_split_say_more_than_deals_that_go_to_one_side() -> None:
    split, swept = np.full(100, 0.5), np.array([0.0, 1.0] * 50)
    assert design_effect(split) < 0.2
    assert design_effect(swept) > 1.8
    assert score_interval(split).half < 0.02
    assert score_interval(swept).half > 0.08


def test_the_interval_of_a_margin_covers_the_truth() -> None:
    draws = chance(2)
    hits = 0
    for _ in range(400):
        games = games_of(np.full(60, 0.5), draws)
        games[:, MARGIN_A] = np.repeat(draws.normal(7, 20, 60), 2) + draws.normal(0, 10, 120)
        found = margin_interval(games)
        assert found
        hits += found.low <= 7 <= found.high
    assert 0.92 <= hits / 400 <= 0.98


def test_failed_games_are_left_out_of_the_margin() -> None:
    pair = fake_pair("a", "b", 10, 0, chance())
    games = with_failures(pair, [(0, 0, 1), (7, 1, 4)]).games
    found = margin_interval(games)
    assert found
    assert found.value == pytest.approx(np.delete(pair.games[:, MARGIN_A], [0, 7]).mean())
    lost = with_failures(pair, [(game, 0, 2) for game in range(20)]).games
    assert margin_interval(lost) is None


def test_a_single_deal_claims_no_certainty_about_the_margin() -> None:
    found = margin_interval(games_of(np.ones(1), chance()))
    assert found
    assert found.half > 20


def test_an_adjusted_score_is_the_mean_of_two_results_less_their_luck() -> None:
    games = games_of(np.array([0.5, 1.0, 0.25]), chance())
    games[:, POINTS_A] = [2, 0, 2, 2, 1, 0]
    games[:, LUCK_A] = [300_000, 100_000, -50_000, -250_000, 0, -400_000]
    assert adjusted_scores(games).tolist() == pytest.approx([0.3, 1.15, 0.45])


def test_luck_that_cancels_out_leaves_the_score() -> None:
    games = games_of(np.full(50, 0.5), chance())
    games[0::2, LUCK_A] = chance().integers(-900_000, 900_000, 50)
    games[1::2, LUCK_A] = -games[0::2, LUCK_A]
    assert set(adjusted_scores(games).tolist()) == {0.5}


@pytest.mark.parametrize("deals", [2, 10, 200])
def test_the_interval_of_an_adjusted_score_covers_the_truth(deals: int) -> None:
    draws = chance(7)
    found = [
        adjusted_interval(adjusted_scores(lucky_games(deals, 0.55, draws))) for _ in range(800)
    ]
    assert np.mean([i.low <= 0.55 <= i.high for i in found]) >= 0.93


def test_an_adjusted_score_needs_fewer_deals() -> None:
    games = lucky_games(20_000, 0.5, chance(8))
    plain, adjusted = deal_scores(games), adjusted_scores(games)
    fewer = times_fewer(plain, adjusted)
    assert fewer == pytest.approx(0.25 / (0.25 - 0.4**2), rel=0.05)
    halves = score_interval(plain).half / adjusted_interval(adjusted).half
    assert halves == pytest.approx(math.sqrt(fewer or 0), rel=0.01)


def test_few_deals_and_equal_ones_claim_no_certainty() -> None:
    assert adjusted_interval(np.array([0.7])).half > 1
    assert 0.03 < adjusted_interval(np.full(20, 1.2)).half < 0.1
    assert adjusted_interval(np.full(20, 1.2)).value == pytest.approx(1.2)
    nothing = adjusted_interval(np.array([]))
    assert (nothing.low, nothing.high) == (0.0, 1.0)


def test_variances_of_few_or_equal_deals_are_not_compared() -> None:
    draws = chance(9)
    varied = draws.random(FEWEST_DEALS)
    assert times_fewer(varied, varied) == 1
    assert times_fewer(varied[1:], varied[1:]) is None
    assert times_fewer(np.full(100, 0.5), draws.random(100)) is None
    assert times_fewer(draws.random(100), np.full(100, 0.5)) is None


def test_three_wins_in_four_are_191_points() -> None:
    pair = PairResult("x", "greedy", games_of(np.tile([1, 0.5], 500), chance()), (1.0, 1.0))
    found = ratings([pair], ["x", "greedy"])
    assert found["x"].value == pytest.approx(1500 + 190.85, abs=1)
    assert (found["greedy"].low, found["greedy"].high) == (1500, 1500)


def test_a_draw_is_half_a_win() -> None:
    games = games_of(np.tile([1.0, 0.5], 50), chance())
    drawn = games_of(np.full(100, 0.75), chance())
    one, other = (
        ratings([PairResult("x", "greedy", g, (1.0, 1.0))], ["x", "greedy"])["x"].value
        for g in (games, drawn)
    )
    assert one == pytest.approx(other)


@pytest.mark.parametrize("deals", [1, 2000, 1_000_000])
def test_winning_every_game_is_a_finite_rating(deals: int) -> None:
    found = ratings([perfect("x", "greedy", deals)], ["x", "greedy"])["x"]
    assert 1500 < found.value < 5000
    assert 100 < found.half < 1200


STRENGTHS = {"merchant": 2000.0, "greedy": 1500.0, "trader": 1800.0, "novice": 1100.0}


def test_known_strengths_are_found_again() -> None:
    found = ratings(fake_field(STRENGTHS, 4000, chance(), 0.3), list(STRENGTHS))
    for name, elo in STRENGTHS.items():
        assert found[name].value == pytest.approx(elo, abs=30)


@pytest.mark.parametrize("together", [-0.6, 0.8])
def test_the_intervals_of_elo_cover_the_truth(together: float) -> None:
    draws = chance(3)
    hits = dict.fromkeys(STRENGTHS, 0)
    for _ in range(200):
        found = ratings(fake_field(STRENGTHS, 150, draws, together), list(STRENGTHS))
        for name, elo in STRENGTHS.items():
            hits[name] += found[name].low <= elo <= found[name].high
    assert hits.pop("greedy") == 200
    assert all(0.91 <= hit / 200 < 1 for hit in hits.values()), hits


def test_another_entrant_does_not_upset_the_others() -> None:
    field = fake_field(STRENGTHS, 500, chance())
    before = ratings(field, list(STRENGTHS))
    more = [*field, fake_pair("random", "greedy", 500, -1000, chance())]
    after = ratings(more, [*STRENGTHS, "random"])
    for name in STRENGTHS:
        assert after[name].value == pytest.approx(before[name].value, abs=2)


def test_without_the_anchor_the_mean_is_1500() -> None:
    pairs = fake_field({"x": 0, "y": 100, "z": 300}, 200, chance())
    found = ratings(pairs, ["x", "y", "z"])
    assert np.mean([elo.value for elo in found.values()]) == pytest.approx(1500)
    assert all(elo.half > 5 for elo in found.values())


def test_entrants_that_never_met_still_get_ratings() -> None:
    pairs = [perfect("x", "greedy", 50), fake_pair("y", "z", 50, 100, chance())]
    found = ratings(pairs, ["x", "greedy", "y", "z", "idle"])
    assert all(math.isfinite(elo.value) and math.isfinite(elo.half) for elo in found.values())
    assert found["y"].value > found["z"].value
    assert found["idle"].half > 500


def test_playing_against_itself_says_nothing_about_elo() -> None:
    found = ratings([perfect("greedy", "greedy", 10)], ["greedy", "greedy"])
    assert [elo.value for elo in found.values()] == [1500]


def outcome(test: Sprt, scores: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Verdict:
    after = test.decided_after(scores)
    return Verdict.GOING_ON if after is None else test.verdict(scores[:after])


@pytest.mark.parametrize("together", [-0.5, 0.7][: tried(1, 2)])
@pytest.mark.parametrize(("elo0", "elo1"), [(200, 300), (-50, 50)][: tried(1, 2)])
def test_the_sequential_test_errs_no_more_often_than_it_says(
    elo0: float, elo1: float, together: float
) -> None:
    draws = chance(4)
    test = Sprt(elo0, elo1)
    for elo, right in ((elo0, Verdict.ACCEPT_H0), (elo1, Verdict.ACCEPT_H1)):
        score = expected_score(elo)
        found = [outcome(test, fake_scores(400, score, draws, together)) for _ in range(150)]
        # Errors of 5 %, and a few runs not over yet.
        assert found.count(right) >= 0.9 * 150
        assert found.count(Verdict.GOING_ON) <= 0.03 * 150


@pytest.mark.parametrize(("elo0", "elo1"), [(-40, 40), (30, 100)])
def test_the_test_of_adjusted_scores_errs_no_more_often_than_it_says(
    elo0: float, elo1: float
) -> None:
    draws = chance(10)
    plain, adjusted = Sprt(elo0, elo1), AdjustedSprt(elo0, elo1)
    saved = []
    for elo, right in ((elo0, Verdict.ACCEPT_H0), (elo1, Verdict.ACCEPT_H1)):
        found = []
        for _ in range(200):
            games = lucky_games(400, expected_score(elo), draws, 0.35)
            found.append(outcome(adjusted, adjusted.scores(games)))
            after = [test.decided_after(test.scores(games)) or 400 for test in (plain, adjusted)]
            saved.append(after[0] - after[1])
        # Errors of 5 %, within three standard errors.
        assert found.count(right) >= 0.9 * 200
        assert found.count(Verdict.GOING_ON) <= 0.02 * 200
    assert np.mean(saved) > 0


def test_the_tests_take_their_own_scores() -> None:
    games = lucky_games(40, 0.5, chance())
    assert Sprt(0, 10).scores(games).tolist() == deal_scores(games).tolist()
    assert AdjustedSprt(0, 10).scores(games).tolist() == adjusted_scores(games).tolist()
    assert (Sprt.is_adjusted, AdjustedSprt.is_adjusted) == (False, True)


@pytest.mark.parametrize("score", [1.0, 1.3])
def test_the_first_deals_decide_nothing_by_adjusted_scores(score: float) -> None:
    scores = np.full(200, score)
    for test in (AdjustedSprt(0, 10), AdjustedSprt(-100, 100)):
        after = test.decided_after(scores)
        assert after is not None
        assert after >= FEWEST_DEALS
        assert test.verdict(scores[:after]) is Verdict.ACCEPT_H1
        assert test.llr(scores[: FEWEST_DEALS - 1]) == 0
    assert AdjustedSprt(-10, 10).decided_after(np.full(5000, 0.5)) is None


def test_exchanging_the_players_turns_the_test_round() -> None:
    test = Sprt(-20, 20)
    scores = fake_scores(300, 0.6, chance(5), 0.2)
    for part in (1, 10, 300):
        assert test.llr(scores[:part]) == pytest.approx(-test.llr(1 - scores[:part]), abs=1e-6)
    assert (test.verdict(scores), test.verdict(1 - scores)) == (
        Verdict.ACCEPT_H1,
        Verdict.ACCEPT_H0,
    )


def test_a_clean_sweep_ends_the_test_soon() -> None:
    for test, most in ((Sprt(0, 100), 15), (Sprt(0, 10), 120), (Sprt(-100, 100), 10)):
        won, lost = test.decided_after(np.ones(200)), test.decided_after(np.zeros(200))
        assert won is not None
        assert lost is not None
        assert 2 <= lost <= won <= most
        assert test.verdict(np.ones(won)) is Verdict.ACCEPT_H1
        assert test.verdict(np.zeros(lost)) is Verdict.ACCEPT_H0
        assert test.verdict(np.ones(won - 1)) is Verdict.GOING_ON


@pytest.mark.parametrize("test", [Sprt(0, 20), AdjustedSprt(0, 20)])
def test_the_first_verdict_is_found_wherever_the_look_begins(test: Sprt) -> None:
    scores = fake_scores(3000, 0.53, chance(6))
    after = test.decided_after(scores)
    assert after is not None
    assert after > 200
    assert {test.decided_after(scores, checked) for checked in (1, 127, 130, after - 1)} == {after}
    assert test.decided_after(scores[: after - 1]) is None
    assert all(test.verdict(scores[:n]) is Verdict.GOING_ON for n in range(0, after, 7))


@pytest.mark.parametrize("test", [Sprt(0, 10), AdjustedSprt(0, 10)])
def test_nothing_is_decided_before_the_first_deal(test: Sprt) -> None:
    assert test.llr(np.array([])) == 0
    assert test.verdict(np.array([])) is Verdict.GOING_ON
    assert test.decided_after(np.array([])) is None
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=0.001)


def test_bounds_that_cannot_be_are_refused() -> None:
    with pytest.raises(SprtError, match="10 is not below 5"):
        Sprt(10, 5)
    for bound in (float("nan"), -float("inf"), -2001):
        with pytest.raises(SprtError, match="between -2000 and 2000"):
            Sprt(bound, 5)
    with pytest.raises(SprtError, match=r"between 0 and 0\.5, not 0\.7"):
        Sprt(0, 5, alpha=0.7)
    with pytest.raises(SprtError, match="10 is not below 5"):
        AdjustedSprt(10, 5)
