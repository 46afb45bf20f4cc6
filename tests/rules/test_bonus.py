"""Chapter 7 of docs/rules.md: bonus tokens."""

from __future__ import annotations

import pytest

from jaipur import Card
from jaipur.goods import BONUS_VALUES, TIERS
from tests.rules.positions import play, position

BONUSES = "2113223/654645/T898T"


@pytest.mark.parametrize("count", [1, 2])
def test_small_sales_earn_no_bonus(count: int) -> None:
    """R58: a sale of one or two cards earns none."""
    after = play(position(hand0="LLLLLLL"), "-" + "L" * count)
    assert after.bonus_tokens(0) == ()
    assert after.bonuses_left == (7, 6, 5)


@pytest.mark.parametrize(
    ("count", "value", "left"),
    [(3, 2, (6, 6, 5)), (4, 6, (7, 5, 5)), (5, 10, (7, 6, 4))],
)
def test_a_bonus_for_three_four_and_five(
    count: int, value: int, left: tuple[int, int, int]
) -> None:
    """R58, R59, R60: the sale earns the top token of its tier, and only that one."""
    after = play(position(hand0="LLLLLLL", bonuses=BONUSES), "-" + "L" * count)
    assert after.bonus_tokens(0) == (value,)
    assert after.bonus_tokens(1) == ()
    assert after.bonuses_left == left


@pytest.mark.parametrize("count", [6, 7])
def test_more_than_five_cards_earn_a_bonus_of_tier_5(count: int) -> None:
    """R60: six and seven cards are five or more: one token of tier 5."""
    after = play(position(hand0="LLLLLLL", bonuses=BONUSES), "-" + "L" * count)
    assert after.bonus_tokens(0) == (10,)
    assert after.bonuses_left == (7, 6, 4)


def test_bonus_tokens_come_in_the_order_of_the_pile() -> None:
    """R59: the second sale of three gets the next token of tier 3."""
    after = play(position(hand0="LLL", hand1="CCC", bonuses=BONUSES), "-LLL", "-CCC")
    assert after.bonus_tokens(0) == (2,)
    assert after.bonus_tokens(1) == (1,)
    assert after.bonus_piles[0] == (1, 3, 2, 2, 3)


def test_nobody_knows_a_value_before_it_is_drawn() -> None:
    """R61: whatever the order of the pile, both seats see the same until the sale."""
    low = position(hand0="LLL", bonuses="1223123/445566/889TT")
    high = position(hand0="LLL", bonuses="3223121/445566/889TT")
    assert low.view(0) == high.view(0)
    assert low.view(1) == high.view(1)
    assert play(low, "-LLL").view(0).bonus_tokens == (1,)
    assert play(high, "-LLL").view(0).bonus_tokens == (3,)


def test_what_a_bonus_is_worth() -> None:
    """R62: 1 to 3 rupees in tier 3, 4 to 6 in tier 4, 8 to 10 in tier 5."""
    values = {tier: set(pile) for tier, pile in zip(TIERS, BONUS_VALUES, strict=True)}
    assert values == {3: {1, 2, 3}, 4: {4, 5, 6}, 5: {8, 9, 10}}


@pytest.mark.parametrize(("count", "counts"), [(3, (1, 0, 0)), (4, (0, 1, 0)), (5, (0, 0, 1))])
def test_the_opponent_sees_only_the_tier(count: int, counts: tuple[int, int, int]) -> None:
    """R63: the owner reads the value, the opponent only the tier."""
    after = play(position(hand0="LLLLL", bonuses=BONUSES), "-" + "L" * count)
    assert after.view(0).bonus_tokens == after.bonus_tokens(0) != ()
    assert after.view(1).opponent_bonus_counts == counts
    assert after.view(1).opponent_bonus_tokens is None


def test_the_opponent_cannot_tell_two_values_apart() -> None:
    """R63: a bonus of 1 and a bonus of 3 look the same to the opponent."""
    low = position(hand0="LLL", bonuses="1223123/445566/889TT")
    high = position(hand0="LLL", bonuses="3223121/445566/889TT")
    assert play(low, "-LLL").view(1) == play(high, "-LLL").view(1)


def test_the_bonus_goes_by_cards_and_not_by_tokens() -> None:
    """R64: four cards for three tokens earn tier 4, and three cards for two tokens tier 3."""
    start = position(market="GSKKK", hand0="LLLL", sold="L" * 6, bonuses=BONUSES)
    assert play(start, "-LLLL").tokens(0)[Card.LEATHER] == (1, 1, 1)
    assert play(start, "-LLLL").bonus_tokens(0) == (6,)
    short = position(market="CCKKK", hand0="SSS", sold="SSS", bonuses=BONUSES)
    assert play(short, "-SSS").tokens(0)[Card.SILVER] == (5, 5)
    assert play(short, "-SSS").bonus_tokens(0) == (2,)


@pytest.mark.parametrize(
    ("cards", "sold", "won"),
    [
        ("LLL", "CCCCCCPPPPPPSSSGGGDDD", "1122233/-/-"),
        ("LLLL", "CCCCCCCCPPPPSSSSGGGGDDDD", "-/445566/-"),
        ("SSSSS", "CCCCCPPPPPLLLLLLLLLLDDDDD", "-/-/889TT"),
        ("SSSSSS", "CCCCCPPPPPLLLLLLLLLLDDDDD", "-/-/889TT"),
    ],
)
def test_an_empty_bonus_pile_gives_nothing(cards: str, sold: str, won: str) -> None:
    """R65: no bonus token, and none of another tier."""
    start = position(
        market="GGCKK" if "S" in cards else "GGSKK", hand0=cards, hand1="", sold=sold, bonus1=won
    )
    after = play(start, "-" + cards)
    assert after.bonus_tokens(0) == ()
    assert after.bonus_piles == start.bonus_piles
    assert after.goods_rupees(0) > 0
