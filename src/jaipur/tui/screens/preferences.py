"""The preferences: language, theme, character keys and name."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input

from ...errors import JaipurError
from ...session.names import LONGEST, clean_name
from ...texts import Texts
from ..person import unnamed
from ..preferences import Preferences
from .front import FrontBox
from .parts import Field, Knob, OneOf, Tick, Words


class PreferencesScreen(FrontBox[Preferences | None]):
    """Gives back the preferences as they were changed, or None; a theme is shown at once."""

    DEFAULT_CSS = """
    PreferencesScreen {
        align: center middle;
        & > Vertical {
            width: 78; max-width: 100%; height: auto; padding: 1 2; border: round $primary;
            background: $surface;
        }
        .title { text-style: bold; margin-bottom: 1; }
        .note { color: $text-muted; margin: 0 0 1 4; }
        .row { height: 1; margin-bottom: 1; }
        .label { width: 32; }
        OneOf { margin-bottom: 1; }
        #trouble { color: $text-error; text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    def __init__(self, preferences: Preferences, _: Texts) -> None:
        super().__init__()
        self._ = _
        self._before = preferences
        self._theme_before: str | None = None

    def compose(self) -> ComposeResult:
        """One line for each choice."""
        _, now = self._, self._before
        with Vertical():
            yield Words(_("Preferences"), classes="title")
            languages = [("en", "English"), ("fr", "Français")]
            with Horizontal(classes="row"):
                yield Words(_("Language"), classes="label")
                yield OneOf(languages, now.language or _.language, id="language")
            with Horizontal(classes="row"):
                yield Words(_("Theme"), classes="label")
                yield OneOf(self._themes(), now.theme, id="theme")
            with Horizontal(classes="row"):
                yield Words(_("Your name at new tables"), classes="label")
                yield Field(now.name, unnamed(_), id="name", longest=LONGEST)
            yield Tick(_("Single-letter keys"), now.letters, id="letters")
            yield Words(_("1–5 for the market, a–j for the hand, / for notation."), classes="note")
            yield Words(id="trouble")
            with Horizontal(classes="row"):
                yield Knob(_("Done"), id="done", primary=True)
                yield Knob(_("Cancel"), id="cancel")

    def _themes(self) -> list[tuple[str, str]]:
        _ = self._
        return [("light", _("Day")), ("dark", _("Night")), ("contrast", _("High contrast"))]

    def on_one_of_changed(self, event: OneOf.Changed) -> None:
        """Show a theme as soon as it is chosen."""
        theme = f"jaipur-{event.value}"
        if event.control.id == "theme" and theme in self.app.available_themes:
            self._theme_before = self._theme_before or self.app.theme
            self.app.theme = theme

    def on_input_submitted(self) -> None:
        """Enter in the name means done."""
        self._done()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Done, or not."""
        event.stop()
        if event.button.id == "done":
            self._done()
        else:
            self.action_leave()

    def action_leave(self) -> None:
        """Leave everything as it was."""
        if self._theme_before is not None:
            self.app.theme = self._theme_before
        self.dismiss(None)

    def _done(self) -> None:
        name = self.query_one("#name", Input).value.strip()
        try:
            name = name and clean_name(name)
        except JaipurError as error:
            self.query_one("#trouble", Words).say(self._.error(error))
            return
        language = self.query_one("#language", OneOf).value
        is_said = self._before.language is not None or language != self._.language
        self.dismiss(
            replace(
                self._before,
                language=language if is_said else None,
                theme=self.query_one("#theme", OneOf).value,
                letters=self.query_one("#letters", Tick).value,
                name=name,
            )
        )
