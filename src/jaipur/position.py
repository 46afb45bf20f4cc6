"""`Position`: the complete state of a round, and the only place where actions are applied."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import active_kernel, lines
from .actions import Action
from .cards import Cards
from .deals import Deal
from .decode import bonus_piles, packed_values
from .errors import IllegalAction, Reason
from .goods import CAMEL_TOKEN_VALUE, EXCHANGE_LIMIT, Card
from .kernel import layout
from .kernel.chance import new_chance, seed_chance
from .kernel.rules import ALLOWED, camel_token_holder, goods_rupees, goods_tokens, rupees_in
from .notation import action_of_code, code_of
from .public import Public
from .results import RoundResult
from .seats import BySeat, Seat, as_seat
from .view import View

LARGEST_LIMIT = 999_999


class Position(Public):
    """The complete state of a round. `play` returns a new position and leaves this one as it is."""

    __slots__ = ()

    @classmethod
    def deal(
        cls, deal: Deal, starter: Seat | None = None, exchange_limit: int | None = EXCHANGE_LIMIT
    ) -> Position:
        """Set up a round; `starter` overrides that of the deal after the first round of a match."""
        if exchange_limit is not None and not 1 <= exchange_limit <= LARGEST_LIMIT:
            raise ValueError(
                f"an exchange limit is 1 to {LARGEST_LIMIT}, or None, not {exchange_limit}"
            )
        array = layout.new_position()
        cards = np.array(deal.cards, np.int64)
        bonuses = np.array([value for pile in deal.bonuses for value in pile], np.int64)
        first = deal.starter if starter is None else as_seat(starter)
        active_kernel.deal(array, cards, bonuses, first, exchange_limit or 0)
        return cls._wrap(array)

    @classmethod
    def parse(cls, text: str) -> Position:
        """Read the one-line text of a position."""
        return cls._wrap(lines.read_position(text))

    @classmethod
    def determinize(cls, view: View, seed: int, stream: int = 0) -> Position:
        """Sample a position consistent with a view; all arrangements are equally likely."""
        array, chance = layout.new_position(), new_chance()
        seed_chance(chance, seed, stream)
        active_kernel.determinize(view._cells, chance, array)
        return cls._wrap(array)

    def hand(self, seat: Seat) -> Cards:
        """All goods in a hand."""
        shown, hidden = layout.SHOWN + as_seat(seat), layout.HIDDEN + seat
        return Cards.unpack(self._cells.item(shown) + self._cells.item(hidden))

    @property
    def deck(self) -> tuple[Card, ...]:
        """The deck, top first."""
        return self.top_cards(self.deck_size)

    def top_cards(self, count: int) -> tuple[Card, ...]:
        """The top `count` cards of the deck, top first."""
        end = layout.DECK + self.deck_size
        cells: list[int] = self._cells[end - count : end].tolist()
        return tuple(map(Card, reversed(cells)))

    def bonus_tokens(self, seat: Seat) -> tuple[int, ...]:
        """The values of a seat's bonus tokens, highest first."""
        return packed_values(self._cells.item(layout.BONUS + as_seat(seat)))

    @property
    def bonus_piles(self) -> tuple[tuple[int, ...], ...]:
        """The values left in the bonus piles of tier 3, 4 and 5, top first."""
        return tuple(map(tuple, bonus_piles(self._cells)))

    def legal_actions(self) -> tuple[Action, ...]:
        """Every distinct legal action of the seat to act, in canonical order."""
        actions = layout.new_actions()
        count = active_kernel.legal(self._cells, actions)
        return tuple(map(action_of_code, actions[:count].tolist()))

    def check(self, action: Action) -> Reason | None:
        """Why an action is illegal now, or None if it is legal."""
        code = active_kernel.check(self._cells, code_of(action))
        return None if code == ALLOWED else Reason(code)

    def play(self, action: Action) -> Position:
        """The position after an action; an illegal one raises IllegalAction."""
        code = code_of(action)
        reason = active_kernel.check(self._cells, code)
        if reason != ALLOWED:
            raise IllegalAction(Reason(reason), str(action), str(self.market))
        array = self._cells.copy()
        active_kernel.apply(array, code)
        return self._wrap(array)

    def play_all(self, actions: Sequence[Action]) -> Position:
        """The position after several actions, one after the other."""
        position = self
        for action in actions:
            position = position.play(action)
        return position

    def view(self, seat: Seat) -> View:
        """What a seat may know."""
        array = layout.new_view()
        active_kernel.observe(self._cells, as_seat(seat), array)
        return View._wrap(array)

    @property
    def result(self) -> RoundResult | None:
        """The scoring, once the round is over."""
        if self.end is None:
            return None
        array, holder = self._cells, camel_token_holder(self._cells)
        goods = BySeat.of(lambda seat: int(goods_rupees(array, seat)))
        bonuses = BySeat.of(lambda seat: int(rupees_in(int(array[layout.BONUS + seat]))))
        camels = BySeat.of(lambda seat: CAMEL_TOKEN_VALUE if seat == holder else 0)
        won = active_kernel.winner(array)
        return RoundResult(
            cause=self.end,
            goods_rupees=goods,
            bonus_rupees=bonuses,
            camel_token=None if holder < 0 else as_seat(holder),
            rupees=BySeat.of(lambda seat: goods[seat] + bonuses[seat] + camels[seat]),
            bonus_tokens=BySeat.of(lambda seat: len(self.bonus_tokens(seat))),
            goods_tokens=BySeat.of(lambda seat: int(goods_tokens(array, seat))),
            winner=None if won < 0 else as_seat(won),
        )

    def __str__(self) -> str:
        return lines.write_position(self._cells)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"
