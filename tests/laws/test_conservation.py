"""Nothing is lost or made: cards, tokens; and a turn always has an action."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

from hypothesis import given, settings

from jaipur import GOODS, SEATS, Card, Cards, EndCause, Position
from jaipur.compiled import compiled
from jaipur.kernel import layout, rules
from jaipur.packed import one
from tests.depth import tried
from tests.laws.strategies import rounds, sample_rounds

BOX = Counter("D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10 + "K" * 11)
GOODS_TOKENS = {
    "D": [7, 7, 5, 5, 5],
    "G": [6, 6, 5, 5, 5],
    "S": [5, 5, 5, 5, 5],
    "C": [5, 3, 3, 2, 2, 1, 1],
    "P": [5, 3, 3, 2, 2, 1, 1],
    "L": [4, 3, 2, 1, 1, 1, 1, 1, 1],
}
BONUS_TOKENS = [1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 10, 10]


def cards_of(position: Position) -> Counter[str]:
    hands = [*position.hand(0), *position.hand(1)]
    places = [*position.market, *hands, *position.discard, *position.deck]
    cards = Counter(card.letter for card in places)
    cards["K"] += sum(position.herds)
    return cards


def assert_nothing_is_lost(position: Position) -> None:
    cards = cards_of(position)
    assert cards == BOX
    assert cards.total() == 55
    count = 0
    for good in GOODS:
        tokens = [*position.pile(good), *position.tokens(0)[good], *position.tokens(1)[good]]
        assert sorted(tokens, reverse=True) == GOODS_TOKENS[good.letter]
        count += len(tokens)
    assert count == 38
    bonuses = [value for pile in position.bonus_piles for value in pile]
    bonuses += [value for seat in SEATS for value in position.bonus_tokens(seat)]
    assert sorted(bonuses) == BONUS_TOKENS
    assert len(bonuses) == 18
    assert position.bonuses_left == tuple(map(len, position.bonus_piles))


def assert_limits_hold(position: Position) -> None:
    assert all(len(position.hand(seat)) <= 7 for seat in SEATS)
    assert all(Card.CAMEL not in position.hand(seat) for seat in SEATS)
    assert min(position.herds) >= 0
    assert Card.CAMEL not in position.discard
    assert len(position.market) == 5 or position.end is EndCause.DECK


@given(rounds())
@settings(max_examples=tried(20, 60))
def test_cards_and_tokens_are_conserved_along_play(played: tuple[Position, ...]) -> None:
    for position in played:
        assert_nothing_is_lost(position)
        assert_limits_hold(position)


def test_cards_and_tokens_are_conserved_to_the_end_of_every_sort_of_round() -> None:
    causes = set()
    for played in sample_rounds(40):
        for position in played:
            assert_nothing_is_lost(position)
            assert_limits_hold(position)
        causes.add(played[-1].end)
    assert causes == set(EndCause)


@given(rounds())
def test_there_is_a_legal_action_as_long_as_the_round_runs(played: tuple[Position, ...]) -> None:
    codes = layout.new_actions()
    for position in played:
        count = compiled(rules.legal)(position.array, codes)
        assert (count > 0) == (position.end is None)


def handfuls(kinds: str, cards: int) -> list[int]:
    """Every handful of so many cards, packed, whether or not the box has them all."""
    chosen = combinations_with_replacement(map("DGSCPLK".index, kinds), cards)
    return [sum(map(one, handful)) for handful in chosen]


def test_every_full_hand_holds_something_to_sell() -> None:
    codes = layout.new_actions()
    no_camels = Cards("DGSCP").packed
    full = handfuls("DGSCPL", 7)
    assert len(full) == 792
    for hand in full:
        count = compiled(rules.legal_without_exchange)(no_camels, hand, codes)
        assert count > 0
        assert all(rules.taken(code) == 0 for code in codes[:count].tolist())


def test_every_smaller_hand_can_take_from_any_market() -> None:
    codes = layout.new_actions()
    markets = handfuls("DGSCPLK", 5)
    assert len(markets) == 462
    for cards in range(7):
        for hand in handfuls("DGSCPL", cards):
            for market in markets:
                assert compiled(rules.legal_without_exchange)(market, hand, codes) > 0
                assert rules.taken(int(codes[0])) != 0
