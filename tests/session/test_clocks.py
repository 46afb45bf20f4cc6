"""Clocks: a bank for each person and match, an increment, and no time lost to the server."""

from __future__ import annotations

import asyncio
import json

import pytest

from jaipur import Seat, parse_action
from jaipur.errors import Code, SessionError
from jaipur.session.contract.basics import Cause, Phase
from jaipur.session.contract.commands import Next, Rematch, Resign
from jaipur.session.contract.state import MatchEnding
from jaipur.session.facts import Acted, RanOut, read_fact
from jaipur.session.options import LONGEST_BANK, LONGEST_INCREMENT, ClockOption, Options
from jaipur.session.owner import Owner
from jaipur.session.projection import Viewer
from jaipur.session.running_clocks import NOTE_SECONDS
from jaipur.store.protocol import StoreError, StoreFull

from .hand_loop import HandLoop, pass_time, run_by_hand
from .harness import COMMITTED, Harness, any_act, settle
from .walks import begun

BANK = 60
CLOCK = Options(clock=ClockOption(BANK, 5))


def running(owner: Owner) -> tuple[Seat, ...]:
    """Whose clock runs now."""
    return owner.listeners.now().running


def clocks(owner: Owner) -> tuple[int, int]:
    """Milliseconds that are left on both clocks now."""
    left = owner.listeners.now().clocks_ms
    assert left is not None
    return left


def lost_by(owner: Owner) -> Seat | None:
    """Who lost the match on time."""
    ending = owner.table.ending
    if ending is None or ending.cause is not Cause.TIME:
        return None
    return 0 if ending.winner else 1


def test_only_who_is_to_act_uses_time_and_an_action_adds_some() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat = owner.table.waits_for[0]
        assert running(owner) == (seat,)
        await pass_time(12.345)
        left = clocks(owner)
        assert (left[seat], left[1 - seat]) == (47_655, 60_000)
        await harness.act(owner)
        left = clocks(owner)
        assert (left[seat], left[1 - seat]) == (52_655, 60_000)
        assert running(owner) == (1 - seat,)
        fact = read_fact(harness.store.events(owner.table.id)[-1].body)
        assert isinstance(fact, Acted)
        assert fact.spent == 12_345

    run_by_hand(play())


def test_the_bank_never_grows_by_waiting_and_counts_over_a_match() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(Options(clock=ClockOption(600)))
        while owner.table.phase is Phase.PLAYING:
            await pass_time(1)
            await harness.act(owner)
        spent = [600_000 - bank for bank in owner.table.banks]
        actions = [event.seat for event in owner.table.match.events] if owner.table.match else []
        assert spent == [1000 * actions.count(0), 1000 * actions.count(1)]
        while owner.table.phase is Phase.BETWEEN:
            await harness.submit(owner, owner.table.waits_for[0], Next())
        assert [600_000 - bank for bank in owner.table.banks] == spent

    run_by_hand(play())


def test_between_rounds_it_runs_for_who_has_not_said_next() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        await harness.play_round(owner)
        banks = tuple(owner.table.banks)
        assert running(owner) == (0, 1)
        await pass_time(7)
        await harness.submit(owner, 1, Next())
        assert tuple(owner.table.banks) == (banks[0], banks[1] - 7_000)  # no increment for a word
        assert running(owner) == (0,)
        await pass_time(3)
        left = clocks(owner)
        assert left == (banks[0] - 10_000, banks[1] - 7_000)
        await harness.submit(owner, 0, Next())
        assert tuple(owner.table.banks) == (banks[0] - 10_000, banks[1] - 7_000)

    run_by_hand(play())


@pytest.mark.parametrize("seconds", [60.0, 60.0005, 61.0, 1000.0])
def test_who_lets_the_time_run_out_loses_the_match(seconds: float) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        listener = owner.listeners.add(Viewer(None), None, ())
        listener.take()
        seat = owner.table.waits_for[0]
        await pass_time(59.999)
        assert owner.table.phase is Phase.PLAYING
        await pass_time(seconds - 59.999 + 0.1)
        assert lost_by(owner) == seat
        assert owner.table.banks[seat] == 0
        assert running(owner) == ()
        assert await listener.wait(0)
        event = json.loads(listener.take().data)["events"][-1]
        assert (event["kind"], event["seat"]) == ("ran_out", seat)

    run_by_hand(play())


@pytest.mark.parametrize("early", [0.0, 1e-9, 1e-4, 9e-4])
@pytest.mark.parametrize("begin", [5_000.0, 123.456, 86_400.1, 1e6 + 1 / 3])
def test_a_timer_that_rings_a_moment_early_is_set_again(early: float, begin: float) -> None:
    """Loops may ring a little early, and times are rounded: the clock must not fall asleep."""

    async def play() -> None:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, HandLoop)
        loop.now = begin
        harness = Harness()
        owner = await harness.pair(CLOCK)
        await pass_time(30)
        timer = owner.clocks._timer
        assert timer is not None
        timer.cancel()
        loop.now = timer.when() - early
        owner._ring()
        await settle()
        await pass_time(0.2, steps=4)
        assert lost_by(owner) is not None

    run_by_hand(play())


def test_time_runs_out_between_rounds_too() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        await harness.play_round(owner)
        await harness.submit(owner, 0, Next())
        await pass_time(owner.table.banks[1] / 1000 + 1)
        assert lost_by(owner) == 1

    run_by_hand(play())


def test_of_two_who_run_out_the_one_loses_who_ran_out_first() -> None:
    """The store was full in between; that changes nothing about whose time was up."""

    async def play() -> None:
        for slow in (0, 1):
            harness = Harness()
            owner = await harness.pair(CLOCK)
            while owner.table.phase is Phase.PLAYING:
                await pass_time(6 if owner.table.waits_for == (slow,) else 5)
                await harness.act(owner)
            banks = owner.table.banks
            assert banks[slow] < banks[1 - slow]
            harness.disk.full = 10_000
            await pass_time(BANK + 10, steps=30)
            assert owner.table.phase is Phase.BETWEEN
            harness.disk.full = 0
            await pass_time(1)
            assert lost_by(owner) == slow

    run_by_hand(play())


def test_a_command_that_comes_too_late_loses() -> None:
    """Even if the timer has not rung yet: time is up when it is up."""

    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        version, seat = owner.table.version, owner.table.waits_for[0]
        loop = asyncio.get_running_loop()
        assert isinstance(loop, HandLoop)
        loop.now += 60
        with pytest.raises(SessionError) as refused:
            await owner.submit(seat, "too-late1", version, any_act(owner.table))
        assert (refused.value.code, refused.value.version) == (Code.STALE_VERSION, version + 1)
        assert lost_by(owner) == seat
        await settle()
        assert owner.table.version == version + 1

    run_by_hand(play())


def test_the_resignation_of_one_does_not_save_the_other_whose_time_is_up() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat = owner.table.waits_for[0]
        loop = asyncio.get_running_loop()
        assert isinstance(loop, HandLoop)
        loop.now += 61
        with pytest.raises(SessionError) as refused:
            await owner.submit(1 - seat, "resigns-1", None, Resign())  # type: ignore[arg-type]
        assert refused.value.code is Code.MATCH_OVER
        assert lost_by(owner) == seat

    run_by_hand(play())


def test_a_restart_eats_no_time_and_gives_none_back() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        await pass_time(50)
        await harness.act(owner)
        left, seat = list(owner.table.banks), owner.table.waits_for[0]
        await pass_time(19.5)
        left[seat] -= 19_500
        await harness.tables.stop()
        await pass_time(100_000)
        assert len(harness.store.events(owner.table.id)) == owner.table.version
        for _ in range(3):  # nor do many of them
            harness = harness.again()
            owner = await harness.tables.owner(owner.table.id)
            assert owner.table.phase is Phase.PLAYING
            assert list(clocks(owner)) == left
            await pass_time(1)
            left[seat] -= 1000
            assert list(clocks(owner)) == left
            await harness.tables.stop()

    run_by_hand(play())


def test_a_killed_server_gives_back_what_was_used_since_the_last_note() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat = owner.table.waits_for[0]
        await pass_time(3 * NOTE_SECONDS + 2, steps=17)
        again = await harness.again().tables.owner(owner.table.id)
        assert clocks(again)[seat] == 60_000 - 1000 * 3 * NOTE_SECONDS

    run_by_hand(play())


def test_a_killed_server_gives_back_no_more_when_the_other_went_on_meanwhile() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        await harness.play_round(owner)
        banks = owner.table.banks
        await pass_time(3 * NOTE_SECONDS + 2, steps=17)
        await harness.submit(owner, 1, Next())
        again = await harness.again().tables.owner(owner.table.id)
        noted = banks[0] - 1000 * 3 * NOTE_SECONDS
        assert clocks(again) == (noted, owner.table.banks[1])

    run_by_hand(play())


def test_nor_does_a_store_that_fails_just_then() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        await harness.play_round(owner)
        banks = owner.table.banks
        await pass_time(8)
        harness.disk.broken_after = 1
        with pytest.raises(StoreError):
            await harness.submit(owner, 1, Next())
        again = await harness.tables.owner(owner.table.id)
        assert again.table.on_the_clock == (0,)
        assert clocks(again)[0] == banks[0] - 8000

    run_by_hand(play())


def test_what_was_noted_of_an_earlier_turn_counts_no_more() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        await pass_time(NOTE_SECONDS + 1, steps=6)
        await harness.act(owner)
        again = await harness.again().tables.owner(owner.table.id)
        assert clocks(again) == owner.table.banks.pair

    run_by_hand(play())


def test_between_rounds_both_clocks_go_on_after_a_restart() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        await harness.play_round(owner)
        banks = owner.table.banks
        await pass_time(7)
        await harness.submit(owner, 1, Next())
        await pass_time(2)
        await harness.tables.stop()
        again = await harness.again().tables.owner(owner.table.id)
        assert clocks(again) == (banks[0] - 9000, banks[1] - 7000)

    run_by_hand(play())


@pytest.mark.parametrize("broken", ["broken_before", "broken_after"])
def test_a_table_that_is_read_again_after_a_failure_goes_on_where_it_was(broken: str) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat = owner.table.waits_for[0]
        await pass_time(8)
        setattr(harness.disk, broken, 1)
        with pytest.raises(StoreError):
            await harness.act(owner)
        await pass_time(3)
        again = await harness.tables.owner(owner.table.id)
        assert again is not owner
        # If it was kept all the same, the other is to act, since just now as far as anybody knew.
        spent = 11_000 if broken == "broken_before" else 0
        thinking = again.table.waits_for[0]
        assert (thinking == seat) is (broken == "broken_before")
        assert again.table.banks[thinking] - clocks(again)[thinking] == spent

    run_by_hand(play())


def test_a_table_that_is_put_away_is_noted_to_the_millisecond() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat = owner.table.waits_for[0]
        await pass_time(12.345)
        await harness.tables.finish_and_unload(owner.table.id)
        await pass_time(1000)
        again = await harness.again().tables.owner(owner.table.id)
        assert clocks(again)[seat] == 60_000 - 12_345

    run_by_hand(play())


@pytest.mark.parametrize("times", [1, 5])
def test_a_store_that_fails_at_the_time_out_is_tried_again(times: int) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat = owner.table.waits_for[0]
        harness.disk.full = times
        await pass_time(60)
        assert owner.table.phase is Phase.PLAYING
        await pass_time(5, steps=50)
        assert lost_by(owner) == seat

    run_by_hand(play())


@pytest.mark.parametrize("how", ["full", "broken_before"])
def test_a_store_that_fails_for_long_is_asked_ever_more_seldom(how: str) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat, table_id = owner.table.waits_for[0], owner.table.id
        setattr(harness.disk, how, 1_000_000)
        await pass_time(60)
        before = harness.disk.appends
        await pass_slowly(60, harness)
        assert 10 <= harness.disk.appends - before <= 20
        setattr(harness.disk, how, 0)
        await pass_slowly(6, harness)
        owner = await harness.tables.owner(table_id)
        assert lost_by(owner) == seat

    run_by_hand(play())


async def rung(harness: Harness) -> None:
    """Wait until all tables are read whose time is up."""
    await asyncio.sleep(0)
    while harness.tables._clocks.is_waking or harness.tables._loading:
        await asyncio.sleep(0)


async def pass_slowly(seconds: int, harness: Harness) -> None:
    """Let time pass in steps of a twentieth of a second, and tables be read."""
    for _ in range(20 * seconds):
        await pass_time(0.05)
        await rung(harness)


def test_who_moves_too_late_while_the_store_is_full_is_not_saved_by_it() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat, version = owner.table.waits_for[0], owner.table.version
        harness.disk.full = 1000
        await pass_time(61)
        with pytest.raises(StoreFull):
            await owner.submit(seat, "too-late1", version, any_act(owner.table))
        harness.disk.full = 0
        with pytest.raises(SessionError):
            await owner.submit(seat, "too-late1", version, any_act(owner.table))
        assert lost_by(owner) == seat

    run_by_hand(play())


def test_bots_have_no_clock() -> None:
    async def play() -> None:
        harness = Harness()
        harness.bots.gate = asyncio.Event()
        owner = await harness.against_bot(CLOCK)
        while owner.table.waits_for == (0,):
            await harness.act(owner)
        assert running(owner) == ()
        await pass_time(10_000)
        assert owner.table.phase is Phase.PLAYING
        harness.bots.gate.set()
        await settle()
        assert owner.table.waits_for == (0,)
        assert owner.table.banks[1] >= BANK * 1000
        await pass_time(1000)
        assert lost_by(owner) == 0

    run_by_hand(play())


def test_a_bot_does_not_use_time_between_rounds() -> None:
    table = begun("bot", CLOCK)
    while table.phase is Phase.PLAYING:
        action = parse_action(any_act(table).action)
        table = table.after(Acted(table.waits_for[0], action, (), 0))
    assert table.on_the_clock == (0,)


def test_on_one_device_both_clocks_stop_with_one_word() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.hot_seat(CLOCK)
        await harness.play_round(owner)
        banks = tuple(owner.table.banks)
        await pass_time(4)
        await harness.submit(owner, 1, Next())
        assert tuple(owner.table.banks) == (banks[0] - 4000, banks[1] - 4000)

    run_by_hand(play())


def test_no_clock_runs_before_the_match_nor_after_it() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.create(await harness.person(), options=CLOCK)
        await harness.join(owner, await harness.person())
        await pass_time(1_000_000)
        assert running(owner) == ()
        assert owner.table.ending == MatchEnding(Cause.VOID, None, by=0)
        owner = await harness.pair(CLOCK)
        await pass_time(10)
        await harness.submit(owner, 0, Resign())
        await pass_time(1_000_000)
        assert owner.table.ending is not None
        assert owner.table.ending.cause is Cause.RESIGNED
        await harness.submit(owner, 0, Rematch(COMMITTED))
        await harness.submit(owner, 1, Rematch(COMMITTED))
        new = await harness.tables.owner(owner.table.rematch or "")
        assert tuple(new.table.banks) == (60_000, 60_000)

    run_by_hand(play())


def test_without_clocks_nobody_loses_for_a_closed_laptop() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        await pass_time(400 * 24 * 3600)
        assert owner.table.phase is Phase.PLAYING
        assert owner.listeners.now().clocks_ms is None
        await harness.act(owner)

    run_by_hand(play())


def test_replay_gives_the_same_banks() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(Options(clock=ClockOption(600, 2)))
        for seconds in range(20):
            await pass_time(seconds / 3)
            await harness.act(owner)
        again = await harness.again().tables.owner(owner.table.id)
        assert again.table == owner.table

    run_by_hand(play())


def test_the_time_out_is_kept_with_the_seat_that_lost() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat = owner.table.waits_for[0]
        await pass_time(61)
        assert read_fact(harness.store.events(owner.table.id)[-1].body) == RanOut(seat)

    run_by_hand(play())


@pytest.mark.parametrize(
    ("bank", "increment"),
    [(9, 0), (-1, 0), (LONGEST_BANK + 1, 0), (60, -1), (60, LONGEST_INCREMENT + 1)],
)
def test_a_clock_that_cannot_be_is_refused(bank: int, increment: int) -> None:
    with pytest.raises(SessionError) as refused:
        ClockOption(bank, increment)
    assert refused.value.code is Code.BAD_OPTION
