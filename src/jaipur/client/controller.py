"""`TableController`: follows one table and turns the player's input into commands.

It knows neither Textual nor the rules: it holds the last update, the picked cards and the current
notice, and has a `Model` of them drawn. When two people share a device (`is_shared`), it follows
the table as a watcher until one of them lifts the curtain, so no hand is in memory while the
device changes hands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from ..errors import JaipurError
from ..seats import Seat
from ..session.contract.basics import Phase
from ..session.contract.commands import Act, Command
from ..session.contract.events import ActedEvent, AnyEvent
from ..session.contract.responses import Update
from ..session.words.cards import sentences
from ..texts import Texts
from .link import LONGEST_WAIT, ConnectionLost, Link
from .model import Connection, Model, ModelInputs, Notice, log_after, make_model
from .picks import ControllerBase, Picks, TableDisplay
from .selection import Choices
from .words.dock import dock_words
from .words.sides import discard_words, unseen_words

RETRY_SECONDS = 2.0


class TableController(ControllerBase):
    """The state of a table on the screen, and everything that changes it."""

    def __init__(self, link: Link, get_texts: Callable[[], Texts], display: TableDisplay) -> None:
        super().__init__(link, get_texts, display)
        self.is_shared = False
        self.is_watching = False
        self.scoring_due = False
        """A round has ended and its scoring has not been shown yet."""
        self.picks = Picks(self)
        self.log: tuple[AnyEvent, ...] = ()
        self._last_news = ""
        self._language_changed = False
        """The language has changed, so the last news must be announced again."""
        self._connection: Connection = "connecting"
        self._is_pending = False

    @property
    def is_curtain(self) -> bool:
        """Whether the device must be passed on before a hand may be shown."""
        return self.is_shared and self.viewing_seat is None and self.phase is Phase.PLAYING

    def make_model(self) -> Model | None:
        """The model to draw, or None before the first deal."""
        if self.update is None:
            return None
        inputs = ModelInputs(
            update=self.update,
            log=self.log,
            selection=self.picks.selection,
            legal_actions=self.picks.legal_actions,
            bottom=_turn(self.update) if self.is_shared else None,
            is_pending=self._is_pending,
            connection=self._connection,
            notice=self.notice,
            reason=self.picks.reason,
            is_read_only=self.is_watching,
            is_counting=self.scoring_due,
        )
        return make_model(inputs, self.texts)

    # Updates from the link

    async def follow(self) -> None:
        """Receive updates from the table until cancelled."""
        is_new, wait = True, LONGEST_WAIT
        while True:
            try:
                if is_new:
                    update = await self.link.fetch_update(self.viewing_seat)
                else:
                    update = await self.link.wait_for_update(self.version, self.viewing_seat, wait)
                wait = LONGEST_WAIT
                await self._receive(update)
                is_new = False
                await self.picks.fetch_legal_actions()
            except ConnectionLost:
                wait = 0.0  # report the reconnection at once, with or without news
                if self._connection != "lost":
                    self._connection = "lost"
                    self.show()
                await asyncio.sleep(RETRY_SECONDS)
            except JaipurError as error:
                self.say(Notice(self.texts.error(error), "error"))
                await asyncio.sleep(RETRY_SECONDS)

    async def _receive(self, update: Update) -> None:
        self._connection = "live"
        if self.update is None and update.state.seat is None:
            self.is_shared, self.is_watching = not self.link.is_remote, self.link.is_remote
        if self.is_shared and self.viewing_seat is not None and _turn(update) != self.viewing_seat:
            self.viewing_seat = None  # hide the cards of the player who has just moved
            update = await self.link.fetch_update(None)
        is_first, before = self.update is None, self.model
        has_other_seat = before is not None and before.seat != update.state.seat
        events = [event for event in update.events if event.version > self.version]
        has_changed = update.version != self.version
        if has_changed:
            self.picks.legal_actions, self._is_pending = None, False
        self.log = log_after(self.log, update)
        self.update = update
        if has_changed or has_other_seat:
            self._keep_picks(events, before)
        self._note_end(events, is_first=is_first)
        self._announce(self.log if is_first or has_other_seat or self._language_changed else events)
        self._language_changed = False
        self.show()

    def _keep_picks(self, events: Sequence[AnyEvent], before: Model | None) -> None:
        seat = self.update.state.seat if self.update else None
        is_mine = any(isinstance(one, ActedEvent) and one.seat == seat for one in events)
        if is_mine or seat is None:
            self.picks.drop()
            return
        model = self.make_model()
        was = before.choices if before and before.seat == seat else None
        self.picks.keep(was, model.choices if model else Choices())

    def _note_end(self, events: Sequence[AnyEvent], *, is_first: bool) -> None:
        has_ended = any(isinstance(one, ActedEvent) and one.end for one in events)
        if self.phase is Phase.PLAYING:
            self.scoring_due = False
        elif has_ended and (not is_first or self.phase is Phase.BETWEEN):
            self.scoring_due = True

    def _announce(self, events: Sequence[AnyEvent]) -> None:
        """Announce the latest event; the log has the others."""
        if news := [event.words for event in events if event.words]:
            self._last_news = news[-1]
            self.notice = Notice(self._last_news, "news")

    # Input from the player

    def change_language(self) -> None:
        """Switch the link to the current language and fetch the log again."""
        self.link.set_language(self.texts.language)
        self._language_changed = True
        self.show()
        self.display.restart_following()

    def repeat(self) -> None:
        """Repeat the last announcement."""
        if self._last_news:
            self.notice = Notice(self._last_news, "news")
            self.picks.clear()
            self.show()

    def say_unseen(self) -> None:
        """Announce the unseen and the discarded cards (full memory aid only)."""
        if self.model is not None:
            shown, _ = self.model.round, self.texts
            self.say(Notice(sentences(unseen_words(shown, _), discard_words(shown, _))))

    def lift(self) -> None:
        """Lift the curtain: show the cards of the player to move on a shared device."""
        self.viewing_seat = _turn(self.update)
        self.display.restart_following()

    def counted(self) -> None:
        """Note that the scoring was shown, so the seal may be drawn."""
        self.scoring_due = False
        self.show()

    async def play(self) -> None:
        """Play the staged action."""
        model = self.model
        if model is None or not model.is_mine or model.staged.legal is None:
            return
        self._is_pending = True
        self.model = self.make_model()
        if self.link.is_remote:  # a local table answers before it could be drawn
            self.display.redraw()
        if not await self.submit(Act(model.staged.legal.action, model.staged.places or None)):
            self._is_pending = False
            self.show()

    @property
    def acting_seat(self) -> Seat | None:
        """The seat that commands are sent for on a shared device; None elsewhere."""
        if not self.is_shared or self.viewing_seat is not None:
            return self.viewing_seat
        return _turn(self.update) or 0

    async def submit(self, command: Command) -> bool:
        """Send a command; an error is shown in the dock and the picked cards stay."""
        try:
            await self.link.command(command, self.version, self.acting_seat)
        except JaipurError as error:
            self.say(Notice(self.texts.error(error), "error"))
            return False
        return True

    def sentence(self) -> str:
        """The sentence the dock shows now."""
        if self.model is None:
            return self.notice.sentence if self.notice else ""
        return dock_words(self.model, self.texts).sentence


def _turn(update: Update | None) -> Seat | None:
    return update.state.round.turn if update and update.state.round else None
