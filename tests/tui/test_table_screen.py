"""The drawn table: keys, focus, sizes, languages, and what is said."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from jaipur.client.controller import TableController
from jaipur.client.local_bots import LocalBots
from jaipur.client.selection import EMPTY, selected_places
from jaipur.session.options import MemoryAid, Options
from jaipur.session.table_request import TableRequest
from jaipur.tui.app import JaipurApp
from jaipur.tui.widgets.measures import SIDE_FROM

from .pilot import (
    LARGE,
    SMALL,
    click_text,
    resize,
    run,
    screen_lines,
    screen_text,
    until,
    until_screen,
    until_text,
)
from .table_hands import new_app, new_server, seated, settle, table_of

Scene = Callable[[JaipurApp, Pilot[Any], TableController], Awaitable[None]]
PLAN = TableRequest("Ana", bot="greedy", seed=7)
"""The market is K K K G K, the hand S C C P, the herd one camel."""


def play(
    scene: Scene, *, size: tuple[int, int] = SMALL, plan: TableRequest = PLAN, **more: Any
) -> None:
    """Sit down at a table and play a scene."""

    async def test() -> None:
        with new_server() as server:
            app = new_app(server, plan, **more)
            async with app.run_test(size=size) as pilot:
                await scene(app, pilot, await seated(pilot))

    run(test())


def focused(app: JaipurApp) -> str | None:
    """The part that has the focus."""
    return app.focused.id if app.focused else None


def is_picked(controller: TableController, place: int) -> bool:
    """Whether a market card is picked."""
    return place in selected_places(controller.picks.selection)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))


def test_the_button_names_the_action_and_nothing_happens_before() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await until_text(pilot, "( Pick cards )")
        await pilot.press("4")
        await until_text(pilot, "[ Take gold ]")
        await until_text(pilot, "✓")
        await pilot.press("escape")
        await until(pilot, lambda: controller.picks.selection == EMPTY)
        await pilot.press("k")
        await until_text(pilot, "[ Take 4 camels ]")
        await pilot.press("s")
        await until_text(pilot, "[ Sell 2 cloth ]")
        await until_text(pilot, "[5 3]3 2 2 1 1")
        await pilot.press("minus")
        await until_text(pilot, "[ Sell 1 cloth ]")
        assert controller.version == 2

    play(scene)


def test_a_card_that_cannot_be_used_is_drawn_otherwise_and_says_why() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        assert any("┄a┄" in line for line in screen_lines(app))
        await pilot.press("a")
        await until_text(pilot, "Diamonds, gold and silver are sold two or more at a time (R66).")
        assert controller.picks.selection == EMPTY

    play(scene)


def test_keys_of_a_french_keyboard() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await pilot.press("apostrophe")
        await until(pilot, lambda: selected_places(controller.picks.selection) == (3,))
        for key, place in (("ampersand", 0), ("é", 1), ("quotation_mark", 2), ("(", 4)):
            await pilot.press("escape", key)
            await until(pilot, partial(is_picked, controller, place), key)
        await pilot.press("escape", "q")
        await until_text(pilot, "two or more at a time")  # the first card of the hand

    play(scene)


def test_character_keys_can_be_switched_off_and_arrows_do_everything() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await pilot.press("4", "k", "a", "slash", "question_mark", "plus", "r")
        await pilot.press("right", "right", "right", "right")
        await until(pilot, lambda: focused(app) == "market")
        assert controller.picks.selection == EMPTY
        assert type(app.screen).__name__ == "TableScreen"
        assert "─4─" not in screen_text(app)
        await until_text(pilot, "▶")
        await pilot.press("space")
        await until_text(pilot, "[ Take gold ]")
        await pilot.press("tab")
        await until(pilot, lambda: focused(app) == "buttons")
        await until_text(pilot, "▶ Take gold ◀")
        await settle(pilot, controller, pilot.press("enter"))
        await until_text(pilot, "You took gold")

    play(scene, letters=False)


def test_tab_goes_through_the_parts_and_space_picks() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await pilot.press("tab", "down", "down", "down", "space")
        await until_text(pilot, "[ Sell 2 cloth ]")
        await pilot.press("escape", "tab", "tab", "tab", "end", "space")
        await until(pilot, lambda: focused(app) == "hand")
        await until(pilot, lambda: controller.picks.selection.hand == ((3, "P"),))
        await pilot.press("escape", "escape")
        await until(pilot, lambda: app.focused is None)

    play(scene)


def test_a_pile_is_clicked_and_buttons_are_pressed_by_the_mouse() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        sizes = table_of(app).sizes
        row = 3 * sizes.tokens_spacing + sizes.has_titles
        await pilot.click(f"#{table_of(app).tokens.id}", offset=(5, row))
        await until_text(pilot, "[ Sell 2 cloth ]")
        await click_text(pilot, "[ Clear ]")
        await until(pilot, lambda: controller.picks.selection == EMPTY)
        await pilot.click("#market", offset=(0, 0))  # above the cards lies nothing
        await until(pilot, lambda: app.focused is None)

    play(scene)


def test_new_cards_are_marked_and_the_other_side_is_told() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await settle(pilot, controller, pilot.press("4", "enter"))
        text = screen_text(app)
        assert text.count("new") == 1
        assert text.count("Greedy took a diamond; silver was turned over.") == 3
        await settle(pilot, controller, pilot.press("k", "enter"))
        assert screen_text(app).count("new") >= 4

    play(scene)


def test_cards_picked_while_the_other_thinks_stay_picked_but_play_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        gate = asyncio.Event()
        act = LocalBots.act

        async def later(*given: Any, **more: Any) -> Any:
            await gate.wait()
            return await act(*given, **more)

        monkeypatch.setattr(LocalBots, "act", later)
        await pilot.press("4", "enter")
        await until(pilot, lambda: controller.version == 3 and controller.picks.legal_actions)
        await until_text(pilot, "Greedy to move")
        await pilot.press("k")
        await until_text(pilot, "Picked for your turn")
        await pilot.press("enter")
        assert controller.version == 3
        gate.set()
        await until(pilot, lambda: controller.model is not None and controller.model.is_mine)
        assert controller.version == 4
        await until_text(pilot, "[ Take 4 camels ]")

    play(scene)


def test_typed_actions_are_staged_not_played() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await pilot.press("slash")
        await until_screen(pilot, "TypedScreen")
        await pilot.press(*"-cc")
        await until_text(pilot, "Sell 2 cloth")
        await pilot.press("enter")
        await until_screen(pilot, "TableScreen")
        await until_text(pilot, "[ Sell 2 cloth ]")
        await pilot.press("slash", *"prendre or", "enter")
        await until_text(pilot, "[ Take gold ]")
        await pilot.press("slash", *"xyz", "enter")
        await until_text(pilot, "xyz")
        assert type(app.screen).__name__ == "TypedScreen"
        await pilot.press("escape")
        assert controller.version == 2

    play(scene)


def test_arrows_choose_among_the_typed_actions() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await pilot.press("slash", "-")
        await until_screen(pilot, "TypedScreen")
        fitting = app.screen.query_one(OptionList)
        await until(pilot, lambda: fitting.highlighted == 0)
        await pilot.press("down", "down", "up")
        assert fitting.highlighted == 1
        second = str(fitting.get_option_at_index(1).prompt).split()[0].replace("−", "-")
        await pilot.press("enter")
        await until_screen(pilot, "TableScreen")
        assert controller.model is not None
        assert controller.model.staged.legal is not None
        assert controller.model.staged.legal.action == second

    play(scene)


def test_unknown_keys_do_nothing() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        before = screen_text(app)
        keys = ("z", "0", "9", "x", "f7", "ctrl+x", "insert", "pageup", "delete", "g", "h", "ß")
        await pilot.press(*keys)
        assert controller.picks.selection == EMPTY
        await pilot.press("4")
        await until_text(pilot, "[ Take gold ]")
        await pilot.press("escape")
        await until(pilot, lambda: screen_text(app) == before)

    play(scene)


def test_resizing_keeps_everything_and_too_small_says_so() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await pilot.press("4")
        whole = screen_text(app)
        for size in (LARGE, (100, 30), (300, 90), (80, 50), (130, 24)):
            await resize(pilot, size)
            await until_text(pilot, "[ Take gold ]")
            await until_text(pilot, "Hand 4/7")
        await pilot.resize_terminal(60, 15)
        await until_screen(pilot, "TooSmall")
        await until_text(pilot, "60×15")
        await pilot.press("enter")
        await pilot.resize_terminal(*SMALL)
        await until_screen(pilot, "TableScreen")
        await until(pilot, lambda: screen_text(app) == whole)
        assert controller.version == 2

    play(scene)


@pytest.mark.parametrize("size", [SMALL, (80, 40), (100, 30), (110, 24), LARGE])
def test_nothing_is_cut_off(size: tuple[int, int]) -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        del controller
        await pilot.press("s")
        screen = table_of(app)
        for part in (
            "#status",
            "#opponent",
            f"#{screen.tokens.id}",
            "#stacks",
            "#market",
            "#dock",
            "#hand",
        ):
            region = screen.query_one(part).region
            assert region.area
            assert screen.region.contains_region(region), part
        text = screen_text(app)
        for word in ("Camel token", "Herd ×1", "[ − ]", "Discard", "Hand 4/7", "[ Sell 2 cloth ]"):
            assert word in text, word
        logs = [log for log in screen.query(".log") if log.region.area]
        assert len(logs) == 1
        assert logs[0].id == ("log-side" if size[0] >= SIDE_FROM else "log-below")
        assert logs[0].region.height >= 3

    play(scene, size=size)


def test_the_language_and_the_theme_change_at_once() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        app.change_preferences(replace(app.preferences, language="fr", theme="contrast"))
        await until_text(pilot, "Choisissez")
        await until_text(pilot, "Vous commencez")
        assert app.theme == "contrast"
        assert controller.model is not None

    play(scene)


def test_help_repeat_and_menu() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        await pilot.press("question_mark")
        await until_screen(pilot, "HelpScreen")
        await until_text(pilot, "Pick a market card")
        await pilot.press("escape")
        await settle(pilot, controller, pilot.press("4", "enter"))
        await pilot.press("k")
        await pilot.press("r")
        news = "Greedy took a diamond; silver was turned over."
        await until(pilot, lambda: controller.sentence() == news)
        await pilot.press("ctrl+p")
        await until_text(pilot, "Resign")
        await until_text(pilot, "Français")
        assert "Screenshot" not in screen_text(app)
        await pilot.press("escape")

    play(scene)


@pytest.mark.parametrize("keeps", [True, False])
def test_quitting_says_whether_the_match_is_kept(keeps: bool) -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        del controller
        app.keeps = keeps
        await pilot.press("q")
        await until_text(pilot, "two or more at a time")
        assert app.return_code is None
        await pilot.press("ctrl+q")
        await until(pilot, lambda: app.return_code is not None)
        said = str(app._exit_renderables[0])
        assert said.startswith("The match is saved;" if keeps else "This match is not saved.")

    play(scene)


def test_without_a_memory_aid_stacks_have_no_numbers() -> None:
    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        del controller, pilot
        text = screen_text(app)
        assert "Deck ▒▒▒▒" in text
        assert "Deck ▒▒▒▒ 40" not in text
        assert "[0]" not in text

    play(scene, plan=TableRequest("Ana", bot="greedy", seed=7, options=Options(MemoryAid.OFF)))


def test_no_color_stays_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def scene(app: JaipurApp, pilot: Pilot[Any], controller: TableController) -> None:
        del controller
        await pilot.press("4")
        strips = app.screen._compositor.render_strips()
        colours = {
            segment.style.color.get_truecolor()
            for strip in strips
            for segment in strip
            if segment.style and segment.style.color
        }
        assert all(one.red == one.green == one.blue for one in colours)
        await until_text(pilot, "✓")
        await until_text(pilot, "[ Take gold ]")

    play(scene)
