"""`TableFlow`: the screens shown over a table: curtain, scoring and end of the match."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.screen import Screen

from ...client.controller import TableController
from ...client.files import write_record_file
from ...client.link import Link
from ...client.words.deals import verified_words
from ...errors import JaipurError
from ...seats import Seat
from ...session.contract.basics import Phase
from ...session.contract.commands import Next, Rematch
from ...session.contract.state import State
from ..program import JaipurProgram
from .controls import BaseScreen
from .over import AfterMatch, MatchOver


class TableFlow(BaseScreen[Link | None]):
    """A screen with a table; returns the link to a rematch, or None.

    It shows other screens over the table, one after the other, when they are due.
    """

    app: JaipurProgram
    controller: TableController
    _is_under_way = False
    _has_seen_end = False
    _notice = ""
    """A notice for the end of the match."""
    _curtain_shown: Screen[None] | None = None

    def leave(self, following: Link | None = None) -> None:
        """Dismiss the table and all screens above it."""
        self.app.end(self, following)

    def show_due_screen(self) -> None:
        """Show the screen that is due, if any."""
        self._update_end()
        self._open_curtain()
        if not self._is_under_way and self.is_active and self._due_screen() is not None:
            self._is_under_way = True
            self.run_worker(self._show_due(), group="front")

    def _open_curtain(self) -> None:
        """Dismiss the curtain when the match has been resigned."""
        if self._curtain_shown is not None and self.controller.phase is Phase.OVER:
            curtain, self._curtain_shown = self._curtain_shown, None
            self.app.end(curtain)

    def score_again(self) -> None:
        """Show the scoring of the last round again."""
        self.controller.scoring_due = True
        self.controller.show()

    def end_again(self, notice: str = "") -> None:
        """Show the end of the match again, once no other screen is on top."""
        self._notice, self._has_seen_end = notice, False
        self.show_due_screen()

    def _due_screen(self) -> Callable[[], Awaitable[None]] | None:
        if self.controller.is_curtain:
            return self._curtain
        if self.controller.scoring_due:
            return self._scoring
        if self.controller.phase is Phase.OVER and not self._has_seen_end:
            return self._over
        return None

    async def _show_due(self) -> None:
        try:
            # Screens already on top come first; the table checks again when they are gone.
            while self.is_active and (due := self._due_screen()) is not None:
                await due()
        finally:
            self._is_under_way = False

    async def _curtain(self) -> None:
        from .curtain import Curtain

        if self.controller.update is not None:
            self._curtain_shown = Curtain(self.controller.update, self.app.texts)
            await self.app.push_screen_wait(self._curtain_shown)
            self._curtain_shown = None
            if self.controller.is_curtain:
                self.controller.lift()

    async def _scoring(self) -> None:
        from .scoring import Scoring

        controller, app = self.controller, self.app
        is_next = await app.push_screen_wait(
            Scoring(self._state, self._me, app.texts, can_go_on=not controller.is_watching)
        )
        controller.counted()
        if is_next and controller.phase is Phase.BETWEEN:
            await controller.submit(Next())

    async def _over(self) -> None:
        deals = await self._deals()
        if not self.is_active:
            return
        self._has_seen_end = True
        screen = MatchOver(
            self._state,
            self._me,
            self.app.texts,
            deals=deals,
            notice=self._notice,
            is_watching=self.controller.is_watching,
        )
        await self._handle(await self.app.push_screen_wait(screen))

    async def _deals(self) -> str:
        """The verification of the deals in words; empty if no cards were dealt."""
        _ = self.app.texts
        if self._state.round is None:
            return ""
        try:
            record = await self.controller.link.record()
        except JaipurError as error:
            return _.error(error)
        return await asyncio.to_thread(verified_words, record, self.controller.link.commitment, _)

    # Choices after the match

    def choose(self, choice: AfterMatch) -> None:
        """Handle a choice made elsewhere as if it were made on the end screen."""
        if (end := self._end()) is not None:
            self.app.end(end, choice)
        else:
            self.run_worker(self._handle(choice), group="link")

    async def _handle(self, choice: AfterMatch) -> None:
        self._notice = ""
        try:
            match choice:
                case AfterMatch.REMATCH:
                    await self._rematch()
                case AfterMatch.REPLAY:
                    await self._show_replay()
                case AfterMatch.RECORD:
                    self.end_again(await self._save_record())
                case AfterMatch.HOME:
                    self.leave()
                case AfterMatch.TABLE:
                    self.controller.show()
        except JaipurError as error:
            self.end_again(self.app.texts.error(error))

    async def _show_replay(self) -> None:
        from .replay import ReplayScreen

        link, app = self.controller.link, self.app
        replay, make_review = await link.replay(), app.reviewing(link.record)
        await app.push_screen_wait(ReplayScreen(replay, app.texts, self._me, make_review))
        self.end_again()

    async def _rematch(self) -> None:
        """Offer or accept a rematch, and go to its table once there is one."""
        controller = self.controller
        if self._state.rematch.table is None and not await controller.submit(Rematch()):
            self.end_again(controller.sentence())
            return
        table = (await controller.link.fetch_update(controller.viewing_seat)).state.rematch.table
        if table is not None:
            self.leave(await controller.link.follow(table))
        else:
            self.end_again()  # wait there for the other player to accept

    async def _save_record(self) -> str:
        """Write the record to a new file in this folder; returns the message about it."""
        _, link = self.app.texts, self.controller.link
        path = write_record_file(_new_file(f"jaipur-{link.table}"), await link.record())
        return _("The record is in {path}; check it with: jaipur verify {path}", path=path)

    def _update_end(self) -> None:
        """Update the end screen, or follow a rematch that was accepted."""
        end = self._end()
        if end is None or self.controller.update is None:
            return
        rematch = self._state.rematch
        if rematch.table is not None and rematch.offered_by == self._me is not None:
            self.choose(AfterMatch.REMATCH)
        elif end.is_mounted and end.display:  # False while it is being removed
            end.show(self._state)

    def _end(self) -> MatchOver | None:
        """The end screen, if it is shown."""
        over = (one for one in self.app.screen_stack if isinstance(one, MatchOver))
        return next(over, None)

    @property
    def _state(self) -> State:
        if self.controller.update is None:
            raise RuntimeError("there is no update yet")
        return self.controller.update.state

    @property
    def _me(self) -> Seat | None:
        return None if self.controller.is_shared else self._state.seat


def _new_file(name: str) -> Path:
    """A file name that is not in use in this folder."""
    number, path = 1, Path(f"{name}.jaipur")
    while path.exists():
        number += 1
        path = Path(f"{name}-{number}.jaipur")
    return path
