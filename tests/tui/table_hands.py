"""Hands for tests: play actions at a drawn table, by keys or by the mouse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Coroutine, Sequence
from typing import Any, Protocol

from textual.pilot import Pilot

from jaipur.session.planning import Plan
from jaipur.store.memory import MemoryStore
from jaipur.tui.app import JaipurApp, NewMatch
from jaipur.tui.desk import Desk
from jaipur.tui.keys import HAND_CAPS
from jaipur.tui.link import Json
from jaipur.tui.local import House
from jaipur.tui.preferences import Preferences
from jaipur.tui.screens.table import TableScreen
from jaipur.tui.widgets.belongings import STEPPER_WIDTH, STEPPERS_ROW, Belongings
from jaipur.tui.widgets.cards import Cards
from jaipur.tui.widgets.dock import Doing
from jaipur.tui.words.cards import parts

from .pilot import click_text, until

KINDS = ("exchange", "sell", "take", "take_camels")


def new_app(
    house: House, plan: Plan, *, language: str = "en", theme: str = "dark", letters: bool = True
) -> JaipurApp:
    """The program, beginning with a match."""
    preferences = Preferences(language, theme, letters, "Ana", is_new=False)
    return JaipurApp(house, preferences, NewMatch(plan))


def new_house() -> House:
    """A house that forgets everything at the end."""
    return House(MemoryStore())


def table_of(app: JaipurApp) -> TableScreen:
    """The table, whatever lies over it."""
    screen = app.table_screen
    assert screen is not None
    return screen


def desk_of(pilot: Pilot[Any]) -> Desk:
    """The desk of the table that is played at."""
    assert isinstance(pilot.app, JaipurApp)
    return table_of(pilot.app).desk


async def seated(pilot: Pilot[Any]) -> Desk:
    """Wait until cards are on the table and it is somebody's turn here."""
    app = pilot.app
    assert isinstance(app, JaipurApp)

    def is_ready() -> bool:
        screen = app.table_screen
        return screen is not None and screen.desk.model is not None and screen.desk.model.is_mine

    await until(pilot, is_ready, "my turn")
    return desk_of(pilot)


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


class Mouse:
    """By the mouse alone."""

    def __init__(self, pilot: Pilot[Any]) -> None:
        self.pilot = pilot

    async def _card(self, row: str, place: int) -> None:
        cards = self.pilot.app.screen.query_one(row, Cards)
        assert await self.pilot.click(row, offset=(cards.column_of(place), 3))

    async def market(self, place: int) -> None:
        await self._card("#market", place)

    async def hand(self, index: int) -> None:
        await self._card("#hand", index)

    async def step(self, by: int) -> None:
        x = 1 + STEPPER_WIDTH // 2 + (STEPPER_WIDTH + 1) * (by > 0)
        assert await self.pilot.click(Belongings, offset=(x, STEPPERS_ROW))

    async def play(self) -> None:
        shown = self.pilot.app.screen.query_one(Doing).shown
        assert shown is not None
        await click_text(self.pilot, shown.buttons[-1].text)

    async def go_on(self) -> None:
        await self.pilot.click("#skip", offset=(2, 0))
        await self.pilot.click("#go-on", offset=(2, 0))


async def pick(pilot: Pilot[Any], hands: Hands, legal: Json) -> None:
    """Pick the cards of an action, as a person would."""
    desk = desk_of(pilot)
    assert desk.model is not None
    done, choices = parts(legal["action"]), desk.model.choices
    if done.kind == "take_camels":
        await picked(pilot, hands.market(choices.market.index("K")))
        return
    for place in _leftmost(choices.market, done.take):
        await picked(pilot, hands.market(place))
    if done.kind == "sell":
        await picked(pilot, hands.hand(choices.hand.index(done.give[0])))
        while (over := len(desk.picks.selection.hand) - len(done.give)) != 0:
            await picked(pilot, hands.step(-1 if over > 0 else 1))
        return
    for index in _leftmost(choices.hand, done.give.replace("K", "")):
        await picked(pilot, hands.hand(index))
    for _ in range(done.give.count("K")):
        await picked(pilot, hands.step(1))


async def picked(pilot: Pilot[Any], doing: Coroutine[Any, Any, None]) -> None:
    """Do something, and wait until other cards are picked than before."""
    desk = desk_of(pilot)
    before = desk.picks.selection
    await doing
    await until(pilot, lambda: desk.picks.selection != before, "a pick")


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

    def __call__(self, legal: tuple[Json, ...]) -> Json:
        new = [one for one in legal if not self.played[one["kind"]]]
        sales = [one for one in legal if one["kind"] == "sell"]
        takes = [one for one in legal if one["kind"].startswith("take")]
        best = max(new or sales or takes or legal, key=lambda one: len(one["action"]))
        self.played[best["kind"]] += 1
        return best


async def play_match(pilot: Pilot[Any], hands: Hands, choose: Chooser) -> None:
    """Play a match to its end; afterwards the end of the match is on the screen."""
    desk = await seated(pilot)
    while desk.phase != "over":
        assert desk.model is not None
        legal = choose(desk.model.choices.legal)
        await pick(pilot, hands, legal)
        assert desk.model.staged.legal == legal, (legal, desk.picks.selection)
        await settle(pilot, desk, hands.play())
        if desk.owes_scoring:
            await until(pilot, lambda: type(pilot.app.screen).__name__ == "Scoring")
            await hands.go_on()
            await until(pilot, lambda: not desk.owes_scoring)
        if desk.phase != "over":
            await seated(pilot)


async def settle(pilot: Pilot[Any], desk: Desk, doing: Coroutine[Any, Any, None]) -> None:
    """Do something, and wait until it has happened and the other has answered."""
    before = desk.version
    await doing
    await until(pilot, lambda: _is_settled(desk, before), "an answer")


def _is_settled(desk: Desk, before: int) -> bool:
    model = desk.model
    if model is None or desk.version == before:
        return False
    return model.is_mine or desk.phase != "playing"
