"""Which bonus tokens sales can have earned: every way to sell, and no other."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from jaipur import GOODS, Card, ImpossiblePosition, Position, SeededDeals, Sell
from jaipur.goods import CARDS_OF_KIND, TOKEN_VALUES
from jaipur.validation import _ways_to_sell
from tests.depth import tried
from tests.rules.positions import position

Sale = tuple[int, int]
"""Who sold, and how many cards."""


def all_sales(good: Card, cards: int) -> list[list[Sale]]:
    """Every order in which two seats can sell so many cards of a good."""
    if cards == 0:
        return [[]]
    return [
        [(seat, count), *rest]
        for count in range(2 if good.is_precious else 1, min(cards, 7) + 1)
        for rest in all_sales(good, cards - count)
        for seat in (0, 1)
    ]


def outcome(good: Card, sales: list[Sale]) -> tuple[int, tuple[int, ...]]:
    """The tokens seat 0 gets, packed by value, and the bonus sales of both seats."""
    values = list(TOKEN_VALUES[good])
    tokens, earned = 0, [0] * 6
    for seat, count in sales:
        for _ in range(min(count, len(values))):
            value = values.pop(0)
            tokens += 1 << 4 * value if seat == 0 else 0
        if count >= 3:
            earned[3 * seat + min(count, 5) - 3] += 1
    return tokens, tuple(earned)


@pytest.mark.parametrize("good", GOODS, ids=lambda good: good.letter)
def test_the_ways_to_sell_are_those_that_selling_has(good: Card) -> None:
    for cards in range(CARDS_OF_KIND[good] + 1):
        ways = defaultdict[int, set[tuple[int, ...]]](set)
        for sales in all_sales(good, cards):
            tokens, earned = outcome(good, sales)
            ways[tokens].add(earned)
        for tokens, expected in ways.items():
            assert _ways_to_sell(good, cards, tokens) == expected


@pytest.mark.parametrize("seed", range(tried(8, 60)))
def test_no_position_that_is_played_is_refused(seed: int) -> None:
    """The players collect and sell many cards at once, so that bonus tokens of every tier go."""
    chance = random.Random(seed)
    now = Position.deal(SeededDeals(seed).deal(0))
    fewest = chance.choice([1, 3, 4, 5])
    while now.end is None:
        actions = now.legal_actions()
        large = [one for one in actions if isinstance(one, Sell) and one.count >= fewest]
        others = [one for one in actions if not isinstance(one, Sell)]
        now = now.play(chance.choice(large or others or actions))
        assert Position.parse(str(now)) == now


NOT_EARNED = {
    "the other seat has the tokens": {"sold": "LLLLL", "bonus0": "-/-/9"},
    "the tokens of five cards are shared": {"sold": "LLLLL", "tokens0": "L4", "bonus1": "-/-/9"},
    "five cards are one sale": {"sold": "LLLLL", "bonus1": "1/-/9"},
    "four cards are not five": {"sold": "LLLL", "bonus1": "-/-/9"},
    "one silver alone is not sold": {
        "sold": "SSSS",
        "bonus1": "1/-/-",
    },
    "two goods are two sales": {"sold": "LLLPP", "bonus1": "-/-/9"},
}


@pytest.mark.parametrize("fields", NOT_EARNED.values(), ids=NOT_EARNED)
def test_bonus_tokens_that_no_sale_can_have_earned_are_refused(fields: dict[str, str]) -> None:
    """R58: also where enough cards were sold."""
    with pytest.raises(ImpossiblePosition, match="cannot have earned these bonus tokens"):
        position(hand1="DDGGC", **fields)  # type: ignore[arg-type]  # all of these are text


def test_the_same_bonus_tokens_are_accepted_where_they_were_earned() -> None:
    """R58, R60: the cards and tokens of one sale."""
    for fields in (
        {"sold": "LLLLL", "tokens0": "L43211", "bonus0": "-/-/9"},
        {"sold": "LLLLLL", "tokens0": "L4", "bonus1": "-/-/9"},
        {"sold": "SSSSS", "bonus1": "1/-/-"},
    ):
        assert position(hand1="DDGGC", **fields).end is None  # type: ignore[arg-type]  # the same
