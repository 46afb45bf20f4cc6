"""`JaipurProgram`: the app's interface for its screens."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

from textual import events
from textual.screen import Screen

from ..client import preferences as kept
from ..client.local import LocalServer
from ..client.preferences import Preferences
from ..client.review import MakeReview, ReviewRecord
from ..errors import JaipurError
from ..judge.model import Review
from ..texts import Texts, default_language, texts
from .textual_private import DiscreetApp

Result = TypeVar("Result")


class JaipurProgram(DiscreetApp):
    """A local server, preferences and a language."""

    def __init__(
        self,
        server: LocalServer | None,
        preferences: Preferences,
        review_record: ReviewRecord | None = None,
    ) -> None:
        super().__init__()
        self.server = server
        self.preferences = preferences
        self._review_record = review_record

    @property
    def texts(self) -> Texts:
        """The texts in the player's language."""
        return texts(self.preferences.language or default_language())

    def reviewing(self, fetch_record: Callable[[], Awaitable[str]]) -> MakeReview | None:
        """What makes the review of a match; None if no reviews are made here."""
        review_record = self._review_record
        if review_record is None:
            return None

        async def make() -> Review:
            return await review_record(await fetch_record())

        return make

    async def on_event(self, event: events.Event) -> None:
        """Treat Ctrl+J, which some terminals send for Enter, as Enter."""
        if isinstance(event, events.Key) and event.key == "ctrl+j":
            event = events.Key("enter", "\r")
        await super().on_event(event)

    def change_preferences(self, preferences: Preferences) -> None:
        """Save and apply new preferences."""
        raise NotImplementedError

    def save_preferences(self, preferences: Preferences) -> None:
        """Save changed preferences; the player is no longer a newcomer."""
        before, self.preferences = self.preferences, replace(preferences, is_new=False)
        try:
            kept.save_changes(before, self.preferences)
        except JaipurError as error:  # a path and an error message, not markup
            self.notify(self.texts.error(error), severity="warning", markup=False)

    def end(self, screen: Screen[Result], result: Result | None = None) -> None:
        """Dismiss a screen and all screens above it, unless it is already gone."""
        if screen in self.screen_stack:
            while self.screen is not screen:
                self.pop_screen()
            screen.dismiss(result)
