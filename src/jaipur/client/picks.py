"""The base of `TableController`, and the cards picked at a table."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from ..errors import JaipurError
from ..seats import Seat
from ..session.contract.basics import Phase
from ..session.contract.responses import LegalActions, Update
from ..texts import Texts
from . import selection as picking
from .link import Link
from .model import Model, Notice
from .selection import EMPTY, Choices, Selection, Where
from .words.dock import why_not_card, why_not_pile


class TableDisplay(Protocol):
    """The screen a controller draws on."""

    def redraw(self) -> None:
        """Draw the changed model."""

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Run something in the background that waits for the link."""

    def restart_following(self) -> None:
        """Follow the table again from the start, for another seat or language."""


class ControllerBase:
    """The state of a drawn table: the last update, the model and the current notice."""

    def __init__(self, link: Link, get_texts: Callable[[], Texts], display: TableDisplay) -> None:
        self.link = link
        self.display = display
        self.update: Update | None = None
        self.model: Model | None = None
        """What is drawn now; None before the first deal."""
        self.viewing_seat: Seat | None = None
        """Whose cards are shown on a shared device."""
        self.notice: Notice | None = None
        self._get_texts = get_texts

    @property
    def texts(self) -> Texts:
        """The texts in the player's language."""
        return self._get_texts()

    @property
    def version(self) -> int:
        """The version of the last update, 0 before the first."""
        return self.update.version if self.update else 0

    @property
    def phase(self) -> Phase:
        """The phase of the match."""
        return self.update.state.phase if self.update else Phase.WAITING

    def make_model(self) -> Model | None:
        """The model to draw."""
        raise NotImplementedError

    def show(self) -> None:
        """Rebuild the model and draw it."""
        self.model = self.make_model()
        self.display.redraw()

    def say(self, notice: Notice | None) -> None:
        """Show a notice in the dock; None clears it unless it is news."""
        if notice is not None or (self.notice and self.notice.tone != "news"):
            self.notice = notice
        self.show()


class Picks:
    """The picked cards, whether by click, key or notation."""

    def __init__(self, controller: ControllerBase) -> None:
        self.selection = EMPTY
        self.reason: str | None = None
        """Why a complete selection is illegal."""
        self.legal_actions: LegalActions | None = None
        """The actions that would be legal if it were my turn."""
        self._controller = controller

    @property
    def _choices(self) -> Choices:
        return self._controller.model.choices if self._controller.model else Choices()

    def pick_card(self, where: Where, at: int) -> None:
        """Pick or unpick a card of the market or the hand; ignores empty places."""
        pick = picking.pick_market if where == "market" else picking.pick_hand
        model = self._controller.model
        if model and model.choices.card(where, at):
            why = why_not_card(model, where, at, self._controller.texts)
            self._change(pick(self.selection, model.choices, at), why)

    def pick_pile(self, good: str) -> None:
        """Pick all cards of a good that can be sold together."""
        if model := self._controller.model:
            why = why_not_pile(model, good, self._controller.texts)
            self._change(picking.pick_pile(self.selection, model.choices, good), why)

    def pick_camels(self) -> None:
        """Pick all camels in the market."""
        model, _ = self._controller.model, self._controller.texts
        if model and "K" in model.choices.market:
            self.pick_card("market", model.choices.market.index("K"))
        elif model:
            self._controller.say(Notice(_("There is no camel in the market.")))

    def change(self, delta: int) -> None:
        """Sell one card more or less, or give one camel more or less."""
        self._change(picking.change(self.selection, self._choices, delta))

    def fill(self) -> None:
        """Complete an exchange with camels."""
        self._change(picking.fill_with_camels(self.selection, self._choices))

    def clear(self) -> None:
        """Unpick all cards."""
        self._change(EMPTY)

    def stage(self, action: str) -> bool:
        """Pick the cards of an action; returns False if it is illegal."""
        found = picking.selection_for(self._choices, action)
        if found is not None:
            self._change(found)
        return found is not None

    def keep(self, before: Choices | None, after: Choices) -> None:
        """Keep the picked cards after a change of the table if they are all still there."""
        # The legal actions for the new position arrive a moment later; use the old ones until then.
        if before is not None and not after.legal:
            after = Choices(after.market, after.hand, after.herd, before.legal, after.blocked)
        self.selection = picking.kept(self.selection, before, after) if before else EMPTY
        self.reason = None

    def drop(self) -> None:
        """Drop all picked cards without redrawing."""
        self.selection, self.reason = EMPTY, None

    async def fetch_legal_actions(self) -> None:
        """Fetch the legal actions, so that cards can be picked during the opponent's turn."""
        model = self._controller.model
        if self.legal_actions or model is None or model.seat in (None, model.round.turn):
            return
        if model.state.phase is not Phase.PLAYING:
            return
        try:
            legal_actions = await self._controller.link.legal_actions(self._controller.viewing_seat)
        except JaipurError:
            return  # only a convenience: without them, cards are picked on the player's turn
        if legal_actions.version == self._controller.version:
            self.legal_actions = legal_actions
            self._controller.show()

    async def _ask_reason(self, action: str) -> None:
        """Ask the table why the picked cards are illegal, since clients do not know the rules."""
        try:
            checked = await self._controller.link.check(action, self._controller.viewing_seat)
        except JaipurError:
            return  # the button stays disabled; the next pick asks again
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
    """Whether cards can be picked: not by watchers, nor behind the curtain."""
    return model.seat is not None and not model.is_pending and model.state.phase is Phase.PLAYING
