"""The base classes of all parts of the table."""

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
"""Text and style; a trailing `@click=` is the click action, as in markup."""
Row = list[Segment]
Draw = Callable[[str | None], list[Row]]
"""Makes rows for the action under the cursor, or None if the cursor is hidden."""

_CLICK = " @click="
LAST = 99
"""Larger than any cursor position: moves to the end."""


def intent_action(intent: str, value: int | str = 0) -> str:
    """The Textual action that sends an intent, with the place or letter of a card."""
    return f"send_intent({intent!r},{value!r})"


def clickable(row: Row, action: str) -> Row:
    """The row with a click action."""
    return [(text, f"{style}{_CLICK}{action}") for text, style in row] if action else row


class Part(Widget):
    """Draws its rows when they change; holds no game state.

    It draws line by line, as Textual's text layout is several times slower.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    FOCUS_ON_CLICK: ClassVar[bool] = False
    """The cursor is for keys, so mouse users do not see it."""

    rows: reactive[Sequence[Row]] = reactive[Sequence[Row]](())

    async def action_send_intent(self, intent: str, value: int | str) -> None:
        """Send an intent to this widget's own screen, which may no longer be on top."""
        await self.app.run_action(("", "send_intent", (intent, value)), self.screen)

    def render_line(self, y: int) -> Strip:
        """Render one row at the full width."""
        ground, theme = self.visual_style, self.app.theme
        row = self.rows[y] if y < len(self.rows) else []
        segments = [RichSegment(text, _rich(theme, ground, style)) for text, style in merged(row)]
        return Strip(segments).adjust_cell_length(self.content_size.width, _rich(theme, ground, ""))


class ChoicePart(Part, can_focus=True):
    """A part with a cursor: arrows move it between click targets, Space clicks."""

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
    """The rows without a cursor."""

    def show_choice(self, draw: Draw) -> None:
        """Set the drawing function; the cursor's target may be gone."""
        self._draw, self._bare = draw, draw(None)
        self._show_cursor()

    def _show_cursor(self) -> None:
        if self._draw is not None:
            self.rows = self._draw(self._cursor_action) if self.has_focus else self._bare

    @property
    def _click_actions(self) -> list[str]:
        """The distinct click actions."""
        clicks = (style.partition(_CLICK)[2] for row in self._bare for _text, style in row)
        return list(dict.fromkeys(filter(None, clicks)))

    @property
    def _cursor_action(self) -> str:
        actions = self._click_actions
        return actions[min(self.cursor, len(actions) - 1)] if actions else ""

    def watch_cursor(self) -> None:
        """Redraw after the cursor moved."""
        self._show_cursor()

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show the cursor only while focused."""
        super().watch_has_focus(has_focus)
        self._show_cursor()

    def action_move(self, by: int) -> None:
        """Move the cursor, stopping at the ends."""
        last = len(self._click_actions) - 1
        self.cursor = max(0, min(min(self.cursor, last) + by, last))

    async def action_press(self) -> None:
        """Do what a click at the cursor would do."""
        if action := self._cursor_action:
            await self.app.run_action(action, self)


@cache
def _rich(theme: str, ground: Style, words: str) -> RichStyle:
    """A Rich style; `theme` is part of the cache key, as styles depend on it."""
    look, _click, action = words.partition(_CLICK)
    if action:
        return _rich(theme, ground, look) + RichStyle.from_meta({"@click": action})
    return (ground + Style.parse(look) if look else ground).rich_style


def merged(row: Row) -> Row:
    """The row with adjacent segments of the same style merged."""
    groups = groupby(row, key=lambda segment: segment[1])
    return [("".join(text for text, _style in group), style) for style, group in groups]


def side_by_side(blocks: Sequence[Sequence[Row]], gap: int) -> list[Row]:
    """Join blocks of equal height side by side."""
    joined: list[Row] = [[] for _row in blocks[0]] if blocks else []
    for number, block in enumerate(blocks):
        for line, row in zip(joined, block, strict=True):
            line.extend([(" " * gap, ""), *row] if number else row)
    return joined


def width_of(row: Row) -> int:
    """The width of a row in columns."""
    return cell_len("".join([text for text, _style in row]))


def shorter(text: str, width: int) -> str:
    """The text truncated to a width, with an ellipsis."""
    return Content(text).truncate(max(0, width), ellipsis=True).plain


def wrapped(text: str, width: int) -> list[str]:
    """The text wrapped at plain spaces only, as Textual also breaks at no-break spaces."""
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
    """The text wrapped into rows that begin with a blank."""
    lines = wrapped(words, max(8, width - 2)) if words else []
    return [[(f" {line}", style)] for line in lines]
