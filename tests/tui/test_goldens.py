"""The main screens as text, compared with files. JAIPUR_WRITE_GOLDENS=1 writes them anew."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.screen import Screen

from jaipur.client.commitments import DealCommitment
from jaipur.client.preferences import Preferences
from jaipur.client.words.deals import verified_words
from jaipur.judge.model import Review
from jaipur.session.contract.basics import ActionKind
from jaipur.session.table_request import TableRequest
from jaipur.texts import Texts, texts
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import ReplayOf, Tutorial
from jaipur.tui.screens.dialogs import PreferencesScreen, TooSmall
from jaipur.tui.screens.home import HomeScreen
from jaipur.tui.screens.over import MatchOver
from jaipur.tui.screens.replay import ReplayScreen
from jaipur.tui.screens.scoring import Scoring
from tests.reviews import review_made

from .bare import ROWS, Bare, over_state, played, replay_for_ana, scored_state
from .curtains import make_curtains_quick, until_ready
from .pilot import LARGE, SMALL, run, screen_text, until, until_screen, until_text
from .table_hands import Keys, controller_of, new_app, new_server, pick, seated, settle

FOLDER = Path(__file__).with_name("goldens")
MIDDLE = (120, 40)
IS_WRITING = bool(os.environ.get("JAIPUR_WRITE_GOLDENS"))


@pytest.fixture(autouse=True)
def undrawn() -> None:
    """Every frame is drawn here: what lies behind is seen."""


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_curtains_quick(monkeypatch)
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=["80x24", "120x40", "160x50"])
def test_the_table(size: tuple[int, int], language: str) -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=11), language=language)
            async with app.run_test(size=size) as pilot:
                await seated(pilot)
                await keep(pilot, "table", language)
                controller = controller_of(pilot)
                for _ in range(3):
                    assert controller.model is not None
                    best = max(controller.model.choices.legal, key=lambda one: one.action)
                    await pick(pilot, Keys(pilot), best)
                    await settle(pilot, controller, pilot.press("enter"))
                assert controller.model is not None
                legal = controller.model.choices.legal
                exchange = next(one for one in legal if one.kind is ActionKind.EXCHANGE)
                await pick(pilot, Keys(pilot), exchange)
                await keep(pilot, "exchange", language)
                await pilot.press("f1")
                await until_screen(pilot, "HelpScreen")
                await keep(pilot, "help", language)
                await pilot.press("escape", "escape", "slash", "plus")
                await until_screen(pilot, "TypedScreen")
                await keep(pilot, "typed", language)

    run(test())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_curtain(language: str) -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", other_name="Ben", seed=5), language=language)
            async with app.run_test(size=SMALL) as pilot:
                await until_ready(pilot)
                await keep(pilot, "curtain", language)

    run(test())


MADE: dict[str, Callable[[Texts], Screen[Any]]] = {
    "home": lambda _: HomeScreen(ROWS, Preferences(name="Ana"), _),
    "scoring": lambda _: Scoring(scored_state(_.language), 0, _),
    "over": lambda _: MatchOver(
        over_state(_.language), 0, _, deals=verified_words(played()[2], DealCommitment(""), _)
    ),
    "replay": lambda _: ReplayScreen(replay_for_ana(_.language), _, 0),
    "preferences": lambda _: PreferencesScreen(Preferences(name="Ana"), _),
    "small": TooSmall,
}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", MADE)
def test_the_other_screens(name: str, language: str) -> None:
    async def test() -> None:
        app = Bare(MADE[name](texts(language)))
        size = (60, 20) if name == "small" else SMALL
        async with app.run_test(size=size) as pilot:
            await until(pilot, lambda: app.screen is app.shown)
            if name == "scoring":
                await pilot.press("escape")
            elif name == "replay":
                await pilot.press("right", "right", "right")
            await keep(pilot, name, language)

    run(test())


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=["80x24", "120x40", "160x50"])
def test_a_reviewed_replay(size: tuple[int, int], language: str) -> None:
    replay = replay_for_ana(language)

    async def review() -> Review:
        return review_made(replay)

    async def test() -> None:
        app = JaipurApp(None, Preferences(language, name="Ana"), ReplayOf(replay, 0, review))
        async with app.run_test(size=size) as pilot:
            await until_text(pilot, "▲")
            await pilot.press("n", "n", "n")
            await keep(pilot, "review", language)
            if size == SMALL:
                await pilot.press("end")
                await keep(pilot, "review-end", language)
                await pilot.press("f1")
                await until_screen(pilot, "ReplayHelp")
                await keep(pilot, "review-help", language)

    run(test())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_tutorial(language: str) -> None:
    async def test() -> None:
        with new_server() as server:
            app = JaipurApp(server, Preferences(language, is_new=False), Tutorial())
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "LessonScreen")
                await keep(pilot, "lesson", language)

    run(test())


async def keep(pilot: Pilot[Any], name: str, language: str) -> None:
    """Compare the screen, once it has come to rest, with its file."""
    width, height = pilot.app.size
    file = FOLDER / f"{name}-{language}-{width}x{height}.txt"
    if IS_WRITING:
        await pilot.pause(0.5)
        file.write_text(screen_text(pilot.app), "utf-8")
    kept = file.read_text("utf-8")
    what = f"{file.name} (JAIPUR_WRITE_GOLDENS=1 keeps another look):\n{kept}"
    await until(pilot, lambda: screen_text(pilot.app) == kept, what)
