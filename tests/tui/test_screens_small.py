"""Small screens: a terminal that is too small, questions, preferences; and their controls."""

from __future__ import annotations

import pytest
from textual.geometry import Size
from textual.pilot import Pilot

from jaipur.client.preferences import Preferences
from jaipur.texts import texts
from jaipur.tui.screens.controls import CompactRadioSet, WrappedOptionList
from jaipur.tui.screens.dialogs import (
    Confirm,
    PreferencesScreen,
    TooSmall,
    is_too_small,
    resign_question,
)
from jaipur.tui.screens.replay import ReplayScreen
from jaipur.tui.widgets.part import wrapped

from .bare import Bare, played
from .pilot import SMALL, resize, run, screen_text, until

EN, FR = texts("en"), texts("fr")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_terminal_too_small_says_its_size_and_what_helps(language: str) -> None:
    async def look() -> None:
        app = Bare(TooSmall(texts(language)))
        async with app.run_test(size=(30, 9)) as pilot:
            await pilot.pause()
            shown = " ".join(screen_text(app).split())
            assert "30×9" in shown
            assert "80×24" in shown
            assert "jaipur play --plain" in shown
            await resize(pilot, (79, 24))
            assert "79×24" in screen_text(app)
            await pilot.resize_terminal(80, 24)
            await until(pilot, lambda: app.results)
            assert app.results == [None]

    run(look())


@pytest.mark.parametrize(
    ("width", "height", "small"), [(80, 24, False), (79, 24, True), (80, 23, True)]
)
def test_what_is_too_small(width: int, height: int, small: bool) -> None:
    assert is_too_small(Size(width, height)) is small


@pytest.mark.parametrize(
    ("keys", "answer"),
    [(["enter"], False), (["escape"], False), (["right", "enter"], True), (["tab", "space"], True)],
)
def test_a_hasty_answer_is_no(keys: list[str], answer: bool) -> None:
    async def ask() -> None:
        app = Bare(Confirm("Really?", "Yes", "No", "For good."))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press(*keys)
            assert app.results == [answer]

    run(ask())


def test_resigning_says_who_wins() -> None:
    state = played()[0].state

    async def ask(words: str, *, is_shared: bool) -> None:
        app = Bare(resign_question(state, 0, EN, is_shared=is_shared))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert words in " ".join(screen_text(app).replace("│", " ").split())

    run(ask("You give up the whole match, not only this round, and Zoé wins.", is_shared=False))
    run(ask("Ana gives up the whole match, not only this round, and Zoé wins.", is_shared=True))


def changed(preferences: Preferences, *keys: str) -> list[Preferences | None]:
    async def change() -> list[Preferences | None]:
        app = Bare(PreferencesScreen(preferences, FR))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
        return app.results

    return run(change())


def test_preferences_that_were_not_touched_stay() -> None:
    before = Preferences(name="Zoé", theme="light", is_new=False)
    assert changed(before, "down", "down", "enter") == [before]
    assert changed(before, "right", "escape") == [None]


def test_a_bad_name_is_refused_in_the_preferences() -> None:
    assert changed(Preferences(name="\u200b"), "down", "down", "enter") == []


def test_a_value_is_chosen_by_arrows_and_by_a_click() -> None:
    async def choose(pilot: Pilot[None]) -> None:
        theme = pilot.app.screen.query_one("#theme", CompactRadioSet)
        assert theme.value == "dark"
        await pilot.click("#theme", offset=(1, 0))
        assert theme.value == "light"
        await pilot.press("left")
        assert theme.value == "contrast"

    async def look() -> None:
        app = Bare(PreferencesScreen(Preferences(), EN))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await choose(pilot)

    run(look())


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("un deux\u00a0; trois", 7, ["un", "deux\u00a0;", "trois"]),
        ("  in two", 6, ["  in", "  two"]),
        ("longest", 3, ["longest"]),
        ("a\nb", 9, ["a", "b"]),
        ("", 9, [""]),
    ],
)
def test_lines_are_broken_at_plain_spaces_only(text: str, width: int, lines: list[str]) -> None:
    assert wrapped(text, width) == lines


def test_a_list_is_filled_before_it_is_told_its_width() -> None:
    async def look() -> None:
        app = Bare(ReplayScreen(played()[1], EN))
        async with app.run_test(size=SMALL) as pilot:
            hidden = WrappedOptionList(["one", "two"], 0, id="hidden")
            hidden.display = False
            await app.screen.mount(hidden)
            await pilot.pause()
            assert hidden.option_count == 2

    run(look())
