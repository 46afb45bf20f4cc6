"""`JaipurApp`: the Textual app with the home screen, tables, the tutorial and replays."""

from __future__ import annotations

import gc
import traceback
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import SystemCommand
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import WorkerFailed

from ..client.link import Link
from ..client.local import LocalServer
from ..client.preferences import Preferences
from ..client.review import MakeReview, ReviewRecord
from ..errors import JaipurError
from ..seats import Seat
from ..session.contract.basics import Phase
from ..session.contract.responses import Replay
from .destinations import (
    AtLink,
    AtTable,
    Delete,
    Destination,
    Home,
    NewMatch,
    ReplayOf,
    ReplaySaved,
    Tutorial,
)
from .program import JaipurProgram, Result
from .screens.dialogs import PreferencesScreen, TooSmall, is_too_small
from .textual_private import answer_escape_soon
from .themes import THEMES

if TYPE_CHECKING:
    from .screens.table import TableScreen

HERE = Path(__file__).parent


class JaipurApp(JaipurProgram):
    """Moves between screens; matches are local or on a server."""

    TITLE = "Jaipur"
    # Including those of the screens: loading them later would parse all styles again.
    CSS_PATH: ClassVar[list[str | PurePath]] = [HERE / "style.tcss", HERE / "screens/screens.tcss"]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", show=False, priority=True),
        Binding("ctrl+c", "quit", show=False),  # where there is nothing to copy
        Binding("f1", "help", show=False),
        Binding("question_mark", "help_by_letter", show=False),
    ]

    def __init__(
        self,
        server: LocalServer | None,
        preferences: Preferences,
        start: Destination,
        *,
        keeps: bool = True,
        review_record: ReviewRecord | None = None,
    ) -> None:
        super().__init__(server, preferences, review_record)
        self.keeps = keeps
        """Whether matches are saved; affects only the messages."""
        self.table: str | None = None
        """The id of the last table played at."""
        self._start = start
        answer_escape_soon()
        for theme in THEMES:
            self.register_theme(theme)
        self._apply_preferences()

    # Navigation

    async def on_mount(self) -> None:
        """Start the local server and go to the first destination."""
        gc.freeze()  # a full collection over all modules would delay one key in fifty
        if self.server is not None:
            await self.server.start()
        self.run_worker(self._run(), group="navigation")

    async def on_unmount(self) -> None:
        """Stop the local server."""
        if self.server is not None:
            await self.server.stop()

    async def _run(self) -> None:
        if is_too_small(self.size):  # screens cannot be laid out in very few columns
            await self.push_screen_wait(TooSmall(self.texts))
        is_back = not isinstance(self._start, Home)
        notice = await self._try(self._start)
        while self.server is not None:
            destination = await self._show_home(notice, is_back=is_back)
            notice, is_back = await self._try(destination), True
        self._leave(notice)

    async def _try(self, destination: Destination) -> str:
        """Go to a destination; returns the error to show on the home screen."""
        try:
            await self._go_to(destination)
        except JaipurError as error:
            return self.texts.error(error)
        return ""

    async def _go_to(self, destination: Destination) -> None:
        match destination:
            case NewMatch(request):
                await self._play_at(await self._server.create(request))
            case AtTable(table):
                await self._play_at(await self._server.link(table))
            case AtLink(link):
                await self._play_at(link)
            case Tutorial():
                await self._show_tutorial()
            case ReplaySaved(table, me):
                fetch = partial(self._server.finished_record, table)
                replay = await self._server.replay(table)
                await self._show_replay(replay, me, self.reviewing(fetch))
            case ReplayOf(replay, me, make_review):
                await self._show_replay(replay, me, make_review)
            case Delete(table):
                await self._server.delete(table)

    @property
    def _server(self) -> LocalServer:
        if self.server is None:
            raise RuntimeError("there is no local server")
        return self.server

    async def _show_home(self, notice: str, *, is_back: bool) -> Destination:
        from .screens.home import HomeScreen

        rows = await self._server.matches()
        screen = HomeScreen(rows, self.preferences, self.texts, notice=notice, is_back=is_back)
        destination = await self._show(screen)
        if isinstance(destination, NewMatch):
            self.save_preferences(replace(self.preferences, name=destination.request.name))
        return destination

    async def _play_at(self, link: Link | None) -> None:
        """Play at a table and then at its rematches."""
        from .screens.table import TableScreen

        while link is not None:
            self.table = link.table
            following = await self._show(TableScreen(link))
            await link.close()
            link = following

    async def _show_tutorial(self) -> None:
        """Show the tutorial, then the first match if the pupil starts one."""
        from .screens.lesson import LessonScreen

        self.save_preferences(self.preferences)
        await self._play_at(await self._show(LessonScreen(self.texts)))

    async def _show_replay(
        self, replay: Replay, me: Seat | None, make_review: MakeReview | None
    ) -> None:
        from .screens.replay import ReplayScreen

        await self._show(ReplayScreen(replay, self.texts, me, make_review))

    async def _show(self, screen: Screen[Result]) -> Result:
        """Show a screen until it is dismissed, with a warning if the terminal is too small."""
        ended = self.push_screen(screen, wait_for_dismiss=True)
        self._check_size(self.size)
        return await ended

    # A terminal that is too small

    def on_resize(self, event: events.Resize) -> None:
        """Warn when the terminal becomes too small."""
        self._check_size(event.size)

    def _check_size(self, size: Size) -> None:
        if is_too_small(size) and len(self.screen_stack) > 1 and not self._is_small:
            self.push_screen(TooSmall(self.texts))

    @property
    def _is_small(self) -> bool:
        """Whether the warning is shown."""
        return any(isinstance(screen, TooSmall) for screen in self.screen_stack)

    # Actions available everywhere

    @property
    def table_screen(self) -> TableScreen | None:
        """The current table screen, even if it is covered by others."""
        from .screens.table import TableScreen

        found = [screen for screen in self.screen_stack if isinstance(screen, TableScreen)]
        return found[-1] if found else None

    def change_preferences(self, preferences: Preferences | None) -> None:
        """Save and apply new preferences; None changes nothing."""
        from .screens.home import HomeScreen

        if preferences is None:
            return
        before = self.preferences.name, self.texts.language
        self.save_preferences(preferences)
        self._apply_preferences()
        if self.table_screen is not None:
            self.table_screen.controller.change_language()
        for screen in self.screen_stack:
            if isinstance(screen, HomeScreen) and before != (preferences.name, self.texts.language):
                self.end(screen, Home())  # it is shown again with the new name or language

    def _apply_preferences(self) -> None:
        self.theme = self.preferences.theme
        if self.server is not None:
            self.server.language = self.texts.language

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The entries of the command palette."""
        from .commands import commands

        return commands(self, self.table_screen, screen)

    def action_command_palette(self) -> None:
        """Open the command palette."""
        from textual.command import CommandPalette

        if not isinstance(self.screen, CommandPalette) and not self._is_small:
            _ = self.texts
            palette = CommandPalette(placeholder=_("Search the menu …"), id="--command-palette")
            self.push_screen(palette)

    def action_help(self) -> None:
        """Open the help for the screen on top."""
        from .screens.pages import HelpScreen
        from .screens.replay_help import help_for

        if not isinstance(self.screen, HelpScreen):
            has_letters = self.preferences.letters
            self.push_screen(help_for(self.screen, self.texts, has_letters=has_letters))

    def action_help_by_letter(self) -> None:
        """Open the help, unless character keys are off."""
        if self.preferences.letters:
            self.action_help()

    def action_rules(self) -> None:
        """Open the rules."""
        from .screens.pages import RulesScreen

        self.push_screen(RulesScreen(self.texts))

    def action_preferences(self) -> None:
        """Open the preferences."""
        self.push_screen(PreferencesScreen(self.preferences, self.texts), self.change_preferences)

    async def action_quit(self) -> None:
        """Quit, reminding the player that the match is saved."""
        self._leave(self.farewell())

    def _leave(self, notice: str) -> None:
        self.exit(message=Text(notice) if notice else None)

    def farewell(self) -> str:
        """A reminder that the match is saved; empty if it is over or a lesson."""
        from ..client.words.ending import kept_words
        from .screens.lesson import LessonScreen

        screen = self.table_screen
        if (
            screen is None
            or screen.controller.phase is Phase.OVER
            or isinstance(screen, LessonScreen)
        ):
            return ""
        is_remote = screen.controller.link.is_remote
        return kept_words(self.texts, is_remote=is_remote, keeps=self.keeps)

    def failure_words(self, error: BaseException | None) -> str:
        """The message for an unexpected error, with its traceback."""
        _, table = self.texts, self.table_screen
        stopped = _("Jaipur has stopped because of a bug.")
        sentences = (stopped, self.farewell(), _("Please report what follows."))
        if isinstance(error, WorkerFailed):
            error = error.error
        where = "".join(traceback.format_exception(error)).rstrip() if error else ""
        if error and table is not None and table.controller.is_shared:
            # The other player may read the output, and an error message may mention cards.
            where = "".join([*traceback.format_tb(error.__traceback__), type(error).__name__])
        return f"{' '.join(filter(None, sentences))}\n\n{where}"
