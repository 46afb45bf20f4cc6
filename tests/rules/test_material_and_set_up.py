"""Chapter 1 of docs/rules.md: what is in the box, and how a round begins."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from jaipur import (
    GOODS,
    SEATS,
    BySeat,
    Card,
    Cards,
    Deal,
    Exchange,
    ImpossiblePosition,
    KeyedDeals,
    Match,
    NotationError,
    Position,
    Reason,
    SeededDeals,
    Sell,
    Take,
    TakeCamels,
    parse_action,
)
from jaipur.errors import REASONS
from jaipur.goods import (
    BONUS_COUNT,
    BONUS_VALUES,
    CAMEL_TOKEN_VALUE,
    CARD_COUNT,
    CARDS_OF_KIND,
    SEALS_TO_WIN,
    TOKEN_COUNT,
    TOKEN_VALUES,
)
from jaipur.kernel.rules import check
from tests.rules.docs import ENGLISH, FRENCH, rules
from tests.rules.positions import assert_refused, deal, match_after, play, position, result_of

DEALS = [SeededDeals(5).deal(number) for number in range(60)]


def test_two_seats_and_the_richer_one_wins() -> None:
    """R1: there are two seats, and the round goes to the one with more rupees."""
    ended = position(
        hand0="CCPPL", hand1="CCPPL", sold="SS", tokens0="S55", exchanges="40/40", end="exchanges"
    )
    result = result_of(ended)
    assert SEATS == (0, 1)
    assert result.rupees[0] > result.rupees[1]
    assert result.winner == 0


def test_fifty_five_cards() -> None:
    """R2: 6 diamonds, 6 gold, 6 silver, 8 cloth, 8 spice, 10 leather and 11 camels."""
    start = Position.deal(deal())
    cards = Counter([*start.market, *start.hand(0), *start.hand(1), *start.deck])
    cards[Card.CAMEL] += sum(start.herds)
    assert [cards[card] for card in Card] == [6, 6, 6, 8, 8, 10, 11] == list(CARDS_OF_KIND)
    assert cards.total() == CARD_COUNT == 55


def test_a_position_with_a_card_too_few_is_refused() -> None:
    """R2: no other number of cards makes a position."""
    line = str(Position.deal(deal()))
    with pytest.raises(ImpossiblePosition, match="R2"):
        Position.parse(line.replace("hand0=D", "hand0="))


@pytest.mark.parametrize(
    ("good", "values"),
    [
        (Card.DIAMOND, (7, 7, 5, 5, 5)),
        (Card.GOLD, (6, 6, 5, 5, 5)),
        (Card.SILVER, (5, 5, 5, 5, 5)),
        (Card.CLOTH, (5, 3, 3, 2, 2, 1, 1)),
        (Card.SPICE, (5, 3, 3, 2, 2, 1, 1)),
        (Card.LEATHER, (4, 3, 2, 1, 1, 1, 1, 1, 1)),
    ],
)
def test_goods_tokens(good: Card, values: tuple[int, ...]) -> None:
    """R3: the values of each pile of goods tokens, from the top down."""
    assert Position.deal(deal()).pile(good) == values


def test_thirty_eight_goods_tokens() -> None:
    """R3: there are 38 goods tokens in six piles."""
    assert sum(map(len, TOKEN_VALUES)) == TOKEN_COUNT == 38
    assert len(TOKEN_VALUES) == len(GOODS) == 6


def test_bonus_tokens() -> None:
    """R4: 18 bonus tokens, 7 of tier 3, 6 of tier 4 and 5 of tier 5, with these values."""
    start = Position.deal(DEALS[0])
    piles = [sorted(pile) for pile in start.bonus_piles]
    assert piles == [[1, 1, 2, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6], [8, 8, 9, 10, 10]]
    assert start.bonuses_left == (7, 6, 5)
    assert sum(start.bonuses_left) == BONUS_COUNT == 18


def test_goods_tokens_show_their_value_and_bonus_tokens_hide_it() -> None:
    """R5: the opponent reads the goods tokens won, but not the value of a bonus token."""
    seen = play(position(hand0="LLL", bonuses="3122312/445566/889TT"), "-LLL").view(1)
    assert seen.tokens(0)[Card.LEATHER] == (4, 3, 2)
    assert seen.opponent_bonus_counts == (1, 0, 0)
    assert seen.opponent_bonus_tokens is None


def test_one_camel_token_of_five() -> None:
    """R6: the camel token is worth 5 rupees and one seat at most has it."""
    ended = position(herd0=3, herd1=2, hand0="CCPPL", exchanges="40/40", end="exchanges")
    result = result_of(ended)
    assert CAMEL_TOKEN_VALUE == 5
    assert result.camel_token == 0
    assert result.rupees[0] - result.goods_rupees[0] == 5
    assert result.rupees[1] == result.goods_rupees[1]


def test_three_seals_settle_every_match() -> None:
    """R7: three seals are enough, because the match is over when one seat has two."""
    longest = match_after(0, 1, 0)
    assert SEALS_TO_WIN == 2
    assert sum(longest.seals) == 3
    assert longest.result is not None


@pytest.mark.parametrize("dealt", DEALS[:20])
def test_three_camels_lie_in_the_market_first(dealt: Deal) -> None:
    """R8: the market is three camels and the two cards laid beside them."""
    market = Position.deal(dealt).market
    assert market == Cards("KKK") + Cards(dealt.market)


def test_the_other_fifty_two_cards_are_shuffled_together() -> None:
    """R9: every deal orders the same 52 cards, and any kind can come anywhere."""
    assert all(sorted(dealt.cards) == sorted(DEALS[0].cards) for dealt in DEALS)
    assert all(len(dealt.cards) == 52 for dealt in DEALS)
    assert len({dealt.cards for dealt in DEALS}) == len(DEALS)
    assert {dealt.cards[0] for dealt in DEALS} == {dealt.cards[51] for dealt in DEALS} == set(Card)


def test_a_deal_of_other_cards_is_refused() -> None:
    """R9: a deal has the 52 cards that are left after the three camels, and no others."""
    with pytest.raises(ImpossiblePosition):
        Deal((*DEALS[0].cards[1:], Card.CAMEL, Card.CAMEL), BONUS_VALUES, 0)


@pytest.mark.parametrize("dealt", DEALS[:20])
def test_five_cards_for_each_seat(dealt: Deal) -> None:
    """R10: each seat gets five cards, camels counted."""
    start = Position.deal(dealt)
    assert [len(start.hand(seat)) + start.herds[seat] for seat in SEATS] == [5, 5]


def test_the_cards_not_dealt_form_the_deck_face_down() -> None:
    """R11: the deck is the rest of the shuffled cards in order, and no seat sees it."""
    dealt = deal()
    start = Position.deal(dealt)
    assert start.deck == dealt.cards[12:]
    assert all(" deck=" + "?" * 40 + " " in str(start.view(seat)) for seat in SEATS)


@pytest.mark.parametrize("two", ["DG", "SK", "KK", "LL"])
def test_two_more_cards_complete_the_market(two: str) -> None:
    """R12: the two cards beside the camels may be goods, camels or one of each."""
    start = Position.deal(deal(market=two))
    assert start.market == Cards("KKK" + two)
    assert len(start.market) == 5


def test_forty_cards_in_the_deck() -> None:
    """R13: a round starts with 40 cards in the deck."""
    assert {Position.deal(dealt).deck_size for dealt in DEALS} == {40}


def test_no_deck_is_larger_than_forty() -> None:
    """R13: a position with 41 cards in the deck could never come about."""
    line = str(Position.deal(deal(hand0="DGSCP")))
    with pytest.raises(ImpossiblePosition, match="R13"):
        Position.parse(line.replace("hand0=DGSCP", "hand0=DGSC").replace("deck=", "deck=P"))


def test_camels_dealt_go_to_the_herd() -> None:
    """R14: the camels leave the hand for the herd and the goods stay."""
    start = Position.deal(deal(hand0="KDKGK", hand1="LLLLL"))
    assert start.herds == BySeat(3, 0)
    assert start.hand(0) == Cards("DG")
    assert start.hand(1) == Cards("LLLLL")


def test_camels_dealt_are_not_replaced() -> None:
    """R15: a hand may start with fewer than five goods, even with none."""
    start = Position.deal(deal(hand0="KKKKK", hand1="KKKLL"))
    assert [len(start.hand(seat)) for seat in SEATS] == [0, 2]
    assert start.deck_size == 40


@pytest.mark.parametrize("good", GOODS)
def test_piles_are_spread_with_the_highest_value_on_top(good: Card) -> None:
    """R16: both seats see every value of a pile, and the values never rise from the top down."""
    start = Position.deal(deal())
    assert list(start.pile(good)) == sorted(start.pile(good), reverse=True)
    assert all(start.view(seat).pile(good) == TOKEN_VALUES[good] for seat in SEATS)


def test_each_bonus_tier_is_shuffled_by_itself() -> None:
    """R17: every deal keeps the three tiers apart, and orders each of them anew."""
    for tier, values in enumerate(BONUS_VALUES):
        piles = {dealt.bonuses[tier] for dealt in DEALS}
        assert len(piles) > 5
        assert {tuple(sorted(pile)) for pile in piles} == {values}


def test_bonus_piles_lie_as_they_were_shuffled() -> None:
    """R17: the three piles of a round have the order of the deal, top first."""
    assert all(Position.deal(dealt).bonus_piles == dealt.bonuses for dealt in DEALS)


def test_bonus_values_are_face_down() -> None:
    """R17: a view has no value of a bonus pile, and a mix of tiers is no deal."""
    start = Position.deal(DEALS[0])
    assert "bonuses=???????/??????/?????" in str(start.view(0))
    three, four, five = BONUS_VALUES
    with pytest.raises(ImpossiblePosition):
        Deal(DEALS[0].cards, ((*three[:6], 4), (3, *four[1:]), five), 0)


def test_nobody_begins_with_the_camel_token_or_a_seal() -> None:
    """R18: the camel token and the seals lie beside the seats until a round is scored."""
    match = Match.start(deal(hand0="KKKKK"))
    assert match.position.herds == BySeat(5, 0)
    assert match.position.result is None
    assert match.seals == BySeat(0, 0)


@pytest.mark.parametrize(("book", "chance"), [(ENGLISH, "at random"), (FRENCH, "au hasard")])
def test_the_rulebooks_differ_on_who_starts_and_the_rule_says_so(book: str, chance: str) -> None:
    """R19: three let the players pick, one leaves it to chance, one is silent; chance it is."""
    rule = rules(book)[19]
    who_says_what = re.findall(r"00\d", rule.text)
    assert who_says_what == ["000", "002", "003", "004", "001"]
    assert chance in rule.text
    assert rule.sources[:-1] == ("000", "002", "003", "004")


def test_chance_decides_who_starts_the_first_round() -> None:
    """R19: the deal names the starter of a match, and both seats come up."""
    keyed = [KeyedDeals(bytes(32)).deal(number) for number in range(1, 40)]
    for deals in (DEALS, keyed):
        assert {dealt.starter for dealt in deals} == set(SEATS)
        starts = [Match.start(dealt).position for dealt in deals]
        assert [start.turn for start in starts] == [dealt.starter for dealt in deals]
    assert SeededDeals(5).deal(3).starter == DEALS[3].starter


def test_a_turn_is_one_action() -> None:
    """R20: doing nothing is not an action."""
    nothing = 0
    assert check(position(hand0="LL").array, nothing) == Reason.NO_CARDS
    assert REASONS[Reason.NO_CARDS][0] == "R20"


def test_taking_and_selling_in_one_turn_cannot_even_be_written() -> None:
    """R20: an action takes cards or sells cards; a take and a sale together are neither."""
    assert_refused(position(hand0="LLL"), "+D-LLL", Reason.UNEQUAL, "R28")
    with pytest.raises(NotationError):
        parse_action("+D -LLL")


def test_no_sale_after_a_take() -> None:
    """R20, R21: after its action a seat has no second one, because the opponent is to act."""
    taken = play(position(hand0="LLL", hand1="C"), "+D")
    assert taken.turn == 1
    assert_refused(taken, "-LLL", Reason.NOT_IN_HAND, "R48")


def test_only_the_seat_to_act_has_legal_actions() -> None:
    """R21: the view of the other seat lists no action."""
    taken = play(position(hand0="LLL", hand1="C"), "+D")
    assert taken.view(0).legal_actions() == ()
    assert taken.view(1).legal_actions() == taken.legal_actions()


@pytest.mark.parametrize("number", range(10))
def test_seats_alternate_until_the_round_ends(number: int) -> None:
    """R21: each action passes the turn to the opponent."""
    now, turns = Position.deal(DEALS[number]), 0
    while now.end is None and turns < 200:
        after = now.play(now.legal_actions()[turns % 3 % len(now.legal_actions())])
        assert after.turn == 1 - now.turn
        now, turns = after, turns + 1
    assert now.end is not None


def test_three_ways_of_taking_cards() -> None:
    """R22: cards are taken one at a time, in an exchange or as camels; all else is a sale."""
    actions = position(hand0="LLC", herd0=1).legal_actions()
    ways = {type(action) for action in actions}
    assert ways == {Take, Exchange, TakeCamels, Sell}
    assert Take(Card.GOLD) in actions
    assert TakeCamels(2) in actions
    assert Exchange(Cards("DG"), Cards("LK")) in actions


def test_one_way_of_taking_in_a_turn() -> None:
    """R23: two ways cannot be joined in one action."""
    start = position(hand0="LLC", herd0=1)
    assert_refused(start, "+DKK", Reason.GOODS_OR_CAMELS, "R40")
    assert_refused(start, "+DGS-LL", Reason.UNEQUAL, "R28")
    with pytest.raises(NotationError):
        parse_action("+D+KK")
