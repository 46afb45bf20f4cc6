"""The four actions. An action is a value with one spelling, and `str()` returns it.

An action may still break the rules (one card for one, say): `check` finds that out. Nonsense, such
as taking minus one camel, raises ValueError.
"""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Cards
from .goods import CARDS_OF_KIND, HAND_LIMIT, Card


def _require_count(card: Card, count: int) -> None:
    most = min(HAND_LIMIT, CARDS_OF_KIND[card])
    if not 1 <= count <= most:
        name = card.name.lower()
        raise ValueError(f"an action has 1 to {most} {name} cards, not {count}")


def _require_good(card: Card) -> None:
    if card == Card.CAMEL:
        raise ValueError("a camel is not a good: TakeCamels takes camels, and nobody sells them")


@dataclass(frozen=True, slots=True)
class Take:
    """Take one good from the market: `+G`."""

    good: Card

    def __post_init__(self) -> None:
        _require_good(self.good)

    def __str__(self) -> str:
        return f"+{self.good.letter}"

    def __repr__(self) -> str:
        return f"Take(Card.{self.good.name})"


@dataclass(frozen=True, slots=True)
class TakeCamels:
    """Take all `count` camels from the market: `+KKK`."""

    count: int

    def __post_init__(self) -> None:
        _require_count(Card.CAMEL, self.count)

    def __str__(self) -> str:
        return "+" + Card.CAMEL.letter * self.count


@dataclass(frozen=True, slots=True)
class Exchange:
    """Take several goods and give back as many goods and camels: `+DG-LK`."""

    take: Cards
    give: Cards

    def __post_init__(self) -> None:
        if not 1 <= len(self.take) <= HAND_LIMIT or not 1 <= len(self.give) <= HAND_LIMIT:
            raise ValueError("an exchange takes some cards and gives some, at most seven")

    def __str__(self) -> str:
        return f"+{self.take}-{self.give}"


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell cards of one good: `-LLL`."""

    good: Card
    count: int

    def __post_init__(self) -> None:
        _require_good(self.good)
        _require_count(self.good, self.count)

    def __str__(self) -> str:
        return "-" + self.good.letter * self.count

    def __repr__(self) -> str:
        return f"Sell(Card.{self.good.name}, {self.count})"


Action = Take | TakeCamels | Exchange | Sell
