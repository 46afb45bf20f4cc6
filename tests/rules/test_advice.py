"""Chapter 16 of docs/rules.md: advice."""

from __future__ import annotations

import pytest

from jaipur import (
    GOODS,
    Card,
    Cards,
    Exchange,
    Sell,
)
from jaipur.errors import REASONS
from jaipur.goods import BONUS_VALUES, CARDS_OF_KIND, TOKEN_VALUES
from tests.rules.docs import ENGLISH, FRENCH, chapters, texts_of_chapters
from tests.rules.positions import (
    notations,
    play,
    position,
)


def test_advice_binds_nobody() -> None:
    """R106: advice is a chapter of its own, the last one, and no refusal cites it."""
    for book, word in ((ENGLISH, "Advice"), (FRENCH, "Conseils")):
        assert texts_of_chapters(book)[-1].startswith(f"{word}\n")
        assert [rule.number for rule in chapters(book)[-1]] == list(range(106, 112))
    assert all(int(rule[1:]) < 106 for rule, _ in REASONS.values())


def test_an_empty_hand_without_camels_fills_slowly() -> None:
    """R107: such a seat gets one good in a turn; with camels it could have had three."""
    without = position(market="DGSKK", hand0="", herd0=0)
    assert notations(without) == ["+D", "+G", "+S", "+KK"]
    assert "+DGS-KKK" in notations(position(market="DGSKK", hand0="", herd0=3))


def test_many_camels_taken_open_the_market_to_the_opponent() -> None:
    """R107: the opponent is the first to choose among the cards drawn."""
    after = play(position(market="CCKKK", hand1="LL", top="DDG"), "+KKK")
    assert after.turn == 1
    assert {"+D", "+G", "+DD-LL"} <= set(notations(after))


def test_a_full_hand_profits_from_a_new_market_only_by_exchange() -> None:
    """R108: with seven goods the opponent gives goods of its hand for what it wants."""
    start = position(market="CCKKK", hand1="LLLLPPP", herd1=2, top="DDG")
    actions = play(start, "+KKK").legal_actions()
    takes = [action for action in actions if not isinstance(action, Sell)]
    assert takes
    for action in takes:
        assert isinstance(action, Exchange)
        assert set(action.give) <= {Card.LEATHER, Card.SPICE}


def test_a_full_hand_cannot_take_all_it_wants() -> None:
    """R108: only goods of the hand can be given, and for all five it may lack other kinds."""
    start = position(market="LLKKK", hand1="LLLLPPP", herd1=2, top="DDG")
    after = play(start, "+KKK")
    assert after.market == Cards("DDGLL")
    assert "+DDG-PPP" in notations(after)
    assert not [text for text in notations(after) if text.startswith(("+DDGL", "+DGLL"))]


def test_a_market_of_camels_leaves_the_opponent_no_good() -> None:
    """R109: the opponent can take nothing but the camels, and then the new cards are ours."""
    start = position(market="DGKKK", herd0=2, hand1="PP", top="DDGGS")
    trap = play(start, "+DG-KK")
    assert trap.market == Cards("KKKKK")
    assert notations(trap) == ["+KKKKK", "-P", "-PP"]
    sprung = play(trap, "+KKKKK")
    assert sprung.turn == 0
    assert sprung.market == Cards("DDGGS")


def test_three_sources_of_income() -> None:
    """R110: precious tokens, first tokens of each pile, and large sales are worth the most."""
    precious = [value for good in GOODS if good.is_precious for value in TOKEN_VALUES[good]]
    others = [value for good in GOODS if not good.is_precious for value in TOKEN_VALUES[good]]
    assert min(precious) >= max(others)
    assert all(values[0] == max(values) for values in TOKEN_VALUES)
    three, four, five = BONUS_VALUES
    assert max(three) < min(four) <= max(four) < min(five)


def test_most_of_the_rupees_are_precious() -> None:
    """R111: diamonds, gold and silver hold most of the rupees of all goods tokens."""
    precious = sum(sum(TOKEN_VALUES[good]) for good in GOODS if good.is_precious)
    assert precious > sum(map(sum, TOKEN_VALUES)) / 2


@pytest.mark.parametrize("good", [good for good in GOODS if good is not Card.SILVER])
def test_selling_first_pays(good: Card) -> None:
    """R111: of two equal sales the first one wins more, except for silver, all of one value."""
    two = 2 * good.letter
    after = play(position(market="SSSKK", hand0=two, hand1=two), f"-{two}", f"-{two}")
    assert sum(after.tokens(0)[good]) > sum(after.tokens(1)[good])


def test_one_large_sale_pays_more_than_small_ones() -> None:
    """R111: five cards at once win more than three and two."""
    start = position(hand0="LLLLL", hand1="P", bonuses="3312221/665544/8T9T8")
    large, small = play(start, "-LLLLL"), play(start, "-LLL", "-P", "-LL")
    assert large.goods_rupees(0) == small.goods_rupees(0)
    assert sum(large.bonus_tokens(0)) > sum(small.bonus_tokens(0))
    assert CARDS_OF_KIND[Card.LEATHER] >= 2 * 5
