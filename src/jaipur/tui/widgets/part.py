"""What all parts of the table have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Self, TypeVar

from rich.segment import Segment as RichSegment
from rich.style import Style as RichStyle
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from ..wrapping import wrapped

Segment = tuple[str, str]
"""Characters and their style."""
Row = list[Segment]

Shown = TypeVar("Shown")
_STYLES: dict[tuple[str, Style, str], RichStyle] = {}
"""Styles that were needed before, by theme, ground and words; reading them takes long."""


class Wish(Message):
    """Something a person wants, with the number or the letter of a card where it needs one."""

    def __init__(self, intent: str, value: int | str = 0) -> None:
        super().__init__()
        self.intent = intent
        self.value = value


class Part(Widget, Generic[Shown]):
    """Draws what it is shown, anew only if that has changed; holds nothing of the game.

    It draws line by line without Textual's text layout, which is several times slower.
    """

    ALLOW_SELECT: ClassVar[bool] = False
    FOCUS_ON_CLICK: ClassVar[bool] = False
    """Who uses the mouse sees no cursor, which is for keys."""

    shown: Shown | None = None
    _rows: list[Row] | None = None

    def show(self, shown: Shown) -> None:
        """Draw this from now on."""
        if shown != self.shown:
            self.shown = shown
            self.refresh()

    def draw(self, shown: Shown) -> list[Row]:
        """What is shown, row by row."""
        raise NotImplementedError

    def refresh(self, *regions: Region, **more: Any) -> Self:
        """Draw anew: what was shown, the cursor or the focus has changed."""
        self._rows = None
        return super().refresh(*regions, **more)

    def render_line(self, y: int) -> Strip:
        """One row, as wide as the part."""
        if self._rows is None:
            self._rows = [] if self.shown is None else self.draw(self.shown)
        ground, theme = self.visual_style, self.app.theme
        row = self._rows[y] if y < len(self._rows) else []
        segments = [RichSegment(text, _rich(theme, ground, style)) for text, style in _merged(row)]
        return Strip(segments).adjust_cell_length(self.content_size.width, _rich(theme, ground, ""))


def _rich(theme: str, ground: Style, words: str) -> RichStyle:
    key = theme, ground, words
    if key not in _STYLES:
        _STYLES[key] = (ground + Style.parse(words) if words else ground).rich_style
    return _STYLES[key]


def _merged(row: Row) -> Row:
    """The same with fewer segments: neighbours of one style are one."""
    merged: Row = []
    for text, style in row:
        if merged and merged[-1][1] == style:
            merged[-1] = merged[-1][0] + text, style
        else:
            merged.append((text, style))
    return merged


def content(rows: Sequence[Row]) -> Content:
    """Rows of segments as one text, for where Textual is to wrap it."""
    pieces: Row = []
    for number, row in enumerate(rows):
        pieces += [("\n", ""), *row] if number else row
    return Content.assemble(*pieces)


def width_of(row: Row) -> int:
    """How many columns a row takes."""
    return sum(Content(text).cell_length for text, _style in row)


def shorter(text: str, width: int) -> str:
    """A text that is cut where it is too long, with a sign that it was."""
    return Content(text).truncate(max(0, width), ellipsis=True).plain


def wrapped_rows(words: str, style: str, width: int) -> list[Row]:
    """A text in lines that begin with a blank."""
    lines = wrapped(words, max(8, width - 2)) if words else []
    return [[(f" {line}", style)] for line in lines]
