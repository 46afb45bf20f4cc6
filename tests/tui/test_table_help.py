"""The help and the menu from everywhere, the end of a match behind a curtain, leaving a lesson."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaipur.client.preferences import Preferences
from jaipur.session.table_request import TableRequest
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import Home, Tutorial

from .pilot import SMALL, click_text, run, screen_text, until, until_screen, until_text
from .table_hands import controller_of, new_app, new_server, seated
from .test_table_ways import choose


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))


def test_help_and_menu_are_opened_by_the_mouse() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                await click_text(pilot, "? help")
                await until_screen(pilot, "HelpScreen")
                await pilot.press("escape")
                await until_screen(pilot, "TableScreen")
                await click_text(pilot, "^P menu")
                await until_screen(pilot, "CommandPalette")

    run(test())


def test_without_letter_keys_the_line_at_the_top_names_the_key_that_works() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7), letters=False)
            async with app.run_test(size=SMALL) as pilot:
                await until_text(pilot, "F1 help")
                await pilot.press("question_mark")
                assert type(app.screen).__name__ == "TableScreen"
                await pilot.press("f1")
                await until_screen(pilot, "HelpScreen")

    run(test())


@pytest.mark.parametrize("key", ["f1", "question_mark"])
def test_help_from_the_first_screen_and_from_the_curtain(key: str) -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, Preferences("en", is_new=False), Home())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "HomeScreen")
                await pilot.press(key)
                await until_screen(pilot, "HelpScreen")
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", other_name="Ben", seed=5))
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "Curtain")
                await pilot.press(key)
                await until_screen(pilot, "HelpScreen")

    run(test())


def test_a_match_given_up_at_the_curtain_ends_it() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", other_name="Ben", seed=5))
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "Curtain")
                turn = controller_of(pilot).acting_seat
                loser, winner = ("Ana", "Ben") if turn == 0 else ("Ben", "Ana")
                await choose(pilot, "resign")
                await until_text(pilot, f"{loser} gives up the whole match")
                await click_text(pilot, "[ Resign ]")
                await until_screen(pilot, "MatchOver")
                assert f"{winner} won" in screen_text(app)

    run(test())


def test_who_leaves_a_lesson_is_promised_nothing() -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, Preferences("en", is_new=False), Tutorial())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "LessonScreen")
                await until(pilot, lambda: app.table_screen is not None)
                assert app.farewell() == ""

    run(test())
