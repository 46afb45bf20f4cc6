"""Two people at one terminal: no frame shows the cards of the other, nor keeps them in memory."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from jaipur.session.tables import Plan
from jaipur.tui.app import JaipurApp
from jaipur.tui.desk import Desk
from jaipur.tui.screens.curtain import Curtain
from jaipur.tui.screens.table import TableScreen
from jaipur.tui.widgets.cards import Cards

from .pilot import SMALL, make_swift, run, screen_text, until, until_screen
from .table_hands import desk_of, new_app, new_house, seated

NAMES = ("Diamond", "Gold", "Silver", "Cloth", "Spice", "Leather")
TURNS = 6


@pytest.fixture(autouse=True)
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    make_swift(monkeypatch)


class Watching(JaipurApp):
    """Notes what lies in the hand row of every frame, and with whose eyes it was drawn."""

    frames: list[tuple[str, int | None, list[str]]]

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, renderable)
        name = type(screen).__name__
        if isinstance(screen, TableScreen) and screen.query("#hand"):
            region = screen.query_one("#hand", Cards).region
            lines = screen._compositor.render_strips()[region.y : region.bottom]
            words = " ".join(strip.crop(region.x, region.right).text for strip in lines)
            seen = [card for card in NAMES for _ in range(words.count(card))]
            self.frames.append((name, screen.desk.eyes, seen))
        elif isinstance(screen, Curtain):
            self.frames.append((name, None, []))


def test_every_frame_of_a_turn_shows_one_hand_and_the_curtain_none() -> None:
    async def test() -> None:
        with new_house() as house:
            plain = new_app(house, Plan("Ana", other_name="Ben", seed=5))
            app = Watching(house, plain.preferences, plain._start)
            app.frames = []
            async with app.run_test(size=SMALL) as pilot:
                for turn in range(TURNS):
                    await until_screen(pilot, "Curtain")
                    desk = desk_of(pilot)
                    assert open_hands(desk) == []
                    hands = [await held(desk.link, seat) for seat in (0, 1)]
                    assert hands[0] != hands[1]
                    app.frames.clear()
                    await pilot.press("enter")
                    await seated(pilot)
                    seen = [frame[2] for frame in app.frames if frame[0] == "TableScreen"]
                    assert all(cards in ([], hands[turn % 2]) for cards in seen)
                    assert seen[-1] == hands[turn % 2]
                    app.frames.clear()
                    await play_something(pilot, desk)
                    await until(pilot, lambda: isinstance(app.screen, Curtain))
                    after = [frame[2] for frame in app.frames if frame[1] is None]
                    assert after
                    assert not any(after)

    run(test())


def open_hands(desk: Desk) -> list[str]:
    """The hands that the desk has in memory."""
    assert desk.update is not None
    sides = desk.update["state"]["round"]["sides"]
    return [side["hand"] for side in sides if side["hand"] is not None]


async def play_something(pilot: Pilot[Any], desk: Desk) -> None:
    assert desk.model is not None
    assert len(open_hands(desk)) == 1
    await pilot.press("k" if "K" in desk.model.choices.market else "1", "enter")


async def held(link: Any, seat: int) -> list[str]:
    letters = (await link.look(seat))["state"]["round"]["sides"][seat]["hand"]
    order = "DGSCPL"
    return [NAMES[order.index(letter)] for letter in sorted(letters, key=order.index)]


def test_the_curtain_says_what_happened_and_the_person_reads_it_as_you() -> None:
    async def test() -> None:
        with new_house() as house:
            app = new_app(house, Plan("Ana", other_name="Ben", seed=5))
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "Curtain")
                assert "Ana starts." in screen_text(app)
                await pilot.press("enter")
                await seated(pilot)
                assert "You start." in screen_text(app)
                assert "is away" not in screen_text(app)
                await pilot.press("k", "enter")
                await until(pilot, lambda: "Pass to Ben" in screen_text(app))
                assert "Ana took" in screen_text(app)

    run(test())
