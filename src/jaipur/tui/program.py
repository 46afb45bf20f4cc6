"""`Program`: what the screens may ask of the program around them."""

from __future__ import annotations

import traceback
from typing import Any

from rich.text import Text
from textual import events
from textual.app import App
from textual.geometry import Size
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.worker import WorkerFailed

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

    async def on_event(self, event: events.Event) -> None:
        """Ctrl+J is what some terminals send for Enter: it counts as Enter everywhere."""
        if isinstance(event, events.Key) and event.key == "ctrl+j":
            event = events.Key("enter", "\r")
        await super().on_event(event)

    def prefer(self, preferences: Preferences) -> None:
        """Use other preferences from now on."""
        raise NotImplementedError

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Say something for a while, as it is: names and sentences of servers are no markup."""
        del markup
        super().notify(message, title=title, severity=severity, timeout=timeout, markup=False)

    def uncover(self, screen: Screen[Any]) -> bool:
        """Take away whatever lies over a screen; False if the screen itself has gone."""
        if screen not in self.screen_stack:
            return False
        while self.screen is not screen:
            self.pop_screen()
        return True

    # What nobody foresaw

    def _fatal_error(self) -> None:
        """Stop with a sentence and where it happened; Textual would print hands with it."""
        self.bell()
        _ = self.texts
        stopped = _("Jaipur has stopped because of a mistake in the program.")
        said = (stopped, self.farewell(), _("Please report what follows."))
        words = " ".join(filter(None, said))
        self._exit_renderables.insert(0, Text(f"{words}\n\n{self._where()}"))
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """The first failure is the cause of the others."""
        for said in self._exit_renderables[:1]:
            self.error_console.print(said, soft_wrap=True)
        self._exit_renderables.clear()

    def farewell(self) -> str:
        """Where the match is, for who leaves it."""
        return ""

    @property
    def hides_hands(self) -> bool:
        """Whether somebody else may read here what is printed now."""
        return False

    def _where(self) -> str:
        """Which lines of the program led to the mistake, without any value."""
        error: BaseException | None = self._exception
        if isinstance(error, WorkerFailed):
            error = error.error
        if error is None:
            return ""
        if self.hides_hands:  # what an error says may be about cards
            return "".join([*traceback.format_tb(error.__traceback__), type(error).__name__])
        return "".join(traceback.format_exception(error)).rstrip()

    def action_help(self) -> None:
        """Open the help."""
        from .screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.texts, has_letters=self.preferences.letters))

    def action_rules(self) -> None:
        """Open the rules."""
        from .screens.rules import RulesScreen

        self.push_screen(RulesScreen(self.texts))

    def action_preferences(self) -> None:
        """Ask for other preferences."""
        from .screens.preferences import PreferencesScreen

        def chosen(preferences: Preferences | None) -> None:
            if preferences is not None:
                self.prefer(preferences)

        self.push_screen(PreferencesScreen(self.preferences, self.texts), chosen)

    # A terminal that is too small

    async def large_enough(self) -> None:
        """Wait until the terminal is large enough for the first screen."""
        from .screens.small import TooSmall, is_too_small

        if is_too_small(self.size):
            await self.push_screen_wait(TooSmall(self.texts))

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that becomes too small says so, whatever is on it."""
        self.mind_size(event.size)

    def mind_size(self, size: Size) -> None:
        """Say so if this is too small."""
        from .screens.small import TooSmall, is_too_small

        if is_too_small(size) and len(self.screen_stack) > 1 and not self.is_small:
            self.push_screen(TooSmall(self.texts))

    @property
    def is_small(self) -> bool:
        """Whether it is said that the terminal is too small."""
        from .screens.small import TooSmall

        return any(isinstance(screen, TooSmall) for screen in self.screen_stack)
