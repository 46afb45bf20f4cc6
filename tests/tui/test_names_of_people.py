"""One name for one person, and for one bot: menu, table, records, options, the login."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from textual.pilot import Pilot
from textual.widgets import Input

from jaipur.cli import cli
from jaipur.client import preferences
from jaipur.client.local import LocalServer
from jaipur.client.local_bots import LocalBots
from jaipur.client.preferences import Preferences, load
from jaipur.records import load_record
from jaipur.session.contract.events import ActedEvent
from jaipur.session.table_request import TableRequest
from jaipur.session.words.names import names_of
from jaipur.store.sqlite import SqliteStore
from jaipur.texts import texts
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import Home, Tutorial
from jaipur.tui.screens.lesson import LessonScreen

from ..patience import PATIENCE
from .pilot import SMALL, run, screen_text, until, until_screen, until_text
from .table_hands import controller_of, new_app, new_server, seated
from .test_table_ways import choose, resign

EN = texts("en")
NOBODY_YET = Preferences("en", is_new=False)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))
    monkeypatch.setenv("JAIPUR_LANG", "en")
    monkeypatch.setattr("getpass.getuser", lambda: "zoe")
    monkeypatch.chdir(tmp_path)


def name_at_the_table(pilot: Pilot[Any]) -> str:
    update = controller_of(pilot).update
    assert update is not None
    return names_of(update.state.seats, EN)[0]


@pytest.mark.parametrize("way", ["home", "emptied", "tutorial"])
def test_whoever_gives_no_name_has_that_of_their_login(way: str) -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, NOBODY_YET, Tutorial() if way == "tutorial" else Home())
            async with app.run_test(size=SMALL) as pilot:
                if way == "tutorial":
                    await until_screen(pilot, "LessonScreen")
                    screen = app.screen
                    assert isinstance(screen, LessonScreen)
                    screen.action_go_to(len(screen.lesson.steps) - 1)
                    await pilot.press("enter", "enter")
                    await until_screen(pilot, "TableScreen")
                else:
                    await until_screen(pilot, "HomeScreen")
                    assert "Zoe" in screen_text(app)
                    assert "Player " not in screen_text(app).replace("Player 2", "")
                    app.screen.query_one("#name", Input).value = " " if way == "emptied" else ""
                    app.screen.query_one("#bots").focus()
                    await pilot.press("enter")
                await seated(pilot)
                assert name_at_the_table(pilot) == "Zoe"

    run(test())


def test_the_name_of_an_option_is_that_of_the_menu_behind_the_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names: list[str] = []
    monkeypatch.setattr(JaipurApp, "run", lambda app: names.append(app.preferences.name))
    for module in ("play", "matches"):
        command = importlib.import_module(f"jaipur.cli.{module}")
        monkeypatch.setattr(command, "can_draw", lambda _: True)
    play = ["play", "--bot", "greedy", "--seed", "7"]
    for given, called in (([], "Zoe"), (["--name", "Ana"], "Ana")):
        assert CliRunner().invoke(cli, [*play, *given]).exit_code == 0
        assert names.pop() == called
    keep_a_match()
    assert CliRunner().invoke(cli, ["matches", "resume"]).exit_code == 0
    assert names == ["Zoe"]
    assert load().name == ""


def keep_a_match() -> None:
    async def begin() -> None:
        with LocalServer(SqliteStore("matches.sqlite")) as server:
            async with server:
                await server.create(TableRequest("Zoe", bot="greedy", seed=7))

    run(begin())


def test_where_even_the_login_is_unknown_everybody_is_a_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unknown() -> str:
        raise OSError

    monkeypatch.setattr("getpass.getuser", unknown)
    assert preferences.unnamed(EN) == "Player"
    assert preferences.unnamed(texts("fr")) == "Joueur"


def test_a_bot_has_the_same_name_in_the_record_as_at_the_table(tmp_path: Path) -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="trader", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                shown = controller.update
                assert shown is not None
                await resign(pilot)
                headers = dict(load_record(await controller.link.record()).headers)
                at_the_table = names_of(shown.state.seats, EN)
                assert (headers["Seat 0"], headers["Seat 1"]) == at_the_table == ("Ana", "Trader")

    run(test())


def test_after_i_acted_it_is_said_only_of_the_other_that_nothing_was_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        async def thinks(*_given: object, **_more: object) -> None:
            await asyncio.sleep(PATIENCE)

        monkeypatch.setattr(LocalBots, "act", thinks)
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                await pilot.press("1", "enter")
                await until(
                    pilot, lambda: any(isinstance(one, ActedEvent) for one in controller.log)
                )
                await until_text(pilot, "Greedy has done nothing yet in this round.")
                assert "You took 4 camels" in screen_text(app)

    run(test())


def test_a_chosen_name_is_used_everywhere_from_then_on() -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, NOBODY_YET, Home())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "HomeScreen")
                app.screen.query_one("#name", Input).value = "Émile"
                app.screen.query_one("#bots").focus()
                await pilot.press("enter")
                await seated(pilot)
                assert name_at_the_table(pilot) == "Émile"
                await choose(pilot, "to the home")
                await until_screen(pilot, "HomeScreen")
                assert app.screen.query_one("#name", Input).value == "Émile"
                assert load().name == "Émile"

    run(test())
