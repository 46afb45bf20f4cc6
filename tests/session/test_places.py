"""The five places of the market: cards never move, and gaps are filled in place."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from jaipur import Card, Exchange, Sell, TakeCamels, parse_action
from jaipur.cards import card_of
from jaipur.errors import Code, SessionError
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Act
from jaipur.session.facts import Acted
from jaipur.session.options import Options
from jaipur.session.places import MarketCards, places_after_deal, places_of, taken_cards
from jaipur.session.table import Table

from .walks import after, any_places, begun, fact_of, playing, walk

OPTIONS = Options(house_rule=False)


def market(text: str) -> MarketCards:
    """Cards from letters, a point for a hole."""
    return tuple(None if letter == "." else card_of(letter) for letter in text)


@pytest.mark.parametrize("seed", range(12))
def test_the_places_hold_the_market_and_nothing_moves_by_itself(seed: int) -> None:
    before: Table | None = None
    for table, fact in walk(seed, "people", OPTIONS if seed % 3 == 0 else None):
        if table.match is not None:
            cards = [card for card in table.market if card is not None]
            assert Counter(cards) == Counter(table.match.position.market)
            assert len(table.market) == 5
        if isinstance(fact, Acted) and before is not None and table.match is not None:
            assert_only_these_changed(before, table, fact)
        elif before is not None and table.dealt_at != table.version:
            assert table.market == before.market
        before = table


def assert_only_these_changed(before: Table, table: Table, fact: Acted) -> None:
    action = fact.action
    assert table.match is not None
    event = table.match.events[-1]
    for place in set(range(5)) - set(fact.places):
        assert table.market[place] == before.market[place]
    left = Counter(card for place in fact.places if (card := before.market[place]) is not None)
    assert left == Counter(taken_cards(action))
    came = tuple(table.market[place] for place in fact.places)
    expected = tuple(action.give) if isinstance(action, Exchange) else event.drawn
    assert came == expected + (None,) * (len(came) - len(expected))
    assert fact.places == tuple(sorted(fact.places))
    if isinstance(action, Sell):
        assert fact.places == ()


def test_a_round_that_ends_with_the_deck_leaves_holes() -> None:
    holes = [
        table.market.count(None)
        for seed in range(12)
        for table, _ in walk(seed, "people", OPTIONS if seed % 3 == 0 else None)
        if table.match is not None and table.match.position.end == "deck"
    ]
    assert holes
    assert min(holes) >= 1
    running = [t for seed in range(12) for t in playing(seed) if None in t.market]
    assert running == []


def test_a_round_begins_with_the_camels_and_two_cards() -> None:
    table = begun()
    assert table.match is not None
    assert table.market == places_after_deal(table.match.round.deal)
    assert table.market[:3] == (Card.CAMEL,) * 3


@pytest.mark.parametrize("seed", range(4))
def test_named_places_are_honoured_and_all_ways_lead_to_one_position(seed: int) -> None:
    chance = random.Random(seed)
    named_otherwise = 0
    for table in playing(seed)[::3]:
        assert table.match is not None
        for action in chance.choices(table.match.position.legal_actions(), k=3):
            act = Act(str(action))
            plain = fact_of(table, table.waits_for[0], act)
            places = any_places(table, act, chance)
            named = fact_of(table, table.waits_for[0], Act(act.action, places))
            assert isinstance(plain, Acted)
            assert isinstance(named, Acted)
            if places is not None:
                assert named.places == tuple(sorted(places))
                named_otherwise += named.places != plain.places
            one, two = table.after(plain), table.after(named)
            assert one.match == two.match
            assert Counter(one.market) == Counter(two.market)
    assert named_otherwise


@pytest.mark.parametrize(
    ("lies", "action", "expected"),
    [
        ("KKKDG", "+D", (3,)),
        ("DKDKD", "+D", (0,)),
        ("DKDKD", "+KK", (1, 3)),
        ("GLDLG", "+GGD-CCK", (0, 2, 4)),
        ("GLDLG", "+LG-CC", (0, 1)),
        ("KKKDG", "-LL", ()),
    ],
)
def test_without_names_the_leftmost_card_of_a_kind_is_taken(
    lies: str, action: str, expected: tuple[int, ...]
) -> None:
    assert places_of(market(lies), parse_action(action)) == expected
    assert places_of(market(lies), parse_action(action), []) == expected


WRONG = [
    ("+D", (0,)),
    ("+D", (3, 3)),
    ("+D", (3, 4)),
    ("+D", (5,)),
    ("+D", (-2,)),
    ("+D", (2**70,)),
    ("+KKK", (0, 1)),
    ("+KKK", (0, 1, 3)),
    ("+KKK", (0, 1, 1)),
    ("+KKK", (0, 1, 2, 3)),
    ("+DG-LL", (3,)),
    ("+DG-LL", (3, 3)),
    ("+DG-LL", (2, 3)),
    ("-LL", (0,)),
    ("-LL", (0, 1)),
]


@pytest.mark.parametrize(("action", "places"), WRONG)
def test_wrong_places_are_refused(action: str, places: tuple[int, ...]) -> None:
    with pytest.raises(SessionError) as refused:
        places_of(market("KKKDG"), parse_action(action), places)
    assert refused.value.code is Code.WRONG_PLACE
    assert "{" not in str(refused.value)


def test_a_hole_is_no_card() -> None:
    with pytest.raises(SessionError):
        places_of(market("D.DGG"), parse_action("+D"), (1,))
    with pytest.raises(SessionError):
        places_of(market(".KKDG"), parse_action("-L"), (0,))


def test_a_wrong_place_does_not_play_the_action() -> None:
    table = begun()
    camels = TakeCamels(table.market.count(Card.CAMEL))
    with pytest.raises(SessionError):
        after(table, table.waits_for[0], Act(str(camels), (3, 4)))
    assert table.phase is Phase.PLAYING
