"""What all parts of the table have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from typing import ClassVar

from rich.cells import cell_len
from rich.segment import Segment as RichSegment
from rich.style import Style as RichStyle
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.reactive import reactive
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

Segment = tuple[str, str]
"""Characters and their style; `@click=` at its end is what a click on them does, as in markup."""
Row = list[Segment]
Draw = Callable[[str | None], list[Row]]
"""Makes rows, given what the cursor is on: what a click there would do; None: it is not seen."""

_CLICK = " @click="
LAST = 99
"""A cursor there is on the last of all."""


def intent_action(intent: str, value: int | str = 0) -> str:
    """What a click can do: wish for something, with the number or the letter of a card."""
    return f"send_intent({intent!r},{value!r})"


def clickable(row: Row, action: str) -> Row:
    """The same row, and a click on it does something."""
    return [(text, f"{style}{_CLICK}{action}") for text, style in row] if action else row


class Part(Widget):
    """Draws the rows it is shown, anew only if they have changed; holds nothing of the game.

    It draws line by line without Textual's text layout, which is several times slower.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    FOCUS_ON_CLICK: ClassVar[bool] = False
    """Who uses the mouse sees no cursor, which is for keys."""

    rows: reactive[Sequence[Row]] = reactive[Sequence[Row]](())

    async def action_send_intent(self, intent: str, value: int | str) -> None:
        """Tell the screen on which this is; something else may lie in front by now."""
        await self.app.run_action(("", "send_intent", (intent, value)), self.screen)

    def render_line(self, y: int) -> Strip:
        """One row, as wide as the part."""
        ground, theme = self.visual_style, self.app.theme
        row = self.rows[y] if y < len(self.rows) else []
        segments = [RichSegment(text, _rich(theme, ground, style)) for text, style in merged(row)]
        return Strip(segments).adjust_cell_length(self.content_size.width, _rich(theme, ground, ""))


class ChoicePart(Part, can_focus=True):
    """A part with a cursor: arrows move it over all that can be clicked, Space does the same."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("home", f"move(-{LAST})", show=False),
        Binding("end", f"move({LAST})", show=False),
        Binding("space", "press", show=False),
    ]
    cursor: reactive[int] = reactive(0)
    _draw: Draw | None = None
    _bare: Sequence[Row] = ()
    """What is drawn while the cursor is not seen."""

    def show_choice(self, draw: Draw) -> None:
        """Draw this from now on; what the cursor was on may be gone."""
        self._draw, self._bare = draw, draw(None)
        self._show_cursor()

    def _show_cursor(self) -> None:
        if self._draw is not None:
            self.rows = self._draw(self._cursor_action) if self.has_focus else self._bare

    @property
    def _click_actions(self) -> list[str]:
        """What can be clicked, each once."""
        clicks = (style.partition(_CLICK)[2] for row in self._bare for _text, style in row)
        return list(dict.fromkeys(filter(None, clicks)))

    @property
    def _cursor_action(self) -> str:
        actions = self._click_actions
        return actions[min(self.cursor, len(actions) - 1)] if actions else ""

    def watch_cursor(self) -> None:
        """Draw it elsewhere."""
        self._show_cursor()

    def watch_has_focus(self, has_focus: bool) -> None:
        """The cursor is seen where the focus is."""
        super().watch_has_focus(has_focus)
        self._show_cursor()

    def action_move(self, by: int) -> None:
        """Move the cursor, not beyond the ends."""
        last = len(self._click_actions) - 1
        self.cursor = max(0, min(min(self.cursor, last) + by, last))

    async def action_press(self) -> None:
        """Do what a click would do."""
        if action := self._cursor_action:
            await self.app.run_action(action, self)


@cache
def _rich(theme: str, ground: Style, words: str) -> RichStyle:
    """A style as Rich wants it; `theme` is there because the same words look otherwise in each."""
    look, _click, action = words.partition(_CLICK)
    if action:
        return _rich(theme, ground, look) + RichStyle.from_meta({"@click": action})
    return (ground + Style.parse(look) if look else ground).rich_style


def merged(row: Row) -> Row:
    """The same with fewer segments: neighbours of one style are one."""
    groups = groupby(row, key=lambda segment: segment[1])
    return [("".join(text for text, _style in group), style) for style, group in groups]


def side_by_side(blocks: Sequence[Sequence[Row]], gap: int) -> list[Row]:
    """Blocks of equally many rows beside each other."""
    joined: list[Row] = [[] for _row in blocks[0]] if blocks else []
    for number, block in enumerate(blocks):
        for line, row in zip(joined, block, strict=True):
            line.extend([(" " * gap, ""), *row] if number else row)
    return joined


def width_of(row: Row) -> int:
    """How many columns a row takes."""
    return cell_len("".join([text for text, _style in row]))


def shorter(text: str, width: int) -> str:
    """A text that is cut where it is too long, with a sign that it was."""
    return Content(text).truncate(max(0, width), ellipsis=True).plain


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most a width, broken at plain spaces only: Textual breaks at the others too."""
    lines: list[str] = []
    for whole in text.replace("\u00ad", "").split("\n"):
        words = whole.lstrip(" ")
        indent = " " * (len(whole) - len(words))
        line = indent
        for number, word in enumerate(words.split(" ")):
            longer = f"{line} {word}" if number else f"{line}{word}"
            if line.strip() and cell_len(longer) > width:
                lines.append(line)
                longer = f"{indent}{word}"
            line = longer
        lines.append(line)
    return lines


def wrapped_rows(words: str, style: str, width: int) -> list[Row]:
    """A text in lines that begin with a blank."""
    lines = wrapped(words, max(8, width - 2)) if words else []
    return [[(f" {line}", style)] for line in lines]
