"""Chapter 14 of docs/rules.md: what is public, what is private, and what can be believed."""

from __future__ import annotations

from collections import Counter

import pytest

from jaipur import (
    GOODS,
    SEATS,
    BySeat,
    Card,
    Cards,
    KeyedDeals,
    Match,
    Position,
    SeededDeals,
    View,
    parse_action,
)
from tests.rules.positions import (
    deal,
    match_after,
    play,
    position,
    result_of,
    round_won,
    with_position,
)


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


@pytest.mark.parametrize("action", ["-L", "+DG-LP"])
def test_a_card_that_was_seen_leaves_the_hand_first(action: str) -> None:
    """R96, R102: one hidden leather and two seen; when one goes, the opponent knows of just one.

    Cards of a kind are alike: a hidden leather may be the one that is left, so only one is sure.
    """
    after = play(position(hand0="LP+LL", hand1="CC"), action)
    assert after.view(1).opponent_known.count(Card.LEATHER) == 1
    assert after.hand(0).count(Card.LEATHER) == 2


def test_a_card_nobody_saw_stays_hidden() -> None:
    """R96: hand `L+LL`, play `-L`: the opponent knows exactly one L, and one card is hidden."""
    after = play(position(hand0="L+LL", hand1="CC"), "-L")
    assert after.view(1).opponent_known == Cards("L")
    assert after.view(1).opponent_hidden == 1


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
