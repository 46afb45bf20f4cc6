"""Chapter 2 of docs/rules.md: taking a single good."""

from __future__ import annotations

import pytest

from jaipur import Card, Cards, Reason, Take, parse_action
from tests.rules.positions import assert_refused, notations, play, position


@pytest.mark.parametrize("letter", "DGS")
def test_a_single_good_goes_to_the_hand(letter: str) -> None:
    """R24: one good leaves the market for the hand of the seat to act."""
    after = play(position(market="DGSKK", hand0="LL", hand1="C", top="P"), f"+{letter}")
    assert after.hand(0) == Cards("LL" + letter)
    assert after.hand(1) == Cards("C")


def test_only_a_good_of_the_market_can_be_taken() -> None:
    """R24: a good that does not lie in the market cannot be taken."""
    assert_refused(position(market="DGSKK"), "+L", Reason.NOT_IN_MARKET, "R24")


def test_two_goods_cannot_be_taken_for_nothing() -> None:
    """R24: a single good is taken, never two."""
    assert_refused(position(market="DGSKK"), "+DG", Reason.UNEQUAL, "R28")


def test_one_of_several_camels_cannot_be_taken() -> None:
    """R24, R36: a camel is not taken like a good."""
    assert_refused(position(market="DGSKK"), "+K", Reason.ALL_CAMELS, "R36")


def test_no_action_takes_one_camel_as_a_good() -> None:
    """R24: taking one is of a good, even when the market has just one camel."""
    assert parse_action("+K") in position(market="DGSCK").legal_actions()
    with pytest.raises(ValueError, match="a camel is not a good"):
        Take(Card.CAMEL)


def test_the_deck_fills_the_gap() -> None:
    """R25: the top card of the deck takes the place of the good taken."""
    after = play(position(market="DGSKK", top="LP", hand1="C"), "+G")
    assert after.market == Cards("DSLKK")
    assert after.deck[0] is Card.SPICE


def test_refills_come_in_the_order_of_the_deck() -> None:
    """R25: each take draws exactly the next card."""
    start = position(market="DGSKK", top="LPC", hand1="C")
    after = play(start, "+D", "+G", "+S")
    assert after.market == Cards("LPCKK")
    assert after.deck == start.deck[3:]


def test_a_camel_turned_up_stays_in_the_market() -> None:
    """R26: a camel that fills the gap lies there for the next turns."""
    after = play(position(market="DGSCC", hand1="L", top="KP"), "+D")
    assert after.market == Cards("GSCCK")
    assert "+K" in notations(after)
    assert play(after, "+G").market == Cards("SCCPK")


def test_a_good_turned_up_is_there_for_the_opponent() -> None:
    """R26: the seat that took keeps to its one good; the opponent may take the new one."""
    after = play(position(market="DGSCC", hand1="L", top="D"), "+D")
    assert after.hand(0) == Cards("D")
    assert "+D" in notations(after)
