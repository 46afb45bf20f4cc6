"""Luck: exact expectations, no bias for any value, and nothing where nothing is turned up."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

import numpy as np
import pytest

from jaipur import Position, SeededDeals
from jaipur.arena.playing import NOBODY, start_round
from jaipur.bots.luck import (
    DRAWS,
    SHARED,
    START_VALUE,
    LuckWorkspace,
    luck_of,
    luck_of_deal,
    mean_over_draws,
    mean_over_samples,
    new_luck_workspace,
)
from jaipur.bots.network import new_layers, rounded
from jaipur.bots.position_network import (
    FEATURES,
    FROM,
    POSITION_FEATURES,
    new_position_values,
    position_features,
    value_of,
)
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.kernel.layout import (
    BONUS,
    BONUS_LEFT,
    BONUS_PILE,
    DECK,
    DECK_LEFT,
    END,
    MARKET,
    RUNNING,
    TURN,
    Array,
    new_position,
)
from jaipur.kernel.lookup import BONUS_FROM
from jaipur.notation import parse_action
from jaipur.packed import count_of, one
from tests.bots.networks import random_network
from tests.laws.strategies import sample_rounds
from tests.rules.positions import mirrored


def cells(position: Position) -> Array:
    return position.array.copy()


def value(position: Array) -> float:
    return float(compiled(value_of)(position, new_position_values()))


def steps(count: int) -> list[tuple[Array, Array]]:
    """Positions before and after the actions of some rounds."""
    rounds = sample_rounds(count)
    return [
        (cells(before), cells(after)) for played in rounds for before, after in pairwise(played)
    ]


def expected_by_counting(before: Array, after: Array) -> float | None:
    """The mean value over every set of cards or token that could have come; None if none could."""
    drawn = int(before[DECK_LEFT] - after[DECK_LEFT])
    if drawn:
        deck = before[DECK : DECK + int(before[DECK_LEFT])].tolist()
        came = sum(one(card) for card in deck[len(deck) - drawn :])
        sets = Counter(combinations(sorted(deck), drawn))
        values = []
        for cards in sets:
            other = after.copy()
            other[MARKET] += sum(map(one, cards)) - came
            values.append(value(other))
        return float(np.average(values, weights=list(sets.values())))
    seat = int(before[TURN])
    for tier in range(3):
        left = int(before[BONUS_LEFT + tier])
        if after[BONUS_LEFT + tier] < left:
            bottom = BONUS_PILE + int(BONUS_FROM[tier])
            values = []
            for token in before[bottom : bottom + left].tolist():
                other = after.copy()
                other[BONUS + seat] = before[BONUS + seat] + (1 << (4 * token))
                values.append(value(other))
            return float(np.mean(values))
    return None


def test_luck_is_the_value_less_its_mean_over_all_that_could_have_come() -> None:
    found, workspace = compiled(luck_of), new_luck_workspace()
    kinds = Counter[str]()
    for before, after in steps(5):
        drawn = int(before[DECK_LEFT] - after[DECK_LEFT])
        if drawn > 3:
            continue
        luck, expected = found(before, after, workspace), expected_by_counting(before, after)
        if expected is None or (drawn and after[END] != RUNNING):
            assert luck == 0
            kinds["none"] += 1
        else:
            assert luck == pytest.approx(value(after) - expected, abs=1e-12)
            kinds[f"{drawn} cards" if drawn else "token"] += 1
    assert kinds.keys() >= {"none", "token", "1 cards", "2 cards", "3 cards"}


def test_the_luck_of_all_that_could_come_adds_up_to_nothing() -> None:
    found, workspace = compiled(luck_of), new_luck_workspace()
    before = next(
        before for before, after in steps(1) if before[DECK_LEFT] - after[DECK_LEFT] == 1
        and after[END] == RUNNING
    )  # fmt: skip
    position = Position._wrap(before)
    take = next(action for action in position.legal_actions() if len(str(action)) == 2)
    total = 0.0
    for place in range(int(before[DECK_LEFT])):
        other = before.copy()
        top = DECK + int(before[DECK_LEFT]) - 1
        other[[DECK + place, top]] = other[[top, DECK + place]]
        total += found(other, cells(Position._wrap(other).play(take)), workspace)
    assert total == pytest.approx(0, abs=1e-9)


def test_sampled_draws_agree_with_all_draws() -> None:
    start = cells(Position.deal(SeededDeals(3).deal(0)))
    deck = sum(one(int(card)) for card in start[DECK : DECK + 40])
    start[MARKET] -= 3
    start[DECK_LEFT] -= 3
    exact = compiled(mean_over_draws)(start.copy(), deck, 3, new_luck_workspace())
    many = new_luck_workspace(20_000)
    sampled = compiled(mean_over_samples)(start.copy(), deck, 3, many)
    assert sampled == pytest.approx(exact, abs=0.002)
    few = compiled(mean_over_samples)(start.copy(), deck, 3, new_luck_workspace(16))
    assert few != exact
    assert few == pytest.approx(exact, abs=0.1)


def test_sets_of_draws_share_what_stands_before_their_first_difference() -> None:
    for row in range(1, len(DRAWS)):
        some, other = int(DRAWS[row - 1]), int(DRAWS[row])
        shared = 0
        while count_of(some, shared) == count_of(other, shared):
            shared += 1
        assert SHARED[row] == shared


def test_the_value_is_the_same_from_both_seats() -> None:
    for played in sample_rounds(3):
        for position in played[::5]:
            there = value(cells(mirrored(position)))
            assert value(cells(position)) == pytest.approx(1 - there, abs=1e-6)


def test_the_value_of_a_finished_round_is_its_result() -> None:
    for played in sample_rounds(6):
        result = played[-1].result
        assert result is not None
        expected = 0.5 if result.winner is None else 1 - result.winner
        assert value(cells(played[-1])) == expected


def test_every_feature_stays_among_its_own_rows() -> None:
    features = np.zeros(FEATURES, np.int64)
    for played in sample_rounds(8):
        for position in played[:-1]:
            position_features(cells(position), features)
            assert (features >= FROM[:-1]).all()
            assert (features < FROM[1:]).all()


def test_compiled_and_interpreted_luck_are_the_same() -> None:
    workspace = new_luck_workspace(4)
    for before, after in steps(1)[::3]:
        assert luck_of(before, after, workspace) == compiled(luck_of)(before, after, workspace)


def test_the_mean_of_all_deals_is_that_of_the_shipped_network() -> None:
    values = [
        compiled(luck_of_deal)(cells(Position.deal(SeededDeals(5).deal(number), starter=0)),
                               new_luck_workspace())
        for number in range(3_000)
    ]  # fmt: skip
    assert abs(np.mean(values)) < 3.5 * np.std(values) / len(values) ** 0.5
    assert 0.5 < START_VALUE < 0.7


def test_luck_has_no_bias_even_with_a_value_that_knows_nothing() -> None:
    """The network here is random: its values are wrong, but its luck still adds up to nothing."""
    nonsense = rounded(random_network(rows=POSITION_FEATURES.rows), POSITION_FEATURES)
    made = new_position_values()
    width = len(nonsense.bias)
    values = made._replace(
        network=nonsense,
        layers=new_layers(nonsense),
        changes=np.zeros((len(made.changes), width), np.int16),
        sums=np.zeros((len(made.sums), width), np.int16),
    )
    workspace = new_luck_workspace(16)._replace(values=values)
    sums = np.array([luck_of_a_round(number, workspace) for number in range(400)])
    assert sums.std() > 0.02
    assert abs(sums.mean()) < 3.5 * sums.std() / len(sums) ** 0.5


def luck_of_a_round(number: int, workspace: LuckWorkspace) -> float:
    """The luck after the deal in a round of a simple player: it takes what is first in the list."""
    position, luck = new_position(), 0.0
    compiled(start_round)(position, 11, number, NOBODY, *sorted_box())
    chance = np.random.default_rng(number)
    for _ in range(25):
        now = Position._wrap(position)
        if now.end is not None:
            break
        actions = [action for action in now.legal_actions() if "-" not in str(action)[1:]]
        after = cells(now.play(actions[int(chance.integers(len(actions)))]))
        luck += compiled(luck_of)(position, after, workspace)
        position = after
    return luck


def test_exchanges_turn_nothing_up() -> None:
    start = Position.deal(SeededDeals(1).deal(0))
    swap = next(action for action in start.legal_actions() if "-" in str(action)[1:])
    assert parse_action(str(swap)) == swap
    assert compiled(luck_of)(cells(start), cells(start.play(swap)), new_luck_workspace()) == 0
