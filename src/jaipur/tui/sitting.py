"""`Sitting`: what comes before the table and after it: the curtain, the scoring, the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.screen import Screen

from ..errors import JaipurError
from ..seats import Seat
from .desk import Desk
from .link import Json, Link
from .program import Program
from .record_file import write_record_file
from .screens.front import Front
from .screens.over import MatchOver, Wish
from .words.deals import verified_words


class DeskScreen(Front[Link | None]):
    """A screen with a table; it ends with the link to another one, or None."""

    app: Program
    desk: Desk

    def leave(self, following: Link | None = None) -> None:
        """End here, whatever lies over the table."""
        if self.app.uncover(self):
            self.dismiss(following)


class Sitting:
    """Puts other screens in front of a table, one after the other, when they are due."""

    def __init__(self, screen: DeskScreen) -> None:
        self._screen = screen
        self._is_under_way = False
        self._has_seen_end = False
        self._said = ""
        self._curtain_shown: Screen[None] | None = None

    def look(self) -> None:
        """Put in front of the table what is due, if something is."""
        self._tell_the_end()
        self._open_curtain()
        if self._is_under_way or not self._screen.is_active or self._due() is None:
            return
        self._is_under_way = True
        self._screen.run_worker(self._show(), group="front")

    def _open_curtain(self) -> None:
        """A match that was given up needs no curtain any more."""
        if self._curtain_shown is not None and self._screen.desk.phase == "over":
            curtain, self._curtain_shown = self._curtain_shown, None
            if self._screen.app.uncover(curtain):
                curtain.dismiss(None)

    def score_again(self) -> None:
        """Show the scoring of the last round once more."""
        self._screen.desk.owes_scoring = True
        self._screen.desk.show()

    def end_again(self) -> None:
        """Show the end of the match once more."""
        self._has_seen_end = False
        self.look()

    def _due(self) -> Callable[[], Awaitable[None]] | None:
        desk = self._screen.desk
        if desk.is_curtain:
            return self._curtain
        if desk.owes_scoring:
            return self._scoring
        if desk.phase == "over" and not self._has_seen_end:
            return self._over
        return None

    async def _show(self) -> None:
        try:
            # What lies over the table now comes first; the table looks again when that has gone.
            while self._screen.is_active and (due := self._due()) is not None:
                await due()
        finally:
            self._is_under_way = False

    async def _curtain(self) -> None:
        from .screens.curtain import Curtain

        desk, app = self._screen.desk, self._screen.app
        if desk.update is not None:
            self._curtain_shown = Curtain(desk.update, app.texts)
            await app.push_screen_wait(self._curtain_shown)
            self._curtain_shown = None
            if desk.is_curtain:
                desk.lift()

    async def _scoring(self) -> None:
        from .screens.scoring import Scoring

        desk, app = self._screen.desk, self._screen.app
        goes_on = await app.push_screen_wait(
            Scoring(self._state, self._me, app.texts, can_go_on=not desk.is_watching)
        )
        desk.counted()
        if goes_on and desk.phase == "between":
            await desk.give("next")

    async def _over(self) -> None:
        app, desk = self._screen.app, self._screen.desk
        deals = await self._deals()
        if not self._screen.is_active:
            return
        self._has_seen_end = True
        screen = MatchOver(
            self._state,
            self._me,
            app.texts,
            deals=deals,
            said=self._said,
            is_watching=desk.is_watching,
        )
        wish = await app.push_screen_wait(screen)
        self._said = ""
        await self._try(wish)

    def wish(self, wish: Wish) -> None:
        """Grant what was wished elsewhere, as if it had been chosen at the end of the match."""
        if (end := self._end()) is not None:
            self._screen.app.uncover(end)
            end.dismiss(wish)
        else:
            self._screen.run_worker(self._wished(wish), group="link")

    async def _wished(self, wish: Wish) -> None:
        await self._try(wish)
        self.look()

    async def _try(self, wish: Wish) -> None:
        try:
            await self._grant(wish)
        except JaipurError as error:
            self._say_at_the_end(self._screen.app.texts.error(error))

    async def _deals(self) -> str:
        """Whether the deals were fair, in words; nothing where no cards were dealt."""
        desk, _ = self._screen.desk, self._screen.app.texts
        if self._state["round"] is None:
            return ""
        try:
            record = await desk.link.record()
        except JaipurError as error:
            return _.error(error)
        return await asyncio.to_thread(verified_words, record, desk.fixed, _)

    async def _grant(self, wish: Wish) -> None:
        link, app = self._screen.desk.link, self._screen.app
        match wish:
            case Wish.REMATCH:
                await self.rematch()
            case Wish.AGAIN:
                from .screens.replay import ReplayScreen

                data = await link.replay()
                await app.push_screen_wait(ReplayScreen(data, app.texts, self._me))
                self._has_seen_end = False
            case Wish.RECORD:
                self._say_at_the_end(await self.save_record())
            case Wish.HOME:
                self._screen.leave()
            case Wish.TABLE:
                self._screen.desk.show()

    async def rematch(self) -> None:
        """Offer or accept a rematch, and go to its table if there is one."""
        desk = self._screen.desk
        if self._state["rematch"]["table"] is None and not await desk.give("rematch"):
            self._say_at_the_end(desk.sentence())
            return
        table = (await desk.link.look(desk.eyes))["state"]["rematch"]["table"]
        if table is not None:
            self._screen.leave(await desk.link.follow(table))
        else:
            self._has_seen_end = False  # the other has to agree: wait there

    async def save_record(self) -> str:
        """Write the record into a new file here; returns what is to be said about it."""
        _ = self._screen.app.texts
        text = await self._screen.desk.link.record()
        path = write_record_file(_new_file(f"jaipur-{self._screen.desk.link.table}"), text)
        return _("The record is in {path}; check it with: jaipur verify {path}", path=path)

    def _say_at_the_end(self, said: str) -> None:
        self._said, self._has_seen_end = said, False

    def _tell_the_end(self) -> None:
        """What became of a rematch, while the end of the match is in front."""
        end = self._end()
        if end is None or self._screen.desk.update is None:
            return
        rematch = self._state["rematch"]
        if rematch["table"] is not None and rematch["offered_by"] == self._me is not None:
            self.wish(Wish.REMATCH)
        elif end.is_mounted:
            end.show(self._state)

    def _end(self) -> MatchOver | None:
        """The end of the match, if it lies over the table."""
        over = (one for one in self._screen.app.screen_stack if isinstance(one, MatchOver))
        return next(over, None)

    @property
    def _state(self) -> Json:
        update = self._screen.desk.update
        return update["state"] if update else {}

    @property
    def _me(self) -> Seat | None:
        seat: Seat | None = self._state["seat"]
        return None if self._screen.desk.is_shared else seat


def _new_file(name: str) -> Path:
    """A name that no file here has."""
    number, path = 1, Path(f"{name}.jaipur")
    while path.exists():
        number += 1
        path = Path(f"{name}-{number}.jaipur")
    return path
