"""Ways through the program: first screen, table, rematch, record, back, a terminal too small."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from textual.command import CommandList
from textual.pilot import Pilot
from textual.widgets import Input

from jaipur.client.local import LocalLink, LocalServer
from jaipur.client.preferences import Preferences, load
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Resign
from jaipur.session.contract.responses import Update
from jaipur.session.table_request import TableRequest
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import AtTable, Home, ReplayOf
from jaipur.tui.screens.controls import PlainLabel
from jaipur.tui.screens.home import LadderList
from jaipur.tui.widgets.part import Part

from .pilot import SMALL, run, screen_text, until, until_screen, until_text
from .table_hands import controller_of, new_app, new_server, seated, settle

ANA = Preferences("en", "dark", letters=True, name="Ana", is_new=False)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)


async def choose(pilot: Pilot[Any], command: str) -> None:
    """Choose something in the menu."""
    await pilot.press("ctrl+p")
    await until_screen(pilot, "CommandPalette")
    await pilot.press(*command)
    offered = pilot.app.screen.query_one(CommandList)

    def is_found() -> bool:  # before, the whole menu has it, too
        found = offered.highlighted_option
        return found is not None and str(found.prompt).startswith(command.capitalize())

    await until(pilot, is_found, command)
    await pilot.press("enter")


async def resign(pilot: Pilot[Any]) -> None:
    await choose(pilot, "resign")
    await until_screen(pilot, "Confirm")
    await pilot.press("right", "enter")
    await until_screen(pilot, "MatchOver")


def test_from_the_first_screen_to_a_table_and_back_and_on() -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, ANA, Home())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "HomeScreen")
                await pilot.press("home", "enter")
                controller = await seated(pilot)
                table = controller.link.table
                await pilot.press("1")
                await settle(pilot, controller, pilot.press("enter"))
                version = controller.version
                await choose(pilot, "to the home")
                await until_screen(pilot, "HomeScreen")
                assert len(await server.matches()) == 1
                await pilot.press("enter")
                controller = await seated(pilot)
                assert (controller.link.table, controller.version) == (table, version)
                assert app.table == table

    run(test())


def test_news_that_come_while_a_table_is_put_away_are_not_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        is_going = asyncio.Event()

        async def late(link: LocalLink, *_given: object) -> Update:
            await is_going.wait()
            return await link.fetch_update()

        monkeypatch.setattr(LocalLink, "wait_for_update", late)
        monkeypatch.setattr(Part, "on_unmount", lambda _part: is_going.set(), raising=False)
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                await choose(pilot, "to the home")
                await until_screen(pilot, "HomeScreen")
                assert is_going.is_set()

    run(test())


def test_news_that_come_while_the_end_is_put_away_are_not_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        is_going, wait = asyncio.Event(), LocalLink.wait_for_update

        async def late(link: LocalLink, *given: Any) -> Update:
            is_over = (await link.fetch_update()).state.phase is Phase.OVER
            if not is_over or is_going.is_set():
                return await wait(link, *given)
            await is_going.wait()
            return await link.fetch_update()

        monkeypatch.setattr(LocalLink, "wait_for_update", late)
        monkeypatch.setattr(PlainLabel, "on_unmount", lambda _label: is_going.set(), raising=False)
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                await controller.submit(Resign())
                await until_screen(pilot, "MatchOver")
                assert not is_going.is_set()
            assert is_going.is_set()

    run(test())


def test_a_match_is_gone_on_with_and_given_up_then_played_again() -> None:
    async def test() -> None:
        with new_server() as server:
            async with server:
                link = await server.create(TableRequest("Ana", bot="greedy", seed=7))
            app = JaipurApp(fresh(server), ANA, AtTable(link.table))
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                await resign(pilot)
                assert "gave up" in screen_text(app)
                assert "cannot be verified" in screen_text(app)
                await save_record(pilot)
                await pilot.press("left", "enter")
                await until(pilot, lambda: app.table != link.table)
                controller = await seated(pilot)
                assert controller.link.table != link.table
                assert "Round 1" in screen_text(app)

    run(test())


def fresh(server: LocalServer) -> LocalServer:
    """The same tables, opened once more."""
    return LocalServer(server._store)


async def save_record(pilot: Pilot[Any]) -> None:
    await pilot.click("#over-record", offset=(3, 0))
    await until(pilot, lambda: list(Path.cwd().glob("jaipur-*.jaipur")))
    await until_screen(pilot, "MatchOver")
    await until_text(pilot, "jaipur verify")


def test_a_letter_key_is_switched_off_in_the_menu_and_that_is_kept() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                await choose(pilot, "switch the letter keys off")
                await until(pilot, lambda: not app.preferences.letters)
                assert not load().letters
                await until(pilot, lambda: "─4─" not in screen_text(app))

    run(test())


def test_a_rematch_from_the_menu_leaves_one_table() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                first = app.table
                await resign(pilot)
                await choose(pilot, "rematch")
                await until(pilot, lambda: app.table != first)
                await seated(pilot)
                assert names(app) == ["Screen", "TableScreen"]

    run(test())


def names(app: JaipurApp) -> list[str]:
    """The screens that lie over each other."""
    return [type(screen).__name__ for screen in app.screen_stack]


def test_what_was_opened_over_a_slow_rematch_goes_with_its_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        opened = asyncio.Event()
        follow = LocalLink.follow

        async def slowly(link: LocalLink, table: str) -> LocalLink:
            await opened.wait()
            return await follow(link, table)

        monkeypatch.setattr(LocalLink, "follow", slowly)
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                first = app.table
                await resign(pilot)
                await pilot.press("left", "enter")
                await until_screen(pilot, "TableScreen")
                await pilot.press("f1")
                await until_screen(pilot, "HelpScreen")
                await pilot.resize_terminal(70, 24)
                await until_screen(pilot, "TooSmall")
                opened.set()
                await until(pilot, lambda: app.table != first)
                await until(pilot, lambda: names(app) == ["Screen", "TableScreen", "TooSmall"])
                await pilot.resize_terminal(*SMALL)
                await until(pilot, lambda: names(app) == ["Screen", "TableScreen"])

    run(test())


def test_the_end_waits_until_the_terminal_is_large_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        wanted, given = asyncio.Event(), asyncio.Event()
        record = LocalLink.record

        async def slowly(link: LocalLink) -> str:
            wanted.set()
            await given.wait()
            return await record(link)

        monkeypatch.setattr(LocalLink, "record", slowly)
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                await controller.submit(Resign())
                await wanted.wait()
                await pilot.resize_terminal(70, 24)
                await until_screen(pilot, "TooSmall")
                given.set()
                for _moment in range(20):
                    await pilot.pause()
                assert names(app)[-1] == "TooSmall"
                await pilot.resize_terminal(*SMALL)
                await until_screen(pilot, "MatchOver")
                assert "TooSmall" not in names(app)

    run(test())


def test_what_is_chosen_twice_in_one_moment_ends_one_screen() -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, ANA, Home())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "HomeScreen")
                await pilot.press("home")
                bots = app.screen.query_one(LadderList)
                bots.action_select()
                bots.action_select()
                await seated(pilot)
                assert names(app) == ["Screen", "TableScreen"]

    run(test())


def test_only_what_is_changed_here_is_kept() -> None:
    async def test() -> None:
        with new_server() as server:
            options = Preferences("fr", "light", name="Zed")
            app = JaipurApp(server, options, Home())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "HomeScreen")
                await choose(pilot, "english")
                await until_text(pilot, "Play a bot")
                await pilot.press("ctrl+p")
                await until_screen(pilot, "CommandPalette")
                await pilot.press("escape")
                app.screen.query_one("#name", Input).value = "Zed"
                app.screen.query_one(LadderList).focus()
                await pilot.press("home", "enter")
                await seated(pilot)
                assert load() == Preferences(language="en", is_new=False)
                assert app.preferences == Preferences("en", "light", name="Zed", is_new=False)

    run(test())


def test_a_replay_is_all_there_is_to_see() -> None:
    async def test() -> None:
        with new_server() as server:
            async with server:
                link = await server.create(TableRequest("Ana", bot="greedy", seed=7))
                await link.command(Resign(), 2)
                data = await link.replay()
            app = JaipurApp(None, ANA, ReplayOf(data))
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "ReplayScreen")
                await pilot.press("escape")
                await until(pilot, lambda: app.return_code is not None)

    run(test())


def test_a_terminal_that_is_too_small_from_the_start() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=7))
            async with app.run_test(size=(79, 24)) as pilot:
                await until_screen(pilot, "TooSmall")
                await pilot.press("ctrl+p", "enter", "4")
                assert "79×24" in screen_text(app)
                await pilot.resize_terminal(80, 23)
                await until_text(pilot, "80×23")
                await pilot.resize_terminal(*SMALL)
                await seated(pilot)
                assert controller_of(pilot).version == 2

    run(test())
