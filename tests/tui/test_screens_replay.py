"""A finished match step by step."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from jaipur.client.replay import scenes_of
from jaipur.session.contract.responses import Replay, Step
from jaipur.texts import texts
from jaipur.tui.screens import replay
from jaipur.tui.screens.controls import WrappedOptionList
from jaipur.tui.screens.replay import ReplayScreen

from .bare import Bare, played
from .pilot import LARGE, SMALL, run, screen_text

EN, FR = texts("en"), texts("fr")


def test_each_scored_round_has_a_step_of_its_own() -> None:
    data = played()[1]
    scenes = scenes_of(data, EN)
    assert len(scenes) == len(data.steps) + 1
    scored = next(at for at, scene in enumerate(scenes) if "takes the seal" in scene.words)
    assert scenes[scored].step is scenes[scored - 1].step
    assert scenes[scored - 1].seals == (0, 0)
    assert sum(scenes[scored].seals) == 1
    assert [at for at, scene in enumerate(scenes) if scene.is_deal] == [0, scored + 1]
    assert scenes[1].place == "Round 1, action 1"
    assert scenes[scored].place == "Round 1"


def second_deal(screen: ReplayScreen) -> int:
    return next(at for at, scene in enumerate(screen.scenes) if at and scene.is_deal)


def test_keys_step_and_jump() -> None:
    data = played()[1]

    async def look() -> None:
        screen = ReplayScreen(data, EN)
        app = Bare(screen)
        second, last = second_deal(screen), len(screen.scenes) - 1
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            where = []
            for key in ("right", "down", "left", "pagedown", "pagedown", "pageup", "pageup"):
                await pilot.press(key)
                where.append(screen.index)
            assert where == [1, 2, 1, second, last, second, 0]
            await pilot.press("left", "end")
            assert screen.index == last
            await pilot.press("right", "home")
            assert screen.index == 0
            await pilot.press("escape")
            assert app.results == [None]

    run(look())


def test_it_plays_by_itself_and_stops_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "STEP_SECONDS", 3600)  # no step but those taken here
    data = played()[1]

    async def look() -> None:
        screen = ReplayScreen(data, EN)
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("end", "left", "left", "left", "space")
            last = len(screen.scenes) - 1
            assert (screen.index, screen.is_playing) == (last - 2, True)
            screen.tick()
            assert (screen.index, screen.is_playing) == (last - 1, True)
            screen.tick()
            assert (screen.index, screen.is_playing) == (last, False)
            await pilot.press("space")
            assert (screen.index, screen.is_playing) == (0, True)
            await pilot.press("space")
            assert (screen.index, screen.is_playing) == (0, False)

    run(look())


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_both_hands_and_the_deck_are_open_and_whole(language: str, size: tuple[int, int]) -> None:
    data = played()[1]

    async def look() -> None:
        screen = ReplayScreen(data, texts(language), 0)
        app = Bare(screen)
        async with app.run_test(size=size) as pilot:
            for _step in range(0, len(screen.scenes), 9):
                await pilot.pause()
                shown = screen_text(app)
                step = screen.scenes[screen.index]
                for part in ("#open-bottom", "#open-deck", "#play", "#close"):
                    assert screen.query_one(part).region.bottom <= size[1]
                table = screen.query_one("#replay-table").region
                assert screen.query_one("#open-bottom").region.bottom <= table.bottom
                deck = step.step.round.deck_cards
                assert deck is not None
                assert deck[-9:] in shown
                screen.action_by(9)

    run(look())


def test_a_click_on_a_line_goes_there() -> None:
    data = played()[1]

    async def look() -> None:
        screen = ReplayScreen(data, EN)
        app = Bare(screen)
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            await pilot.click(WrappedOptionList, offset=(5, 4))
            assert screen.index == 4
            await pilot.click("#next")
            assert screen.index == 5
            assert screen.query_one(WrappedOptionList).highlighted == 5

    run(look())


def with_unknown_cards(replay: Replay) -> Replay:
    """As a record that leaves cards unknown gives it."""

    def hidden(step: Step) -> Step:
        first, second = step.round.sides
        sides = replace(first, hand=None, known=""), replace(second, hand=None, bonus_values=None)
        return replace(step, round=replace(step.round, deck_cards=None, sides=sides))

    return replace(replay, steps=tuple(map(hidden, replay.steps)))


def test_what_a_record_leaves_unknown_is_said_to_be_so() -> None:
    data = with_unknown_cards(played()[1])

    async def look() -> None:
        screen = ReplayScreen(data, EN)
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            side = data.steps[0].round.sides
            shown = screen_text(app)
            assert f"{side[0].hand_size} cards in the hand" in shown
            assert f"{side[1].hand_size} cards in the hand" in shown
            assert "Deck, top first: ?" in shown
            await pilot.press("end")

    run(look())
