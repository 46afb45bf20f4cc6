"""What is drawn of a table, and what the person has picked there."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ..errors import JaipurError
from ..seats import Seat
from ..session.contract.answers import Plans, Update
from ..session.contract.basics import Phase
from ..texts import Texts
from . import selection as picking
from .link import Link
from .model import Model, Notice
from .selection import EMPTY, Choices, Selection, Where
from .words.dock import why_not_card, why_not_pile


class TableDisplay(Protocol):
    """Where a table is drawn."""

    def redraw(self) -> None:
        """Something has changed."""

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that waits for the link."""

    def restart_following(self) -> None:
        """Stop following the table and begin again, with other eyes."""


class ControllerBase:
    """A table as it is drawn: the last update, and what is said about it."""

    def __init__(self, link: Link, get_texts: Callable[[], Texts], display: TableDisplay) -> None:
        self.link = link
        self.display = display
        self.update: Update | None = None
        self.model: Model | None = None
        """What is drawn now; None while no cards are dealt."""
        self.viewing_seat: Seat | None = None
        """Whose cards are shown, where two people share the device."""
        self.notice: Notice | None = None
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
        self.display.redraw()

    def say(self, notice: Notice | None) -> None:
        """Say something in the dock; None makes room, but for what the other did."""
        if notice is not None or (self.notice and self.notice.tone != "news"):
            self.notice = notice
        self.show()


class Picks:
    """The picked cards, however they were picked: click, key or notation."""

    def __init__(self, controller: ControllerBase) -> None:
        self.selection = EMPTY
        self.reason: str | None = None
        """Why a complete selection is not legal."""
        self.plans: Plans | None = None
        """What could be done if it were my turn."""
        self._controller = controller

    @property
    def _choices(self) -> Choices:
        return self._controller.model.choices if self._controller.model else Choices()

    def pick_card(self, where: Where, at: int) -> None:
        """Pick a card of the market or the hand, or put it back; where none lies, nothing."""
        pick = picking.pick_market if where == "market" else picking.pick_hand
        model = self._controller.model
        if model and model.choices.card(where, at):
            why = why_not_card(model, where, at, self._controller.texts)
            self._change(pick(self.selection, model.choices, at), why)

    def pick_pile(self, good: str) -> None:
        """Pick all cards of a good that can be sold."""
        if model := self._controller.model:
            why = why_not_pile(model, good, self._controller.texts)
            self._change(picking.pick_pile(self.selection, model.choices, good), why)

    def pick_camels(self) -> None:
        """Pick all camels of the market."""
        model, _ = self._controller.model, self._controller.texts
        if model and "K" in model.choices.market:
            self.pick_card("market", model.choices.market.index("K"))
        elif model:
            self._controller.say(Notice(_("There is no camel in the market.")))

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
        model = self._controller.model
        if self.plans or model is None or model.seat in (None, model.round.turn):
            return
        if model.state.phase is not Phase.PLAYING:
            return
        try:
            plans = await self._controller.link.plans(self._controller.viewing_seat)
        except JaipurError:
            return  # a convenience; without it one picks when the turn has come
        if plans.version == self._controller.version:
            self.plans = plans
            self._controller.show()

    async def _ask_reason(self, action: str) -> None:
        """Why the picked cards are no legal action: the rules are not ours to know."""
        try:
            checked = await self._controller.link.check(action, self._controller.viewing_seat)
        except JaipurError:
            return  # the button stays off; the next pick asks again
        model = self._controller.model
        is_still = model is not None and model.staged.action == action
        if is_still and not checked.legal and checked.version == self._controller.version:
            self.reason = checked.reason
            self._controller.show()

    def _change(self, picked: Selection | None, why_not: str | None = None) -> None:
        model = self._controller.model
        if model is None or not _is_open(model):
            return
        if why_not:
            self._controller.say(Notice(why_not))
            return
        self.selection = picked or self.selection
        self.reason = None
        self._controller.say(None)
        staged = picking.stage_of(self.selection, model.choices)
        if staged.action and staged.legal is None:
            self._controller.display.later(self._ask_reason(staged.action))


def _is_open(model: Model) -> bool:
    """Whether cards can be picked at all: not by who watches, nor behind the curtain."""
    return model.seat is not None and not model.is_pending and model.state.phase is Phase.PLAYING
