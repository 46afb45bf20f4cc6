"""What everyone at the table sees: the common part of a position and a view."""

from __future__ import annotations

from typing import Self

from .cards import Cards
from .decode import Won, piles_left, token_values, tokens_won
from .goods import GOODS, GOODS_KINDS, TOKEN_VALUES, Card
from .kernel import layout
from .kernel.layout import Array
from .results import EndCause
from .seats import BySeat, Seat, as_seat

_ENDS: tuple[EndCause | None, ...] = (None, *EndCause)


class Public:
    """The public state of a round, read from an immutable array."""

    __slots__ = ("_cells",)

    _cells: Array

    @classmethod
    def _wrap(cls, cells: Array) -> Self:
        self = object.__new__(cls)
        object.__setattr__(self, "_cells", cells)
        return self

    @property
    def array(self) -> Array:
        """A copy of the cells, laid out as `jaipur.kernel.layout` says; read-only."""
        array = self._cells.copy()
        array.flags.writeable = False
        return array

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__.lower()} is immutable")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and bool((self._cells == other._cells).all())

    def __hash__(self) -> int:
        return hash(self._cells.tobytes())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self)._wrap, (self._cells.copy(),)

    @property
    def turn(self) -> Seat:
        """The seat to act."""
        return as_seat(self._cells.item(layout.TURN))

    @property
    def starter(self) -> Seat:
        """The seat that began the round."""
        return as_seat(self._cells.item(layout.STARTER))

    @property
    def end(self) -> EndCause | None:
        """Why the round is over, or None while it goes on."""
        return _ENDS[self._cells.item(layout.END)]

    @property
    def exchanges(self) -> int:
        """The current number of exchanges in a row."""
        return self._cells.item(layout.EXCHANGES)

    @property
    def exchange_limit(self) -> int | None:
        """How many exchanges in a row end the round, or None if the house rule is off."""
        return self._cells.item(layout.EXCHANGE_LIMIT) or None

    @property
    def market(self) -> Cards:
        """The face-up cards that can be taken."""
        return Cards.unpack(self._cells.item(layout.MARKET))

    @property
    def discard(self) -> Cards:
        """The cards sold so far."""
        return Cards.unpack(self._cells.item(layout.DISCARD))

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return self._cells.item(layout.DECK_LEFT)

    @property
    def herds(self) -> BySeat[int]:
        """The camels of each seat."""
        first, second = self._cells[layout.HERD : layout.HERD + 2].tolist()
        return BySeat(first, second)

    @property
    def shown(self) -> BySeat[Cards]:
        """The part of each hand that both seats know, because it came from the market."""
        first, second = self._cells[layout.SHOWN : layout.SHOWN + 2].tolist()
        return BySeat(Cards.unpack(first), Cards.unpack(second))

    def pile(self, good: Card) -> tuple[int, ...]:
        """The values left in the pile of a good, top first."""
        left = self._cells.item(layout.PILE + good)
        return TOKEN_VALUES[good][len(TOKEN_VALUES[good]) - left :]

    def tokens(self, seat: Seat) -> dict[Card, tuple[int, ...]]:
        """The goods tokens a seat has won, highest first."""
        return {good: token_values(self._cells, as_seat(seat), good) for good in GOODS}

    def piles(self) -> dict[str, tuple[int, ...]]:
        """The values left in every pile, by letter; cached, so do not modify."""
        return piles_left(tuple(self._cells[layout.PILE : layout.PILE + GOODS_KINDS].tolist()))

    def won(self, seat: Seat) -> Won:
        """The goods tokens a seat has won, by letter; cached, so do not modify."""
        start = layout.TOKENS + GOODS_KINDS * as_seat(seat)
        return tokens_won(tuple(self._cells[start : start + GOODS_KINDS].tolist()))

    def goods_rupees(self, seat: Seat) -> int:
        """The total value of the goods tokens of a seat."""
        return sum(sum(values) for values in self.tokens(seat).values())

    @property
    def bonuses_left(self) -> tuple[int, int, int]:
        """The number of bonus tokens left in the piles of tier 3, 4 and 5."""
        three, four, five = self._cells[layout.BONUS_LEFT : layout.BONUS_LEFT + 3].tolist()
        return three, four, five
