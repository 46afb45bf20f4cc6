"""Every size from 80×24 up: nothing is cut, nothing lies over something else, room is used."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from jaipur.client.preferences import Preferences
from jaipur.judge.model import Review
from jaipur.session.contract.basics import ActionKind
from jaipur.session.options import MemoryAid, Options
from jaipur.session.table_request import TableRequest
from jaipur.texts import texts
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import Tutorial
from jaipur.tui.screens.controls import CompactButton, PlainLabel
from jaipur.tui.screens.home import HomeScreen
from jaipur.tui.screens.over import MatchOver
from jaipur.tui.screens.replay import ReplayScreen
from jaipur.tui.screens.scoring import Scoring
from jaipur.tui.widgets.measures import measures
from jaipur.tui.widgets.part import Part, width_of
from tests.reviews import review_made

from .bare import ROWS, Bare, over_state, played
from .curtains import make_curtains_quick
from .pilot import resize, run, screen_text, until, until_screen, until_text
from .table_hands import Keys, controller_of, new_app, new_server, pick, seated, settle

LONG = "Maximilienne-Hyacinthe de Tours"[:30]
SIZES = [(80, 24), (80, 60), (100, 30), (111, 40), (112, 24), (112, 34), (120, 40), (126, 40)]
SIZES += [(160, 50), (200, 60), (240, 70), (300, 80)]
LARGE_SIZES = [(120, 40), (160, 50), (200, 60), (240, 70)]


@pytest.fixture(autouse=True)
def undrawn() -> None:
    """Every frame is drawn here."""


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_curtains_quick(monkeypatch)
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))


def all_is_there(app: App[Any]) -> None:
    """Everything that is drawn has room for all of it, and lies on nothing else."""
    parts = [part for part in app.screen.query(Part) if part.rows and part.size.area]
    buttons = [button for button in app.screen.query(CompactButton) if is_shown(button)]
    for part in parts:
        rows = part.rows
        where = f"{part} {part.size}\n{rows}"
        # The coach of the lesson has the row of what the other did last.
        is_shortened = part.id == "opponent" and part.size.height == 1
        assert len(rows) <= part.size.height or is_shortened, where
        assert max(map(width_of, rows), default=0) <= part.content_size.width, where
    for words in filter(is_shown, app.screen.query(PlainLabel)):
        wanted = words.get_content_height(words.size, words.size, words.size.width)
        assert wanted <= words.size.height, (words, words.text)
    for widget in (*parts, *buttons):
        assert app.screen.region.contains_region(widget.region), (widget, widget.region)
    for one, two in combinations((*parts, *buttons), 2):
        assert not one.region.overlaps(two.region), (one, two)


def is_shown(widget: Widget) -> bool:
    return all(one.display for one in (widget, *widget.ancestors) if isinstance(one, Widget))


async def some_turns(pilot: Pilot[Any]) -> None:
    await seated(pilot)
    controller = controller_of(pilot)
    for _ in range(4):
        assert controller.model is not None
        best = min(controller.model.choices.legal, key=lambda one: (len(one.action), one.action))
        await pick(pilot, Keys(pilot), best)
        await settle(pilot, controller, pilot.press("enter"))
    assert controller.model is not None
    exchange = [one for one in controller.model.choices.legal if one.kind is ActionKind.EXCHANGE]
    await pick(pilot, Keys(pilot), max(exchange, key=lambda one: len(one.action)))


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table(language: str) -> None:
    async def test() -> None:
        with new_server() as server:
            plan = TableRequest(LONG, bot="greedy", options=Options(MemoryAid.FULL), seed=11)
            app = new_app(server, plan, language=language)
            async with app.run_test(size=(80, 24)) as pilot:
                await some_turns(pilot)
                for size in SIZES:
                    await resize(pilot, size)
                    assert app.screen.size == size
                    all_is_there(app)

    run(test())


@pytest.mark.parametrize("size", LARGE_SIZES)
def test_a_large_terminal_is_used(size: tuple[int, int]) -> None:
    width, height = size
    sizes = measures(*size)
    rows = 1 + sizes.opponent + sizes.middle + sizes.dock + sizes.hand.height + 1 + 4 * sizes.gap
    assert rows >= 0.9 * height
    market = 5 * (sizes.market.width + sizes.market_gap)
    assert sizes.side + market >= 0.9 * width
    assert sizes.market.width * sizes.market.height * 5 >= 0.19 * width * height
    # A card is higher than wide, as the eye sees it, and not by more than a half.
    assert 1 < 2 * sizes.market.height / sizes.market.width < 1.8
    assert sizes.log_rows >= height // 2


async def reviewed() -> Review:
    return review_made(played()[1])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("what", ["home", "new", "scoring", "over", "replay", "review"])
def test_the_other_screens(what: str, language: str, size: tuple[int, int]) -> None:
    _ = texts(language)
    known = Preferences(language, name=LONG, is_new=what == "new")
    screens: dict[str, Callable[[], Screen[Any]]] = {
        "home": lambda: HomeScreen(ROWS, known, _),
        "new": lambda: HomeScreen([], known, _),
        "scoring": lambda: Scoring(played()[0].state, 0, _),
        "over": lambda: MatchOver(over_state(), 0, _, deals="Verified.", notice="Kept."),
        "replay": lambda: ReplayScreen(played()[1], _, 0),
        "review": lambda: ReplayScreen(played()[1], _, 0, reviewed),
    }

    async def look() -> None:
        app = Bare(screens[what]())
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            if what == "scoring":
                await pilot.press("escape")
            if what == "replay":
                await pilot.press("end", "left", "left")
            if what == "review":
                await until_text(pilot, "▲")
                await pilot.press("end", "p")
            await pilot.pause()
            all_is_there(app)

    run(look())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("what", ["lesson", "curtain"])
def test_the_lesson_and_the_curtain(what: str, size: tuple[int, int]) -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest(LONG, other_name="Zoé", seed=11))
            if what == "lesson":
                app = JaipurApp(server, Preferences("fr", name="Ana", is_new=False), Tutorial())
            async with app.run_test(size=size) as pilot:
                await until_screen(pilot, "LessonScreen" if what == "lesson" else "Curtain")
                await pilot.pause()
                await until(pilot, lambda: len(screen_text(app).strip()) > 0)
                all_is_there(app)

    run(test())
