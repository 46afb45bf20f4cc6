"""Chapter 9 of docs/rules.md: when a round is over."""

from __future__ import annotations

from itertools import combinations

import pytest

from jaipur import Card, Cards, EndCause, Position, Reason, Sell, Take, TakeCamels
from jaipur.goods import GOODS, TOKEN_VALUES
from tests.rules.positions import assert_refused, play, position, result_of


def late(deck: str) -> Position:
    """A position near the end of the deck; two piles are empty and no third one."""
    return position(market="DDGGS", hand0="SCCP", hand1="PPPLL", deck=deck)


def third_pile(kinds: tuple[Card, ...]) -> Position:
    """A position in which two piles are empty and a sale of two takes all of the third."""
    first, second, third = (good.letter * len(TOKEN_VALUES[good]) for good in kinds)
    return position(hand0=2 * third[0], hand1="", sold=first + second + third[2:])


@pytest.mark.parametrize("kinds", [*combinations(GOODS, 3)])
def test_any_three_empty_piles_end_the_round(kinds: tuple[Card, ...]) -> None:
    """R70, R71: the round is over at once, whichever three of the six piles are empty."""
    start = third_pile(kinds)
    after = start.play(Sell(kinds[2], 2))
    assert start.end is None
    assert after.end is EndCause.TOKENS
    assert after.result is not None


def test_two_empty_piles_do_not_end_the_round() -> None:
    """R70: the second empty pile is not enough."""
    after = play(position(hand0="DD", hand1="", sold="DDDGGGGG"), "-DD")
    assert [len(after.pile(good)) for good in GOODS].count(0) == 2
    assert after.end is None


def test_an_empty_bonus_pile_does_not_count() -> None:
    """R71: two empty goods piles and an empty bonus pile leave the round going."""
    sold = "DDDDDGGGGGCCCCCCPPPPPP"
    start = position(market="SSSKK", hand0="LLL", hand1="", sold=sold, bonus1="122233/-/-")
    after = play(start, "-LLL")
    assert after.bonuses_left[0] == 0
    assert after.end is None


def test_the_last_sale_is_completed() -> None:
    """R72: the sale that empties the third pile takes its tokens and its bonus."""
    sold = "DDDDDGGGGGSSS"
    after = play(position(market="CCPKK", hand0="SSS", hand1="", sold=sold), "-SSS")
    assert after.end is EndCause.TOKENS
    assert after.tokens(0)[Card.SILVER] == (5, 5)
    assert after.bonus_tokens(0) == (1,)
    assert result_of(after).bonus_rupees[0] == 1


def test_a_take_that_the_deck_cannot_refill_ends_the_round() -> None:
    """R73: with no card to fill the gap the round is over at once."""
    after = play(late(""), "+D")
    assert after.end is EndCause.DECK
    assert after.result is not None


def test_camels_that_the_deck_cannot_replace_end_the_round() -> None:
    """R73, R74: the two cards left are laid out and the market has four."""
    start = position(market="DDKKK", hand0="GGSS", hand1="CCPPL", deck="LP")
    after = play(start, "+KKK")
    assert after.end is EndCause.DECK
    assert after.deck_size == 0
    assert after.market == Cards("DDPL")


def test_a_complete_refill_empties_the_deck_and_the_round_goes_on() -> None:
    """R75: the last card of the deck does not end the round, the next gap does."""
    after = play(late("K"), "+D")
    assert after.deck_size == 0
    assert len(after.market) == 5
    assert after.end is None
    assert play(after, "+K").end is EndCause.DECK


def test_camels_refilled_by_the_last_cards() -> None:
    """R75: three camels replaced by the last three cards do not end the round."""
    start = position(market="DDKKK", hand0="GGSS", hand1="CCPPL", deck="LPC")
    after = play(start, "+KKK")
    assert after.deck_size == 0
    assert after.market == Cards("DDCPL")
    assert after.end is None


def test_only_drawing_actions_end_a_round_by_the_deck() -> None:
    """R76: with an empty deck takes end the round; sales and exchanges do not."""
    start = position(market="DDGSK", hand0="SCCP", hand1="PPPLL", herd0=2, deck="")
    ends = {type(a): set[EndCause | None]() for a in start.legal_actions()}
    for action in start.legal_actions():
        ends[type(action)].add(start.play(action).end)
    assert ends.pop(Take) == ends.pop(TakeCamels) == {EndCause.DECK}
    assert list(ends.values()) == [{None}, {None}]


def test_cards_taken_last_are_kept() -> None:
    """R76: the good taken at the end is in the hand, and the camels count in the herd."""
    assert play(late(""), "+D").hand(0) == Cards("DSCCP")
    start = position(market="DDGGK", hand0="SSCC", hand1="PPPLL", herd0=5, herd1=5, deck="")
    after = play(start, "+K")
    assert after.herds[0] == 6
    assert result_of(after).camel_token == 0


@pytest.mark.parametrize(
    ("last", "action", "next_action"),
    [
        (third_pile((Card.DIAMOND, Card.GOLD, Card.SILVER)), "-SS", "+D"),
        (late(""), "+D", "-L"),
        (position(hand0="CC", hand1="PP", exchanges="39/40"), "+DG-CC", "-P"),
    ],
)
def test_nobody_acts_after_the_end(last: Position, action: str, next_action: str) -> None:
    """R77: whatever ended the round, the opponent has no further turn."""
    after = play(last, action)
    assert after.end is not None
    assert after.legal_actions() == ()
    assert_refused(after, next_action, Reason.ROUND_OVER, "R77")
    assert after.view(1).check(Take(Card.DIAMOND)) is Reason.ROUND_OVER


def test_goods_left_in_hand_are_worth_nothing() -> None:
    """R78: a hand of diamonds scores like a hand of leather."""
    rich = position(hand0="DDDDD", hand1="LLLLL", exchanges="40/40", end="exchanges", herd0=0)
    poor = position(hand0="LLLLL", hand1="DDDDD", exchanges="40/40", end="exchanges", herd0=0)
    assert result_of(rich) == result_of(poor)
    assert result_of(rich).goods_rupees[0] == 0
