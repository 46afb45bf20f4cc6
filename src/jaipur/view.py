"""`View`: what a player with perfect memory knows, without a cell for any secret."""

from __future__ import annotations

from . import active_kernel, lines
from .actions import Action
from .cards import Cards
from .decode import packed_values
from .errors import Reason
from .kernel import layout
from .kernel.knowledge import unseen
from .kernel.layout import Array
from .kernel.rules import ALLOWED
from .notation import action_of_code, code_of
from .public import Public
from .seats import BySeat, Seat, as_seat, other


class View(Public):
    """What one seat may know."""

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> View:
        """Read the one-line text of a view."""
        return cls._wrap(lines.read_view(text))

    @classmethod
    def from_array(cls, array: Array) -> View:
        """A view from a copy of the cells written by the kernel's `observe`."""
        return cls._wrap(array.copy())

    @classmethod
    def from_fields(cls, fields: lines.Fields) -> View:
        """A view from the fields of its one-line text."""
        return cls._wrap(lines.read_view_fields(fields))

    @property
    def seat(self) -> Seat:
        """Whose view this is."""
        return as_seat(self._cells.item(layout.SEAT))

    @property
    def hand(self) -> Cards:
        """All goods in my hand."""
        shown = self._cells.item(layout.SHOWN + self.seat)
        return Cards.unpack(shown + self._cells.item(layout.MY_HIDDEN))

    @property
    def bonus_tokens(self) -> tuple[int, ...]:
        """The values of my bonus tokens, highest first."""
        return packed_values(self._cells.item(layout.MY_BONUS))

    @property
    def opponent_known(self) -> Cards:
        """The cards that the opponent is known to hold."""
        return self.shown[other(self.seat)]

    @property
    def opponent_hidden(self) -> int:
        """The number of further cards in the opponent's hand."""
        return self._cells.item(layout.THEIR_HIDDEN)

    @property
    def opponent_bonus_counts(self) -> tuple[int, int, int]:
        """The opponent's number of bonus tokens of tier 3, 4 and 5."""
        start = layout.THEIR_BONUS_COUNT
        three, four, five = self._cells[start : start + 3].tolist()
        return three, four, five

    @property
    def opponent_bonus_tokens(self) -> tuple[int, ...] | None:
        """The values of the opponent's bonus tokens once the round is over, None before."""
        if self.end is None:
            return None
        return packed_values(self._cells.item(layout.THEIR_BONUS))

    @property
    def hand_sizes(self) -> BySeat[int]:
        """The number of goods in each hand."""
        theirs = len(self.opponent_known) + self.opponent_hidden
        return BySeat(theirs, theirs).replace(self.seat, len(self.hand))

    @property
    def unseen(self) -> Cards:
        """The cards this seat cannot see: the deck and the opponent's hidden cards."""
        return Cards.unpack(unseen(self._cells))

    def legal_actions(self) -> tuple[Action, ...]:
        """Every distinct legal action in canonical order; none when it is not this seat's turn."""
        return tuple(map(action_of_code, self.legal_codes()))

    def legal_codes(self) -> list[int]:
        """The legal actions as kernel codes."""
        actions = layout.new_actions()
        count = active_kernel.legal_in_view(self._cells, actions)
        codes: list[int] = actions[:count].tolist()
        return codes

    def as_if_to_act(self) -> View:
        """The same view as if it were this seat's turn, for planning ahead."""
        array = self._cells.copy()
        array[layout.TURN] = self.seat
        return self._wrap(array)

    def check(self, action: Action) -> Reason | None:
        """Why an action is illegal for this seat, whoever's turn it is; None if it is legal."""
        if self.end is not None:
            return Reason.ROUND_OVER
        herd = self.herds[self.seat]
        code = active_kernel.check_action(
            self.market.packed, self.hand.packed, herd, code_of(action)
        )
        return None if code == ALLOWED else Reason(code)

    def __str__(self) -> str:
        return lines.write_view(self._cells)

    def __repr__(self) -> str:
        return f"View.parse({str(self)!r})"
