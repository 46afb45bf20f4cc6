"""Hands for tests: play actions at a drawn table, by keys or by the mouse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine, Sequence
from typing import Any, Protocol

from textual.pilot import Pilot

from jaipur.client.controller import TableController
from jaipur.client.local import LocalServer
from jaipur.client.preferences import Preferences
from jaipur.session.contract.basics import ActionKind, Phase
from jaipur.session.contract.state import Legal
from jaipur.session.table_request import TableRequest
from jaipur.session.words.cards import parts
from jaipur.store.memory import MemoryStore
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import NewMatch
from jaipur.tui.keys import HAND_CAPS
from jaipur.tui.screens.table import TableScreen
from jaipur.tui.widgets.part import Part

from .pilot import click_text, until

STEPPERS_ROW = 2
STEPPER_WIDTH = 5
KINDS = ("exchange", "sell", "take", "take_camels")


def new_app(
    server: LocalServer,
    plan: TableRequest,
    *,
    language: str = "en",
    theme: str = "dark",
    letters: bool = True,
) -> JaipurApp:
    """The program, beginning with a match."""
    preferences = Preferences(language, theme, letters, "Ana", is_new=False)
    return JaipurApp(server, preferences, NewMatch(plan))


def new_server() -> LocalServer:
    """A local server that forgets everything at the end."""
    return LocalServer(MemoryStore())


def table_of(app: JaipurApp) -> TableScreen:
    """The table, whatever lies over it."""
    screen = app.table_screen
    assert screen is not None
    return screen


def controller_of(pilot: Pilot[Any]) -> TableController:
    """The controller of the table that is played at."""
    assert isinstance(pilot.app, JaipurApp)
    return table_of(pilot.app).controller


async def seated(pilot: Pilot[Any]) -> TableController:
    """Wait until cards are on the table and it is somebody's turn here."""
    app = pilot.app
    assert isinstance(app, JaipurApp)

    def is_ready() -> bool:
        screen = app.table_screen
        return (
            screen is not None
            and screen.controller.model is not None
            and screen.controller.model.is_mine
        )

    await until(pilot, is_ready, "my turn")
    return controller_of(pilot)


class Hands(Protocol):
    """A way to pick cards and to press buttons."""

    async def market(self, place: int) -> None: ...
    async def hand(self, index: int) -> None: ...
    async def step(self, by: int) -> None: ...
    async def play(self) -> None: ...
    async def go_on(self) -> None: ...


class Keys:
    """By keys alone."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot

    async def market(self, place: int) -> None:
        await self.pilot.press(str(place + 1))

    async def hand(self, index: int) -> None:
        await self.pilot.press(HAND_CAPS[index])

    async def step(self, by: int) -> None:
        await self.pilot.press("plus" if by > 0 else "minus")

    async def play(self) -> None:
        await self.pilot.press("enter")

    async def go_on(self) -> None:
        await self.pilot.press("escape", "enter")


async def click_card(pilot: Pilot[Any], row: str, place: int) -> None:
    """Click on the middle of a card of the market or the hand."""
    assert isinstance(pilot.app, JaipurApp)
    sizes = table_of(pilot.app).sizes
    card, gap = (
        (sizes.market, sizes.market_gap) if row == "#market" else (sizes.hand, sizes.hand_gap)
    )
    assert await pilot.click(row, offset=(place * (card.width + gap) + card.width // 2, 3))


class Mouse:
    """By the mouse alone."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot

    async def market(self, place: int) -> None:
        await click_card(self.pilot, "#market", place)

    async def hand(self, index: int) -> None:
        await click_card(self.pilot, "#hand", index)

    async def step(self, by: int) -> None:
        x = 1 + STEPPER_WIDTH // 2 + (STEPPER_WIDTH + 1) * (by > 0)
        assert await self.pilot.click("#player-panel", offset=(x, STEPPERS_ROW))

    async def play(self) -> None:
        rows = self.pilot.app.screen.query_one("#buttons", Part).rows
        *_others, (label, _style) = rows[len(rows) // 2]  # the words are in the middle of a button
        await click_text(self.pilot, label)

    async def go_on(self) -> None:
        await self.pilot.click("#skip", offset=(2, 0))
        await self.pilot.click("#go-on", offset=(2, 0))


async def pick(pilot: Pilot[Any], hands: Hands, legal: Legal) -> None:
    """Pick the cards of an action, as a person would."""
    controller = controller_of(pilot)
    assert controller.model is not None
    done, choices = parts(legal.action), controller.model.choices
    if done.kind is ActionKind.TAKE_CAMELS:
        await picked(pilot, hands.market(choices.market.index("K")))
        return
    for place in _leftmost(choices.market, done.take):
        await picked(pilot, hands.market(place))
    if done.kind is ActionKind.SELL:
        await picked(pilot, hands.hand(choices.hand.index(done.give[0])))
        while (over := len(controller.picks.selection.hand) - len(done.give)) != 0:
            await picked(pilot, hands.step(-1 if over > 0 else 1))
        return
    for index in _leftmost(choices.hand, done.give.replace("K", "")):
        await picked(pilot, hands.hand(index))
    for _ in range(done.give.count("K")):
        await picked(pilot, hands.step(1))


async def picked(pilot: Pilot[Any], doing: Coroutine[Any, Any, None]) -> None:
    """Do something, and wait until other cards are picked than before."""
    controller = controller_of(pilot)
    before = controller.picks.selection
    await doing
    await until(pilot, lambda: controller.picks.selection != before, "a pick")


def _leftmost(cards: Sequence[str | None], letters: str) -> list[int]:
    """Where the letters lie, the leftmost of each kind."""
    found: list[int] = []
    for letter in letters:
        places = (at for at, card in enumerate(cards) if card == letter and at not in found)
        found.append(next(places))
    return found


class Chooser:
    """Chooses actions so that every kind is played, and rounds end soon."""

    def __init__(self) -> None:
        self.played: Counter[str] = Counter()

    def __call__(self, legal: tuple[Legal, ...]) -> Legal:
        new = [one for one in legal if not self.played[one.kind]]
        sales = [one for one in legal if one.kind is ActionKind.SELL]
        takes = [one for one in legal if one.kind.startswith("take")]
        best = max(new or sales or takes or legal, key=lambda one: len(one.action))
        self.played[best.kind] += 1
        return best


async def play_match(pilot: Pilot[Any], hands: Hands, choose: Chooser) -> None:
    """Play a match to its end; afterwards the end of the match is on the screen."""
    controller = await seated(pilot)
    while not is_over(controller):
        assert controller.model is not None
        legal = choose(controller.model.choices.legal)
        await pick(pilot, hands, legal)
        assert controller.model.staged.legal == legal, (legal, controller.picks.selection)
        await settle(pilot, controller, hands.play())
        if controller.scoring_due:
            await until(pilot, lambda: type(pilot.app.screen).__name__ == "Scoring")
            await hands.go_on()
            await until(pilot, lambda: not controller.scoring_due)
        if not is_over(controller):
            await seated(pilot)


def is_over(controller: TableController) -> bool:
    """Whether the match is over by now."""
    return controller.phase is Phase.OVER


async def settle(
    pilot: Pilot[Any], controller: TableController, doing: Coroutine[Any, Any, None]
) -> None:
    """Do something, and wait until it has happened and the other has answered."""
    before = controller.version
    await doing
    await until(pilot, lambda: _is_settled(controller, before), "an answer")


def _is_settled(controller: TableController, before: int) -> bool:
    model = controller.model
    if model is None or controller.version == before:
        return False
    return model.is_mine or controller.phase is not Phase.PLAYING
