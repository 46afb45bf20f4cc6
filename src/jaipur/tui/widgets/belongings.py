"""What lies beside my hand: how full it is, my herd with its − and +, my tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import reactive

from .part import Part, Row, Wish

STEPPERS_ROW = 2
STEPPER_WIDTH = 5
_STEPS = (("−", "less"), ("+", "more"))


@dataclass(frozen=True, slots=True)
class Fact:
    """A line: a word, what is to be said, and something after it."""

    word: str
    value: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class BelongingsShown:
    """My side but for the cards."""

    hand: Fact
    herd: Fact
    can_step: tuple[bool, bool]
    """Whether − and + do something."""
    tokens: tuple[Fact, ...]


class Belongings(Part[BelongingsShown], can_focus=True):
    """Hand size; herd, with two buttons; tokens. The wheel gives camels, too."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(0)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("space", "press", show=False),
    ]
    cursor: reactive[int] = reactive(1)

    def draw(self, shown: BelongingsShown) -> list[Row]:
        """One under the other."""
        rows = [_line(shown.hand), _line(shown.herd), self._steppers(shown)]
        return [*rows, *map(_line, shown.tokens)]

    def _steppers(self, shown: BelongingsShown) -> Row:
        row: Row = [(" ", "")]
        for at, (sign, _intent) in enumerate(_STEPS):
            is_on = shown.can_step[at]
            style = "$foreground on $panel" if is_on else "$button-off-word on $button-off"
            text = f"[ {sign} ]" if is_on else f"( {sign} )"
            if self.has_focus and at == self.cursor:
                text, style = f"▶ {sign} ◀", f"bold {style}"
            row += [(text, style), (" ", "")]
        return row

    def action_move(self, to: int) -> None:
        """From − to + and back."""
        self.cursor = to

    def action_press(self) -> None:
        """One more, or one less."""
        self.post_message(Wish(_STEPS[self.cursor][1]))

    def on_click(self, event: events.Click) -> None:
        """The same by the mouse."""
        event.stop()
        at = (event.x - 1) // (STEPPER_WIDTH + 1)
        if event.y == STEPPERS_ROW and 0 <= at < len(_STEPS):
            self.post_message(Wish(_STEPS[at][1]))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel gives one camel more."""
        event.stop()
        self.post_message(Wish("more"))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """And one less."""
        event.stop()
        self.post_message(Wish("less"))


def _line(fact: Fact) -> Row:
    word = f" {fact.word} " if fact.word else ""
    return [(word, "$muted"), (fact.value, "bold"), (f" {fact.more}", "")]
