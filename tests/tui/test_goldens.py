"""The main screens as text, compared with files. JAIPUR_WRITE_GOLDENS=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from jaipur.session.tables import Plan

from .pilot import LARGE, SMALL, make_swift, run, screen_text, until_screen
from .table_hands import Keys, desk_of, new_app, new_house, pick, seated, settle

FOLDER = Path(__file__).with_name("goldens")
IS_WRITING = bool(os.environ.get("JAIPUR_WRITE_GOLDENS"))


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_swift(monkeypatch)
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))


def compare(name: str, text: str) -> None:
    file = FOLDER / f"{name}.txt"
    if IS_WRITING:
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8"), (
        f"{name} looks otherwise; JAIPUR_WRITE_GOLDENS=1 keeps it"
    )


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x50"])
def test_the_table(size: tuple[int, int], language: str) -> None:
    async def test() -> None:
        with new_house() as house:
            app = new_app(house, Plan("Ana", bot="greedy", seed=11), language=language)
            async with app.run_test(size=size) as pilot:
                await seated(pilot)
                await keep(pilot, "table", language)
                desk = desk_of(pilot)
                for _ in range(3):
                    assert desk.model is not None
                    best = max(desk.model.choices.legal, key=lambda one: one["action"])
                    await pick(pilot, Keys(pilot), best)
                    await settle(pilot, desk, pilot.press("enter"))
                assert desk.model is not None
                legal = desk.model.choices.legal
                exchange = next(one for one in legal if one["kind"] == "exchange")
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
        with new_house() as house:
            app = new_app(house, Plan("Ana", other_name="Ben", seed=5), language=language)
            async with app.run_test(size=SMALL) as pilot:
                await until_screen(pilot, "Curtain")
                await keep(pilot, "curtain", language)

    run(test())


async def keep(pilot: Pilot[Any], name: str, language: str) -> None:
    await pilot.pause()
    width, height = pilot.app.size
    compare(f"{name}-{language}-{width}x{height}", screen_text(pilot.app))
