"""The four actions. An action is a value with one spelling, and `str()` is that spelling."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Cards
from .goods import Card


@dataclass(frozen=True, slots=True)
class Take:
    """Take one good from the market: `+G`."""

    good: Card

    def __str__(self) -> str:
        return f"+{self.good.letter}"

    def __repr__(self) -> str:
        return f"Take(Card.{self.good.name})"


@dataclass(frozen=True, slots=True)
class TakeCamels:
    """Take all the camels of the market, of which there are `count`: `+KKK`."""

    count: int

    def __str__(self) -> str:
        return "+" + Card.CAMEL.letter * self.count


@dataclass(frozen=True, slots=True)
class Exchange:
    """Take several goods and give back as many goods and camels: `+DG-LK`."""

    take: Cards
    give: Cards

    def __str__(self) -> str:
        return f"+{self.take}-{self.give}"


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell cards of one good: `-LLL`."""

    good: Card
    count: int

    def __str__(self) -> str:
        return "-" + self.good.letter * self.count

    def __repr__(self) -> str:
        return f"Sell(Card.{self.good.name}, {self.count})"


Action = Take | TakeCamels | Exchange | Sell
