"""The first screen: what can be chosen there, by keys and by the mouse."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from jaipur.bots.ladder import LADDER, NAMES
from jaipur.client.local import LocalServer
from jaipur.client.preferences import Preferences
from jaipur.client.vocabulary import welcome_lines
from jaipur.session.contract.basics import Phase
from jaipur.session.options import MemoryAid
from jaipur.store.memory import MemoryStore
from jaipur.texts import LANGUAGES, texts
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import (
    AtTable,
    Delete,
    Destination,
    Home,
    NewMatch,
    ReplaySaved,
    Tutorial,
)
from jaipur.tui.screens.home import TALL, WIDE, HomeScreen, LadderList
from tests.no_network import NOWHERE, take_network_away

from .bare import ROWS, Bare, row
from .pilot import LARGE, SMALL, run, screen_lines, screen_text, until, until_screen, until_text

EN = texts("en")
KNOWN = Preferences(name="Ana", is_new=False)


def chosen(
    screen: HomeScreen, *keys: str, click: str = "", size: tuple[int, int] = SMALL
) -> list[Destination]:
    """What the screen ended with after some keys and a click."""

    async def choose() -> list[Destination]:
        app = Bare(screen)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            if click:
                await pilot.click(click)
            await pilot.pause()
        return app.results

    return run(choose())


def test_a_bot_is_chosen_from_the_ladder() -> None:
    [choice] = chosen(HomeScreen([], KNOWN, EN), "down", "enter")
    assert isinstance(choice, NewMatch)
    assert (choice.request.name, choice.request.bot) == ("Ana", NAMES[NAMES.index("novice") + 1])
    assert choice.request.options.memory_aid is MemoryAid.COUNTS


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_each_bot_is_like_is_read_whole_on_a_small_screen(language: str) -> None:
    _ = texts(language)

    async def read() -> None:
        app = Bare(HomeScreen([], KNOWN, _))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("home")
            for player in LADDER:
                await pilot.pause()
                words = " ".join(_.translate(player.character).split())
                assert words in " ".join(screen_text(app).split())
                await pilot.press("down")

    run(read())


def test_an_unfinished_match_is_gone_on_with_and_a_finished_one_looked_at_again() -> None:
    assert chosen(HomeScreen(ROWS, KNOWN, EN), "enter") == [AtTable("a")]
    assert chosen(HomeScreen(ROWS, KNOWN, EN), "down", "enter") == [ReplaySaved("b", 0)]
    assert chosen(HomeScreen(ROWS, KNOWN, EN), "down", click="#open") == [ReplaySaved("b", 0)]


def test_a_match_is_deleted_only_after_a_second_yes() -> None:
    assert chosen(HomeScreen(ROWS, KNOWN, EN), "delete", "enter") == []
    assert chosen(HomeScreen(ROWS, KNOWN, EN), "delete", "right", "enter") == [Delete("a")]
    assert chosen(HomeScreen(ROWS, KNOWN, EN), "delete", "escape", "enter") == [AtTable("a")]


def test_two_people_choose_names_and_options() -> None:
    async def choose() -> list[Destination]:
        app = Bare(HomeScreen([], KNOWN, EN))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await focus(pilot, "#aid")
            await pilot.press("right")
            await focus(pilot, "#house-rule")
            await pilot.press("space")
            await focus(pilot, "#other-name")
            await pilot.press(*"Zoe", "enter")
        return app.results

    [choice] = run(choose())
    assert isinstance(choice, NewMatch)
    plan = choice.request
    assert (plan.name, plan.bot, plan.other_name) == ("Ana", None, "Zoe")
    assert (plan.options.memory_aid, plan.options.house_rule) == (MemoryAid.FULL, False)


async def focus(pilot: Pilot[None], selector: str) -> None:
    """Reach a control by Tab alone."""
    wanted = pilot.app.screen.query_one(selector)
    for _press in range(30):
        if pilot.app.focused is wanted:
            return
        await pilot.press("tab")
    raise AssertionError(f"{selector} cannot be reached")


def test_a_name_that_cannot_be_seen_is_refused_where_it_stands() -> None:
    async def choose() -> None:
        app = Bare(HomeScreen([], Preferences(name="\u200b", is_new=False), EN))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("enter")
            await pilot.pause()
            assert app.results == []
            assert "A name has 1 to 30" in screen_text(app)

    run(choose())


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_newcomers_read_three_lines_and_are_offered_the_tutorial(
    language: str, size: tuple[int, int]
) -> None:
    _ = texts(language)

    async def look() -> None:
        app = Bare(HomeScreen([], Preferences(), _))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            shown = screen_text(app)
            for line in welcome_lines(_):
                assert line in shown
            await pilot.press("enter")
            assert app.results == [Tutorial()]

    run(look())
    assert len(welcome_lines(_)) == 3
    assert welcome_lines(_, is_plain=True) != welcome_lines(_)


def test_the_other_ways_on() -> None:
    assert chosen(HomeScreen(ROWS, KNOWN, EN), click="#learn") == [Tutorial()]


def test_quitting_ends_the_program() -> None:
    async def leave() -> None:
        app = Bare(HomeScreen(ROWS, KNOWN, EN))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert app.return_code is None
            await pilot.click("#quit")
            await pilot.pause()
            assert app.return_code == 0

    run(leave())


def test_preferences_are_changed_from_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))

    async def choose() -> None:
        app = JaipurApp(LocalServer(MemoryStore()), KNOWN, Home())
        async with app.run_test(size=SMALL) as pilot:
            await until_screen(pilot, "HomeScreen")
            await pilot.click("#preferences")
            await until_screen(pilot, "PreferencesScreen")
            await pilot.press("right", "tab", "right", "tab", "tab", "space")
            await pilot.click("#done")
            await until_text(pilot, "Jouer contre un bot")
            assert app.preferences == Preferences("fr", "contrast", False, "Ana", False)
            assert app.theme == "contrast"

    run(choose())


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [SMALL, (WIDE, TALL)], ids=["80x24", "tall"])
def test_everything_is_on_the_screen(size: tuple[int, int], language: str, is_new: bool) -> None:
    many = [row(f"{number}", Phase.PLAYING) for number in range(40)]

    async def look() -> None:
        preferences = Preferences(name="Ana", is_new=is_new)
        app = Bare(HomeScreen(many, preferences, texts(language)))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            controls = [one for one in app.screen.query("*") if one.focusable]
            assert len(controls) > 9
            for control in controls:
                assert is_inside(control, size), control

    run(look())


def is_inside(control: Widget, size: tuple[int, int]) -> bool:
    """Whether all of a control is on the screen."""
    region = control.region
    return region.area > 0 and region.right <= size[0] and region.bottom <= size[1]


def test_a_bot_without_its_network_is_refused_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))
    take_network_away(monkeypatch)

    async def look() -> None:
        app = JaipurApp(LocalServer(MemoryStore()), KNOWN, Home())
        async with app.run_test(size=SMALL) as pilot:
            await until_screen(pilot, "HomeScreen")
            await pilot.press("end", "enter")
            await until(pilot, lambda: f"There is no file {NOWHERE}" in screen_text(app))
            assert app.table is None

    run(look())


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_the_program_shows_the_whole_ladder_at_once(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))

    async def look() -> None:
        app = JaipurApp(LocalServer(MemoryStore()), Preferences(language="en"), Home())
        async with app.run_test(size=size) as pilot:
            await until_screen(pilot, "HomeScreen")
            bots = app.screen.query_one(LadderList)
            await until(pilot, lambda: bots.region.height > 0)
            lines = screen_lines(app)
            found = [at for at, line in enumerate(lines) if " Elo " in line]
            apart = 1 if size == SMALL else 2
            assert len(found) == len(LADDER)
            assert found == sorted(found)
            assert all(later - one >= apart for one, later in pairwise(found))
            left, top, right, bottom = bots.region.corners
            assert all(line[left + 1 : right].strip() for line in lines[top:bottom])
            assert ("Weighs thousands" in screen_text(app)) == (size == LARGE)

    run(look())
