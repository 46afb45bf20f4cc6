"""The two seats, and pairs with one value per seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, NamedTuple, TypeVar

Seat = Literal[0, 1]
SEATS: tuple[Seat, Seat] = (0, 1)

T = TypeVar("T")
U = TypeVar("U")


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return 1 if seat == 0 else 0


def as_seat(number: int) -> Seat:
    """A seat from a plain number; anything but 0 or 1 is refused."""
    if number == 0:
        return 0
    if number == 1:
        return 1
    raise ValueError(f"a seat is 0 or 1, not {number!r}")


class BySeat(NamedTuple, Generic[T]):
    """A pair with one value per seat."""

    zero: T
    one: T

    @classmethod
    def of(cls, make: Callable[[Seat], T]) -> BySeat[T]:
        """The pair of `make(0)` and `make(1)`."""
        return cls(make(0), make(1))

    @property
    def pair(self) -> tuple[T, T]:
        """Both values as a plain tuple."""
        return self.zero, self.one

    def map(self, change: Callable[[T], U]) -> BySeat[U]:
        """A pair with a function applied to both values."""
        return BySeat(change(self.zero), change(self.one))

    def replace(self, seat: Seat, value: T) -> BySeat[T]:
        """A pair with the value of one seat replaced."""
        return BySeat(self.zero, value) if seat else BySeat(value, self.one)
