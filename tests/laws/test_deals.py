"""Deals: the procedure for people, worked out a second time, and chance that favours no card."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Literal, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaipur import BySeat, Card, Deal, ImpossiblePosition, KeyedDeals, Position, Seat, SeededDeals
from jaipur.deals import nonce_commitment
from tests.depth import tried
from tests.laws.strategies import assert_uniform, chi_square, chi_square_bounds, nonces

VECTORS = Path(__file__).parents[2] / "docs" / "deal-vectors.json"
SORTED_CARDS = "D" * 6 + "G" * 6 + "S" * 6 + "C" * 8 + "P" * 8 + "L" * 10 + "K" * 8
SORTED_BONUSES = ("1122233", "445566", "889TT")
DEALS = tried(fast=1_500, deep=4_000)


class Vector(TypedDict):
    """One entry of the published test vectors."""

    key: str
    nonces: list[str]
    nonce_commitments: list[str]
    commitment: str
    round: int
    starter: int
    cards: str
    bonuses: list[str]


# The procedure, from its description


def words_of(
    key: bytes, nonce_of_each_seat: tuple[bytes, bytes], round_number: int
) -> Iterator[int]:
    """HMAC-SHA-256 of a label, the round, both nonces and a counter, cut into words of 32 bits."""
    counter = 0
    while True:
        message = b"jaipur deal 1" + round_number.to_bytes(4, "big")
        for nonce in nonce_of_each_seat:
            message += len(nonce).to_bytes(1, "big") + nonce
        message += counter.to_bytes(4, "big")
        block = hmac.new(key, message, hashlib.sha256).hexdigest()
        for place in range(0, 64, 8):
            yield int(block[place : place + 8], 16)
        counter += 1


def drawn_below(limit: int, words: Iterator[int]) -> int:
    refused_from = 2**32 - 2**32 % limit
    word = next(words)
    while word >= refused_from:
        word = next(words)
    return word % limit


def fisher_yates(letters: str, words: Iterator[int]) -> str:
    order = list(letters)
    place = len(order) - 1
    while place >= 1:
        chosen = drawn_below(place + 1, words)
        held = order[place]
        order[place] = order[chosen]
        order[chosen] = held
        place -= 1
    return "".join(order)


def worked_out(key: bytes, both: tuple[bytes, bytes], round_number: int) -> Vector:
    words = words_of(key, both, round_number)
    starter = drawn_below(2, words)
    cards = fisher_yates(SORTED_CARDS, words)
    bonuses = [fisher_yates(pile, words) for pile in SORTED_BONUSES]
    return Vector(
        key=key.hex(),
        nonces=[nonce.hex() for nonce in both],
        nonce_commitments=[hashlib.sha256(b"jaipur nonce 1" + nonce).hexdigest() for nonce in both],
        commitment=hashlib.sha256(b"jaipur commitment 1" + key).hexdigest(),
        round=round_number,
        starter=starter,
        cards=cards,
        bonuses=bonuses,
    )


def by_the_library(key: bytes, both: tuple[bytes, bytes], round_number: int) -> Vector:
    source = KeyedDeals(key, BySeat(*both))
    deal = source.deal(round_number)
    return Vector(
        key=key.hex(),
        nonces=[nonce.hex() for nonce in both],
        nonce_commitments=[nonce_commitment(nonce) for nonce in both],
        commitment=source.commitment,
        round=round_number,
        starter=deal.starter,
        cards=letters_of(deal),
        bonuses=["".join("T" if v == 10 else str(v) for v in pile) for pile in deal.bonuses],
    )


def letters_of(deal: Deal) -> str:
    return "".join(card.letter for card in deal.cards)


keys = st.binary(min_size=32, max_size=32)
round_numbers = st.integers(1, 2**32 - 1)


@given(keys, nonces(), round_numbers)
def test_keyed_deals_follow_the_procedure(
    key: bytes, of_seats: BySeat[bytes], round_number: int
) -> None:
    both = (of_seats[0], of_seats[1])
    assert by_the_library(key, both, round_number) == worked_out(key, both, round_number)


def published_inputs() -> list[tuple[bytes, tuple[bytes, bytes], int]]:
    return [
        (bytes(32), (b"", b""), 1),
        (bytes(range(32)), (b"zero", b"one"), 1),
        (hashlib.sha256(b"jaipur").digest(), (bytes(16), b"\xff" * 16), 3),
        (bytes(range(32)), (b"", b""), 6386177),  # found by search: a word is thrown away
    ]


def test_the_published_vectors_hold() -> None:
    published: list[Vector] = json.loads(VECTORS.read_text(encoding="utf-8"))
    assert published == [worked_out(*inputs) for inputs in published_inputs()]
    for vector in published:
        first, second = (bytes.fromhex(nonce) for nonce in vector["nonces"])
        key = bytes.fromhex(vector["key"])
        assert by_the_library(key, (first, second), vector["round"]) == vector


# One deal for each key, pair of nonces and round


@given(keys, nonces(), round_numbers)
def test_the_same_inputs_give_the_same_deal(
    key: bytes, of_seats: BySeat[bytes], round_number: int
) -> None:
    deal = KeyedDeals(key, of_seats).deal(round_number)
    assert KeyedDeals(key, of_seats).deal(round_number) == deal
    assert Position.deal(deal).starter == deal.starter


def test_keys_nonces_and_rounds_all_make_a_difference() -> None:
    pairs = [(b"", b""), (b"a", b""), (b"", b"a"), (b"ab", b"c"), (b"a", b"bc"), (b"\x00", b"")]
    deals = [
        letters_of(KeyedDeals(bytes([number]) * 32, BySeat(*pair)).deal(round_number))
        for number in range(5)
        for pair in pairs
        for round_number in range(1, 6)
    ]
    assert len(set(deals)) == len(deals) == 150


def test_seeds_and_numbers_all_make_a_difference() -> None:
    deals = [letters_of(SeededDeals(seed).deal(n)) for seed in range(20) for n in range(20)]
    assert len(set(deals)) == 400


def test_commitments_differ_and_do_not_depend_on_nonces() -> None:
    first, second = KeyedDeals(bytes(32)), KeyedDeals(b"\x01" + bytes(31))
    assert first.commitment != second.commitment
    assert KeyedDeals(bytes(32), BySeat(b"a", b"b")).commitment == first.commitment


def test_a_new_key_is_a_fresh_one_and_is_not_shown() -> None:
    first, second = KeyedDeals.new(), KeyedDeals.new()
    assert first.key != second.key
    assert repr(first.key) not in repr(first)
    assert first.key.hex() not in repr(first)


@pytest.mark.parametrize("length", [0, 16, 31, 33, 64])
def test_a_key_of_the_wrong_length_is_refused(length: int) -> None:
    with pytest.raises(ImpossiblePosition):
        KeyedDeals(bytes(length))


@pytest.mark.parametrize("too_long", [BySeat(bytes(256), b""), BySeat(b"", bytes(256))])
def test_a_nonce_that_is_too_long_is_refused(too_long: BySeat[bytes]) -> None:
    with pytest.raises(ImpossiblePosition):
        KeyedDeals(bytes(32), too_long)


# What a deal is


def a_deal(
    cards: str = SORTED_CARDS,
    bonuses: tuple[str, str, str] = ("1122233", "445566", "889TT"),
    starter: Seat = 0,
) -> Deal:
    three, four, five = (tuple(10 if v == "T" else int(v) for v in pile) for pile in bonuses)
    return Deal(tuple(Card("DGSCPLK".index(c)) for c in cards), (three, four, five), starter)


@pytest.mark.parametrize(
    "cards",
    [
        "",
        SORTED_CARDS[:-1],
        SORTED_CARDS + "K",
        SORTED_CARDS.replace("D", "G", 1),
        SORTED_CARDS.replace("L", "K", 1),
    ],
)
def test_a_deal_of_the_wrong_cards_is_refused(cards: str) -> None:
    with pytest.raises(ImpossiblePosition):
        a_deal(cards)


@pytest.mark.parametrize(
    "bonuses",
    [
        ("112223", "445566", "889TT"),
        ("1122233", "445566", "8899T"),
        ("445566", "1122233", "889TT"),
        ("1122234", "345566", "889TT"),
    ],
)
def test_a_deal_of_the_wrong_bonus_tokens_is_refused(bonuses: tuple[str, str, str]) -> None:
    with pytest.raises(ImpossiblePosition):
        a_deal(bonuses=bonuses)


@pytest.mark.parametrize("starter", [0, 1])
def test_a_deal_is_laid_out_as_it_says(starter: Literal[0, 1]) -> None:
    deal = a_deal(
        "DKGKS" + "CPLKK" + "LK" + "DDDDDGGGGGSSSSSCCCCCCCPPPPPPPLLLLLLLLKKK",
        ("3211223", "654456", "T9T88"),
        starter,
    )
    position = Position.deal(deal)
    assert position.turn == position.starter == starter
    assert str(position.hand(0)) == "DGS"
    assert str(position.hand(1)) == "CPL"
    assert tuple(position.herds) == (2, 2)
    assert str(position.market) == "LKKKK"
    assert position.deck == deal.deck == deal.cards[12:]
    assert position.bonus_piles == deal.bonuses
    assert Position.deal(deal, starter=1).turn == 1


# Chance


def keyed(number: int) -> Deal:
    key = hashlib.sha256(number.to_bytes(4, "big")).digest()
    return KeyedDeals(key, BySeat(b"left", b"right")).deal(1 + number % 3)


SOURCES: dict[str, Callable[[int], Deal]] = {
    "keyed": keyed,
    "seeded by number": SeededDeals(3).deal,
    "seeded by seed": lambda number: SeededDeals(number).deal(0),
}


@cache
def many_deals(source: str) -> list[Deal]:
    return [SOURCES[source](number) for number in range(DEALS)]


@pytest.mark.parametrize("source", SOURCES)
def test_no_card_prefers_a_place(source: str) -> None:
    deals = many_deals(source)
    places = Counter((place, card) for deal in deals for place, card in enumerate(deal.cards))
    box = Counter("DGSCPLK".index(letter) for letter in SORTED_CARDS)
    cells = [(place, card) for place in range(52) for card in range(7)]
    statistic = chi_square(
        [places[place, Card(card)] for place, card in cells],
        [DEALS * box[card] / 52 for _, card in cells],
    )
    # The cards of a deal are drawn without putting back, which stretches the sum by 52/51.
    low, high = chi_square_bounds(51 * 6)
    assert low < statistic * 51 / 52 < high

    starters = Counter(deal.starter for deal in deals)
    assert_uniform([starters[0], starters[1]], [DEALS / 2] * 2)
    for tier, pile in enumerate(SORTED_BONUSES):
        values = sorted({10 if v == "T" else int(v) for v in pile})
        boxed = Counter(10 if v == "T" else int(v) for v in pile)
        for place in (0, len(pile) - 1):
            found = Counter(deal.bonuses[tier][place] for deal in deals)
            expected = [DEALS * boxed[value] / len(pile) for value in values]
            assert_uniform([found[value] for value in values], expected)


@pytest.mark.parametrize("source", SOURCES)
def test_neighbouring_cards_do_not_depend_on_each_other(source: str) -> None:
    deals = many_deals(source)
    pairs = Counter((deal.cards[0], deal.cards[1]) for deal in deals)
    box = Counter("DGSCPLK".index(letter) for letter in SORTED_CARDS)
    cells = [(first, second) for first in range(7) for second in range(7)]
    assert_uniform(
        [pairs[Card(first), Card(second)] for first, second in cells],
        [DEALS * box[a] * (box[b] - (a == b)) / (52 * 51) for a, b in cells],
    )
