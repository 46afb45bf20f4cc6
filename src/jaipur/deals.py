"""Deals: everything random about a round, and the two sources of deals.

`KeyedDeals` is for people: nobody can predict the deals, and anybody can verify them once the key
is revealed (docs/deals.md has the procedure and test vectors). `SeededDeals` is for simulations:
fast, reproducible and predictable. They are different types on purpose.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from .cards import card_of
from .errors import ImpossiblePosition
from .goods import BONUS_VALUES, CAMELS_LAID_OUT, CARDS_OF_KIND, Card
from .kernel.chance import below, new_chance, seed_chance, shuffle
from .kernel.layout import Array
from .seats import BySeat, Seat, as_seat

TEN = "T"
KEY_BYTES = 32
PROCEDURE = b"jaipur deal 1"
COMMITMENT = b"jaipur commitment 1"
NONCE_COMMITMENT = b"jaipur nonce 1"
NO_NONCES = BySeat(b"", b"")

SORTED_CARDS: tuple[Card, ...] = tuple(
    card
    for card in Card
    for _ in range(CARDS_OF_KIND[card] - (CAMELS_LAID_OUT if card is Card.CAMEL else 0))
)
"""The 52 cards that are shuffled, before the shuffle."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The order of the 52 cards and of the bonus piles, and who starts.

    Cards 0-4 go to seat 0, 5-9 to seat 1, 10-11 to the market; the rest is the deck, top first.
    Bonus piles are top first. `starter` is used only in the first round of a match.
    """

    cards: tuple[Card, ...]
    bonuses: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    starter: Seat

    @classmethod
    def parse(cls, cards: str, bonuses: Sequence[str], starter: Seat) -> Deal:
        """Read a deal from 52 letters and three bonus piles of digits, with T for ten."""
        three, four, five = (tuple(map(bonus_value, pile)) for pile in bonuses)
        letters = tuple(map(card_of, cards))
        return cls(letters, (three, four, five), starter)

    @property
    def letters(self) -> str:
        """The 52 cards as letters."""
        return "".join(card.letter for card in self.cards)

    @property
    def bonus_digits(self) -> tuple[str, str, str]:
        """The bonus piles as digits, T for ten."""
        three, four, five = ("".join(map(bonus_digit, pile)) for pile in self.bonuses)
        return three, four, five

    def __repr__(self) -> str:
        return f"Deal.parse({self.letters!r}, {self.bonus_digits!r}, {self.starter})"

    def __post_init__(self) -> None:
        as_seat(self.starter)
        if sorted(self.cards) != list(SORTED_CARDS):
            raise ImpossiblePosition(
                "A deal has 52 cards: 6 diamonds, 6 gold, 6 silver, 8 cloth, 8 spice, 10 leather "
                "and 8 camels (three more lie in the market); this one has {cards}.",
                cards=_counted(self.cards),
            )
        if tuple(tuple(sorted(pile)) for pile in self.bonuses) != BONUS_VALUES:
            raise ImpossiblePosition(
                "The bonus piles hold 1 1 2 2 2 3 3, 4 4 5 5 6 6 and 8 8 9 10 10 in some order; "
                "these hold {piles}.",
                piles=", ".join(" ".join(map(str, pile)) for pile in self.bonuses),
            )

    @property
    def hands(self) -> BySeat[tuple[Card, ...]]:
        """The five cards dealt to each seat, camels included."""
        return BySeat(self.cards[:5], self.cards[5:10])

    @property
    def market(self) -> tuple[Card, ...]:
        """The two cards laid beside the three camels."""
        return self.cards[10:12]

    @property
    def deck(self) -> tuple[Card, ...]:
        """The forty cards of the deck, top first."""
        return self.cards[12:]


def bonus_digit(value: int) -> str:
    """A bonus value as one character."""
    return TEN if value == 10 else str(value)


def bonus_value(digit: str) -> int:
    """The bonus value of one character."""
    return 10 if digit == TEN else int(digit)


def _counted(cards: Iterable[Card]) -> str:
    all_cards = list(cards)
    kinds = ", ".join(f"{all_cards.count(card)} {card.letter}" for card in Card)
    return f"{len(all_cards)}: {kinds}"


def _deal(cards: Sequence[int], bonuses: Sequence[int], starter: int) -> Deal:
    return Deal(
        tuple(Card(card) for card in cards),
        (
            tuple(int(value) for value in bonuses[:7]),
            tuple(int(value) for value in bonuses[7:13]),
            tuple(int(value) for value in bonuses[13:]),
        ),
        as_seat(starter),
    )


@dataclass(frozen=True, slots=True)
class SeededDeals:
    """Deals for simulations: reproducible from a number, and predictable, so never for people."""

    seed: int

    def deal(self, number: int) -> Deal:
        """The deal with this number, counted from 0."""
        chance = new_chance()
        seed_chance(chance, self.seed, number)
        cards, bonuses = sorted_box()
        starter = shuffle_box(chance, cards, bonuses)
        return _deal(cards.tolist(), bonuses.tolist(), starter)


def sorted_box() -> tuple[Array, Array]:
    """The cards and the bonus tokens before the shuffle, as arrays."""
    values = [value for pile in BONUS_VALUES for value in pile]
    return np.array(SORTED_CARDS, np.int64), np.array(values, np.int64)


def shuffle_box(chance: Array, cards: Array, bonuses: Array) -> int:
    """Shuffle the cards and each bonus pile, and draw who starts."""
    shuffle(chance, cards, 0, 52)
    shuffle(chance, bonuses, 0, 7)
    shuffle(chance, bonuses, 7, 6)
    shuffle(chance, bonuses, 13, 5)
    return below(chance, 2)


@lru_cache(maxsize=4096)
def _commitment(key: bytes) -> str:
    return hashlib.sha256(COMMITMENT + key).hexdigest()


def nonce_commitment(nonce: bytes) -> str:
    """The commitment to a nonce: it binds the nonce without revealing it."""
    return hashlib.sha256(NONCE_COMMITMENT + nonce).hexdigest()


@dataclass(frozen=True, slots=True)
class KeyedDeals:
    """Deals for people, from a secret key and a nonce of each seat."""

    key: bytes = field(repr=False)
    nonces: BySeat[bytes] = NO_NONCES

    def __post_init__(self) -> None:
        if len(self.key) != KEY_BYTES:
            raise ImpossiblePosition(
                "A deal key has 32 bytes (64 hexadecimal digits); this one has {count} bytes.",
                count=len(self.key),
            )
        if max(map(len, self.nonces)) > 255:
            raise ImpossiblePosition("A nonce has at most 255 bytes.")

    @classmethod
    def new(cls, nonces: BySeat[bytes] = NO_NONCES) -> KeyedDeals:
        """Deals with a fresh random key from the operating system."""
        import secrets

        return cls(secrets.token_bytes(KEY_BYTES), nonces)

    @property
    def commitment(self) -> str:
        """The commitment to the key, shown before the first card: it binds and hides the key."""
        return _commitment(self.key)

    def deal(self, round_number: int) -> Deal:
        """The deal of a round of the match, counted from 1."""
        if not 1 <= round_number < 2**32:
            raise ValueError(f"rounds are numbered from 1, not {round_number}")
        words = self._words(round_number)
        starter = _below(words, 2)
        cards = _shuffled(words, SORTED_CARDS)
        bonuses = [value for pile in BONUS_VALUES for value in _shuffled(words, pile)]
        return _deal(cards, bonuses, starter)

    def _words(self, round_number: int) -> Iterator[int]:
        """An endless stream of 32-bit words: HMAC-SHA-256 in counter mode."""
        nonces = b"".join(bytes([len(nonce)]) + nonce for nonce in self.nonces)
        context = PROCEDURE + round_number.to_bytes(4, "big") + nonces
        for counter in range(2**32):
            message = context + counter.to_bytes(4, "big")
            block = hmac.digest(self.key, message, "sha256")
            for start in range(0, len(block), 4):
                yield int.from_bytes(block[start : start + 4], "big")


def _below(words: Iterator[int], limit: int) -> int:
    """A number from 0 to `limit - 1`; words that would bias it are rejected."""
    fair = 2**32 - 2**32 % limit
    return next(word for word in words if word < fair) % limit


def _shuffled(words: Iterator[int], items: Sequence[int]) -> list[int]:
    """Shuffle by Fisher-Yates, from the last place to the second."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(words, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return order
