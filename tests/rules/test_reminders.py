"""Chapter 13 of docs/rules.md: reminders, what is known, the house rule, and advice."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from jaipur import (
    GOODS,
    SEATS,
    BySeat,
    Card,
    Cards,
    EndCause,
    Exchange,
    KeyedDeals,
    Match,
    NotationError,
    Position,
    SeededDeals,
    Sell,
    Take,
    TakeCamels,
    View,
    parse_action,
)
from jaipur.errors import REASONS
from jaipur.goods import BONUS_VALUES, CARDS_OF_KIND, TOKEN_VALUES
from tests.rules.docs import ENGLISH, FRENCH, rules
from tests.rules.positions import (
    BOX,
    deal,
    match_after,
    notations,
    play,
    position,
    result_of,
    round_won,
    with_position,
)


def in_the_box(cards: str) -> bool:
    return Counter(cards) <= BOX


HANDS_OF_SEVEN = list(filter(in_the_box, map("".join, combinations_with_replacement("DGSCPL", 7))))
MARKETS = list(filter(in_the_box, map("".join, combinations_with_replacement("DGSCPLK", 5))))


def test_a_full_hand_always_has_something_to_sell() -> None:
    """R95: each of all hands of seven goods offers a sale."""
    assert len(HANDS_OF_SEVEN) == 792 - 3
    for hand in HANDS_OF_SEVEN:
        market = next(market for market in MARKETS if in_the_box(hand + market))
        actions = position(market=market, hand0=hand, herd0=0).legal_actions()
        assert any(isinstance(action, Sell) for action in actions), hand


def test_a_smaller_hand_can_always_take() -> None:
    """R95: each of all markets offers a good, or the camels if it shows nothing else."""
    for market in MARKETS:
        for hand in ("", "CCPPLL"):
            if in_the_box(hand + market):
                actions = position(market=market, hand0=hand, herd0=0).legal_actions()
                way = TakeCamels if market == "KKKKK" else Take
                assert any(isinstance(action, way) for action in actions), market


@pytest.mark.parametrize("text", ["", "pass", "+", "-", "+-"])
def test_there_is_no_passing(text: str) -> None:
    """R95: nothing that means to pass can be written."""
    with pytest.raises(NotationError):
        parse_action(text)


def test_what_is_public() -> None:
    """R96: both seats see the market, the tokens, the discard and all sizes."""
    now = play(position(hand0="LLLC", hand1="PPPPG"), "-LLL", "-PPPP", "+D")
    for view in map(now.view, SEATS):
        assert view.market == now.market
        assert view.discard == now.discard
        assert view.deck_size == now.deck_size
        assert view.bonuses_left == (6, 5, 5)
        assert view.hand_sizes == BySeat(2, 1)
        assert [view.pile(good) for good in GOODS] == [now.pile(good) for good in GOODS]
        assert [view.tokens(seat) for seat in SEATS] == [now.tokens(seat) for seat in SEATS]
    assert now.view(0).opponent_bonus_counts == (0, 1, 0)
    assert now.view(1).opponent_bonus_counts == (1, 0, 0)


def test_cards_taken_from_the_market_are_public() -> None:
    """R96: the opponent knows a good that was taken, until it is given or sold."""
    taken = play(position(market="DGSKK", hand0="LLL", hand1="CC", top="P"), "+D")
    assert taken.view(1).opponent_known == Cards("D")
    exchanged = play(taken, "-C", "+GS-DL")
    assert exchanged.view(1).opponent_known == Cards("GS")
    assert exchanged.view(1).opponent_hidden == 2


def test_what_is_private() -> None:
    """R97: positions that differ only in secrets of the others give equal views."""
    one = position(hand0="LL+D", hand1="CCC", top="PS", bonus1="2/-/-", bonuses=None)
    line = str(one).replace("hand1=CCC", "hand1=CCP").replace("deck=PS", "deck=SC")
    line = line.replace("bonus1=2/-/-", "bonus1=3/-/-").replace("bonuses=112233", "bonuses=211232")
    two = Position.parse(line)
    assert one.view(0) == two.view(0)
    assert one.view(1) != two.view(1)


def test_a_view_has_no_secret() -> None:
    """R97: a view writes each secret as unknown, and its own cards and bonus values in full."""
    now = position(
        hand0="LL",
        hand1="CCC+P",
        sold="CCCCCPPPPPP",
        tokens0="P533",
        bonus0="2/-/-",
        bonus1="3/-/9",
    )
    text = str(now.view(0))
    assert " hand0=LL " in text
    assert " hand1=???+P " in text
    assert " bonus0=2/-/- " in text
    assert " bonus1=?/-/? " in text
    assert f" deck={'?' * now.deck_size} " in text


def test_bonus_values_are_public_at_the_scoring() -> None:
    """R98: the values are unknown before the end and known after it."""
    start = position(hand0="CC", hand1="PPPPL", sold="LLLLLSSS", bonus1="3/-/9", exchanges="39/40")
    assert start.view(0).opponent_bonus_tokens is None
    after = play(start, "+DG-CC")
    assert after.view(0).opponent_bonus_tokens == (9, 3)
    assert result_of(after).bonus_rupees == BySeat(0, 12)


def test_hands_stay_secret_while_the_match_goes_on() -> None:
    """R99: a round that is over does not show the hand of the opponent or the deck."""
    match = match_after(0)
    assert match.result is None
    assert match.view(1).opponent_hidden > 0
    assert "deck=?" in str(match.view(1))


def test_the_whole_match_can_be_told_when_it_is_over() -> None:
    """R99: the key, committed to before the first card, then gives hands and deck to anybody."""
    dealer = KeyedDeals(bytes(range(32)), BySeat(b"left", b"right"))
    match = Match.start(dealer.deal(1))
    match = round_won(round_won(match, 0).next_round(dealer.deal(2)), 0)
    assert match.result is not None
    told = KeyedDeals(dealer.key, dealer.nonces)
    assert told.commitment == dealer.commitment
    assert [told.deal(number) for number in (1, 2)] == [played.deal for played in match.rounds]


def test_a_round_can_be_followed_from_its_deal() -> None:
    """R99: the deal and the actions give every hand and the order of the deck."""
    match = Match.start(SeededDeals(2).deal(0))
    for _ in range(12):
        match = match.play(match.position.legal_actions()[0])
    told = Position.deal(match.round.deal, match.round.starter).play_all(match.round.actions)
    assert told == match.position
    assert told.deck == match.round.deal.deck[40 - told.deck_size :]


def test_no_event_tells_the_size_of_a_herd() -> None:
    """R100: what is announced of an action has no word on herds."""
    start = position(market="DGKKK", herd0=4)
    match = with_position(Match.start(deal()), start).play(parse_action("+KKK"))
    assert match.position.herds[0] == 7
    assert set(match.events[-1].to_json()) == {
        "seat",
        "action",
        "drawn",
        "tokens",
        "bonus_tier",
        "end",
    }
    assert "7" not in str(match.events[-1].to_json())


@pytest.mark.parametrize("number", range(8))
def test_the_size_of_a_herd_follows_from_public_facts(number: int) -> None:
    """R101: the hand sizes after the deal and the actions give both herds."""
    match = Match.start(SeededDeals(9).deal(number))
    herds = [5 - size for size in match.view(0).hand_sizes]
    for turn in range(40):
        actions = match.position.legal_actions()
        if actions:
            match = match.play(actions[7 * turn % len(actions)])
    for event in match.events:
        taken, _, given = str(event.action).partition("-")
        herds[event.seat] += taken.count("K") - given.count("K")
    assert herds == list(match.position.herds)


def few_unseen() -> View:
    """A view with a hidden hand of one card and a deck of two, which are a P and two L."""
    return position(market="DDGGS", hand0="SCCP", hand1="P", deck="LL").view(0)


def test_every_arrangement_of_the_unseen_fits_the_view() -> None:
    """R102: a position drawn for a view looks the same to that seat."""
    view = few_unseen()
    drawn = [Position.determinize(view, seed) for seed in range(50)]
    assert {position.view(0) for position in drawn} == {view}


def test_every_arrangement_of_the_unseen_is_equally_likely() -> None:
    """R102: one spice among three unseen cards lies in each of the three places equally often."""
    view = few_unseen()
    assert view.unseen == Cards("PLL")
    decks = Counter(Position.determinize(view, seed).deck for seed in range(900))
    spice, leather = Card.SPICE, Card.LEATHER
    assert set(decks) == {(spice, leather), (leather, spice), (leather, leather)}
    assert all(abs(count - 300) < 60 for count in decks.values())


def exchanged(start: Position, times: int) -> Position:
    """The position after so many exchanges, always the first that is legal."""
    for _ in range(times):
        start = start.play(next(a for a in start.legal_actions() if isinstance(a, Exchange)))
    return start


def test_exchanges_alone_never_end_a_round() -> None:
    """R103: after a hundred exchanges the deck and the tokens are as before."""
    start = position(hand0="LLC", hand1="CPP", exchanges="0/-")
    after = exchanged(start, 100)
    assert after.end is None
    assert after.deck == start.deck
    assert [after.pile(good) for good in GOODS] == [start.pile(good) for good in GOODS]
    assert after.discard == start.discard


def test_forty_exchanges_in_a_row_end_the_round() -> None:
    """R104: the fortieth, of both seats together, ends the round, which is scored as it stands."""
    start = position(hand0="LLC", hand1="CPP", sold="SS", tokens0="S55")
    almost = exchanged(start, 39)
    assert (almost.end, almost.exchanges) == (None, 39)
    after = exchanged(almost, 1)
    assert after.end is EndCause.EXCHANGES
    assert result_of(after).cause is EndCause.EXCHANGES
    assert result_of(after).goods_rupees[0] == 10


@pytest.mark.parametrize("action", ["+D", "+KK", "-L"])
def test_any_other_action_breaks_the_row(action: str) -> None:
    """R104: the count begins again after a take, camels or a sale."""
    start = position(hand0="LLC", hand1="CPP", exchanges="39/40")
    after = play(start, action)
    assert (after.end, after.exchanges) == (None, 0)


def test_the_house_rule_is_on_by_default_and_can_be_switched_off() -> None:
    """R105: forty without a word, none if it is switched off."""
    assert Match.start(deal()).position.exchange_limit == 40
    assert Position.deal(deal()).exchange_limit == 40
    off = Match.start(deal(), exchange_limit=None)
    assert off.position.exchange_limit is None
    assert round_won(off, 0).next_round(deal()).position.exchange_limit is None


def test_the_count_of_exchanges_is_in_position_view_and_text() -> None:
    """R105: the row is part of everything that describes the round."""
    now = exchanged(position(hand0="LLC", hand1="CPP"), 3)
    assert now.exchanges == now.view(0).exchanges == now.view(1).exchanges == 3
    assert " exchanges=3/40 " in str(now)
    assert " exchanges=3/40 " in str(now.view(0))
    assert Position.parse(str(now)).exchanges == View.parse(str(now.view(1))).exchanges == 3


def test_advice_binds_nobody() -> None:
    """R106: the rest of the chapter is marked as advice, and no refusal cites it."""
    for book, word in ((ENGLISH, "Advice"), (FRENCH, "Conseil")):
        advice = rules(book)
        assert all(advice[number].text.startswith(word) for number in range(106, 112))
        assert not advice[105].text.startswith(word)
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
