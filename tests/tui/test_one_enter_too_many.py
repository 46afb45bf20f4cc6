"""Whatever opens or closes, an Enter too many starts no match, ends none and deletes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from jaipur.session.table_request import TableRequest
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import Home, Tutorial
from jaipur.tui.screens.lesson import LessonScreen

from .pilot import SMALL, run, screen_text, until, until_screen
from .table_hands import new_app, new_server, seated
from .test_table_ways import ANA, choose, resign

PLAN = TableRequest("Ana", bot="greedy", seed=7)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


async def too_often(pilot: Pilot[Any], times: int = 3) -> None:
    """Press Enter, and let everything happen that it causes."""
    for _ in range(times):
        await pilot.press("enter")
        await pilot.pause(0.05)


def test_the_end_of_a_match_and_a_replay_that_was_closed() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, PLAN)
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                await resign(pilot)
                table = app.table
                assert "▶ Replay ◀" in screen_text(app)
                await pilot.press("enter")
                await until_screen(pilot, "ReplayScreen")
                await pilot.press("escape")
                await until_screen(pilot, "MatchOver")
                assert "▶ Replay ◀" in screen_text(app)
                await too_often(pilot)
                await until_screen(pilot, "ReplayScreen")
                assert app.table == table
                assert len(await server.matches()) == 1

    run(test())


@pytest.mark.parametrize(
    ("leaves_by", "leads_to"),
    [
        ("to the home", "TableScreen"),
        ("the end", "ReplayScreen"),
        ("deleting", "HomeScreen"),
        ("preferences", "PreferencesScreen"),
        ("the tutorial", "TableScreen"),
    ],
)
def test_the_first_screen_when_it_comes_back(leaves_by: str, leads_to: str) -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, PLAN)
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                if leaves_by == "the end":
                    await resign(pilot)
                    await pilot.press("escape")
                else:
                    await choose(pilot, "to the home")
                await until_screen(pilot, "HomeScreen")
                await until(pilot, lambda: app.screen.focused is not None)
                before = len(await server.matches())
                if leaves_by == "deleting":
                    await pilot.press("delete", "right", "enter")
                    await until(pilot, lambda: "None yet" in screen_text(app))
                    before = 0
                elif leaves_by == "preferences":
                    app.screen.query_one("#preferences").focus()
                    await pilot.press("enter")
                    await until_screen(pilot, "PreferencesScreen")
                    app.screen.query_one("#done").focus()
                    await pilot.press("enter")
                    await until_screen(pilot, "HomeScreen")
                elif leaves_by == "the tutorial":
                    app.screen.query_one("#learn").focus()
                    await pilot.press("enter")
                    await until_screen(pilot, "LessonScreen")
                    await pilot.click("#coach-leave", offset=(1, 0))
                    await until_screen(pilot, "HomeScreen")
                await pilot.press("enter")
                await pilot.pause(0.05)
                await until_screen(pilot, leads_to)
                assert len(await server.matches()) == before

    run(test())


def test_the_last_page_of_the_lesson() -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, ANA, Tutorial())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "LessonScreen")
                screen = app.screen
                assert isinstance(screen, LessonScreen)
                screen.action_go_to(len(screen.lesson.steps) - 1)
                await pilot.press("enter")
                await pilot.pause(0.05)
                assert not await server.matches()
                assert "▶ Play a first match ◀" in screen_text(app)
                await pilot.press("enter")
                await until_screen(pilot, "TableScreen")

    run(test())


def test_a_clicked_button_of_the_coach_does_not_take_enter_from_the_table() -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, ANA, Tutorial())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "LessonScreen")
                screen = app.screen
                assert isinstance(screen, LessonScreen)
                screen.action_go_to(3)
                await until(pilot, lambda: screen.lesson.step.expect is not None)
                await pilot.click("#coach-help", offset=(2, 0))
                await until(pilot, lambda: "Do it for me" in screen_text(app))
                assert screen.focused is None

    run(test())


def test_the_first_start_still_offers_the_likely_thing() -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, ANA, Home())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "HomeScreen")
                await pilot.press("enter")
                await seated(pilot)

    run(test())
