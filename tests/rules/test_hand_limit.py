"""Chapter 5 of docs/rules.md: seven goods in hand."""

from __future__ import annotations

import pytest

from jaipur import Cards, Exchange, ImpossiblePosition, Position, Reason, Sell, Take, TakeCamels
from tests.rules.positions import assert_refused, notations, play, position


def test_seven_goods_at_the_end_of_a_turn() -> None:
    """R41: the seventh good can be taken, by a take or by an exchange."""
    assert len(play(position(market="DGSKK", hand0="LLLCCC"), "+D").hand(0)) == 7
    assert len(play(position(market="DGSKK", hand0="LLLCC", herd0=2), "+DG-KK").hand(0)) == 7


@pytest.mark.parametrize("hand", ["LLLCC", "LLLCCC", "LLLCCCP"])
def test_no_legal_action_exceeds_seven(hand: str) -> None:
    """R41: whatever the seat does, it ends its turn with seven goods at most."""
    start = position(market="DGSKK", hand0=hand, herd0=3)
    assert all(len(start.play(action).hand(0)) <= 7 for action in start.legal_actions())


def test_a_hand_of_eight_is_impossible() -> None:
    """R41: a position with eight goods in a hand is refused."""
    line = str(position(market="DGSKK", hand0="LLLLL+CC", top="C"))
    with pytest.raises(ImpossiblePosition, match="R41"):
        Position.parse(line.replace("+CC", "+CCC").replace("deck=C", "deck="))


def test_camels_do_not_count() -> None:
    """R42: a seat with camels and six goods may take the seventh good."""
    after = play(position(market="DGSKK", hand0="LLLCCC", herd0=4), "+D")
    assert len(after.hand(0)) == 7
    assert after.herds[0] == 4


def test_a_herd_of_any_size() -> None:
    """R42: one herd may have all eleven camels."""
    start = position(market="DGKKK", hand0="LLLLLLL", herd0=8)
    assert play(start, "+KKK").herds[0] == 11


def test_no_eighth_good() -> None:
    """R43: with seven goods in hand none can be taken alone."""
    start = position(market="DGSKK", hand0="LLLCCCP")
    assert_refused(start, "+D", Reason.HAND_FULL, "R43")
    assert not any(isinstance(action, Take) for action in start.legal_actions())


@pytest.mark.parametrize(("hand", "give"), [("LLLCCC", "KK"), ("LLLCCCP", "LK"), ("LLLCC", "KKK")])
def test_an_exchange_with_camels_keeps_to_the_limit(hand: str, give: str) -> None:
    """R44: camels given may not bring the hand beyond seven."""
    start = position(market="DGSKK", hand0=hand, herd0=4)
    take = "DGS"[: len(give)]
    assert_refused(start, f"+{take}-{give}", Reason.HAND_LIMIT, "R44")


@pytest.mark.parametrize(("give", "size"), [("LLL", 4), ("LLK", 5), ("LKK", 6), ("KKK", 7)])
def test_each_camel_given_makes_the_hand_larger(give: str, size: int) -> None:
    """R44: the hand grows by one good for each camel given."""
    start = position(market="DGSKK", hand0="LLLC", herd0=3)
    assert len(play(start, f"+DGS-{give}").hand(0)) == size


def test_a_full_hand_may_exchange_goods() -> None:
    """R45: goods for goods is possible with seven goods, and no camel can be given."""
    start = position(market="DGSKK", hand0="LLLCCCP", herd0=4)
    assert play(start, "+DG-LL").hand(0) == Cards("DGLCCCP")
    exchanges = [action for action in start.legal_actions() if isinstance(action, Exchange)]
    assert exchanges
    assert not any("K" in str(exchange.give) for exchange in exchanges)


def test_a_full_hand_may_take_camels() -> None:
    """R45: camels can be taken with seven goods, for they join the herd."""
    after = play(position(market="DGSKK", hand0="LLLCCCP", herd0=0), "+KK")
    assert after.herds[0] == 2
    assert len(after.hand(0)) == 7


def test_a_full_hand_may_sell() -> None:
    """R45: selling is possible with seven goods."""
    start = position(market="DGSKK", hand0="LLLCCCP")
    assert play(start, "-LLL").hand(0) == Cards("CCCP")
    kinds = {type(action) for action in start.legal_actions()}
    assert kinds == {Exchange, TakeCamels, Sell}
    assert "-LLL" in notations(start)
