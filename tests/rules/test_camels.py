"""Chapter 4 of docs/rules.md: camels."""

from __future__ import annotations

import pytest

from jaipur import Cards, Reason, TakeCamels
from tests.rules.positions import assert_refused, notations, play, position


def test_camels_alone_pay_for_several_goods() -> None:
    """R35: a seat with an empty hand takes five goods for five camels."""
    after = play(position(market="DDGGS", hand0="", herd0=5), "+DDGGS-KKKKK")
    assert after.hand(0) == Cards("DDGGS")
    assert after.market == Cards("KKKKK")
    assert after.herds[0] == 0


@pytest.mark.parametrize("some", ["+K", "+KK", "+KKKK"])
def test_all_camels_or_none(some: str) -> None:
    """R36: fewer camels than the market has, or more, cannot be taken."""
    assert_refused(position(market="DGKKK"), some, Reason.ALL_CAMELS, "R36")


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_every_camel_of_the_market_is_taken(count: int) -> None:
    """R36: the only number that can be taken is all of them."""
    market = ("DGSCP" + "K" * count)[count:]
    camels = [a for a in position(market=market).legal_actions() if isinstance(a, TakeCamels)]
    assert camels == [TakeCamels(count)]


@pytest.mark.parametrize("count", [-1, 0, 12, 16, 18])
def test_a_number_of_camels_that_no_box_has_is_no_action(count: int) -> None:
    """R36: a senseless number of camels is refused, and takes no good instead."""
    with pytest.raises(ValueError, match="an action has 1 to 7 camel cards, not "):
        TakeCamels(count)


def test_a_number_of_camels_that_no_market_has_is_not_taken() -> None:
    """R36: six camels are refused."""
    assert position(market="DGLKK").check(TakeCamels(6)) is Reason.ALL_CAMELS


def test_no_camels_without_camels() -> None:
    """R37: a market without a camel gives none."""
    assert_refused(position(market="DGSCP"), "+K", Reason.NO_CAMELS, "R37")


def test_camels_join_the_herd() -> None:
    """R38: the herd grows and the hand does not."""
    after = play(position(market="DGKKK", hand0="LL", herd0=2, herd1=1), "+KKK")
    assert after.herds[0] == 5
    assert after.herds[1] == 1
    assert after.hand(0) == Cards("LL")


def test_as_many_cards_are_drawn() -> None:
    """R39: the next cards of the deck take the places of the camels."""
    start = position(market="DGKKK", top="LPCS")
    after = play(start, "+KKK")
    assert after.market == Cards("DGLPC")
    assert after.deck == start.deck[3:]


def test_camels_drawn_stay_in_the_market() -> None:
    """R26, R39: camels among the cards drawn are not taken along."""
    after = play(position(market="DGKKK", herd0=0, top="KLK"), "+KKK")
    assert after.market == Cards("DGLKK")
    assert after.herds[0] == 3


@pytest.mark.parametrize("action", ["+DK", "+DKK", "+DGK-LLL", "+DKK-LLL"])
def test_goods_or_camels_never_both(action: str) -> None:
    """R40: no action takes goods and camels from the market."""
    start = position(market="DGSKK", hand0="LLL")
    assert_refused(start, action, Reason.GOODS_OR_CAMELS, "R40")


def test_no_legal_action_takes_goods_and_camels() -> None:
    """R40: what can be taken is goods alone or camels alone."""
    start = position(market="DGSKK", hand0="LLL", herd0=3)
    for taken in (text.partition("-")[0].strip("+") for text in notations(start)):
        assert set(taken) <= set("DGS") or taken == "KK"
