"""The token piles: every value still there; the bonus piles; the camel token."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from .part import Part, Row, Wish, shorter

NAME_WIDTH = 7


@dataclass(frozen=True, slots=True)
class PileShown:
    """One pile of goods tokens."""

    good: str
    name: str
    values: tuple[int, ...]
    earned: int
    """How many of them the picked sale would earn."""
    is_usable: bool


@dataclass(frozen=True, slots=True)
class BonusShown:
    """One pile of bonus tokens."""

    tier: str
    left: int
    is_earned: bool


@dataclass(frozen=True, slots=True)
class TokensShown:
    """Everything there is to earn."""

    title: str
    piles: tuple[PileShown, ...]
    none_left: str
    bonus_word: str
    bonuses: tuple[BonusShown, ...]
    camel_words: str
    camel_value: int
    has_title: bool
    spacing: int
    """Rows from one pile to the next."""
    is_roomy: bool
    """Whether there is room around every token."""


class Tokens(Part[TokensShown], can_focus=True):
    """The piles one under the other; a click or Space begins the sale of a good."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("home", "move(-9)", show=False),
        Binding("end", "move(9)", show=False),
        Binding("space", "pick", show=False),
    ]
    cursor: reactive[int] = reactive(0)

    def draw(self, shown: TokensShown) -> list[Row]:
        """Title if there is room, piles, bonus piles, camel token."""
        gap: list[Row] = [[]] * (shown.spacing - 1)
        rows: list[Row] = [[(f" {shown.title}", "$muted")]] if shown.has_title else []
        for number, pile in enumerate(shown.piles):
            rows += [self._pile(pile, shown, self.has_focus and number == self.cursor), *gap]
        rows += [self._bonuses(shown), *gap]
        rows.append(
            [
                (" K ", "bold $good-k"),
                (f"{shown.camel_words} ", ""),
                (f" {shown.camel_value} ", "bold $good-k on $card"),
            ]
        )
        return rows

    def _pile(self, pile: PileShown, shown: TokensShown, has_focus: bool) -> Row:
        kind = f"$good-{pile.good.lower()}"
        name = shorter(pile.name, NAME_WIDTH).ljust(NAME_WIDTH)
        weight = "bold $mine" if pile.earned else "" if pile.is_usable else "$muted"
        head: Row = [
            ("▶" if has_focus else " ", "bold $mine"),
            (f"{pile.good} ", f"bold {kind}"),
            (name, weight),
            (" ", ""),
        ]
        if not pile.values:
            return [*head, (shown.none_left, "$muted")]
        return [*head, *(_coins if shown.is_roomy else _values)(pile, kind)]

    def _bonuses(self, shown: TokensShown) -> Row:
        row: Row = [(f" {shown.bonus_word}", "")]
        for bonus in shown.bonuses:
            left, right = ("[", "]") if bonus.is_earned else (" ", " ")
            style = "bold $mine" if bonus.is_earned else "$foreground" if bonus.left else "$muted"
            row += [(f" {left}", style), (f"{bonus.tier}", f"bold {style}")]
            row.append((f"×{bonus.left}{right}", style))
        return row

    def action_move(self, by: int) -> None:
        """Move the cursor, not beyond the ends."""
        if self.shown is not None:
            self.cursor = max(0, min(self.cursor + by, len(self.shown.piles) - 1))

    def action_pick(self) -> None:
        """Begin the sale of the good under the cursor."""
        if self.shown is not None:
            self.post_message(Wish("pick_pile", self.shown.piles[self.cursor].good))

    def on_click(self, event: events.Click) -> None:
        """Begin the sale of the good that was clicked on."""
        event.stop()
        if self.shown is None:
            return
        number, rest = divmod(event.y - self.shown.has_title, self.shown.spacing)
        if rest == 0 and 0 <= number < len(self.shown.piles):
            self.post_message(Wish("pick_pile", self.shown.piles[number].good))

    def row_of(self, number: int) -> int:
        """The row a pile is drawn in."""
        if self.shown is None:
            return 0
        return number * self.shown.spacing + self.shown.has_title


def _coins(pile: PileShown, kind: str) -> Row:
    """Every token by itself; those that the sale earns stand in brackets."""
    row: Row = []
    for at, value in enumerate(pile.values):
        is_earned = at < pile.earned
        style = "bold $mine on $card" if is_earned else f"{kind} on $card"
        left, right = "[]" if is_earned else "  "
        row.append((f"{left}{value}{right}", f"bold {style}" if at == 0 else style))
    return row


def _values(pile: PileShown, kind: str) -> Row:
    """The values on a strip; those that the sale earns stand in brackets."""
    row: Row = []
    for at, value in enumerate(pile.values):
        before = " "
        if pile.earned and at in (0, pile.earned):
            before = "[" if at == 0 else "]"
        is_earned = at < pile.earned
        style = "bold $mine on $card" if is_earned else f"{kind} on $card"
        row.append((before, "bold $mine on $card"))
        row.append((str(value), f"bold {style}" if at == 0 and not is_earned else style))
    is_all = 0 < len(pile.values) <= pile.earned
    return [*row, ("]" if is_all else " ", "bold $mine on $card")]
