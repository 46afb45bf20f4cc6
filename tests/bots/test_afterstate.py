"""The features of a view after an action, against a slow version read from docs/training.md."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from jaipur import GOODS, Card, Position, View, other
from jaipur.bots.afterstate import (
    FEATURES,
    FROM,
    ROWS,
    afterstate_features,
    lead_in_view,
    new_features,
)
from jaipur.compiled import compiled
from jaipur.goods import BONUS_VALUES, CARDS_OF_KIND, TOKEN_VALUES
from jaipur.kernel.knowledge import act_in_view
from jaipur.kernel.layout import Array
from jaipur.notation import code_of
from tests.depth import tried
from tests.laws.strategies import positions, running_positions, sample_rounds
from tests.rules.positions import mirrored, position

DOCS = Path(__file__).parents[2] / "docs" / "training.md"
TABLE_HEAD = "| feature | what it says | rows |\n|---|---|---|\n"
ROWS_OF_FEATURE = np.diff(FROM).tolist()
ROUNDS = tried(fast=10, deep=80)

WriteFeatures = Callable[[Array, Array], None]


# The slow version


def pair(first: int, second: int, most: int) -> int:
    """The row of two counts, of which the second is `most` at most."""
    assert 0 <= second <= most
    return first * (most + 1) + second


def slow_features(view: View) -> dict[str, int]:
    """The row of every feature among its own, by name."""
    features: dict[str, int] = {}
    for good in GOODS:
        features |= {
            f"{good.letter} {name}": row for name, row in slow_features_of(view, good).items()
        }
    return features | slow_counts(view) | slow_tokens(view)


def slow_features_of(view: View, good: Card) -> dict[str, int]:
    """What is said of one good."""
    held, known = view.hand.count(good), view.opponent_known.count(good)
    offered, pile, most = view.market.count(good), len(view.pile(good)), len(TOKEN_VALUES[good])
    unseen = CARDS_OF_KIND[good] - held - known - offered - view.discard.count(good)
    return {
        "held, pile": pair(held, pile, most),
        "known, pile": pair(known, pile, most),
        "offered, pile": pair(offered, pile, most),
        "held, offered": pair(held, offered, 5),
        "known, offered": pair(known, offered, 5),
        "unseen, hidden": pair(unseen, view.opponent_hidden, 5),
        "seen by them": view.shown[view.seat].count(good),
    }


def slow_counts(view: View) -> dict[str, int]:
    """What is said of herds, hands, deck and market."""
    mine, theirs = view.herds[view.seat], view.herds[other(view.seat)]
    offered = view.market.count(Card.CAMEL)
    return {
        "herds": pair(mine, theirs, 11),
        "my hand": len(view.hand),
        "their hand, hidden": pair(
            len(view.opponent_known) + view.opponent_hidden, view.opponent_hidden, 5
        ),
        "deck": view.deck_size,
        "camels, gaps": pair(offered, 5 - len(view.market), 5),
        "camels in the deck": CARDS_OF_KIND[Card.CAMEL] - mine - theirs - offered,
    }


def slow_tokens(view: View) -> dict[str, int]:
    """What is said of tokens, of the lead and of the end."""
    features, pending, looked_at = {}, 0, tokens_looked_at(view)
    for tier, values in enumerate(BONUS_VALUES):
        left, theirs = view.bonuses_left[tier], view.opponent_bonus_counts[tier]
        features[f"bonuses for {tier + 3}"] = pair(left, theirs, len(values))
        if left + theirs + len(looked_at[tier]) < len(values):
            pending = tier + 1
    piles = sorted(len(view.pile(good)) for good in GOODS)
    to_the_end, lead = sum(piles[:3]), slow_lead(view)
    stage = min(7, view.deck_size // 4, ceil(Fraction(to_the_end, 2)))
    return features | {
        "pending bonus": pending,
        "to the end, empty": pair(min(to_the_end, 15), min(piles.count(0), 3), 3),
        "lead": min(max(lead, -70), 70) + 70,
        "lead in steps, stage": pair(min(max(floor(Fraction(lead, 4)), -10), 10) + 10, stage, 7),
        "patience": slow_patience(view),
    }


def tokens_looked_at(view: View) -> list[list[int]]:
    """My bonus tokens whose values I know, tier by tier."""
    return [[value for value in view.bonus_tokens if value in tier] for tier in BONUS_VALUES]


def slow_lead(view: View) -> int:
    """Rupees ahead, each token face down at the mean of those that it may be."""
    halves, looked_at = 0, tokens_looked_at(view)
    for tier, values in enumerate(BONUS_VALUES):
        others = list((Counter(values) - Counter(looked_at[tier])).elements())
        theirs = view.opponent_bonus_counts[tier]
        face_down = len(others) - view.bonuses_left[tier] - theirs
        if others:
            halves += floor(2 * Fraction(sum(others), len(others)) * (face_down - theirs))
    known = view.goods_rupees(view.seat) - view.goods_rupees(other(view.seat))
    return known + sum(view.bonus_tokens) + floor(Fraction(halves + 1, 2))


def slow_patience(view: View) -> int:
    """How near the limit of exchanges is."""
    if view.exchange_limit is None:
        return 7
    left = view.exchange_limit - view.exchanges
    least = [2, 3, 4, 5, 8, 13, 25]
    return sum(left >= some for some in least)


# The features are those of the slow version


def views_after(at: Position) -> Iterator[View]:
    """What the mover knows before it acts, and after each action it may do."""
    view = at.view(at.turn)
    yield view
    for action in at.legal_actions():
        cells = view.array.copy()
        act_in_view(cells, code_of(action))
        yield View.from_array(cells)


def assert_as_slow(view: View, write_features: WriteFeatures) -> list[int]:
    features, slow = new_features(), slow_features(view)
    write_features(view.array.copy(), features)
    rows = (features - FROM[:-1]).tolist()
    assert dict(zip(slow, rows, strict=True)) == slow, view
    assert all(0 <= row < most for row, most in zip(rows, ROWS_OF_FEATURE, strict=True)), view
    return list(slow.values())


@cache
def chosen_positions() -> tuple[Position, ...]:
    """Points of whole rounds under every sort of limit, and turns ever nearer to the limit."""
    whole = [at for played in sample_rounds(ROUNDS) for at in played[:-1:5]]
    near = [
        position(market="DGCLK", hand0="SSSPP", herd0=2, exchanges=f"{done}/40")
        for done in (10, 14, 15, 16, 26, 27, 28, 31, 32, 33, 34, 35, 36, 37, 38, 39)
    ]
    sales = [position(hand0=good * 7, turn=0, exchanges="3/-") for good in "CPL"]
    return *whole, *near, *map(mirrored, near), *sales


def test_compiled_features_are_those_of_the_slow_version() -> None:
    """In every place that matters: bonus tokens of each tier pending, all stages, all limits."""
    fast, seen = compiled(afterstate_features), [Counter[int]() for _ in range(FEATURES)]
    for at in chosen_positions():
        for view in views_after(at):
            for counter, row in zip(seen, assert_as_slow(view, fast), strict=True):
                counter[row] += 1
    names = list(slow_features(chosen_positions()[0].view(0)))
    by_name = dict(zip(names, seen, strict=True))
    assert set(by_name["pending bonus"]) == set(range(4))
    assert set(by_name["patience"]) == set(range(8))
    assert {row % 8 for row in by_name["lead in steps, stage"]} == set(range(8))
    assert {row % 6 for row in by_name["camels, gaps"]} >= set(range(4))
    assert {row % 4 for row in by_name["to the end, empty"]} == set(range(4))
    assert min(by_name["lead"]) < 40
    assert max(by_name["lead"]) > 100


@given(running_positions())
@settings(max_examples=15)
def test_interpreted_features_are_those_of_the_slow_version(at: Position) -> None:
    for view in views_after(at):
        assert_as_slow(view, afterstate_features)


@given(positions())
def test_the_features_of_a_seat_that_waits_or_has_finished_are_among_their_own(
    at: Position,
) -> None:
    for seat in (0, 1):
        assert_as_slow(at.view(seat), afterstate_features)


@given(running_positions())
def test_both_seats_have_the_same_facts(at: Position) -> None:
    mine, theirs = new_features(), new_features()
    afterstate_features(at.view(at.turn).array, mine)
    there = mirrored(at)
    afterstate_features(there.view(there.turn).array, theirs)
    assert mine.tolist() == theirs.tolist()


# The lead, reckoned by hand


@pytest.mark.parametrize(
    ("mine", "theirs", "bonuses"),
    [
        ("-/-/-", "-/-/-", 0),
        ("3/-/-", "-/-/-", 3),
        ("-/-/-", "3/-/-", -2),
        ("33/-/-", "1/-/-", 6 - 2),  # 1 1 2 2 2 are left: 1.6
        ("-/6/-", "-/44/-", 6 - 10),  # 4 4 5 5 6 are left: 4.8 each
        ("-/-/8", "-/-/8T", 8 - 18),  # 8 9 10 10 are left: 9.25 each
    ],
)
def test_the_lead_counts_tokens_face_down_at_their_mean(
    mine: str, theirs: str, bonuses: int
) -> None:
    at = position(sold="CCCCCCPPPPPPLLLLL", tokens0="C533221", bonus0=mine, bonus1=theirs, hand1="")
    lead = lead_in_view(at.view(0).array)
    assert lead - (at.goods_rupees(0) - at.goods_rupees(1)) == bonuses


# The page


def table_of_features() -> dict[int, int]:
    """The rows of each feature as the page has them, by number."""
    table = DOCS.read_text("utf-8").split(TABLE_HEAD)[1].split("\n\n")[0]
    rows: list[tuple[int, int]] = []
    for line in table.splitlines():
        numbers, _, counts = re.fullmatch(r"\| (.+?) \| (.+) \| (.+) \|", line).groups()  # type: ignore[union-attr]  # the test fails if it is None
        rows += zip(map(int, numbers.split(",")), map(int, counts.split(",")), strict=True)
    assert len(rows) == len(dict(rows))
    return dict(rows)


def test_the_page_has_every_feature_with_its_rows() -> None:
    assert table_of_features() == dict(enumerate(ROWS_OF_FEATURE))
    assert f"{ROWS:,} rows" in DOCS.read_text("utf-8")
