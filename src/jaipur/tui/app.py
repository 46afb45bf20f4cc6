"""`JaipurApp`: the terminal as one program: the first screen, tables, the tutorial, replays."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from rich.text import Text
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.screen import Screen

from ..errors import JaipurError
from ..session.planning import Plan
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

Result = TypeVar("Result")

if TYPE_CHECKING:
    from .screens.home import Choice
    from .screens.table import TableScreen


class JaipurApp(Program):
    """Goes from screen to screen; the matches are the house's, or a server's."""

    TITLE = "Jaipur"
    CSS_PATH = Path(__file__).with_name("style.tcss")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("f1", "help", show=False),
        Binding("question_mark", "help_by_letter", show=False),
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
        await self.large_enough()
        said = await self._tried(self._begin())
        is_back = not isinstance(self._start, Home)
        while self.house is not None:
            choice = await self._first_screen(said, is_back=is_back)
            said, is_back = await self._tried(self._follow(choice)), True
            if self._exit:
                return
        self._leave(said)

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

    async def _first_screen(self, said: str, *, is_back: bool) -> Choice:
        from .screens.home import HomeScreen

        rows = await self._house.matches()
        screen = HomeScreen(rows, self.preferences, self.texts, said=said, is_back=is_back)
        return await self._shown(screen)

    async def _follow(self, choice: Choice) -> None:
        from .screens import home

        match choice:
            case home.Play(plan):
                self._note(replace(self.preferences, name=plan.name))
                await self._play(plan)
            case home.Resume(table):
                await self._sit_down(await self._house.link(table))
            case home.Again(table):
                await self._look_again(await self._house.replay(table))
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
            following = await self._shown(TableScreen(link))
            await link.close()

    async def _learn(self) -> None:
        from .screens.lesson import LessonScreen

        self._note(self.preferences)
        first_match = await self._shown(LessonScreen(self.texts))
        if first_match is not None:
            await self._sit_down(first_match)

    async def _look_again(self, data: Json) -> None:
        from .screens.replay import ReplayScreen

        await self._shown(ReplayScreen(data, self.texts, data.get("seat")))

    async def _shown(self, screen: Screen[Result]) -> Result:
        """Show a screen until it ends, and say so if the terminal is too small for it."""
        ended = self.push_screen(screen, wait_for_dismiss=True)
        self.mind_size(self.size)
        return await ended

    # What can be wished anywhere

    @property
    def table_screen(self) -> TableScreen | None:
        """The table that is played at, whatever lies over it."""
        from .screens.table import TableScreen

        found = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        return found[-1] if found else None

    def prefer(self, preferences: Preferences) -> None:
        """Use other preferences from now on."""
        from .screens.home import HomeScreen, Prefer

        spoken = self.texts.language
        self._note(preferences)
        self.theme = theme_name(preferences.theme)
        if self.house is not None:
            self.house.language = self.texts.language
        if self.table_screen is not None:
            self.table_screen.desk.retell()
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen) and spoken != self.texts.language:
                self.uncover(screen)
                screen.dismiss(Prefer(self.preferences))  # it comes back in the other language

    def _note(self, preferences: Preferences) -> None:
        """Keep what was changed; who has done something is no newcomer any more.

        What an option or the environment said holds only now, so it is not kept.
        """
        now = self.preferences
        names = (field.name for field in fields(Preferences))
        changed = {name: getattr(preferences, name) for name in names}
        changed = {name: value for name, value in changed.items() if value != getattr(now, name)}
        self.preferences = replace(preferences, is_new=False)
        before = kept.load()
        after = replace(before, **changed | {"is_new": False})
        try:
            if after != before:
                kept.save(after)
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

        if not isinstance(self.screen, CommandPalette) and not self.is_small:
            _ = self.texts
            palette = CommandPalette(placeholder=_("Search the menu …"), id="--command-palette")
            self.push_screen(palette)

    def action_help_by_letter(self) -> None:
        """Open the help, unless character keys are off."""
        if self.preferences.letters:
            self.action_help()

    def action_help_quit(self) -> None:
        """Ctrl+C, where nothing is to be copied."""
        self._leave(self.farewell())

    async def action_quit(self) -> None:
        """Leave; the match is kept, and that is said."""
        self._leave(self.farewell())

    def _leave(self, said: str) -> None:
        self.exit(message=Text(said) if said else None)

    def farewell(self) -> str:
        """That the match is kept, unless it is over or a lesson."""
        from .plain.outcome import kept_words
        from .screens.lesson import LessonScreen

        screen = self.table_screen
        if screen is None or screen.desk.phase == "over" or isinstance(screen, LessonScreen):
            return ""
        is_remote = screen.desk.link.is_remote
        return kept_words(self.texts, is_remote=is_remote, keeps=self.keeps)

    @property
    def hides_hands(self) -> bool:
        """At one terminal for two, whoever is next reads what is printed."""
        return self.table_screen is not None and self.table_screen.desk.is_shared
