"""The replay with a review: signs, sentences, the chart and the keys for them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from jaipur.client.review_process import ReviewFailed
from jaipur.judge.model import Review
from jaipur.records import load_record
from jaipur.session.table_request import TableRequest
from jaipur.texts import texts
from jaipur.tui.app import JaipurApp
from jaipur.tui.destinations import NewMatch, ReplayOf
from jaipur.tui.screens.controls import WrappedOptionList
from jaipur.tui.screens.replay import ReplayScreen
from jaipur.tui.screens.replay_analysis import fitting
from jaipur.tui.widgets.part import Part
from jaipur.tui.widgets.replay_measures import replay_measures
from tests.reviews import review_made

from .bare import Bare, played
from .pilot import LARGE, SMALL, run, screen_text, until, until_screen, until_text
from .table_hands import new_server, seated
from .test_table_ways import ANA, resign

EN = texts("en")
KEYS = "n p marks · a analysis"


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAIPUR_HOME", str(tmp_path))


async def reviewed() -> Review:
    return review_made(played()[1])


def shown() -> ReplayScreen:
    return ReplayScreen(played()[1], EN, None, reviewed)


async def analysed(pilot: Pilot[Any], screen: ReplayScreen) -> None:
    await until(pilot, lambda: screen.analysis is not None, "the review")


def curve_of(screen: ReplayScreen) -> str:
    rows = screen.query_one("#replay-curve", Part).rows
    return "\n".join("".join(text for text, _style in row) for row in rows)


def test_keys_go_from_mark_to_mark() -> None:
    async def look() -> None:
        screen = shown()
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await analysed(pilot, screen)
            where = []
            for key in ("n", "n", "p", "p", "end", "n", "p"):
                await pilot.press(key)
                where.append(screen.index)
            last = len(screen.scenes) - 1
            assert screen.analysis is not None
            marks = screen.analysis.marked
            assert where == [marks[0], marks[1], marks[0], marks[0], last, last, marks[-1]]
            await pilot.press("home")
            await pilot.click("#mark-after")
            assert screen.index == marks[0]
            await pilot.click("#mark-before")
            assert screen.index == marks[0]

    run(look())


def test_the_caption_says_what_a_sign_means() -> None:
    async def look() -> None:
        screen = shown()
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await analysed(pilot, screen)
            assert KEYS in screen_text(app)
            for words in ("?! Inaccuracy: 3.1", "? Mistake: 6.2", "?? Blunder: 12.4"):
                await pilot.press("n")
                text = screen_text(app).replace("\u00a0", " ")
                assert f" {words} points of the round given up. Better: take gold." in text
            await pilot.press("end")
            assert "Ana: ?? 4, ? 5, ?! 4 · " in screen_text(app)

    run(look())


def test_the_list_has_the_signs() -> None:
    async def look() -> None:
        screen = shown()
        app = Bare(screen)
        async with app.run_test(size=LARGE) as pilot:
            await analysed(pilot, screen)
            steps = screen.query_one(WrappedOptionList)
            assert screen.analysis is not None
            for at, part in enumerate(screen.analysis.parts):
                line = str(steps.get_option_at_index(at).prompt)
                assert line.startswith(f"{part.sign:<3}")
                assert line[3:4].strip()

    run(look())


def test_the_chart_marks_the_step_and_a_click_goes_there() -> None:
    async def look() -> None:
        screen = shown()
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await analysed(pilot, screen)
            first = curve_of(screen).splitlines()[-1].index("▲")
            await pilot.press("end")
            assert curve_of(screen).splitlines()[-1].index("▲") > first
            await pilot.click("#replay-curve", offset=(first, 0))
            assert screen.index == 0
            assert curve_of(screen).splitlines()[0].startswith("Ana ")
            assert curve_of(screen).splitlines()[1].startswith("Zoé ")

    run(look())


def test_the_second_seat_is_above_when_it_is_mine() -> None:
    async def look() -> None:
        screen = ReplayScreen(played()[1], EN, 1, reviewed)
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await analysed(pilot, screen)
            await pilot.press(*["right"] * 9)
            upper, lower, _marks = curve_of(screen).splitlines()
            assert upper.startswith("Zoé ")
            assert lower.startswith("Ana ")
            chance = (await reviewed()).curve[9].match_chance
            assert f"{100 * chance:.0f}" in lower

    run(look())


def test_the_analysis_can_be_hidden() -> None:
    def table_of(app: Bare) -> list[str]:
        return screen_text(app).splitlines()[1:]

    async def look() -> None:
        bare = Bare(ReplayScreen(played()[1], EN))
        async with bare.run_test(size=SMALL) as pilot:
            await until_text(pilot, "1 of 65")
            await pilot.press("right")
            await until_text(pilot, "2 of 65")
            without = table_of(bare)
        screen = shown()
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await analysed(pilot, screen)
            await until_text(pilot, "▲")
            await pilot.press("a", "right")
            await until(pilot, lambda: table_of(app) == without)
            await pilot.press("a")
            await until_text(pilot, "▲")

    run(look())


def test_the_replay_works_while_it_is_reviewed_and_without_a_review() -> None:
    async def look() -> None:
        answer = asyncio.get_running_loop().create_future()

        async def never() -> Review:
            return await answer  # type: ignore[no-any-return]

        screen = ReplayScreen(played()[1], EN, 0, never)
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("right", "n", "p", "a")
            assert screen.index == 1
            assert "Reviewing …" in screen_text(app)
            answer.set_exception(ReviewFailed())
            await until_text(pilot, "No review")
            await pilot.press("right", "n")
            assert screen.index == 2
            await pilot.press("escape")
            assert app.results == [None]

    run(look())


def test_a_replay_that_is_closed_stops_its_review() -> None:
    async def look() -> None:
        stopped = asyncio.Event()

        async def never() -> Review:
            try:
                await asyncio.Event().wait()
            finally:
                stopped.set()
            raise AssertionError

        app = Bare(ReplayScreen(played()[1], EN, 0, never))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("escape")
            await until(pilot, stopped.is_set)

    run(look())


def test_without_chances_there_is_no_chart() -> None:
    async def incomplete() -> Review:
        return replace(await reviewed(), curve=(), events=(), is_complete=False)

    async def look() -> None:
        screen = ReplayScreen(played()[1], EN, None, incomplete)
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await analysed(pilot, screen)
            assert not screen.query_one("#replay-curve").display
            await pilot.press("n")
            assert "Inaccuracy" in screen_text(app)

    run(look())


def test_letter_keys_that_are_off_do_nothing_but_buttons_do() -> None:
    async def look() -> None:
        off = replace(ANA, letters=False)
        app = JaipurApp(None, off, ReplayOf(played()[1], 0, reviewed))
        async with app.run_test(size=SMALL) as pilot:
            await until_screen(pilot, "ReplayScreen")
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            await analysed(pilot, screen)
            await pilot.press("n", "a")
            assert (screen.index, screen.is_analysed) == (0, True)
            assert KEYS not in screen_text(app)
            await pilot.click("#mark-after")
            assert screen.index > 0
            await pilot.press("f1")
            await until_screen(pilot, "ReplayHelp")
            assert "previous marked decision" not in screen_text(app)

    run(look())


def test_help_and_menu_know_the_replay() -> None:
    async def look() -> None:
        app = JaipurApp(None, ANA, ReplayOf(played()[1], 0, reviewed))
        async with app.run_test(size=SMALL) as pilot:
            await until_screen(pilot, "ReplayScreen")
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            await analysed(pilot, screen)
            await pilot.press("question_mark")
            await until_text(pilot, "previous marked decision")
            await pilot.press("question_mark")
            await until_screen(pilot, "ReplayScreen")
            titles = {one.title: one.callback for one in app.get_system_commands(screen)}
            titles["Hide the analysis"]()
            assert not screen.is_analysed
            assert "Show the analysis" in {one.title for one in app.get_system_commands(screen)}

    run(look())


def test_matches_of_this_terminal_are_reviewed_by_their_record() -> None:
    records: list[str] = []

    async def review_record(record: str) -> Review:
        records.append(record)
        return await reviewed()

    async def look() -> None:
        with new_server() as server:
            plan = NewMatch(TableRequest("Ana", bot="greedy", seed=7))
            app = JaipurApp(server, ANA, plan, review_record=review_record)
            async with app.run_test(size=SMALL) as pilot:
                await seated(pilot)
                await resign(pilot)
                await pilot.press("enter")
                await until_screen(pilot, "ReplayScreen")
                await until(pilot, lambda: len(records) == 1)
                await pilot.press("escape")
                await until_screen(pilot, "MatchOver")
                await pilot.press("escape")
                await until_screen(pilot, "HomeScreen")
                await pilot.click("#open")
                await until_screen(pilot, "ReplayScreen")
                await until(pilot, lambda: len(records) == 2)

    run(look())
    assert records[0] == records[1]
    assert ("Seat 0", "Ana") in load_record(records[0]).headers


def test_as_many_sentences_are_shown_as_fit() -> None:
    assert fitting(["One two.", "Three."], 9, 2) == "One two. Three."
    assert fitting(["One two.", "Three four five."], 9, 2) == "One two."
    assert fitting(["One two three four five."], 9, 2) == "One two\nthree fo…"
    assert fitting([], 9, 2) == ""


@pytest.mark.parametrize("width", [80, 125, 126, 300])
@pytest.mark.parametrize("height", range(24, 81))
def test_the_table_always_has_its_rows(width: int, height: int) -> None:
    sizes = replay_measures(width, height, has_words=True, has_curve=True)
    assert sizes.table.height >= 15
    assert sizes.curve % 2 == 0
    assert sizes.curve >= 2
    bare = replay_measures(width, height)
    assert (bare.words, bare.curve, bare.has_list) == (0, 0, True)
