"""Dialogs: confirmations, the preferences, and the warning about a small terminal."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.geometry import Size
from textual.widgets import Input

from ...client.preferences import Preferences, unnamed
from ...errors import JaipurError
from ...seats import Seat
from ...session.contract.state import State
from ...session.names import LONGEST, clean_name
from ...session.words.names import names_of
from ...texts import LANGUAGE_NAMES, Texts
from ..themes import theme_words
from .controls import (
    BaseScreen,
    CompactButton,
    CompactCheckbox,
    CompactRadioSet,
    Dialog,
    PlainLabel,
    row,
)

LEAST = Size(80, 24)


class Confirm(Dialog[bool]):
    """A confirmation; the default answer is no."""

    def __init__(self, question: str, yes: str, no: str, more: str) -> None:
        super().__init__()
        self._labels = question, more, yes, no

    def compose(self) -> ComposeResult:
        """The question, its consequences and two buttons."""
        question, more, yes, no = self._labels
        with Vertical():
            yield PlainLabel(question, id="question")
            yield PlainLabel(more, id="more")
            with Horizontal():
                yield CompactButton(no, "leave", id="no", primary=True)
                yield CompactButton(yes, "dismiss(True)", id="yes")

    def on_mount(self) -> None:
        """Focus the safe answer."""
        self.query_one("#no").focus()

    def action_leave(self) -> None:
        """Answer no."""
        self.dismiss(False)


def resign_question(state: State, loser: Seat, _: Texts, *, is_shared: bool) -> Confirm:
    """The confirmation for resigning; on a shared device it names the loser."""
    names = names_of(state.seats, _)
    more = _(
        "You give up the whole match, not only this round, and {name} wins. This cannot be undone.",
        name=names[1 - loser],
    )
    if is_shared:
        more = _(
            "{loser} gives up the whole match, not only this round, and {name} wins. This cannot "
            "be undone.",
            loser=names[loser],
            name=names[1 - loser],
        )
    return Confirm(_("Resign the match?"), _("Resign"), _("Play on"), more)


def delete_question(words: str, _: Texts) -> Confirm:
    """The confirmation for deleting the match that `words` describe."""
    more = _("Its cards and actions are then lost for good.")
    return Confirm(_("Delete this match?"), _("Delete"), _("Keep it"), f"{words}\n\n{more}")


class PreferencesScreen(Dialog[Preferences | None]):
    """Edits the preferences; returns them, or None if cancelled. Themes apply at once."""

    def __init__(self, preferences: Preferences, _: Texts) -> None:
        super().__init__()
        self._ = _
        self._before = preferences

    def compose(self) -> ComposeResult:
        """One line per preference."""
        _, now = self._, self._before
        with Vertical():
            yield PlainLabel(_("Preferences"), classes="title")
            languages = [*LANGUAGE_NAMES.items()]
            yield row(
                _("Language"), CompactRadioSet(languages, now.language or _.language, id="language")
            )
            yield row(_("Theme"), CompactRadioSet(theme_words(_), now.theme, id="theme"))
            name = Input(now.name, unnamed(_), id="name", max_length=LONGEST)
            yield row(_("Your name at new tables"), name)
            yield CompactCheckbox(_("Single-letter keys"), now.letters, id="letters")
            yield PlainLabel(
                _("1–5 for the market, a–j for the hand, / for notation."), classes="note"
            )
            yield PlainLabel(id="trouble")
            with Horizontal(classes="row"):
                yield CompactButton(_("Done"), "done", id="done", primary=True)
                yield CompactButton(_("Cancel"), "leave", id="cancel")

    def on_mount(self) -> None:
        """Preview a theme as soon as it is selected."""
        self.watch(self.query_one("#theme", CompactRadioSet), "value", self._show_theme, init=False)

    def _show_theme(self, theme: str) -> None:
        self.app.theme = theme

    def on_input_submitted(self) -> None:
        """Enter in the name field confirms."""
        self.action_done()

    def action_leave(self) -> None:
        """Cancel, restoring the theme."""
        self._show_theme(self._before.theme)
        self.dismiss(None)

    def action_done(self) -> None:
        """Return the new preferences if the name is valid."""
        name = self.query_one("#name", Input).value.strip()
        try:
            name = name and clean_name(name)
        except JaipurError as error:
            self.query_one("#trouble", PlainLabel).text = self._.error(error)
            return
        language = self.query_one("#language", CompactRadioSet).value
        is_said = self._before.language is not None or language != self._.language
        self.dismiss(
            replace(
                self._before,
                language=language if is_said else None,
                theme=self.query_one("#theme", CompactRadioSet).value,
                letters=self.query_one("#letters", CompactCheckbox).value,
                name=name,
            )
        )


def is_too_small(size: Size) -> bool:
    """Whether a terminal is too small for the table."""
    return size.width < LEAST.width or size.height < LEAST.height


class TooSmall(BaseScreen[None]):
    """Covers everything while the terminal is too small, then dismisses itself."""

    def __init__(self, _: Texts) -> None:
        super().__init__()
        self._ = _

    def compose(self) -> ComposeResult:
        """The warning."""
        yield PlainLabel(self._words())

    def on_resize(self) -> None:
        """Show the new size, or dismiss if it suffices."""
        self.query_one(PlainLabel).text = self._words()
        self.on_screen_resume()

    def _words(self) -> str:
        """The current size, the required size, and the alternative."""
        return self._(
            "This terminal has {width}×{height} characters; the table needs 80×24. Make it larger, "
            "or play line by line at any size: jaipur play --plain",
            width=self.app.size.width,
            height=self.app.size.height,
        )

    def on_screen_resume(self) -> None:
        """Dismiss if the terminal grew while another screen was on top."""
        if not is_too_small(self.app.size):
            self.dismiss(None)
