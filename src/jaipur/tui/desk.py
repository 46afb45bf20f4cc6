"""`Desk`: one table as a person sits at it. Takes in what the link sends and what the person wants.

It knows no Textual and no rule: it keeps the last update, the picked cards and what is said, and
has a `Model` of all that drawn. On one device for two (`is_shared`) it sees with the eyes of a
watcher until somebody lifts the curtain: no hand is in memory while the device changes hands.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ..errors import JaipurError
from ..seats import Seat
from ..texts import Texts
from .fixed import Fixed
from .journal import log_after
from .link import ConnectionLost, Json, Link
from .model import Connection, Given, Model, Said, make_model, names_of
from .picks import Picks
from .selection import Choices
from .words.cards import sentences
from .words.dock import dock_words
from .words.events import event_words
from .words.sides import discard_words, unseen_words

RETRY_SECONDS = 2.0
LONGEST_WAIT = 25.0


class Outlet(Protocol):
    """Where the desk is drawn."""

    def redraw(self) -> None:
        """Something has changed."""

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that waits for the link."""

    def follow_anew(self) -> None:
        """Stop following the table and begin again, with other eyes."""


class Desk:
    """The state of a table on the screen, and everything that changes it."""

    def __init__(self, link: Link, get_texts: Callable[[], Texts], outlet: Outlet) -> None:
        self.link = link
        self.update: Json | None = None
        self.eyes: Seat | None = None
        """Whose cards are shown, where two people share the device."""
        self.is_shared = False
        self.is_watching = False
        self.owes_scoring = False
        """A round has ended and its scoring is still to be shown."""
        self.picks = Picks(self)
        self.log: tuple[Json, ...] = ()
        self._commitment = ""
        self._get_texts = get_texts
        self._outlet = outlet
        self._said: Said | None = None
        self._announced = ""
        self._connection: Connection = "connecting"
        self._is_pending = False
        self._model: Model | None = None

    # What is drawn

    @property
    def texts(self) -> Texts:
        """The language of the person."""
        return self._get_texts()

    @property
    def model(self) -> Model | None:
        """What is drawn now; None while no cards are dealt."""
        return self._model

    @property
    def version(self) -> int:
        """The version of what is drawn."""
        return self.update["version"] if self.update else 0

    @property
    def phase(self) -> str:
        """Where the match is."""
        return str(self.update["state"]["phase"]) if self.update else "waiting"

    @property
    def fixed(self) -> Fixed:
        """What was said to fix the deals when the table was first seen, and what I gave."""
        return self.link.fixed or Fixed(self._commitment)

    @property
    def commitment(self) -> str:
        """What was said to fix the deals when the table was first seen."""
        return self.fixed.commitment

    @property
    def is_curtain(self) -> bool:
        """Whether the device is to be passed on before a hand may be shown."""
        return self.is_shared and self.eyes is None and self.phase == "playing"

    def show(self) -> None:
        """Draw anew."""
        self._model = self._make_model(self.update) if self.update else None
        self._outlet.redraw()

    def _make_model(self, update: Json) -> Model | None:
        shown = update["state"]["round"]
        given = Given(
            update=update,
            log=self.log,
            selection=self.picks.selection,
            plans=self.picks.plans,
            bottom=shown["turn"] if shown and self.is_shared else None,
            is_pending=self._is_pending,
            connection=self._connection,
            said=self._said,
            reason=self.picks.reason,
            is_curtain=self.is_curtain,
            is_read_only=self.is_watching,
            is_counting=self.owes_scoring,
        )
        return make_model(given, self.texts)

    # What comes from the link

    async def follow(self) -> None:
        """Take in what happens at the table, for ever."""
        is_new, wait = True, LONGEST_WAIT
        while True:
            try:
                if is_new:
                    update = await self.link.look(self.eyes)
                else:
                    update = await self.link.news(self.version, self.eyes, wait)
                wait = LONGEST_WAIT
                await self._receive(update)
            except ConnectionLost:
                self._connected("lost")
                wait = 0.0  # that it is back is told at once, whether there is news or not
                await asyncio.sleep(RETRY_SECONDS)
                continue
            except JaipurError as error:
                self.say(Said(self.texts.error(error), "error"))
                await asyncio.sleep(RETRY_SECONDS)
                continue
            is_new = False
            await self.picks.ask_plans()

    async def _receive(self, update: Json) -> None:
        self._connection = "live"
        if self.update is None:
            self._commitment = update["state"]["commitment"]
            self._learn_who(update["state"])
        if self.is_shared and self.eyes is not None and _turn(update) != self.eyes:
            self.eyes = None  # the cards of who has just played are covered at once
            update = await self.link.look(None)
        is_first, before = self.update is None, self._model
        has_other_eyes = before is not None and before.seat != update["state"]["seat"]
        events = [event for event in update["events"] if event["version"] > self.version]
        has_changed = update["version"] != self.version
        if has_changed:
            self.picks.plans, self._is_pending = None, False
        self.log = log_after(self.log, update)
        self.update = update
        if has_changed or has_other_eyes:
            self._keep_picks(events, before)
        self._note_end(events, is_first=is_first)
        self._tell(list(self.log) if is_first or has_other_eyes else events)
        self.show()

    def _learn_who(self, state: Json) -> None:
        has_no_seat = state["seat"] is None
        self.is_shared = has_no_seat and not self.link.is_remote
        self.is_watching = has_no_seat and self.link.is_remote

    def _keep_picks(self, events: list[Json], before: Model | None) -> None:
        seat = self.update["state"]["seat"] if self.update else None
        is_mine = any(one["kind"] == "acted" and one["seat"] == seat for one in events)
        if is_mine or seat is None:
            self.picks.drop()
            return
        model = self._make_model(self.update) if self.update else None
        was = before.choices if before and before.seat == seat else None
        self.picks.keep(was, model.choices if model else Choices())

    def _note_end(self, events: list[Json], *, is_first: bool) -> None:
        has_ended = any(one["kind"] == "acted" and one.get("end") for one in events)
        if self.phase == "playing":
            self.owes_scoring = False
        elif has_ended and (not is_first or self.phase == "between"):
            self.owes_scoring = True

    def _tell(self, events: list[Json]) -> None:
        """Say the last thing that happened; the log has the others."""
        if self.update is None:
            return
        state, _ = self.update["state"], self.texts
        for event in reversed(events):
            if words := event_words(event, names_of(state, _), state["seat"], _):
                self._said = Said(words, "news")
                self._announced = words
                return

    def _connected(self, connection: Connection) -> None:
        if connection != self._connection:
            self._connection = connection
            self.show()

    # What the person wants

    def say(self, said: Said | None) -> None:
        """Say something in the dock; None makes room, but for what the other did."""
        if said is not None:
            self._said = said
        elif self._said and self._said.tone != "news":
            self._said = None
        self.show()

    def retell(self) -> None:
        """Say in another language what was said last."""
        self._tell(list(self.log))
        self.show()

    def repeat(self) -> None:
        """Say again what happened last."""
        if self._announced:
            self._said = Said(self._announced, "news")
            self.picks.clear()
            self.show()

    def say_unseen(self) -> None:
        """With the full memory aid: say which cards nobody has seen yet, and which were sold."""
        if self._model is not None:
            shown, _ = self._model.round, self.texts
            self.say(Said(sentences(unseen_words(shown, _), discard_words(shown, _))))

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that waits for the link."""
        self._outlet.later(work)

    def lift(self) -> None:
        """Show the cards of who is to act, on a device for two."""
        self.eyes = _turn(self.update) if self.update else None
        self._outlet.follow_anew()

    def counted(self) -> None:
        """The scoring of the round was shown: its seal is no secret any more."""
        self.owes_scoring = False
        self.show()

    async def play(self) -> None:
        """Play what is staged."""
        model = self._model
        if model is None or not model.is_mine or model.staged.legal is None:
            return
        self._is_pending = True
        self._model = self._make_model(self.update) if self.update else None
        if self.link.is_remote:  # a table in this process answers before it could be drawn
            self._outlet.redraw()
        places = list(model.staged.places) or None
        if not await self.give("act", action=model.staged.legal["action"], places=places):
            self._is_pending = False
            self.show()

    @property
    def speaker(self) -> Seat | None:
        """For whom commands are given, on a device for two: who sees, or who is to see next."""
        if not self.is_shared or self.eyes is not None:
            return self.eyes
        return (_turn(self.update) if self.update else None) or 0

    async def give(self, kind: str, **more: object) -> bool:
        """Give a command; a refusal is said in the dock, and nothing that was picked is lost."""
        try:
            await self.link.command(kind, self.version, self.speaker, **more)
        except JaipurError as error:
            self.say(Said(self.texts.error(error), "error"))
            return False
        return True

    def sentence(self) -> str:
        """What the dock says now."""
        if self._model is None:
            return self._said.sentence if self._said else ""
        return dock_words(self._model, self.texts).sentence


def _turn(update: Json) -> Seat | None:
    shown = update["state"]["round"]
    turn: Seat | None = shown["turn"] if shown else None
    return turn
