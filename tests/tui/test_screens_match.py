"""What comes before and after a table: the curtain, the scoring, the end of the match."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.timer import Timer

from jaipur.client.commitments import DealCommitment
from jaipur.client.local import LocalServer
from jaipur.client.words.deals import verified_words
from jaipur.session.contract.commands import Resign
from jaipur.session.contract.responses import Update
from jaipur.session.contract.state import RematchShown
from jaipur.session.options import MemoryAid, Options
from jaipur.session.table_request import TableRequest
from jaipur.session.words.events import event_words
from jaipur.store.memory import MemoryStore
from jaipur.texts import texts
from jaipur.tui.screens.curtain import Curtain
from jaipur.tui.screens.over import AfterMatch, MatchOver, score_table
from jaipur.tui.screens.scoring import LAST, Scoring
from tests.contract_values import round_of, turn_of

from .bare import Bare, act, over_state, played
from .curtains import lift, make_curtains_quick, until_ready
from .pilot import LARGE, SMALL, run, screen_lines, screen_text

EN, FR = texts("en"), texts("fr")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    make_curtains_quick(monkeypatch)


def watched(aid: MemoryAid = MemoryAid.COUNTS, language: str = "en") -> Update:
    """What a watcher sees after three actions on one device."""

    async def play() -> Update:
        async with LocalServer(MemoryStore(), language) as server:
            options = Options(memory_aid=aid)
            link = await server.create(TableRequest("Ana [b]", None, "Zoé", options, seed=5))
            for _turn in range(3):
                await act(link)
            return await link.fetch_update()

    return asyncio.run(play())


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_curtain_says_to_whom_to_pass_and_what_happened(
    size: tuple[int, int], language: str
) -> None:
    update = watched(language=language)
    turn = turn_of(update.state)
    name = ("Ana [b]", "Zoé")[turn]

    async def look() -> None:
        app = Bare(Curtain(update, texts(language)))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            shown = screen_text(app)
            assert texts(language)("Pass to {name}", name=name) in shown
            assert texts(language)("I am {name}: show my cards", name=name) in shown
            assert app.screen.query_one("#open-bottom").region.bottom <= size[1]
            for pile in round_of(update.state).piles.values():
                assert f" {' '.join(map(str, pile))}" in " ".join(shown.split())
            happened = event_words(update.events[-1], ("Ana [b]", "Zoé"), None, texts(language))
            assert happened in " ".join(shown.split())
            await lift(pilot)
            assert app.results == [None]

    run(look())


def test_nothing_lifts_the_curtain_before_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Curtain, "PAUSE_SECONDS", 3600)
    waited: list[Timer] = []

    def note(timer: Timer) -> None:
        waited.append(timer)

    monkeypatch.setattr(Timer, "reset", note)
    update = watched()

    async def look() -> None:
        curtain = Curtain(update, EN)
        app = Bare(curtain)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            await pilot.press("enter", "space")
            assert len(waited) == 2  # who holds a key waits anew
            await pilot.click("#lift")
            assert app.screen is curtain
            assert "( I am" in screen_text(app)
            curtain.get_ready()
            await pilot.pause()
            assert "▶ I am" in screen_text(app)
            await pilot.press("enter")
            assert app.results == [None]

    run(look())


def test_the_curtain_gets_no_hand_and_respects_the_memory_aid() -> None:
    update = watched(MemoryAid.OFF)
    assert [side.hand for side in round_of(update.state).sides] == [None, None]

    async def look() -> None:
        app = Bare(Curtain(update, EN))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            shown = screen_text(app)
            assert "Deck ▒▒▒▒" in shown
            assert "rupees]" not in shown
            assert "Hand:" not in shown
            await until_ready(pilot)
            await pilot.click("#lift")
            assert app.results == [None]

    run(look())


def test_a_round_is_scored_in_the_order_of_the_rulebook() -> None:
    update, _replay, _record = played()
    state, result = update.state, update.state.results[-1]
    sums = [f"→ {rupees} rupee" for rupees in result.rupees]

    async def look() -> None:
        app = Bare(Scoring(state, None, EN))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            steps = [screen_text(app)]
            for _step in range(LAST):
                await pilot.press("enter")
                await pilot.pause()
                steps.append(screen_text(app))
            assert "camel token" in steps[0]
            assert "Goods tokens:" not in steps[0]
            assert "Goods tokens:" in steps[1]
            assert "Bonus tokens:" not in steps[1]
            assert "Bonus tokens:" in steps[2]
            assert not any(one in steps[2] for one in sums)
            assert all(one in steps[3] for one in sums)
            assert "10" in steps[3]
            assert "★" not in steps[3]
            assert steps[4].count("★") == 1
            assert "takes the seal" in steps[4]
            await pilot.press("enter")
            assert app.results == [True]

    run(look())


def test_the_scoring_can_be_skipped_and_left_for_the_table() -> None:
    state = played()[0].state

    async def look() -> None:
        app = Bare(Scoring(state, 0, FR))
        async with app.run_test(size=LARGE) as pilot:
            await pilot.press("escape")
            await pilot.pause()
            assert app.shown.step == LAST  # type: ignore[attr-defined]
            assert not app.results
            await pilot.press("escape")
            assert app.results == [False]

    run(look())


def test_who_only_watches_is_not_asked_for_the_next_round() -> None:
    state = played()[0].state

    async def look() -> None:
        app = Bare(Scoring(state, None, EN, can_go_on=False))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.press("escape")
            await pilot.pause()
            assert "Next round" not in screen_text(app)
            await pilot.press("enter")
            assert app.results == [False]

    run(look())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_end_says_who_won_and_how_the_rounds_were_scored(language: str) -> None:
    state, _ = over_state(language), texts(language)
    result = state.results[0]

    async def look() -> None:
        app = Bare(
            MatchOver(
                state,
                0,
                _,
                deals=verified_words(played()[2], DealCommitment(""), _),
                notice="Kept.",
            )
        )
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            shown = screen_text(app)
            assert _("{loser} gave up: you won the match!", loser="Zoé") in shown
            assert _("Round {n} was not finished, so it is not scored.", n=2) in shown
            rows = [line.split() for line in screen_lines(app)]
            for seat, name in enumerate((_("You"), "Zoé")):
                row = next(one for one in rows if one[:1] == [name] and one[1].isdigit())
                assert row[4] == str(result.rupees[seat])
            assert "Kept." in shown
            for command in AfterMatch:
                assert app.screen.query_one(f"#over-{command}").region.bottom <= 24
            await pilot.click("#over-replay")
            assert app.results == [AfterMatch.REPLAY]

    run(look())


def test_a_rematch_that_was_offered_is_said_and_waited_for() -> None:
    state = over_state()
    mine = replace(state, rematch=RematchShown(0, None))
    theirs = replace(state, rematch=RematchShown(1, None))

    async def look() -> None:
        screen = MatchOver(state, 0, EN)
        app = Bare(screen)
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            screen.show(theirs)
            await pilot.pause()
            assert "Zoé would like a rematch." in screen_text(app)
            assert "Play again" in screen_text(app)
            screen.show(mine)
            await pilot.pause()
            assert "You offered a rematch. Waiting for Zoé." in screen_text(app)
            await pilot.click("#over-rematch")
            assert not app.results
            await pilot.press("escape")
            assert app.results == [AfterMatch.HOME]

    run(look())


def test_who_only_watches_is_not_asked_for_a_rematch() -> None:
    async def look() -> None:
        app = Bare(MatchOver(over_state(), None, EN, is_watching=True))
        async with app.run_test(size=SMALL) as pilot:
            await pilot.pause()
            assert "Rematch" not in screen_text(app)
            assert "▶ Replay ◀" in screen_text(app)
            await pilot.press("right", "enter")
            assert app.results == [AfterMatch.HOME]

    run(look())


def test_wide_names_leave_the_columns_of_the_score_straight() -> None:
    state = over_state()
    wide = replace(state.seats[1], name="山田太郎")
    table = score_table(replace(state, seats=(state.seats[0], wide)), 0, EN)
    _heads, _round, *rows = table.splitlines()
    assert rows[1].startswith("  山田太郎  ")
    assert cell_len(rows[0].rstrip()) == cell_len(rows[1].rstrip(" ★"))


def test_deals_are_verified_or_said_to_be_seeded() -> None:
    assert "from a seed" in verified_words(played()[2], DealCommitment(""), EN)

    async def fair() -> tuple[str, DealCommitment]:
        async with LocalServer(MemoryStore()) as server:
            link = await server.create(TableRequest("Ana", other_name="Zoé"))
            shown = await link.fetch_update()
            await link.command(Resign(), shown.version, 0)
            return await link.record(), DealCommitment(shown.state.commitment)

    record, commitment = run(fair())
    assert verified_words(record, commitment, EN).startswith("Verified")
    key = next(line for line in record.splitlines() if line.startswith("Key"))
    digit = "0" if key[-1] != "0" else "1"
    changed = record.replace(key, key[:-1] + digit)
    assert not verified_words(changed, commitment, EN).startswith("Verified")
