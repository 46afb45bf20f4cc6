"""Packed cards against plain counting, interpreted and compiled."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from jaipur import packed
from jaipur.compiled import compiled
from jaipur.goods import LETTERS, Card
from jaipur.kernel import rules
from jaipur.kernel.layout import HERD, MARKET, new_actions
from jaipur.position import Position
from tests.laws.strategies import positions

F = TypeVar("F", bound=Callable[..., object])


def plain(function: F) -> F:
    return function


WAYS = (plain, compiled)
handfuls = st.lists(st.sampled_from(list(Card)), max_size=7)


def pack(cards: list[Card]) -> int:
    return sum(packed.one(card) for card in cards)


@given(handfuls)
def test_counting(cards: list[Card]) -> None:
    number, counts = pack(cards), Counter(cards)
    for way in WAYS:
        assert [way(packed.count_of)(number, card) for card in Card] == [counts[c] for c in Card]
        assert way(packed.size)(number) == len(cards)
        assert way(packed.kind_count)(number) == len(counts)
        mask = "".join("f" if counts[card] else "0" for card in Card)
        assert f"{way(packed.kinds)(number):0{len(LETTERS)}x}" == mask


@given(handfuls, handfuls)
def test_comparing(cards: list[Card], others: list[Card]) -> None:
    first, second = pack(cards), pack(others)
    for way in WAYS:
        assert way(packed.holds)(first, second) == (Counter(others) <= Counter(cards))
        assert way(packed.common)(first, second) == pack(
            list((Counter(cards) & Counter(others)).elements())
        )


def test_more_than_seven_of_a_kind_are_held_by_nobody() -> None:
    for card in Card:
        for held, count in product(range(8), range(8, 16)):
            others = 7 * (packed.ONES - packed.one(card))
            assert not packed.holds(held * packed.one(card) + others, count * packed.one(card))


@given(positions())
def test_counting_legal_actions_is_as_good_as_listing_them(position: Position) -> None:
    """What random play uses instead of the list: how many there are, and the n-th exchange."""
    if position.end is not None:
        return
    cells, actions = position.array, new_actions()
    seat = position.turn
    market, herd = int(cells[MARKET]), int(cells[HERD + seat])
    hand = position.hand(seat).packed
    count = rules.legal_actions(market, hand, herd, actions)
    others = rules.legal_without_exchange(market, hand, new_actions())
    for way in WAYS:
        assert way(rules.count_without_exchange)(market, hand) == others
        assert way(rules.count_exchanges)(market, hand, herd) == count - others
        found = [way(rules.nth_exchange)(market, hand, herd, n) for n in range(count - others)]
        assert found == actions[others:count].tolist()
