"""Chapter 3 of docs/rules.md: exchanging several cards."""

from __future__ import annotations

import pytest

from jaipur import Card, Cards, Exchange, Reason
from tests.rules.positions import assert_refused, notations, play, position


def test_goods_of_different_kinds() -> None:
    """R27: the goods taken may be of different kinds, and they go to the hand."""
    after = play(position(market="DGSKK", hand0="LLC"), "+DGS-LLC")
    assert after.hand(0) == Cards("DGS")
    assert after.market == Cards("LLCKK")


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_as_many_goods_as_wanted(count: int) -> None:
    """R27: from two goods up to the whole market."""
    start = position(market="DDGGS", hand0="LLLLL")
    take, give = "DDGGS"[:count], "L" * count
    assert play(start, f"+{take}-{give}").hand(0) == Cards(take + "L" * (5 - count))


def test_only_goods_that_lie_in_the_market() -> None:
    """R27: a good that the market does not show in that number cannot be taken."""
    start = position(market="DGSKK", hand0="LLL")
    assert_refused(start, "+DC-LL", Reason.NOT_OFFERED, "R27")
    assert_refused(start, "+DD-LL", Reason.NOT_OFFERED, "R27")


@pytest.mark.parametrize("action", ["+DG-LLL", "+DGS-LL", "+DG-L", "+D-LL"])
def test_the_same_number_is_given(action: str) -> None:
    """R28: neither more nor fewer cards are given than taken."""
    assert_refused(position(market="DGSKK", hand0="LLL"), action, Reason.UNEQUAL, "R28")


def test_giving_for_nothing_is_no_exchange() -> None:
    """R28: an exchange that takes nothing is refused, though the same cards could be sold."""
    with pytest.raises(ValueError, match="takes some cards and gives some"):
        Exchange(Cards(""), Cards("LL"))


def test_taking_for_nothing_is_no_exchange() -> None:
    """R28, R32: an exchange that gives nothing is refused, though the camels could be taken."""
    with pytest.raises(ValueError, match="takes some cards and gives some"):
        Exchange(Cards("KK"), Cards(""))


@pytest.mark.parametrize(
    ("give", "hand", "herd", "market"),
    [("LC", "DG", 2, "SLCKK"), ("KK", "DGLC", 0, "SKKKK"), ("LK", "DGC", 1, "SLKKK")],
)
def test_goods_camels_or_both_are_given(give: str, hand: str, herd: int, market: str) -> None:
    """R29: goods alone, camels alone, or a mix."""
    after = play(position(market="DGSKK", hand0="LC", herd0=2), f"+DG-{give}")
    assert after.hand(0) == Cards(hand)
    assert after.herds[0] == herd
    assert after.market == Cards(market)


@pytest.mark.parametrize("give", ["L", "K"])
def test_never_one_for_one(give: str) -> None:
    """R30: one card for one is refused, for a good and for a camel."""
    start = position(market="DGSKK", hand0="L", herd0=1)
    assert_refused(start, f"+D-{give}", Reason.ONE_FOR_ONE, "R30")
    one_for_one = Exchange(Cards("D"), Cards(give))
    assert_refused(start, one_for_one, Reason.ONE_FOR_ONE, "R30")


@pytest.mark.parametrize("action", ["+DG-DL", "+DDG-DLL", "+DG-GD"])
def test_no_kind_both_taken_and_given(action: str) -> None:
    """R31: a kind is on one side of an exchange only."""
    start = position(market="DDGKK", hand0="DGLL")
    assert_refused(start, action, Reason.SAME_KIND, "R31")


def test_a_kind_held_may_be_taken_if_it_is_not_given() -> None:
    """R31: holding a kind does not forbid to take more of it."""
    after = play(position(market="DDGKK", hand0="DGLL"), "+DD-LL")
    assert after.hand(0) == Cards("DDDG")


@pytest.mark.parametrize("action", ["+KK-LL", "+KK-KK"])
def test_camels_are_not_taken_in_an_exchange(action: str) -> None:
    """R32: camels are never what an exchange takes."""
    start = position(market="DGSKK", hand0="LL", herd0=2)
    assert_refused(start, action, Reason.ONLY_GOODS, "R32")


def test_a_good_and_a_camel_are_not_taken_in_an_exchange() -> None:
    """R32, R40: a camel cannot come along with a good either."""
    start = position(market="DGSKK", hand0="LL")
    assert_refused(start, "+DK-LL", Reason.GOODS_OR_CAMELS, "R40")


def test_goods_given_come_from_the_hand() -> None:
    """R33: a good that is not in the hand cannot be given, though the opponent holds it."""
    start = position(market="DGSKK", hand0="L", hand1="LLCC", herd0=0, herd1=1)
    assert_refused(start, "+DG-LL", Reason.NOT_HELD, "R33")
    assert_refused(start, "+DG-CC", Reason.NOT_HELD, "R33")


def test_camels_given_come_from_the_herd() -> None:
    """R33: a camel more than the herd has cannot be given, though the opponent has one."""
    start = position(market="DGSCC", hand0="L", herd0=1, herd1=2)
    assert_refused(start, "+DG-KK", Reason.NOT_IN_HERD, "R33")
    assert "+DG-LK" in notations(start)


def test_an_exchange_draws_no_card() -> None:
    """R34: the cards given bring the market back to five and the deck stays as it is."""
    start = position(market="DGSKK", hand0="LLC")
    after = play(start, "+DGS-LLC")
    assert len(after.market) == 5
    assert after.deck == start.deck
    assert after.discard == start.discard


def test_every_legal_exchange_obeys_the_chapter() -> None:
    """R27, R28, R30, R31, R32: whatever is offered is equal, of two or more, and disjoint."""
    start = position(market="DDGSK", hand0="GLLCC", herd0=2)
    exchanges = [a for a in start.legal_actions() if isinstance(a, Exchange)]
    assert exchanges
    for exchange in exchanges:
        assert len(exchange.take) == len(exchange.give) >= 2
        assert not set(exchange.take) & set(exchange.give)
        assert Card.CAMEL not in exchange.take
