"""`Program`: what the screens may ask of the program around them."""

from __future__ import annotations

from textual.app import App

from ..texts import Texts, default_language, texts
from .local import House
from .preferences import Preferences


class Program(App[None]):
    """A house to play in, preferences, a language."""

    def __init__(self, house: House | None, preferences: Preferences) -> None:
        super().__init__()
        self.house = house
        self.preferences = preferences

    @property
    def texts(self) -> Texts:
        """The language of the person."""
        return texts(self.preferences.language or default_language())

    def prefer(self, preferences: Preferences) -> None:
        """Use other preferences from now on."""
        raise NotImplementedError

    def action_help(self) -> None:
        """Open the help."""
        from .screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.texts, has_letters=self.preferences.letters))

    def action_preferences(self) -> None:
        """Ask for other preferences."""
        from .screens.preferences import PreferencesScreen

        def chosen(preferences: Preferences | None) -> None:
            if preferences is not None:
                self.prefer(preferences)

        self.push_screen(PreferencesScreen(self.preferences, self.texts), chosen)
