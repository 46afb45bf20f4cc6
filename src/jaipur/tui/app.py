"""`JaipurApp`: the terminal as one program: the first screen, tables, the tutorial, replays."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

from ..errors import JaipurError
from ..session.tables import Plan
from . import preferences as kept
from .escape import answer_escape_soon
from .link import Json, Link
from .local import House
from .preferences import Preferences
from .program import Program
from .start import AtLink, AtTable, Home, Lesson, NewMatch, ReplayOf, Start
from .themes import THEMES, theme_name

__all__ = [
    "AtLink",
    "AtTable",
    "Home",
    "JaipurApp",
    "Lesson",
    "NewMatch",
    "ReplayOf",
    "Start",
]

if TYPE_CHECKING:
    from .screens.home import Choice
    from .screens.table import TableScreen


class JaipurApp(Program):
    """Goes from screen to screen; the matches are the house's, or a server's."""

    TITLE = "Jaipur"
    CSS_PATH = Path(__file__).with_name("style.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
    ]

    def __init__(
        self,
        house: House | None,
        preferences: Preferences,
        start: Start,
        *,
        keeps: bool = True,
    ) -> None:
        super().__init__(house, preferences)
        self.keeps = keeps
        """Whether the house keeps what is played; only what is said depends on it."""
        self.table: str | None = None
        """The last table that was played at."""
        self._start = start
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = theme_name(preferences.theme)

    def get_driver_class(self) -> type[Driver]:
        """The driver of the terminal, which is to answer Esc as soon as other keys."""
        answer_escape_soon()
        return super().get_driver_class()

    # The way through the program

    async def on_mount(self) -> None:
        """Open the house and go to where the person wants to begin."""
        gc.freeze()  # looking through all modules again would make one key in fifty late
        if self.house is not None:
            await self.house.start()
        self.run_worker(self._go(), group="way")

    async def on_unmount(self) -> None:
        """Finish what was begun."""
        if self.house is not None:
            await self.house.stop()

    async def _go(self) -> None:
        await self._large_enough()
        said = await self._tried(self._begin())
        while self.house is not None:
            choice = await self._first_screen(said)
            said = await self._tried(self._follow(choice))
            if self._exit:
                return
        self.exit(message=said or None)

    async def _tried(self, step: Any) -> str:
        """Take a step; what was refused is said on the first screen."""
        try:
            await step
        except JaipurError as error:
            return self.texts.error(error)
        return ""

    async def _begin(self) -> None:
        match self._start:
            case NewMatch(plan):
                await self._play(plan)
            case AtTable(table):
                await self._sit_down(await self._house.link(table))
            case AtLink(link):
                await self._sit_down(link)
            case Lesson():
                await self._learn()
            case ReplayOf(data):
                await self._look_again(data)
                self.exit()

    async def _first_screen(self, said: str) -> Choice:
        from .screens.home import HomeScreen

        rows = await self._house.matches()
        screen = HomeScreen(rows, self.preferences, self.texts, said=said)
        return await self.push_screen_wait(screen)

    async def _follow(self, choice: Choice) -> None:
        from .screens import home

        match choice:
            case home.Play(plan):
                self._note(replace(self.preferences, name=plan.name))
                await self._play(plan)
            case home.Resume(table):
                await self._sit_down(await self._house.link(table))
            case home.Again(table):
                await self._look_again(await (await self._house.link(table)).replay())
            case home.Learn():
                await self._learn()
            case home.Delete(table):
                await self._house.delete(table)
            case home.Prefer(preferences):
                self.prefer(preferences)
            case home.Quit():
                self.exit()

    @property
    def _house(self) -> House:
        if self.house is None:
            raise RuntimeError("there is no house to play in")
        return self.house

    async def _play(self, plan: Plan) -> None:
        await self._sit_down(await self._house.create(plan))

    async def _sit_down(self, link: Link) -> None:
        """Play at a table, and at those of its rematches."""
        from .screens.table import TableScreen

        following: Link | None = link
        while following is not None:
            link = following
            self.table = link.table
            following = await self.push_screen_wait(TableScreen(link))
            await link.close()

    async def _learn(self) -> None:
        from .screens.lesson import LessonScreen

        self._note(self.preferences)
        first_match = await self.push_screen_wait(LessonScreen(self.texts))
        if first_match is not None:
            await self._sit_down(first_match)

    async def _look_again(self, data: Json) -> None:
        from .screens.replay import ReplayScreen

        await self.push_screen_wait(ReplayScreen(data, self.texts, data.get("seat")))

    # What can be wished anywhere

    @property
    def table_screen(self) -> TableScreen | None:
        """The table that is played at, whatever lies over it."""
        from .screens.table import TableScreen

        found = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        return found[-1] if found else None

    def prefer(self, preferences: Preferences) -> None:
        """Use other preferences from now on."""
        self._note(preferences)
        self.theme = theme_name(preferences.theme)
        if self.house is not None:
            self.house.language = self.texts.language
        if self.table_screen is not None:
            self.table_screen.desk.retell()

    def _note(self, preferences: Preferences) -> None:
        """Keep preferences; who has done something is no newcomer any more."""
        self.preferences = replace(preferences, is_new=False)
        try:
            kept.save(self.preferences)
        except JaipurError as error:
            self.notify(self.texts.error(error), severity="warning")

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the command palette offers."""
        from .commands import commands

        del screen
        return commands(self, self.table_screen)

    def action_command_palette(self) -> None:
        """Open the menu."""
        from textual.command import CommandPalette

        if not isinstance(self.screen, CommandPalette) and not self._is_small:
            _ = self.texts
            palette = CommandPalette(placeholder=_("Search the menu …"), id="--command-palette")
            self.push_screen(palette)

    def action_help_quit(self) -> None:
        """Ctrl+C, where nothing is to be copied."""
        self.exit(message=self._farewell())

    async def action_quit(self) -> None:
        """Leave; the match is kept, and that is said."""
        self.exit(message=self._farewell())

    def _farewell(self) -> str | None:
        from .plain.outcome import kept_words

        screen = self.table_screen
        if screen is None or screen.desk.phase == "over":
            return None
        is_remote = screen.desk.link.is_remote
        return kept_words(self.texts, is_remote=is_remote, keeps=self.keeps)

    async def _large_enough(self) -> None:
        """Wait until the terminal is large enough for the first screen."""
        from .screens.small import TooSmall, is_too_small

        if is_too_small(self.size):
            await self.push_screen_wait(TooSmall(self.texts))

    def on_resize(self, event: events.Resize) -> None:
        """A terminal that becomes too small says so, whatever is on it."""
        from .screens.small import TooSmall, is_too_small

        if is_too_small(event.size) and self._has_begun and not self._is_small:
            self.push_screen(TooSmall(self.texts))

    @property
    def _is_small(self) -> bool:
        from .screens.small import TooSmall

        return any(isinstance(screen, TooSmall) for screen in self.screen_stack)

    @property
    def _has_begun(self) -> bool:
        return len(self.screen_stack) > 1
