"""Text pages over the table: the help and the rules."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from ...rulebook import find, laid_out, short_rules
from ...texts import Texts
from ..keys import KEYS
from ..widgets.part import Row, wrapped_rows
from .controls import CompactButton, Dialog

HEADING, _KEY, _QUIET = "bold $primary", "bold $accent", "$muted"
_STYLES = {
    "": "",
    "title": HEADING,
    "chapter": HEADING,
    "number": _KEY,
    "strong": "bold",
    "quiet": _QUIET,
}


class PageScreen(Dialog[None]):
    """A scrollable page of text over the table."""

    LEADS_TO_RULES: ClassVar[bool] = False

    def __init__(self, _: Texts) -> None:
        super().__init__()
        self._ = _

    def rows(self, width: int) -> list[Row]:
        """The rows for a width; Textual wraps longer ones."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        """The text and the buttons."""
        _ = self._
        with VerticalScroll():
            yield PageText(self)
            with Horizontal():
                yield CompactButton(_("Back to the table"), "leave", id="close", primary=True)
                if self.LEADS_TO_RULES:
                    yield CompactButton(_("Rules"), "rules", id="rules")

    def on_mount(self) -> None:
        """Focus the text, so that arrows scroll."""
        self.query_one(VerticalScroll).focus()

    def action_rules(self) -> None:
        """Show the rules instead."""
        self.app.switch_screen(RulesScreen(self._))


class PageText(Static):
    """The text of a page, laid out for each width."""

    def __init__(self, page: PageScreen) -> None:
        super().__init__()
        self._page = page
        self._laid_out_for = 0

    def on_resize(self) -> None:
        """Lay the rows out again if the width has changed."""
        width = self.size.width
        if width and width != self._laid_out_for:
            self._laid_out_for = width
            rows = (Content.assemble(*row) for row in self._page.rows(width))
            self.update(Content("\n").join(rows))


class RulesScreen(PageScreen):
    """The rules in brief and in full, or those matching a query."""

    def __init__(self, _: Texts, query: str = "") -> None:
        """Raises NoSuchRule if nothing matches the query."""
        super().__init__(_)
        self._found = find(query, _)

    def rows(self, width: int) -> list[Row]:
        """The rules found; the full rules are preceded by the short ones."""
        found = laid_out(self._found, width)
        rows: list[Row] = [[(text, _STYLES[style]) for text, style in row] for row in found]
        return [*(_short(self._, width) if self._found.title else []), *rows, []]


def _short(_: Texts, width: int) -> list[Row]:
    """The rules in brief."""
    rows: list[Row] = [[(_("Jaipur in one minute"), HEADING)], []]
    for rule in short_rules(_):
        rows += [[(rule.title, "bold")], *wrapped_rows(rule.words, "", width), []]
    return rows


class HelpScreen(PageScreen):
    """The help: actions, keys and notation."""

    LEADS_TO_RULES = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f1,question_mark", "leave", show=False)]

    def __init__(self, _: Texts, *, has_letters: bool) -> None:
        super().__init__(_)
        self._has_letters = has_letters

    def rows(self, width: int) -> list[Row]:
        """The whole help."""
        del width
        return [*_acting(self._), *_keys(self._, self._has_letters), *_notation(self._)]


def _acting(_: Texts) -> list[Row]:
    steps = [
        _("Pick cards; the button then names the action, and nothing happens before you press it."),
        _("One market card: you take it. A camel: you take all camels."),
        _(
            "Hand cards of one kind: you sell them. The first tap picks all of the kind; "
            "− and + change the number."
        ),
        _("Market cards and hand cards or camels: you exchange them, at least two for two."),
        _("A tap on a picked card puts it back. Clear puts everything back."),
        _("A pale card cannot be used now; a tap on it says why."),
    ]
    return [[(_("How to play here"), HEADING)], *([(f"· {step}", "")] for step in steps), []]


def _keys(_: Texts, has_letters: bool) -> list[Row]:
    note = _("On a French keyboard the same keys work: & é \" ' ( for the market, q for a.")
    if not has_letters:
        note = _(
            "The single-letter keys are switched off. You can switch them on in the preferences."
        )
    moving = _("Tab and the arrow keys move a cursor; Space picks what it is on.")
    keys = [key for key in KEYS if has_letters or not key.is_character]
    rows = pair_rows([(key.caps_words(_), _.translate(key.says)) for key in keys])
    return [[(_("Keys"), HEADING)], *rows, [(note, _QUIET)], [(moving, _QUIET)], []]


def _notation(_: Texts) -> list[Row]:
    letters = _("D diamond, G gold, S silver, C cloth, P spice, L leather, K camel")
    examples = [
        ("+G", _("take gold")),
        ("+KKK", _("take the three camels")),
        ("−LLL", _("sell three leather")),
        ("+DG−LK", _("take a diamond and gold for leather and a camel")),
    ]
    return [[(_("Actions in letters"), HEADING)], [(letters, "")], *pair_rows(examples, gap=3), []]


def pair_rows(rows: list[tuple[str, str]], gap: int = 2) -> list[Row]:
    """Keys or notation in one column, their meaning in the next."""
    width = max(len(first) for first, _second in rows) + gap
    return [[(first.ljust(width), _KEY), (second, "")] for first, second in rows]
