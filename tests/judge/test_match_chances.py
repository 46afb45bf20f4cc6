"""Match chances follow from the seals, who starts, and how often a starter wins."""

from __future__ import annotations

import random

import pytest

from jaipur.judge.match_chances import (
    STARTER_WINS,
    TIES,
    after_round,
    from_round,
    match_chance,
    match_weight,
)
from jaipur.seats import SEATS, BySeat, Seat, other

STANDINGS = [(BySeat(zero, one), starter) for zero in (0, 1) for one in (0, 1) for starter in SEATS]


@pytest.mark.parametrize(("seals", "starter"), STANDINGS)
def test_both_seats_share_the_match(seals: BySeat[int], starter: Seat) -> None:
    swapped = BySeat(seals[1], seals[0])
    both = match_chance(seals, starter) + match_chance(swapped, other(starter))
    assert both == pytest.approx(1)


@pytest.mark.parametrize(("seals", "starter"), STANDINGS)
def test_a_match_is_worth_what_its_next_round_makes_of_it(
    seals: BySeat[int], starter: Seat
) -> None:
    win = STARTER_WINS if starter == 0 else 1 - TIES - STARTER_WINS
    expected = (
        win * after_round(seals, 0)
        + (1 - TIES - win) * after_round(seals, 1)
        + TIES * match_chance(seals, other(starter))
    )
    assert match_chance(seals, starter) == pytest.approx(expected)


def test_two_seals_decide_the_match() -> None:
    assert match_chance(BySeat(2, 1), 0) == 1
    assert match_chance(BySeat(0, 2), 0) == 0
    assert after_round(BySeat(1, 1), 0) == 1
    assert match_weight(BySeat(1, 1)) == 1


def test_a_round_counts_for_part_of_the_match() -> None:
    seals = BySeat(0, 1)
    assert from_round(seals, 1) == after_round(seals, 0)
    assert from_round(seals, 0) == after_round(seals, 1) == 0
    assert 0 < match_weight(seals) < 1


def test_matches_played_by_coin_agree_with_the_table() -> None:
    coin, won, matches = random.Random(1), 0, 20_000
    for _ in range(matches):
        seals, starter = BySeat(0, 0), 0
        while max(seals) < 2:
            drawn = coin.random()
            if drawn < TIES:
                starter = 1 - starter
                continue
            winner = starter if drawn < TIES + STARTER_WINS else 1 - starter
            seals = seals.replace(0 if winner == 0 else 1, seals[winner] + 1)
            starter = 1 - winner
        won += seals[0] == 2
    assert won / matches == pytest.approx(match_chance(BySeat(0, 0), 0), abs=0.015)
