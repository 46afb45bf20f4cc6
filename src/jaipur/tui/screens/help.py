"""The help: how to act, the keys, the notation."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Static

from ...texts import Texts
from ..keys import KEYS
from ..widgets.part import Row, content
from .front import FrontBox
from .parts import Knob
from .rules import RulesScreen


class HelpScreen(FrontBox[None]):
    """Lies over the table until it is closed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,question_mark", "close", show=False),
    ]

    def __init__(self, _: Texts, *, has_letters: bool) -> None:
        super().__init__()
        self._ = _
        self._has_letters = has_letters

    def compose(self) -> ComposeResult:
        """One page; it scrolls where the terminal is low."""
        _ = self._
        with VerticalScroll():
            yield Static(help_content(_, has_letters=self._has_letters))
            with Horizontal():
                yield Knob(_("Back to the table"), id="close", primary=True)
                yield Knob(_("Rules"), id="rules")

    def on_mount(self) -> None:
        """Arrows scroll at once."""
        self.query_one(VerticalScroll).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close it, or show the rules in its place."""
        if event.button.id == "rules":
            self.app.switch_screen(RulesScreen(self._))
        else:
            self.action_close()

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


def help_content(_: Texts, *, has_letters: bool) -> Content:
    """The whole help."""
    rows = [*_acting(_), *_keys(_, has_letters), *_notation(_)]
    return content(rows)


def _heading(text: str) -> list[Row]:
    return [[("", "")], [(text, "bold $primary")]]


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
    return [[(_("How to play here"), "bold $primary")], *([(f"· {step}", "")] for step in steps)]


def _keys(_: Texts, has_letters: bool) -> list[Row]:
    keys = [key for key in KEYS if has_letters or not key.is_character]
    caps = [key.caps(_) for key in keys]
    width = max(map(len, caps)) + 2
    rows: list[Row] = [
        [(cap.ljust(width), "bold $accent"), (key.says(_), "")]
        for cap, key in zip(caps, keys, strict=True)
    ]
    note = (
        _("On a French keyboard the same keys work: & é \" ' ( for the market, q for a.")
        if has_letters
        else _(
            "The single-letter keys are switched off. You can switch them on in the preferences."
        )
    )
    moving = _("Tab and the arrow keys move a cursor; Space picks what it is on.")
    return [*_heading(_("Keys")), *rows, [(note, "$muted")], [(moving, "$muted")]]


def _notation(_: Texts) -> list[Row]:
    letters = _("D diamond, G gold, S silver, C cloth, P spice, L leather, K camel")
    examples = [
        ("+G", _("take gold")),
        ("+KKK", _("take the three camels")),
        ("−LLL", _("sell three leather")),
        ("+DG−LK", _("take a diamond and gold for leather and a camel")),
    ]
    rows: list[Row] = [
        [(action.ljust(9), "bold $accent"), (words, "")] for action, words in examples
    ]
    return [*_heading(_("Actions in letters")), [(letters, "")], *rows, [("", "")]]
