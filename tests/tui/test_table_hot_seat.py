"""Two people at one terminal: no frame shows the cards of the other, nor keeps them in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from jaipur.client.controller import TableController
from jaipur.client.local import LocalServer
from jaipur.client.preferences import Preferences
from jaipur.session.options import MemoryAid, Options
from jaipur.session.table_request import TableRequest
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import AtTable
from jaipur.tui.screens.curtain import Curtain
from jaipur.tui.screens.table import TableScreen
from tests.contract_values import round_of

from ..terminals import JAIPUR, Terminal
from .bare import act
from .curtains import lift, make_curtains_quick, until_ready
from .pilot import LARGE, SMALL, run, screen_text, until, until_screen
from .table_hands import controller_of, new_app, new_server, seated

NAMES = ("Diamond", "Gold", "Silver", "Cloth", "Spice", "Leather")
TURNS = 6


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    make_curtains_quick(monkeypatch)


class Watching(JaipurApp):
    """Notes what lies in the hand row of every frame, and with whose eyes it was drawn."""

    frames: list[tuple[str, int | None, list[str]]]

    def _display(self, screen: Any, renderable: Any) -> None:
        super()._display(screen, renderable)
        name = type(screen).__name__
        if isinstance(screen, TableScreen) and screen.query("#hand"):
            region = screen.query_one("#hand").region
            lines = screen._compositor.render_strips()[region.y : region.bottom]
            words = " ".join(strip.crop(region.x, region.right).text for strip in lines)
            seen = [card for card in NAMES for _ in range(words.count(card))]
            self.frames.append((name, screen.controller.viewing_seat, seen))
        elif isinstance(screen, Curtain):
            self.frames.append((name, None, []))


def test_every_frame_of_a_turn_shows_one_hand_and_the_curtain_none() -> None:
    async def test() -> None:
        with new_server() as server:
            plain = new_app(server, TableRequest("Ana", other_name="Ben", seed=5))
            app = Watching(server, plain.preferences, plain._start)
            app.frames = []
            async with app.run_test(size=SMALL) as pilot:
                for turn in range(TURNS):
                    await until_screen(pilot, "Curtain")
                    controller = controller_of(pilot)
                    assert open_hands(controller) == []
                    hands = [await held(controller.link, seat) for seat in (0, 1)]
                    assert hands[0] != hands[1]
                    app.frames.clear()
                    await lift(pilot)
                    await seated(pilot)
                    seen = [frame[2] for frame in app.frames if frame[0] == "TableScreen"]
                    assert all(cards in ([], hands[turn % 2]) for cards in seen)
                    assert seen[-1] == hands[turn % 2]
                    app.frames.clear()
                    await play_something(pilot, controller)
                    await until(pilot, lambda: isinstance(app.screen, Curtain))
                    after = [frame[2] for frame in app.frames if frame[1] is None]
                    assert after
                    assert not any(after)

    run(test())


def open_hands(controller: TableController) -> list[str]:
    """The hands that the controller has in memory."""
    assert controller.update is not None
    sides = round_of(controller.update.state).sides
    return [side.hand for side in sides if side.hand is not None]


async def play_something(pilot: Pilot[Any], controller: TableController) -> None:
    assert controller.model is not None
    assert len(open_hands(controller)) == 1
    await pilot.press("k" if "K" in controller.model.choices.market else "1", "enter")


async def held(link: Any, seat: int) -> list[str]:
    letters = (await link.fetch_update(seat)).state.round.sides[seat].hand
    order = "DGSCPL"
    return [NAMES[order.index(letter)] for letter in sorted(letters, key=order.index)]


def test_the_curtain_says_what_happened_and_the_person_reads_it_as_you() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", other_name="Ben", seed=5))
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "Curtain")
                assert "Ana starts." in screen_text(app)
                await lift(pilot)
                await seated(pilot)
                assert "You start." in screen_text(app)
                assert "is away" not in screen_text(app)
                await pilot.press("k", "enter")
                await until(pilot, lambda: "Pass to Ben" in screen_text(app))
                assert "Ana took" in screen_text(app)

    run(test())


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_nothing_of_a_turn_is_left_for_who_is_next(size: tuple[int, int]) -> None:
    """Whole screens, dock and log and bonus values with them, are those of a program begun anew."""

    async def test() -> None:
        options = Options(memory_aid=MemoryAid.FULL)
        with new_server() as server:
            async with server:
                link = await server.create(TableRequest("Ana", None, "Ben", options, seed=5))
                await play_until_bonus(link)
            app = JaipurApp(LocalServer(server._store), ANA, AtTable(link.table))
            async with app.run_test(size=size) as pilot:
                await lift(pilot)
                controller = await seated(pilot)
                assert own_bonus(controller)
                await play_something(pilot, controller)
                after = await curtain_and_table(pilot)
            anew = JaipurApp(LocalServer(server._store), app.preferences, AtTable(link.table))
            async with anew.run_test(size=size) as pilot:
                assert await curtain_and_table(pilot) == after

    run(test())


ANA = Preferences("en", name="Ana", is_new=False)


async def play_until_bonus(link: Any) -> None:
    """Play until who is to act has a bonus token, whose value only they may know."""
    while True:
        turn = (await link.fetch_update()).state.round.turn
        update = await link.fetch_update(turn)
        if update.state.round.sides[turn].bonus_values:
            return
        await act(link)


def own_bonus(controller: TableController) -> object:
    assert controller.update is not None
    assert controller.viewing_seat is not None
    return round_of(controller.update.state).sides[controller.viewing_seat].bonus_values


async def curtain_and_table(pilot: Pilot[Any]) -> tuple[str, str]:
    """What both may see, then what who is next sees."""
    await until_ready(pilot)
    curtain = screen_text(pilot.app)
    await lift(pilot)
    await seated(pilot)
    await pilot.pause()
    return curtain, screen_text(pilot.app)


def test_a_real_terminal_keeps_nothing_of_the_other_hand(tmp_path: Path) -> None:
    command = [*JAIPUR, "play", "--name", "Ana", "--hot-seat", "Ben", "--seed", "7", "--lang", "en"]
    with Terminal(command, env={"JAIPUR_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for("▶ I am Ana", "▌ 4 cards")
        assert cloth_and_gold(terminal) == (0, 1)  # in the market
        terminal.send("\r")
        terminal.wait_for("Your turn")
        terminal.wait_until_gone("▌")
        terminal.wait_for("│ Cloth ││ Cloth │")
        assert cloth_and_gold(terminal) == (2, 1)
        terminal.send("4\r\r\r")  # two Enters too many lift nothing
        terminal.wait_for("▶ I am Ben", "▌ ▶ Ben")
        terminal.wait_until_gone("Hand", "·")
        assert cloth_and_gold(terminal) == (0, 0)
        terminal.send("\r")
        terminal.wait_for("Your turn")
        terminal.wait_until_gone("▌")
        terminal.wait_for("│ Gold  ││ Gold  │")
        assert cloth_and_gold(terminal) == (0, 2)
        terminal.send("\x11")
        assert terminal.finish() == 0
        begun, _, drawn = terminal.written.partition(b"\x1b[?1049h")
        _, is_over, after = drawn.rpartition(b"\x1b[?1049l")
        assert is_over  # all was drawn on the other screen, which has gone
        assert b"Gold" not in begun + after
        assert b"The match is saved" in after


def cloth_and_gold(terminal: Terminal) -> tuple[int, int]:
    """How many of these cards are seen. Ana holds cloth, Ben gold; the tokens name both once."""
    assert not terminal.scrollback.strip()
    return terminal.text.count("Cloth") - 1, terminal.text.count("Gold") - 1
