"""What the person has picked, and what the link is asked about it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ..errors import JaipurError
from ..seats import Seat
from ..texts import Texts
from . import selection as picking
from .link import Json, Link
from .model import Model, Said
from .selection import EMPTY, Choices, Selection
from .words.dock import why_not_hand, why_not_market, why_not_pile

Change = Callable[[Selection, Choices], Selection | None]
WhyNot = Callable[[Model, Texts], str | None]


class Ground(Protocol):
    """What cards are picked on."""

    link: Link
    eyes: Seat | None

    @property
    def model(self) -> Model | None:
        """What is drawn now."""

    @property
    def version(self) -> int:
        """Of what is drawn."""

    @property
    def texts(self) -> Texts:
        """The language of the person."""

    def say(self, said: Said | None) -> None:
        """Say something in the dock; None makes room, but for what the other did."""

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that waits for the link."""

    def show(self) -> None:
        """Draw anew."""


class Picks:
    """The picked cards, however they were picked: click, key or notation."""

    def __init__(self, ground: Ground) -> None:
        self.selection = EMPTY
        self.reason: str | None = None
        """Why a complete selection is not legal."""
        self.plans: Json | None = None
        """What could be done if it were my turn."""
        self._ground = ground

    def pick_market(self, place: int) -> None:
        """Pick a card of the market, or put it back; a hole is nothing to pick."""
        model = self._ground.model
        if model is None or model.choices.market[place] is None:
            return
        self._card(
            lambda model, _: why_not_market(model, place, _),
            lambda picked, choices: picking.pick_market(picked, choices, place),
        )

    def pick_hand(self, index: int) -> None:
        """Pick a card of the hand, or put it back; where none lies, nothing happens."""
        model = self._ground.model
        if model is None or index >= len(model.choices.hand):
            return
        self._card(
            lambda model, _: why_not_hand(model, index, _),
            lambda picked, choices: picking.pick_hand(picked, choices, index),
        )

    def pick_pile(self, good: str) -> None:
        """Pick all cards of a good that can be sold."""
        self._card(
            lambda model, _: why_not_pile(model, good, _),
            lambda picked, choices: picking.pick_pile(picked, choices, good),
        )

    def pick_camels(self) -> None:
        """Pick all camels of the market."""
        model = self._ground.model
        if model and "K" in model.choices.market:
            self.pick_market(model.choices.market.index("K"))
        elif model:
            _ = self._ground.texts
            self._ground.say(Said(_("There is no camel in the market.")))

    def change(self, delta: int) -> None:
        """One card more or less in a sale, or one camel more or less to give."""
        self._change(lambda picked, choices: picking.change(picked, choices, delta))

    def fill(self) -> None:
        """Complete an exchange with camels."""
        self._change(picking.fill_with_camels)

    def clear(self) -> None:
        """Put all cards back."""
        self._change(lambda _picked, _choices: EMPTY)

    def stage(self, notation: str) -> bool:
        """Pick the cards of an action; False if it is not legal."""
        model = self._ground.model
        found = picking.selection_for(model.choices, notation) if model else None
        if found is not None:
            self._change(lambda _picked, _choices: found)
        return found is not None

    def keep(self, before: Choices | None, after: Choices) -> None:
        """The table has changed: keep the cards where they still are what they were, or none."""
        # What can be planned while the other thinks arrives a moment later: until then, as before.
        if before is not None and not after.legal:
            after = Choices(after.market, after.hand, after.herd, before.legal, after.blocked)
        self.selection = picking.kept(self.selection, before, after) if before else EMPTY
        self.reason = None

    def drop(self) -> None:
        """Nothing is picked any more."""
        self.selection, self.reason = EMPTY, None

    async def ask_plans(self) -> None:
        """Ask what could be done if it were my turn, for picking cards while the other thinks."""
        model = self._ground.model
        if model is None or self.plans or model.seat is None or model.state["phase"] != "playing":
            return
        if model.round["turn"] == model.seat:
            return
        try:
            plans = await self._ground.link.plans(self._ground.eyes)
        except JaipurError:
            return  # a convenience; without it one picks when the turn has come
        if plans["version"] == self._ground.version:
            self.plans = plans
            self._ground.show()

    async def _ask_reason(self, action: str) -> None:
        """Why the picked cards are no legal action: the rules are not ours to know."""
        try:
            checked = await self._ground.link.check(action, self._ground.eyes)
        except JaipurError:
            return  # the button stays off; the next pick asks again
        model = self._ground.model
        is_still = model is not None and model.staged.action == action
        if is_still and not checked["legal"] and checked["version"] == self._ground.version:
            self.reason = checked["reason"]
            self._ground.show()

    def _card(self, why_not: WhyNot, change: Change) -> None:
        model = self._ground.model
        why = why_not(model, self._ground.texts) if model and _is_open(model) else None
        if why:
            self._ground.say(Said(why))
        else:
            self._change(change)

    def _change(self, change: Change) -> None:
        model = self._ground.model
        if model is None or not _is_open(model):
            return
        self.selection = change(self.selection, model.choices) or self.selection
        self.reason = None
        self._ground.say(None)
        staged = picking.stage_of(self.selection, model.choices)
        if staged.action and staged.legal is None:
            self._ground.later(self._ask_reason(staged.action))


def _is_open(model: Model) -> bool:
    """Whether cards can be picked at all."""
    is_closed = model.is_read_only or model.is_curtain or model.is_pending
    return not is_closed and model.state["phase"] == "playing"
