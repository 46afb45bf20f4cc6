"""Enter plays the action that the button names, wherever the focus is; Space works what has it."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from jaipur.client.controller import TableController
from jaipur.client.preferences import Preferences
from jaipur.client.selection import EMPTY
from jaipur.session.contract.events import ActedEvent
from jaipur.session.table_request import TableRequest
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import Home

from .pilot import SMALL, run, screen_text, until, until_screen
from .table_hands import click_card, controller_of, new_app, new_server, seated, settle, table_of

PLAN = TableRequest("Ana", bot="greedy", seed=7)
FOCUSES = (
    [],
    ["right"],
    ["right", "right"],
    *(["tab"] * presses for presses in range(1, 6)),
    ["shift+tab"],
)
"""Nowhere, on cards by arrows, and on every part of the table in turn."""
PICKS = ("d", "1", "k", "a click", "typed")
PLAYS = ("enter", "ctrl+j", "ctrl+enter")


async def pick(pilot: Pilot[Any], way: str) -> None:
    if way == "a click":
        await click_card(pilot, "#market", 0)
    elif way == "typed":
        await pilot.press("slash", "+", "g", "enter")
        await until(pilot, lambda: type(pilot.app.screen).__name__ == "TableScreen")
    else:
        await pilot.press(way)


def named(controller: TableController) -> bool:
    assert controller.model is not None
    return controller.model.staged.legal is not None


def test_after_an_arrow_and_a_pick_enter_plays() -> None:
    async def test() -> None:
        with new_server() as server:
            async with new_app(server, PLAN).run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                await pilot.press("right", "d")
                assert named(controller)
                await settle(pilot, controller, pilot.press("enter"))
                assert any(isinstance(one, ActedEvent) and one.seat == 0 for one in controller.log)

    run(test())


def test_every_focus_every_way_of_picking_every_key_that_plays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[str] = []

    async def note(controller: TableController) -> None:
        assert controller.model is not None
        legal = controller.model.staged.legal
        played.append(legal.action if legal else "")

    async def test() -> None:
        monkeypatch.setattr(TableController, "play", note)
        with new_server() as server:
            app = new_app(server, PLAN)
            async with app.run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                for focus, way, key in product(FOCUSES, PICKS, PLAYS):
                    await pilot.press("escape", "escape")
                    table_of(app).set_focus(None)
                    await pilot.press(*focus)
                    await pick(pilot, way)
                    assert named(controller), (focus, way)
                    assert controller.model is not None
                    assert controller.model.staged.legal is not None
                    action = controller.model.staged.legal.action
                    played.clear()
                    await pilot.press(key)
                    await pilot.pause()
                    assert played == [action], (focus, way, key)

    run(test())


def test_enter_never_picks_and_says_which_key_does() -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, PLAN)
            async with app.run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                await pilot.press("right", "enter")
                assert controller.picks.selection == EMPTY
                assert "Space picks" in screen_text(app)
                await pilot.press("space")
                await until(pilot, lambda: named(controller))
                assert "Space picks" not in screen_text(app)

    run(test())


def test_a_button_that_was_left_does_not_wait_for_the_next_pick() -> None:
    """Clear had the focus, was pressed and went away: the next pick must not bring it back."""

    async def test() -> None:
        with new_server() as server:
            app = new_app(server, PLAN)
            async with app.run_test(size=SMALL) as pilot:
                controller = await seated(pilot)
                await pilot.press("d")
                app.screen.query_one("#buttons").focus()
                await pilot.press("left", "enter")
                await until(pilot, lambda: controller.picks.selection == EMPTY)
                await pilot.press("d")
                await until(pilot, lambda: named(controller))
                await settle(pilot, controller, pilot.press("enter"))
                assert controller_of(pilot).version > 2

    run(test())


def test_ctrl_j_is_enter_on_every_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some terminals send it for Enter: buttons, lists and lines to type in understand it, too."""
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))  # preferences are kept there

    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, Preferences("en", name="Ana", is_new=False), Home())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "HomeScreen")
                app.screen.query_one("#preferences").focus()
                await pilot.press("ctrl+j")
                await until_screen(pilot, "PreferencesScreen")
                app.screen.query_one("#name").focus()
                await pilot.press("ctrl+j")
                await until_screen(pilot, "HomeScreen")
                app.screen.query_one("#bots").focus()
                await pilot.press("ctrl+j")
                await seated(pilot)

    run(test())
