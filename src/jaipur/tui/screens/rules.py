"""The rules over the table: in one minute and whole, or those that somebody asks for."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from ...rulebook import Found, Row, find, laid_out, short_rules
from ...texts import Texts
from ..widgets.part import Row as Drawn
from ..widgets.part import content, wrapped_rows
from .front import FrontBox
from .parts import Knob

_STYLES = {
    "": "",
    "title": "bold $primary",
    "chapter": "bold $primary",
    "number": "bold $accent",
    "strong": "bold",
    "quiet": "$muted",
}


class RulesScreen(FrontBox[None]):
    """Lies over the table until it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", show=False)]

    def __init__(self, _: Texts, asked: str = "") -> None:
        """Raises NoSuchRule if there is nothing to show."""
        super().__init__()
        self._ = _
        self._found = find(asked, _)

    def compose(self) -> ComposeResult:
        """One page; it scrolls where the terminal is low."""
        _ = self._
        with VerticalScroll():
            yield RulesText(self._found, _)
            yield Knob(_("Back to the table"), id="close", primary=True)

    def on_mount(self) -> None:
        """Arrows scroll at once."""
        self.query_one(VerticalScroll).focus()

    def on_button_pressed(self) -> None:
        """Close it."""
        self.action_close()

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class RulesText(Static):
    """Rules, laid out anew for each width."""

    def __init__(self, found: Found, _: Texts) -> None:
        super().__init__()
        self._found = found
        self._texts = _
        self._laid_out_for = 0

    def on_resize(self) -> None:
        """Lay the rows out, unless only their number has changed."""
        width = self.size.width
        if width and width != self._laid_out_for:
            self._laid_out_for = width
            self.update(content(self._rows(width)))

    def _rows(self, width: int) -> list[Drawn]:
        rows = [*map(_drawn, laid_out(self._found, width)), []]
        return [*_short(self._texts, width), *rows] if self._found.title else rows


def _short(_: Texts, width: int) -> list[Drawn]:
    """The rules in one minute."""
    rows: list[Drawn] = [[(_("Jaipur in one minute"), "bold $primary")], []]
    for rule in short_rules(_):
        rows += [[(rule.title, "bold")], *wrapped_rows(rule.words, "", width), []]
    return rows


def _drawn(row: Row) -> Drawn:
    return [(text, _STYLES[style]) for text, style in row]
