"""`JaipurProgram`: what the screens may ask of the program around them."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from textual import events
from textual.screen import Screen

from ..client import preferences as kept
from ..client.local import LocalServer
from ..client.preferences import Preferences
from ..errors import JaipurError
from ..texts import Texts, default_language, texts
from .textual_private import DiscreetApp

Result = TypeVar("Result")


class JaipurProgram(DiscreetApp):
    """A house to play in, preferences, a language."""

    def __init__(self, server: LocalServer | None, preferences: Preferences) -> None:
        super().__init__()
        self.server = server
        self.preferences = preferences

    @property
    def texts(self) -> Texts:
        """The language of the person."""
        return texts(self.preferences.language or default_language())

    async def on_event(self, event: events.Event) -> None:
        """Ctrl+J is what some terminals send for Enter: it counts as Enter everywhere."""
        if isinstance(event, events.Key) and event.key == "ctrl+j":
            event = events.Key("enter", "\r")
        await super().on_event(event)

    def change_preferences(self, preferences: Preferences) -> None:
        """Use other preferences from now on."""
        raise NotImplementedError

    def note(self, preferences: Preferences) -> None:
        """Keep what was changed; who has done something is no newcomer any more."""
        before, self.preferences = self.preferences, replace(preferences, is_new=False)
        try:
            kept.save_changes(before, self.preferences)
        except JaipurError as error:  # a path and a cause, which are no markup
            self.notify(self.texts.error(error), severity="warning", markup=False)

    def end(self, screen: Screen[Result], result: Result | None = None) -> None:
        """End a screen, with whatever lies over it, unless it has gone already."""
        if screen in self.screen_stack:
            while self.screen is not screen:
                self.pop_screen()
            screen.dismiss(result)
