"""The dock: what is being done in one sentence, and the one button that does it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.reactive import reactive

from .part import Part, Row, Wish, shorter, width_of, wrapped_rows


@dataclass(frozen=True, slots=True)
class SentenceShown:
    """What the dock says."""

    title: str
    sentence: str
    hint: str
    tone: str
    is_mine: bool
    width: int


class Sentence(Part[SentenceShown]):
    """A line with a title, one sentence, and under news a hint what can be done."""

    def draw(self, shown: SentenceShown) -> list[Row]:
        """An error is marked by a sign, too."""
        line = "━" if shown.is_mine else "─"
        colour = "bold $primary" if shown.is_mine else "$muted"
        title = f"{line} {shown.title} "
        rows: list[Row] = [[(title + line * max(0, shown.width - len(title)), colour)]]
        is_error = shown.tone == "error"
        words = f"! {shown.sentence}" if is_error else shown.sentence
        style = "bold $error" if is_error else "bold"
        rows += wrapped_rows(words, style, shown.width)
        return [*rows, *wrapped_rows(shown.hint, "$muted", shown.width)]


@dataclass(frozen=True, slots=True)
class Button:
    """A label that is a wish."""

    intent: str
    label: str
    is_off: bool = False
    """It then does nothing, and looks like it."""
    is_main: bool = False

    @property
    def text(self) -> str:
        """The label in brackets, so that it is a button without colours too."""
        return f"( {self.label} )" if self.is_off else f"[ {self.label} ]"


@dataclass(frozen=True, slots=True)
class DoingShown:
    """The picked cards once more, in letters, a note, and the buttons."""

    taken: str
    given: str
    missing: int
    """Cards still to give; negative: still to take."""
    note: str
    buttons: tuple[Button, ...]
    width: int
    height: int


class Doing(Part[DoingShown], can_focus=True):
    """Chips at the left, buttons at the right. Arrows move from button to button."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("enter,space", "press", show=False),
    ]
    cursor: reactive[int] = reactive(0)
    """Counted from the right: the main button is 0."""

    def show(self, shown: DoingShown) -> None:
        """Draw this; whoever has picked something else wants the main button next."""
        if shown != self.shown:
            self.cursor = 0
        super().show(shown)

    def draw(self, shown: DoingShown) -> list[Row]:
        """`G P ⇄ L ?`, then the buttons; blank rows around where they are higher."""
        buttons: Row = []
        blank: Row = []
        for number, button in enumerate(shown.buttons):
            has_focus = self.has_focus and number == self._at(shown)
            text = f"▶ {button.label} ◀" if has_focus else button.text
            style = _style(button, has_focus)
            buttons += [(" ", ""), (text, style)]
            blank += [(" ", ""), (" " * width_of([(text, "")]), style)]
        room = shown.width - 2 - width_of(buttons)
        chips = _chips(shown, room)
        rest = " " * max(0, room - width_of(chips))
        line: Row = [(" ", ""), *chips, (rest, ""), *buttons]
        above: Row = [(" ", ""), *_blanked(chips), (rest, ""), *blank]
        side = (shown.height - 1) // 2
        return [*[above] * side, line, *[above] * side]

    def _at(self, shown: DoingShown) -> int:
        return max(0, len(shown.buttons) - 1 - self.cursor)

    def action_move(self, by: int) -> None:
        """To the next button."""
        if self.shown is not None:
            most = len(self.shown.buttons) - 1
            self.cursor = max(0, min(min(self.cursor, most) - by, most))

    def action_press(self) -> None:
        """Do what the button in focus says."""
        if self.shown is not None and self.shown.buttons:
            self.post_message(Wish(self.shown.buttons[self._at(self.shown)].intent))

    def on_click(self, event: events.Click) -> None:
        """The same by the mouse."""
        event.stop()
        if self.shown is not None:
            for button, left, right in self._spans(self.shown):
                if left <= event.x < right:
                    self.post_message(Wish(button.intent))

    def _spans(self, shown: DoingShown) -> list[tuple[Button, int, int]]:
        right, spans = shown.width - 1, []
        for button in reversed(shown.buttons):
            left = right - width_of([(button.text, "")])
            spans.append((button, left, right))
            right = left - 1
        return spans


def _style(button: Button, has_focus: bool) -> str:
    if button.is_off:
        style = "$button-off-word on $button-off"
    elif button.is_main:
        style = "bold $button-word on $button-face"
    else:
        style = "$foreground on $panel"
    return f"bold {style}" if has_focus else style


def _chips(shown: DoingShown, room: int) -> Row:
    first = shown.taken + "?" * -shown.missing
    second = shown.given + "?" * shown.missing
    is_wide = 4 * len(first + second) + 2 + len(shown.note) <= room
    row: Row = [chip for letter in first for chip in _chip(letter, is_wide)]
    if first and second:
        row.append(("⇄ ", "bold"))
    row += [chip for letter in second for chip in _chip(letter, is_wide)]
    return [*row, (shorter(shown.note, room - width_of(row)), "$muted")]


def _blanked(row: Row) -> Row:
    """The same row without its characters, for what is higher than one row."""
    return [(" " * width_of([(text, style)]), style) for text, style in row]


def _chip(letter: str, is_wide: bool) -> Row:
    kind = "$muted" if letter == "?" else f"$good-{letter.lower()}"
    text = f" {letter} " if is_wide else letter
    return [(text, f"bold {kind} on $card"), (" ", "")]


@dataclass(frozen=True, slots=True)
class DockView:
    """Everything the dock shows."""

    sentence: SentenceShown
    doing: DoingShown


class Dock(Vertical):
    """The sentence, the chips and the buttons."""

    def compose(self) -> ComposeResult:
        """Sentence above, chips and buttons below."""
        yield Sentence(id="sentence")
        yield Doing(id="doing")

    def show(self, shown: DockView) -> None:
        """Draw this from now on."""
        self.query_one(Sentence).show(shown.sentence)
        self.query_one(Doing).show(shown.doing)
