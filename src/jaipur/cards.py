"""`Cards`: an immutable multiset of cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from . import packed
from .goods import CARDS_OF_KIND, LETTERS, Card


def card_of(letter: str) -> Card:
    """The card of a letter of the notation."""
    if letter not in LETTERS or len(letter) != 1:
        raise ValueError(f"{letter!r} is not a card: the letters are {' '.join(LETTERS)}")
    return Card(LETTERS.index(letter))


@lru_cache(maxsize=16_384)
def _kinds(number: int) -> tuple[Card, ...]:
    """The cards of a packed number in order; cached, since the same few recur."""
    return tuple(card for card in Card for _ in range(packed.count_of(number, card)))


@lru_cache(maxsize=16_384)
def _letters(number: int) -> str:
    return "".join(card.letter for card in _kinds(number))


class Cards:
    """A multiset of cards. `Cards("DDL")` holds two diamonds and one leather."""

    __slots__ = ("packed",)

    packed: int
    """The cards as one integer, one hexadecimal digit per kind (see `jaipur.packed`)."""

    def __init__(self, cards: str | Iterable[Card] = ()) -> None:
        kinds = [card_of(letter) for letter in cards] if isinstance(cards, str) else list(cards)
        for kind in set(kinds):
            if kinds.count(kind) > CARDS_OF_KIND[kind]:
                raise ValueError(f"there are only {CARDS_OF_KIND[kind]} {kind.name.lower()} cards")
        object.__setattr__(self, "packed", sum(packed.one(kind) for kind in kinds))

    @staticmethod
    def unpack(number: int) -> Cards:
        """The cards of a packed number."""
        return _unpacked(int(number))

    def count(self, card: Card) -> int:
        """How many cards of a kind there are."""
        return packed.count_of(self.packed, card)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("Cards is immutable")

    def __iter__(self) -> Iterator[Card]:
        return iter(_kinds(self.packed))

    def __len__(self) -> int:
        return len(_kinds(self.packed))

    def __contains__(self, card: Card) -> bool:
        return self.count(card) > 0

    def __add__(self, others: Cards) -> Cards:
        return Cards([*self, *others])

    def __eq__(self, others: object) -> bool:
        return isinstance(others, Cards) and self.packed == others.packed

    def __hash__(self) -> int:
        return hash(self.packed)

    def __reduce__(self) -> tuple[object, ...]:
        return Cards.unpack, (self.packed,)

    def __str__(self) -> str:
        return _letters(self.packed)

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"


@lru_cache(maxsize=16_384)
def _unpacked(number: int) -> Cards:
    self = object.__new__(Cards)
    object.__setattr__(self, "packed", number)
    return self
