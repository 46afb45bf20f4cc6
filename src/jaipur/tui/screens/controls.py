"""The base classes of screens and their compact controls, none of which relies on colour alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.cells import cell_len
from textual import events, on
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Size
from textual.messages import Prune
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
"""With minimal gaps and margins."""


class BaseScreen(Screen[Result]):
    """A full-size screen."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Dismiss this screen if it is on top: Textual would dismiss whichever screen is.

        So a double Enter cannot dismiss the screen below as well.
        """
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @on(Prune)
    def stop_workers(self) -> None:
        """Stop the workers before the widgets they draw on are gone."""
        self.workers.cancel_node(self)


class Dialog(ModalScreen[Result], BaseScreen[Result]):
    """A modal dialog over another screen; Esc closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def action_leave(self) -> None:
        """Close the dialog without changes."""
        self.dismiss(None)


class PlainLabel(Widget):
    """Wrapped text without markup, which respects no-break spaces."""

    ALLOW_SELECT: ClassVar[bool] = False
    text: reactive[str] = reactive("", layout=True)

    def __init__(self, text: str = "", *, id: str = "", classes: str = "") -> None:
        super().__init__(id=id or None, classes=classes)
        self.set_reactive(PlainLabel.text, text)

    def render(self) -> Content:
        """The wrapped text."""
        return Content("\n".join(wrapped(self.text, self.size.width)))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The width of the longest line."""
        del container, viewport
        return max((cell_len(line) for line in self.text.split("\n")), default=0)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of wrapped lines."""
        del container, viewport
        return len(wrapped(self.text, width)) if self.text else 0


class CompactButton(Button):
    """A one-line button in brackets, or between arrows while it has the focus."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "press", show=False)]

    def __init__(self, label: str, action: str = "", *, id: str, primary: bool = False) -> None:
        super().__init__(Content(f"[ {label} ]"), id=id, compact=True)
        self.active_effect_duration = 0  # otherwise keys in rapid succession are lost
        self.set_class(primary, "primary")
        self._action = action

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Run the action on this button's screen, which may no longer be on top."""
        if self._action:
            event.stop()
            await self.app.run_action(self._action, self.screen)

    def set_label(self, label: str) -> None:
        """Change the label."""
        if (named := Content(f"[ {label} ]")) != self.label:
            self.label = named
            self.refresh(layout=True)

    def render(self) -> Content:
        """The label, with its state visible without colours."""
        left, right = "()" if self.disabled else "▶◀" if self.has_focus else "[]"
        return Content(f"{left}{str(self.label)[1:-1]}{right}")


def row(label: str, *controls: Widget) -> Horizontal:
    """Controls in one line after their label."""
    return Horizontal(PlainLabel(label, classes="label"), *controls, classes="row")


class WrappedOptionList(OptionList):
    """An option list that wraps its lines; the highlighted one is reversed, not just tinted."""

    heading: int | None = None
    """The index of a line that cannot be selected."""

    def __init__(self, lines: Sequence[str], chosen: int | None, *, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._given = lines
        self._margin: Sequence[str] = ()
        self._first = chosen
        self._width = 80

    def set_lines(self, lines: Sequence[str], margin: Sequence[str] = ()) -> None:
        """Replace the lines and what stands before them, keeping the highlighted index."""
        if (lines, margin) != (self._given, self._margin):
            self._given, self._margin = lines, margin
            self._fill()

    def on_mount(self) -> None:
        """Fill the list: without a height it would never receive a resize event."""
        self._fill()

    def on_resize(self) -> None:
        """Wrap the lines again."""
        if self._width != self.size.width:
            self._width = self.size.width
            self._fill()

    def _fill(self) -> None:
        chosen = self._first if self.highlighted is None else self.highlighted
        width = max(8, self._width - 2)  # space for a scroll bar
        with self.prevent(OptionList.OptionHighlighted):
            self.clear_options()
            for at, line in enumerate(self._given):
                start = self._margin[at] if self._margin else ""
                rows = f"\n{' ' * len(start)}".join(wrapped(line, width - len(start)))
                self.add_option(Option(Content(start + rows), disabled=at == self.heading))
            self.highlighted = chosen
        self.refresh(layout=True)


class CompactRadioSet(Widget, can_focus=True):
    """Radio buttons on one line: `( ) off  (•) counts  ( ) full`."""

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
        """The line; the selected value is reversed while focused."""
        values: list[Content] = []
        for value, name in self._values:
            is_chosen = value == self.value
            style = Style(reverse=is_chosen and self.has_focus)
            click = Style.from_meta({"@click": f"choose({value!r})"})
            values.append(Content.styled(f"({'•' if is_chosen else ' '}) {name}", style + click))
        return Content("  ").join(values)

    def action_step(self, by: int) -> None:
        """Select the next or previous value."""
        values = [value for value, _name in self._values]
        self.value = values[(values.index(self.value) + by) % len(values)]

    def action_choose(self, value: str) -> None:
        """Select the clicked value."""
        self.value = value


class CompactCheckbox(Widget, can_focus=True):
    """A checkbox on one line: `[x] house rule`."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "toggle_value", show=False)]
    value: reactive[bool] = reactive(False)

    def __init__(self, label: str, value: bool, *, id: str) -> None:
        super().__init__(id=id)
        self._label = label
        self.set_reactive(CompactCheckbox.value, value)

    def render(self) -> Content:
        """The box and its label."""
        return Content(f"[{'x' if self.value else ' '}] {self._label}")

    def action_toggle_value(self) -> None:
        """Toggle the value."""
        self.value = not self.value

    def on_click(self) -> None:
        """Toggle the value by mouse."""
        self.action_toggle_value()


class Banner(Part):
    """A decorative row of pictures."""

    def on_resize(self, event: events.Resize) -> None:
        """Lay the pictures out from edge to edge."""
        pictures = [picture(letter, PICTURE_WIDTH, PICTURE_ROWS, "") for letter in ORDER]
        gap = (event.size.width - len(ORDER) * PICTURE_WIDTH) // (len(ORDER) - 1)
        self.rows = side_by_side(pictures, max(1, gap))
