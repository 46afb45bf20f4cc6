"""Chapter 8 of docs/rules.md: the precious goods are sold two at a time."""

from __future__ import annotations

import pytest

from jaipur import GOODS, Card, Reason, Sell
from tests.rules.positions import assert_refused, notations, play, position


@pytest.mark.parametrize("letter", "DGS")
def test_one_precious_card_is_not_sold(letter: str) -> None:
    """R66: diamonds, gold and silver need two cards, whether one or two are in hand."""
    for held in (letter, 2 * letter):
        start = position(market="CCPKK", hand0=held)
        assert_refused(start, f"-{letter}", Reason.PRECIOUS_PAIR, "R66")


@pytest.mark.parametrize("letter", "DGS")
def test_two_precious_cards_are_sold(letter: str) -> None:
    """R66: two cards or more are a sale."""
    sales = [text for text in notations(position(hand0=3 * letter)) if text[0] == "-"]
    assert sales == ["-" + 2 * letter, "-" + 3 * letter]


def test_which_goods_are_precious() -> None:
    """R66: diamonds, gold and silver, and no others."""
    precious = {good for good in GOODS if good.is_precious}
    assert precious == {Card.DIAMOND, Card.GOLD, Card.SILVER}


@pytest.mark.parametrize("letter", "DGS")
def test_two_cards_even_for_the_last_token(letter: str) -> None:
    """R67: with one token left a single card is refused, and two cards take that token."""
    start = position(market="CCPKK", hand0=2 * letter, sold=4 * letter)
    good = next(good for good in GOODS if good.letter == letter)
    assert len(start.pile(good)) == 1
    assert_refused(start, Sell(good, 1), Reason.PRECIOUS_PAIR, "R66")
    assert play(start, f"-{letter}{letter}").tokens(0)[good] == (5,)


@pytest.mark.parametrize("letter", "DGS")
def test_two_cards_even_without_tokens(letter: str) -> None:
    """R68: with no token left the last card still cannot be sold alone."""
    start = position(market="CCPKK", hand0=letter, sold=5 * letter)
    good = next(good for good in GOODS if good.letter == letter)
    assert start.pile(good) == ()
    assert_refused(start, Sell(good, 1), Reason.PRECIOUS_PAIR, "R66")


@pytest.mark.parametrize(("letter", "value"), [("C", 5), ("P", 5), ("L", 4)])
def test_one_card_of_the_other_goods(letter: str, value: int) -> None:
    """R69: cloth, spice and leather are sold one at a time if the seat likes."""
    after = play(position(hand0=letter, hand1="DDGGS"), f"-{letter}")
    assert after.goods_rupees(0) == value
