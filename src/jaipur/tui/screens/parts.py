"""Small controls of the screens: none of them says anything by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Button, Input, OptionList
from textual.widgets.option_list import Option

from ..wrapping import wrapped


class Words(Widget):
    """Text that is shown as it is: names of people are no markup, and « ; » stays with its word."""

    DEFAULT_CSS = "Words { width: 1fr; height: auto; }"
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, text: str = "", *, id: str = "", classes: str = "") -> None:
        super().__init__(id=id or None, classes=classes)
        self.text = text

    def say(self, text: str) -> None:
        """Show another text."""
        if text != self.text:
            self.text = text
            self.refresh(layout=True)

    def render(self) -> Content:
        """The text in lines."""
        return Content("\n".join(wrapped(self.text, self.size.width)))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The longest line."""
        del container, viewport
        return max((cell_len(line) for line in self.text.split("\n")), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it takes."""
        del container, viewport
        return len(wrapped(self.text, width)) if self.text else 0


class Knob(Button):
    """A button of one line: in brackets, and with arrows while it has the focus."""

    DEFAULT_CSS = """
    Knob {
        width: auto; min-width: 0; height: 1; border: none !important; padding: 0;
        background: transparent; color: $foreground; text-style: none; background-tint: transparent;
        &.primary { text-style: bold; color: $primary; }
        &:hover { background: $panel; }
        &:focus { text-style: bold reverse; }
        &:disabled { color: $text-muted; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    def __init__(self, label: str, *, id: str, primary: bool = False) -> None:
        super().__init__(Content(f"[ {label} ]"), id=id, compact=True)
        self.active_effect_duration = 0  # else keys that follow each other quickly are lost
        self.set_class(primary, "primary")
        self._text = label

    def name_it(self, label: str) -> None:
        """Write something else on it."""
        if label != self._text:
            self._text = label
            self.label = Content(f"[ {label} ]")
            self.refresh(layout=True)

    def render(self) -> Content:
        """The label, and what can be seen of it without colours."""
        left, right = "()" if self.disabled else "▶◀" if self.has_focus else "[]"
        return Content(f"{left} {self._text} {right}")


class Field(Input):
    """A line to type in, with an edge on both sides."""

    DEFAULT_CSS = """
    Field {
        width: 1fr; height: 1; padding: 0 1; background: $surface; color: $foreground;
        border: none; border-left: solid $foreground 40%; border-right: solid $foreground 40%;
        background-tint: transparent;
        &:focus { border: none; border-left: outer $accent; border-right: outer $accent; }
    }
    """

    def __init__(self, value: str, hint: str = "", *, id: str, longest: int = 0) -> None:
        super().__init__(value, hint, max_length=longest, id=id)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list; a heading cannot be chosen."""

    text: str
    is_heading: bool = False


class Lines(OptionList):
    """A list of lines to choose from; the chosen one is reversed, not only tinted."""

    DEFAULT_CSS = """
    Lines {
        border: none; border-left: outer $foreground 40%;
        padding: 0 0 0 1; height: auto; width: 1fr;
        background: $background; scrollbar-size-vertical: 1; background-tint: transparent;
        & > .option-list--option { padding: 0; color: $foreground; }
        & > .option-list--option-highlighted {
            background: $background; color: $foreground; text-style: bold;
        }
        & > .option-list--option-hover { background: $panel; }
        & > .option-list--option-disabled { color: $text-muted; }
        &:focus {
            border: none; border-left: outer $accent; background-tint: transparent;
            & > .option-list--option-highlighted {
                background: $foreground; color: $background; text-style: bold;
            }
        }
    }
    """

    def __init__(self, lines: Sequence[Line], chosen: int | None, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._given = tuple(lines)
        self._first = chosen
        self._width = 80

    def set_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines; what is chosen stays."""
        if tuple(lines) != self._given:
            self._given = tuple(lines)
            self._fill()

    def on_mount(self) -> None:
        """An empty list has no height, and what has no height is never told its width."""
        self._fill()

    def on_resize(self) -> None:
        """Break the lines anew."""
        if self._width != self.size.width:
            self._width = self.size.width
            self._fill()

    def _fill(self) -> None:
        chosen = self._first if self.highlighted is None else self.highlighted
        width = max(8, self._width - 2)  # room for a scroll bar
        with self.prevent(OptionList.OptionHighlighted):
            self.clear_options()
            for line in self._given:
                text = Content("\n".join(wrapped(line.text, width)))
                self.add_option(Option(text, disabled=line.is_heading))
            self.highlighted = chosen
        self.refresh(layout=True)


class OneOf(Widget, can_focus=True):
    """One of a few values, all of them in sight on one line: `( ) off  (•) counts  ( ) full`."""

    DEFAULT_CSS = """
    OneOf { height: 1; width: 1fr; &:focus { text-style: bold; } }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,plus", "step(1)", show=False),
        Binding("left,minus", "step(-1)", show=False),
    ]
    value: reactive[str] = reactive("")

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, control: OneOf, value: str) -> None:
            super().__init__()
            self.one_of = control
            self.value = value

        @property
        def control(self) -> OneOf:
            """Whose value it is."""
            return self.one_of

    def __init__(self, values: Sequence[tuple[str, str]], value: str, *, id: str) -> None:
        super().__init__(id=id)
        self._values = values
        self.set_reactive(OneOf.value, value)

    def _parts(self) -> list[tuple[str | None, str]]:
        """What is written, and which value a click on it chooses."""
        parts: list[tuple[str | None, str]] = []
        for value, name in self._values:
            mark = "(•)" if value == self.value else "( )"
            parts += [(value, f"{mark} {name}"), (None, "  ")]
        return parts

    def render(self) -> Content:
        """The line; the chosen value is reversed while it has the focus."""
        return Content.assemble(
            *(
                (text, "reverse" if self.has_focus and value == self.value else "")
                for value, text in self._parts()
            )
        )

    def action_step(self, by: int) -> None:
        """Choose the next value, or the one before."""
        values = [value for value, _name in self._values]
        self._choose(values[(values.index(self.value) + by) % len(values)])

    def on_click(self, event: events.Click) -> None:
        """Choose what was clicked on."""
        left = 0
        for value, text in self._parts():
            width = Content(text).cell_length
            if value is not None and left <= event.x < left + width:
                self._choose(value)
            left += width

    def _choose(self, value: str) -> None:
        if value != self.value:
            self.value = value
            self.post_message(self.Changed(self, value))


class Tick(Widget, can_focus=True):
    """Something that is on or off: `[x] house rule`."""

    DEFAULT_CSS = """
    Tick { height: 1; width: 1fr; &:focus { text-style: bold reverse; } }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "turn", show=False)]
    value: reactive[bool] = reactive(False)

    def __init__(self, label: str, value: bool, *, id: str) -> None:
        super().__init__(id=id)
        self._label = label
        self.set_reactive(Tick.value, value)

    def render(self) -> Content:
        """The line."""
        return Content(f"[{'x' if self.value else ' '}] {self._label}")

    def action_turn(self) -> None:
        """On if it was off, off if it was on."""
        self.value = not self.value

    def on_click(self) -> None:
        """The same by the mouse."""
        self.action_turn()
