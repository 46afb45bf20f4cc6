"""What screens have in common, and their small controls, which say nothing by colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.screen import ModalScreen, Screen
from textual.style import Style
from textual.widget import Widget
from textual.widgets import Button, OptionList
from textual.widgets.option_list import Option

from ..widgets.motifs import ORDER, picture
from ..widgets.part import Part, side_by_side, wrapped

Result = TypeVar("Result")
PICTURE_WIDTH, PICTURE_ROWS = 14, 6
BANNER_WIDTH = len(ORDER) * (PICTURE_WIDTH + 2)
"""With the least gaps, and something at the edges."""


class BaseScreen(Screen[Result]):
    """A screen over the whole terminal."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """End, if nothing lies over this: Textual would end whatever is in front.

        So a second Enter in the same moment does not take away what lies below.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()


class Dialog(ModalScreen[Result], BaseScreen[Result]):
    """A box over another screen, which shows around it; Esc closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def action_leave(self) -> None:
        """Close it, and let everything be as it was."""
        self.dismiss(None)


class PlainLabel(Widget):
    """Text that is shown as it is: names of people are no markup, and « ; » stays with its word."""

    ALLOW_SELECT: ClassVar[bool] = False
    text: reactive[str] = reactive("", layout=True)

    def __init__(self, text: str = "", *, id: str = "", classes: str = "") -> None:
        super().__init__(id=id or None, classes=classes)
        self.set_reactive(PlainLabel.text, text)

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


class CompactButton(Button):
    """A button of one line: in brackets, and with arrows while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    def __init__(self, label: str, action: str = "", *, id: str, primary: bool = False) -> None:
        super().__init__(Content(f"[ {label} ]"), id=id, compact=True)
        self.active_effect_duration = 0  # else keys that follow each other quickly are lost
        self.set_class(primary, "primary")
        self._action = action

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do it on the screen where this is: Textual would take the one in front by now."""
        if self._action:
            event.stop()
            await self.app.run_action(self._action, self.screen)

    def set_label(self, label: str) -> None:
        """Write something else on it."""
        if (named := Content(f"[ {label} ]")) != self.label:
            self.label = named
            self.refresh(layout=True)

    def render(self) -> Content:
        """The label, and what can be seen of it without colours."""
        left, right = "()" if self.disabled else "▶◀" if self.has_focus else "[]"
        return Content(f"{left}{str(self.label)[1:-1]}{right}")


def row(label: str, *controls: Widget) -> Horizontal:
    """Controls in one line, after what they are for."""
    return Horizontal(PlainLabel(label, classes="label"), *controls, classes="row")


class WrappedOptionList(OptionList):
    """A list of lines to choose from; the chosen one is reversed, not only tinted."""

    heading: int | None = None
    """The place of a line that cannot be chosen."""

    def __init__(self, lines: Sequence[str], chosen: int | None, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._given = lines
        self._first = chosen
        self._width = 80

    def set_lines(self, lines: Sequence[str]) -> None:
        """Show other lines; what is chosen stays."""
        if lines != self._given:
            self._given = lines
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
            for at, line in enumerate(self._given):
                text = Content("\n".join(wrapped(line, width)))
                self.add_option(Option(text, disabled=at == self.heading))
            self.highlighted = chosen
        self.refresh(layout=True)


class CompactRadioSet(Widget, can_focus=True):
    """One of a few values, all of them in sight on one line: `( ) off  (•) counts  ( ) full`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,plus", "step(1)", show=False),
        Binding("left,minus", "step(-1)", show=False),
    ]
    auto_links = reactive(False)
    value: reactive[str] = reactive("")

    def __init__(self, values: Sequence[tuple[str, str]], value: str, *, id: str) -> None:
        super().__init__(id=id)
        self._values = values
        self.set_reactive(CompactRadioSet.value, value)

    def render(self) -> Content:
        """The line; the chosen value is reversed while it has the focus."""
        values: list[Content] = []
        for value, name in self._values:
            is_chosen = value == self.value
            style = Style(reverse=is_chosen and self.has_focus)
            click = Style.from_meta({"@click": f"choose({value!r})"})
            values.append(Content.styled(f"({'•' if is_chosen else ' '}) {name}", style + click))
        return Content("  ").join(values)

    def action_step(self, by: int) -> None:
        """Choose the next value, or the one before."""
        values = [value for value, _name in self._values]
        self.value = values[(values.index(self.value) + by) % len(values)]

    def action_choose(self, value: str) -> None:
        """Choose what was clicked on."""
        self.value = value


class CompactCheckbox(Widget, can_focus=True):
    """Something that is on or off: `[x] house rule`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "turn", show=False)]
    value: reactive[bool] = reactive(False)

    def __init__(self, label: str, value: bool, *, id: str) -> None:
        super().__init__(id=id)
        self._label = label
        self.set_reactive(CompactCheckbox.value, value)

    def render(self) -> Content:
        """The line."""
        return Content(f"[{'x' if self.value else ' '}] {self._label}")

    def action_turn(self) -> None:
        """On if it was off, off if it was on."""
        self.value = not self.value

    def on_click(self) -> None:
        """The same by the mouse."""
        self.action_turn()


class Banner(Part):
    """Nothing but a sight."""

    def on_resize(self, event: events.Resize) -> None:
        """The pictures with even gaps, from edge to edge."""
        pictures = [picture(letter, PICTURE_WIDTH, PICTURE_ROWS, "") for letter in ORDER]
        gap = (event.size.width - len(ORDER) * PICTURE_WIDTH) // (len(ORDER) - 1)
        self.rows = side_by_side(pictures, max(1, gap))
