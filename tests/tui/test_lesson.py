"""The tutorial: its steps, and a whole lesson by keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from jaipur.client.lesson import LessonLink, NotInALesson
from jaipur.client.local import LocalServer
from jaipur.client.preferences import Preferences
from jaipur.client.selection import selection_for
from jaipur.session.contract.commands import Resign
from jaipur.session.contract.events import ActedEvent, DealtEvent
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import Tutorial
from jaipur.tui.screens.controls import PlainLabel
from jaipur.tui.screens.lesson import LessonScreen, keys_for
from jaipur.tui.widgets.part import wrapped
from tests.depth import long

from ..contract_values import round_of
from .pilot import LARGE, SMALL, run, screen_text, until, until_screen


def test_a_page_to_be_read_goes_on_and_one_to_be_done_waits() -> None:
    lesson = LessonLink("en")
    while lesson.step.expect is None:
        assert lesson.go_on()
    at = lesson.at
    assert not lesson.go_on()
    assert not lesson.try_action("+KKK")
    assert lesson.at == at
    assert lesson.try_action("+G")
    assert lesson.at == at + 1
    assert lesson.steps[at].expect == "+G"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_whole_lesson_by_its_expected_actions(language: str) -> None:
    lesson = LessonLink(language)
    actors = []
    while not lesson.is_over:
        before = lesson.update.version
        if lesson.step.expect:
            legal = {one.action for one in round_of(lesson.update.state).legal}
            assert lesson.step.expect in legal
            assert lesson.step.hint
            assert lesson.try_action(lesson.step.expect)
            scenes = [lesson.whole(index) for index in lesson.scenes()]
            assert [one.version for one in scenes] == [before + 1, before + 2]
            last = [one.events[-1] for one in scenes]
            actors += [event.seat for event in last if isinstance(event, ActedEvent)]
        else:
            assert lesson.go_on()
            assert lesson.scenes() == []
        dealt = lesson.update.events[0]
        assert isinstance(dealt, DealtEvent)
        assert dealt.round == 1
    assert actors == [0, 1] * 9
    assert not lesson.go_on()


def test_a_link_to_a_lesson_shows_and_keeps_nothing() -> None:
    async def talk() -> None:
        lesson = LessonLink("en")
        first = await lesson.fetch_update()
        lesson.show(1)
        assert (await lesson.wait_for_update(first.version)).version == first.version + 1
        lost = lesson.command(Resign(), 2), lesson.record(), lesson.replay(), lesson.follow("x")
        for asked in lost:
            with pytest.raises(NotInALesson):
                await asked

    run(talk())


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))


def learning(language: str = "en") -> JaipurApp:
    preferences = Preferences(language=language, name="Ana", is_new=False)
    return JaipurApp(LocalServer(MemoryStore()), preferences, Tutorial())


async def begun(pilot: Pilot[Any]) -> LessonScreen:
    """The lesson, without pauses, as soon as it is drawn."""
    await until_screen(pilot, "LessonScreen")
    screen = pilot.app.screen
    assert isinstance(screen, LessonScreen)
    screen.scene_seconds = 0.0
    await until(pilot, lambda: screen.controller.model is not None)
    return screen


async def do_page(pilot: Pilot[Any], screen: LessonScreen) -> None:
    """One page by keys: pick what it wants and press Enter."""
    at, expect = screen.lesson.at, screen.lesson.step.expect
    model = screen.controller.model
    if expect and model:
        wanted = selection_for(model.choices, expect)
        assert wanted is not None
        await pilot.press(*(key.replace("+", "plus") for key in keys_for(wanted).split()))
    await pilot.press("enter")
    version = screen.lesson.update.version
    await until(pilot, lambda: screen.lesson.at == at + 1 and not screen.is_busy)
    await until(
        pilot, lambda: screen.lesson.update.version == screen.controller.version, str(version)
    )


@pytest.mark.parametrize(
    ("language", "size"), [("en", SMALL), pytest.param("fr", LARGE, marks=long)]
)
def test_a_whole_lesson_by_keys(language: str, size: tuple[int, int]) -> None:
    async def learn() -> None:
        app = learning(language)
        async with app.run_test(size=size) as pilot:
            screen = await begun(pilot)
            for step in LessonLink(language).steps[:-1]:
                assert screen.lesson.step == step
                assert " ".join(step.text.split(" ")[:6]) in screen_text(app)
                await do_page(pilot, screen)
                if screen.lesson.is_counting:
                    await until_screen(pilot, "Scoring")
                    await pilot.press("escape", "enter")
                    await until_screen(pilot, "LessonScreen")
            assert screen.lesson.is_over
            assert texts(language)("Play a first match") in screen_text(app)
            if size == SMALL:
                await pilot.press("enter", "enter")
                await until_screen(pilot, "TableScreen")
            else:
                await pilot.press("home")
                assert screen.lesson.at == 0
                await pilot.click("#coach-leave")
                await until_screen(pilot, "HomeScreen")

    run(learn())


def test_another_action_changes_nothing_and_gets_the_hint() -> None:
    async def learn() -> None:
        app = learning()
        async with app.run_test(size=SMALL) as pilot:
            screen = await begun(pilot)
            await pilot.press("1", "enter")
            await pilot.pause()
            assert "Read on first" in screen_text(app)
            await pilot.press("escape")
            for _page in range(3):
                await do_page(pilot, screen)
            hint = screen.lesson.step.hint or ""
            await pilot.press("k", "enter")
            await pilot.pause()
            shown = " ".join(screen_text(app).split())
            assert "Good idea too, but let us try this first." in shown
            assert hint in shown
            assert (screen.lesson.at, screen.controller.version) == (3, 2)
            await pilot.press("pageup")
            assert screen.lesson.at == 2
            await pilot.press("pagedown")
            assert screen.lesson.at == 3
            await pilot.press("home", "pageup")
            assert screen.lesson.at == 0

    run(learn())


def test_help_says_the_keys_and_then_does_it() -> None:
    async def learn() -> None:
        app = learning()
        async with app.run_test(size=SMALL) as pilot:
            screen = await begun(pilot)
            for _page in range(3):
                await do_page(pilot, screen)
            await pilot.click("#coach-help")
            await pilot.pause()
            assert "By keys: 5, then Enter." in " ".join(screen_text(app).split())
            assert screen.lesson.at == 3
            await pilot.click("#coach-help")
            await until(pilot, lambda: screen.lesson.at == 4)

    run(learn())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_coach_and_the_table_fit_80_by_24(language: str) -> None:
    async def learn() -> None:
        app = learning(language)
        async with app.run_test(size=SMALL) as pilot:
            screen = await begun(pilot)
            assert screen.query_one("#below").region.bottom <= SMALL[1]
            for at in range(len(screen.lesson.steps)):
                screen.action_go_to(at)
                await pilot.pause()
                text = screen.query_one("#coach-text", PlainLabel)
                assert len(wrapped(text.text, text.size.width)) <= text.size.height
                leave = screen.query_one("#coach-leave").region
                assert leave.right <= SMALL[0]

    run(learn())
