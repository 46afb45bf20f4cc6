"""Chapter 6 of docs/rules.md: selling."""

from __future__ import annotations

import pytest

from jaipur import GOODS, Card, Cards, EndCause, IllegalAction, Match, Reason, Sell, parse_action
from jaipur.goods import CARDS_OF_KIND, TOKEN_VALUES
from jaipur.kernel.rules import check
from jaipur.session.refusals import allowed_action
from tests.rules.positions import (
    assert_refused,
    deal,
    notations,
    play,
    position,
    with_position,
)


@pytest.mark.parametrize("action", ["-LC", "-LLC", "-DDGG"])
def test_one_kind_in_a_sale(action: str) -> None:
    """R46: goods of two kinds cannot be sold together."""
    assert_refused(position(hand0="LLCDDGG"), action, Reason.ONE_KIND, "R46")


def test_one_sale_in_a_turn() -> None:
    """R46: after a sale the opponent acts, so the second kind has to wait."""
    after = play(position(hand0="LLCC", hand1="PP"), "-LL")
    assert after.turn == 1
    assert_refused(after, "-CC", Reason.NOT_IN_HAND, "R48")
    assert play(after, "-P", "-CC").hand(0) == Cards("")


def test_as_many_cards_as_wanted() -> None:
    """R47: any number of the cards held can be sold, not only all of them."""
    start = position(hand0="LLLL")
    assert [text for text in notations(start) if text[0] == "-"] == ["-L", "-LL", "-LLL", "-LLLL"]
    assert play(start, "-LL").hand(0) == Cards("LL")


def test_cards_sold_come_from_the_own_hand() -> None:
    """R48: neither the opponent's cards nor those of the market can be sold."""
    start = position(market="DGSCC", hand0="L", hand1="LLPP")
    assert_refused(start, "-LL", Reason.NOT_IN_HAND, "R48")
    assert_refused(start, "-P", Reason.NOT_IN_HAND, "R48")
    assert_refused(start, "-C", Reason.NOT_IN_HAND, "R48")


@pytest.mark.parametrize("sale", ["-D", "-DD", "-P", "-PP"])
def test_who_has_no_such_card_is_told_so(sale: str) -> None:
    """R48: that none are held is said before that two would be needed."""
    start = position(market="GSCKK", hand0="GLL")
    with pytest.raises(IllegalAction) as refused:
        allowed_action(sale, start, start.hand(0))
    assert (refused.value.reason, refused.value.rule) == (Reason.NONE_HELD, "R48")


def test_at_least_one_card_is_sold() -> None:
    """R48, R20: a sale of no card is refused."""
    nothing = 0
    assert check(position(hand0="LL").array, nothing) == Reason.NO_CARDS


@pytest.mark.parametrize("count", [-1, 0, 8, 16, 17, 32])
def test_a_number_of_cards_that_no_box_has_is_no_sale(count: int) -> None:
    """R48: a sale of a senseless number of cards is refused."""
    with pytest.raises(ValueError, match="an action has 1 to 7 leather cards, not "):
        Sell(Card.LEATHER, count)


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_a_number_of_cards_that_the_hand_does_not_hold_is_not_sold(count: int) -> None:
    """R48: a sale of more cards than the hand holds is refused, whatever the number."""
    start = position(hand0="LLLPPPC")
    assert start.check(Sell(Card.LEATHER, count)) is Reason.NOT_IN_HAND


def test_the_three_steps_of_a_sale() -> None:
    """R49: the cards are discarded, the goods tokens are taken, and the bonus token comes last."""
    start = position(hand0="PPP", hand1="CC", bonuses="3112223/445566/889TT")
    match = with_position(Match.start(deal()), start).play(parse_action("-PPP"))
    after, event = match.position, match.events[-1]
    assert after.discard.count(Card.SPICE) == start.discard.count(Card.SPICE) + 3
    assert event.tokens == after.tokens(0)[Card.SPICE] == (5, 3, 3)
    assert event.bonus_tier == 3
    assert after.bonus_tokens(0) == (3,)


def test_cards_sold_go_to_the_discard() -> None:
    """R50: the cards leave the hand for the discard, where both seats see them."""
    start = position(hand0="LLC", hand1="PPPPP")
    after = play(start, "-LL")
    assert after.hand(0) == Cards("C")
    assert after.discard == start.discard + Cards("LL")
    assert all(after.view(seat).discard == after.discard for seat in (0, 1))


@pytest.mark.parametrize(
    ("action", "tokens", "left"),
    [
        ("-DD", (7, 7), (5, 5, 5)),
        ("-GGG", (6, 6, 5), (5, 5)),
        ("-SS", (5, 5), (5, 5, 5)),
        ("-C", (5,), (3, 3, 2, 2, 1, 1)),
        ("-PPPP", (5, 3, 3, 2), (2, 1, 1)),
        ("-LLLLL", (4, 3, 2, 1, 1), (1, 1, 1, 1)),
    ],
)
def test_tokens_come_from_the_top(
    action: str, tokens: tuple[int, ...], left: tuple[int, ...]
) -> None:
    """R51: one token for each card sold, the highest values first."""
    cards = action[1:]
    after = play(position(market="KKKKK", herd0=1, hand0=cards, hand1="DGSCC"), action)
    good = next(iter(Cards(cards)))
    assert after.tokens(0)[good] == tokens
    assert after.pile(good) == left


def test_the_second_seller_gets_lower_values() -> None:
    """R51: a later sale goes on where the first one stopped."""
    after = play(position(market="DGSKK", hand0="CC", hand1="CC"), "-CC", "-CC")
    assert after.tokens(0)[Card.CLOTH] == (5, 3)
    assert after.tokens(1)[Card.CLOTH] == (3, 2)


def test_tokens_stay_with_the_seat_that_won_them() -> None:
    """R52: the opponent's later actions leave the tokens where they are."""
    after = play(position(hand0="LLL", hand1="LLCC"), "-LLL", "-LL", "+D", "-CC")
    assert after.tokens(0)[Card.LEATHER] == (4, 3, 2)
    assert after.tokens(1)[Card.LEATHER] == (1, 1)
    assert after.goods_rupees(0) == 9


@pytest.mark.parametrize(("sold", "tokens"), [(4, (2, 1, 1)), (5, (1, 1)), (6, (1,))])
def test_fewer_tokens_than_cards(sold: int, tokens: tuple[int, ...]) -> None:
    """R53: the seat takes what is left when the pile is one token short."""
    start = position(market="DGSKK", hand0="C" * (8 - sold), sold="C" * sold)
    after = play(start, "-" + "C" * min(4, 8 - sold))
    assert after.tokens(0)[Card.CLOTH] == tokens
    assert after.pile(Card.CLOTH) == ()


@pytest.mark.parametrize("letter", "CPL")
def test_a_sale_without_tokens_is_allowed(letter: str) -> None:
    """R54: with the pile empty a card can be sold for nothing."""
    good = next(iter(Cards(letter)))
    tokens = len(TOKEN_VALUES[good])
    start = position(hand0=letter, sold=tokens * letter)
    after = play(start, f"-{letter}")
    assert start.pile(good) == ()
    assert after.tokens(0)[good] == ()
    assert after.hand(0) == Cards("")
    assert after.discard.count(good) == tokens + 1


@pytest.mark.parametrize("letter", "DGS")
def test_the_last_precious_card_is_not_sold_for_nothing(letter: str) -> None:
    """R54, R68: the card that is left when the pile is empty is alone, so it cannot be sold."""
    good = next(iter(Cards(letter)))
    start = position(market="LLLKK", hand0=letter, sold=len(TOKEN_VALUES[good]) * letter)
    assert start.pile(good) == ()
    assert_refused(start, f"-{letter}", Reason.PRECIOUS_PAIR, "R66")


def test_a_sale_without_tokens_is_of_the_last_card() -> None:
    """R54: each good has one card more than tokens, so only one is left when the pile is empty."""
    spare = [CARDS_OF_KIND[good] - len(TOKEN_VALUES[good]) for good in GOODS]
    assert spare == [1] * 6


def test_camels_are_not_sold() -> None:
    """R55: camels have no sale value."""
    start = position(hand0="LL", herd0=3)
    assert_refused(start, "-K", Reason.CAMELS_NOT_SOLD, "R55")
    assert_refused(start, "-LK", Reason.CAMELS_NOT_SOLD, "R55")


def test_a_sale_leaves_the_market_and_the_deck() -> None:
    """R56: nothing is drawn."""
    start = position(hand0="LLL")
    after = play(start, "-LLL")
    assert after.market == start.market
    assert after.deck == start.deck


def test_the_discard_never_comes_back() -> None:
    """R57: with the deck empty the market is not refilled from the discard."""
    start = position(market="DDGGS", hand0="SCCP", hand1="PPPLL", deck="")
    after = play(start, "+D")
    assert len(start.discard) > 0
    assert after.end is EndCause.DECK
    assert after.discard == start.discard
    assert after.market == Cards("DGGS")
