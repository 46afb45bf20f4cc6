"""What is believed of hidden hands: all that may be stay possible, and precious goods are kept."""

from __future__ import annotations

from math import exp

import numpy as np
import pytest
from hypothesis import given, settings

from jaipur import Card, Position, View
from jaipur.bots.afterstate import afterstate_features, new_features
from jaipur.bots.beliefs import (
    BELIEFS_SHAPE,
    COUNTS,
    FURTHEST,
    PARTS,
    WEIGHT,
    BeliefWorkspace,
    believed_hands,
    new_belief_workspace,
    shipped_beliefs,
)
from jaipur.bots.worlds import MOST_HANDS, new_hands, possible_hands
from jaipur.compiled import compiled
from jaipur.kernel.layout import Array
from jaipur.packed import count_of, one
from tests.bots.test_worlds import late_positions
from tests.depth import tried
from tests.laws.strategies import running_positions


def weights_of(hands: Array, count: int) -> dict[int, int]:
    """Hands and their weights, from the running total."""
    return dict(zip(hands[0, :count].tolist(), np.diff(hands[1, :count], prepend=0), strict=True))


def believed(view: View, workspace: BeliefWorkspace | None = None) -> dict[int, int]:
    hands, workspace = new_hands(), workspace or new_belief_workspace()
    return weights_of(hands, compiled(believed_hands)(view.array.copy(), hands, workspace))


def possible(view: View) -> dict[int, int]:
    hands = new_hands()
    return weights_of(hands, compiled(possible_hands)(view.array.copy(), hands))


def slow_belief(view: View, hand: int) -> int:
    """What each feature of the view says of each good in the hand."""
    features = new_features()
    afterstate_features(view.array.copy(), features)
    places = [COUNTS * good + count_of(hand, good) for good in range(6)]
    return int(shipped_beliefs().astype(int)[features][:, places].sum())


@given(running_positions())
@settings(max_examples=tried(15, 40))
def test_all_that_may_be_stays_possible(at: Position) -> None:
    weights = believed(at.view(at.turn))
    assert set(weights) == set(possible(at.view(at.turn)))
    assert min(weights.values()) >= 1
    assert max(weights.values()) == WEIGHT + 1
    assert sum(weights.values()) < MOST_HANDS * (WEIGHT + 2) < 2**31


@given(running_positions())
@settings(max_examples=tried(15, 40))
def test_weights_are_ways_to_draw_a_hand_times_how_well_it_suits(at: Position) -> None:
    view = at.view(at.turn)
    ways, weights = possible(view), believed(view)
    suits = {hand: slow_belief(view, hand) for hand in ways}
    most = max(suits.values())
    exact = {hand: ways[hand] * exp((suits[hand] - most) / PARTS) for hand in ways}
    greatest = max(exact.values())
    for hand, weight in weights.items():
        if most - suits[hand] < FURTHEST:
            assert weight == pytest.approx(1 + WEIGHT * exact[hand] / greatest, rel=1e-3, abs=2)


def test_a_hand_beyond_belief_stays_possible() -> None:
    """With beliefs a hundred times as strong most hands are further away than is counted."""
    strong = new_belief_workspace()._replace(by_feature=shipped_beliefs() * np.int16(100))
    view = late_positions(rounds=1, turns=30)[0].view(0)
    ways, weights = possible(view), believed(view, strong)
    suits = [100 * slow_belief(view, hand) for hand in ways]
    assert max(suits) - min(suits) > FURTHEST
    assert set(weights) == set(ways)
    assert len(ways) > 10
    assert min(weights.values()) == 1
    assert max(weights.values()) == 1 + WEIGHT


def test_interpreted_and_compiled_believe_alike() -> None:
    for at in late_positions(rounds=4, turns=30)[::15]:
        cells, plain, fast = at.view(at.turn).array.copy(), new_hands(), new_hands()
        workspaces = new_belief_workspace(), new_belief_workspace()
        assert believed_hands(cells, plain, workspaces[0]) == compiled(believed_hands)(
            cells, fast, workspaces[1]
        )
        assert np.array_equal(plain, fast)


def test_precious_goods_are_kept_and_cheap_ones_are_not() -> None:
    """In the second half of a round, where one card is hidden that could be of either kind."""
    ratios = []
    for at in late_positions(rounds=tried(20, 40), turns=12):
        view = at.view(at.turn)
        weights, ways = believed(view), possible(view)
        silver, leather = one(Card.SILVER), one(Card.LEATHER)
        if view.deck_size < 20 and {silver, leather} <= set(ways):
            ratios.append(weights[silver] * ways[leather] / weights[leather] / ways[silver])
    assert len(ratios) > tried(10, 20)
    assert np.median(ratios) > 5


def test_the_numbers_fit_the_program() -> None:
    beliefs = shipped_beliefs()
    assert beliefs.shape == BELIEFS_SHAPE
    assert beliefs.dtype == np.int16
    assert beliefs.any(axis=0).all()
    assert -FURTHEST < beliefs.min() < 0 < beliefs.max() < FURTHEST
