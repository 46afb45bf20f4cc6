"""What is drawn of a table, and what the person has picked there."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ..errors import JaipurError
from ..seats import Seat
from ..session.contract.basics import Phase
from ..session.contract.responses import Plans, Update
from ..texts import Texts
from . import selection as picking
from .link import Link
from .model import Model, Said
from .selection import EMPTY, Choices, Selection, Where
from .words.dock import why_not_card, why_not_pile


class Outlet(Protocol):
    """Where a table is drawn."""

    def redraw(self) -> None:
        """Something has changed."""

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that waits for the link."""

    def follow_anew(self) -> None:
        """Stop following the table and begin again, with other eyes."""


class Drawn:
    """A table as it is drawn: the last update, and what is said about it."""

    def __init__(self, link: Link, get_texts: Callable[[], Texts], outlet: Outlet) -> None:
        self.link = link
        self.outlet = outlet
        self.update: Update | None = None
        self.model: Model | None = None
        """What is drawn now; None while no cards are dealt."""
        self.eyes: Seat | None = None
        """Whose cards are shown, where two people share the device."""
        self.said: Said | None = None
        self._get_texts = get_texts

    @property
    def texts(self) -> Texts:
        """The language of the person."""
        return self._get_texts()

    @property
    def version(self) -> int:
        """The version of what is drawn."""
        return self.update.version if self.update else 0

    @property
    def phase(self) -> Phase:
        """Where the match is."""
        return self.update.state.phase if self.update else Phase.WAITING

    def make_model(self) -> Model | None:
        """What is to be drawn."""
        raise NotImplementedError

    def show(self) -> None:
        """Draw anew."""
        self.model = self.make_model()
        self.outlet.redraw()

    def say(self, said: Said | None) -> None:
        """Say something in the dock; None makes room, but for what the other did."""
        if said is not None or (self.said and self.said.tone != "news"):
            self.said = said
        self.show()


class Picks:
    """The picked cards, however they were picked: click, key or notation."""

    def __init__(self, drawn: Drawn) -> None:
        self.selection = EMPTY
        self.reason: str | None = None
        """Why a complete selection is not legal."""
        self.plans: Plans | None = None
        """What could be done if it were my turn."""
        self._drawn = drawn

    @property
    def _choices(self) -> Choices:
        return self._drawn.model.choices if self._drawn.model else Choices()

    def pick_card(self, where: Where, at: int) -> None:
        """Pick a card of the market or the hand, or put it back; where none lies, nothing."""
        pick = picking.pick_market if where == "market" else picking.pick_hand
        model = self._drawn.model
        if model and model.choices.card(where, at):
            why = why_not_card(model, where, at, self._drawn.texts)
            self._change(pick(self.selection, model.choices, at), why)

    def pick_pile(self, good: str) -> None:
        """Pick all cards of a good that can be sold."""
        if model := self._drawn.model:
            why = why_not_pile(model, good, self._drawn.texts)
            self._change(picking.pick_pile(self.selection, model.choices, good), why)

    def pick_camels(self) -> None:
        """Pick all camels of the market."""
        model, _ = self._drawn.model, self._drawn.texts
        if model and "K" in model.choices.market:
            self.pick_card("market", model.choices.market.index("K"))
        elif model:
            self._drawn.say(Said(_("There is no camel in the market.")))

    def change(self, delta: int) -> None:
        """One card more or less in a sale, or one camel more or less to give."""
        self._change(picking.change(self.selection, self._choices, delta))

    def fill(self) -> None:
        """Complete an exchange with camels."""
        self._change(picking.fill_with_camels(self.selection, self._choices))

    def clear(self) -> None:
        """Put all cards back."""
        self._change(EMPTY)

    def stage(self, action: str) -> bool:
        """Pick the cards of an action; False if it is not legal."""
        found = picking.selection_for(self._choices, action)
        if found is not None:
            self._change(found)
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
        model = self._drawn.model
        if self.plans or model is None or model.seat in (None, model.round.turn):
            return
        if model.state.phase is not Phase.PLAYING:
            return
        try:
            plans = await self._drawn.link.plans(self._drawn.eyes)
        except JaipurError:
            return  # a convenience; without it one picks when the turn has come
        if plans.version == self._drawn.version:
            self.plans = plans
            self._drawn.show()

    async def _ask_reason(self, action: str) -> None:
        """Why the picked cards are no legal action: the rules are not ours to know."""
        try:
            checked = await self._drawn.link.check(action, self._drawn.eyes)
        except JaipurError:
            return  # the button stays off; the next pick asks again
        model = self._drawn.model
        is_still = model is not None and model.staged.action == action
        if is_still and not checked.legal and checked.version == self._drawn.version:
            self.reason = checked.reason
            self._drawn.show()

    def _change(self, picked: Selection | None, why_not: str | None = None) -> None:
        model = self._drawn.model
        if model is None or not _is_open(model):
            return
        if why_not:
            self._drawn.say(Said(why_not))
            return
        self.selection = picked or self.selection
        self.reason = None
        self._drawn.say(None)
        staged = picking.stage_of(self.selection, model.choices)
        if staged.action and staged.legal is None:
            self._drawn.outlet.later(self._ask_reason(staged.action))


def _is_open(model: Model) -> bool:
    """Whether cards can be picked at all: not by who watches, nor behind the curtain."""
    return model.seat is not None and not model.is_pending and model.state.phase is Phase.PLAYING
