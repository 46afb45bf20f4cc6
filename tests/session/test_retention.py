"""Retention: how long tables are kept; no wrong clock loses one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

import pytest

from jaipur.errors import Code, SessionError
from jaipur.session import tables as tables_module
from jaipur.session.contract.basics import Phase
from jaipur.session.people import Person, hash_token
from jaipur.session.projection import Viewer
from jaipur.store.protocol import DAY, StoreFull

from ..patience import PATIENCE
from .harness import Harness, SlowRow, UnsureStore, run, settle


async def running(harness: Harness) -> None:
    """Start the maintenance, and stop it again after its work at startup."""
    keeping = asyncio.create_task(harness.tables.run_maintenance())
    await settle(200)
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping


async def three_tables(harness: Harness) -> list[str]:
    """A table that waits, one that is played at, and one that is over."""
    waiting = await harness.create(await harness.person())
    playing, over = await harness.pair(), await harness.pair()
    await harness.play_match(over)
    assert over.table.phase is Phase.OVER
    return [owner.table.id for owner in (waiting, playing, over)]


def kept(harness: Harness, tables: list[str]) -> list[str]:
    return [table for table in tables if harness.store.row(table)]


@pytest.mark.parametrize("days", [8, 31, 400, 40_000])
def test_one_start_with_the_clock_ahead_loses_nothing(days: int) -> None:
    async def play() -> None:
        harness = Harness()
        await running(harness)
        tables = await three_tables(harness)
        wrong = harness.again()
        wrong.time += days * DAY
        await running(wrong)
        assert kept(wrong, tables) == tables
        right = wrong.again()
        right.time = harness.time + DAY
        await running(right)
        assert kept(right, tables) == tables

    run(play())


@pytest.mark.parametrize("days", [31, 800])
def test_matches_played_with_the_clock_behind_are_kept_at_the_next_right_start(days: int) -> None:
    async def play() -> None:
        harness = Harness()
        await running(harness)
        before = await three_tables(harness)
        wrong = harness.again()
        wrong.time -= days * DAY
        await running(wrong)
        tables = before + await three_tables(wrong)
        right = wrong.again()
        right.time = harness.time + DAY
        await running(right)
        assert kept(right, tables) == tables

    run(play())


async def look_daily(harness: Harness, days: float) -> None:
    """Let time pass in a server that is looked at each day."""
    end = harness.time + days * DAY
    while harness.time < end:
        harness.time = min(harness.time + DAY, end)
        await harness.tables.prune()


def test_a_buried_table_leaves_memory_and_can_be_had_again() -> None:
    async def play() -> None:
        harness = Harness()
        await running(harness)
        person = await harness.person()
        owner = await harness.create(person)
        listener = owner.listeners.add(Viewer(0), None, (0,))
        await look_daily(harness, 31)
        assert listener.is_over
        with pytest.raises(SessionError) as refused:
            await harness.tables.owner(owner.table.id)
        assert refused.value.code is Code.UNKNOWN_TABLE
        assert (await harness.tables.tables_of(person)).tables == ()
        assert not await harness.tables.unbury("0" * 16)
        assert await harness.tables.unbury(owner.table.id)
        again = await harness.tables.owner(owner.table.id)
        await harness.join(again, await harness.person())
        assert len((await harness.tables.tables_of(person)).tables) == 1

    run(play())


def test_a_clock_that_is_not_believed_is_said_loudly_at_each_start_and_each_day(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> None:
        harness = Harness()
        await running(harness)
        await harness.pair()
        assert harness.tables.health()["clock_trusted"]
        for _ in range(2):
            wrong = harness.again()
            wrong.time = harness.time + 400 * DAY
            for _hour in range(25):
                await wrong.tables._retention.hour()
            assert not wrong.tables.health()["clock_trusted"]
        said = [record for record in caplog.records if "jaipur admin prune" in record.getMessage()]
        assert [record.levelname for record in said] == ["ERROR"] * 4
        assert not (await wrong.tables.prune(trusts_clock=True)).is_distrusted
        assert wrong.tables.health()["clock_trusted"]

    run(play())


def test_the_loud_word_about_the_clock_is_not_lost_on_a_full_disk(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def play() -> None:
        harness = Harness()
        await running(harness)
        await harness.pair()
        wrong = harness.again()
        wrong.time += 400 * DAY
        forgotten: list[bool] = []

        async def no_room(*, forgets: bool) -> None:
            forgotten.append(forgets)
            if len(forgotten) == 1:
                raise StoreFull

        wrong.tables.people.prune = no_room  # type: ignore[method-assign]
        for hour in range(3):
            await wrong.tables._retention.hour()
            said = [record for record in caplog.records if record.levelname == "ERROR"]
            assert len(said) == min(hour + 1, 2)  # the hour that failed does not count
        assert forgotten == [True, True, False]

    run(play())


def test_a_device_that_was_forgotten_gets_no_seat_that_is_lost_later() -> None:
    """Also if its token is remembered in memory, and it comes back this very moment."""

    async def play() -> None:
        harness = Harness()
        await running(harness)
        people = harness.tables.people
        token, person = await people.newcomer()
        late, _ = await people.newcomer()
        await people.prune(forgets=True)
        await look_daily(harness, 29)
        await people.identify(token)
        await people.prune(forgets=True)
        await look_daily(harness, 5)
        gone = harness.store.prune_devices

        def forget() -> Future[frozenset[str]]:
            done = gone()
            people._seen.add(hash_token(late))  # it came between
            return done

        harness.store.prune_devices = forget  # type: ignore[method-assign]
        await people.prune(forgets=True)
        assert (await people.identify(token)) == person
        owner = await harness.create(await people.identify(late))
        assert owner.table.seats_of(harness.store.players_of(hash_token(late))) == (0,)
        harness.store.prune_devices = gone  # type: ignore[method-assign]
        await people.prune(forgets=False)
        await look_daily(harness, 40)
        await people.prune(forgets=True)
        assert (await people.identify(token)).players == frozenset()

    run(play())


def test_a_device_that_comes_each_day_costs_a_write_a_day() -> None:
    async def play() -> None:
        harness = Harness()
        await running(harness)
        _, person = await harness.tables.people.newcomer()
        await harness.tables.people.prune(forgets=False)
        first = harness.disk._seen[person.token_hash]
        harness.time += DAY / 2
        await harness.tables.prune()
        harness.tables.people._seen.add(person.token_hash)
        await harness.tables.people.prune(forgets=False)
        assert harness.disk._seen[person.token_hash] == first
        harness.time += DAY
        await harness.tables.prune()
        harness.tables.people._seen.add(person.token_hash)
        await harness.tables.people.prune(forgets=False)
        assert harness.disk._seen[person.token_hash] == harness.time

    run(play())


class Forgetful(UnsureStore):
    """A store in which a device can come back at the moments that matter."""

    def __init__(self) -> None:
        super().__init__()
        self.is_read, self.is_forgotten = threading.Event(), threading.Event()
        self.answers_at_once = True
        self.before_forgetting: Callable[[], object] = bool
        self.before_holding: Callable[[], object] = bool

    def players_of(self, token_hash: str) -> frozenset[str]:
        found = super().players_of(token_hash)
        self.is_read.set()
        if not self.answers_at_once:
            self.is_forgotten.wait(PATIENCE)
        return found

    def prune_devices(self) -> Future[frozenset[str]]:
        self.before_forgetting()
        return super().prune_devices()

    def hold(self, token_hash: str, player: str) -> Future[None]:
        self.before_holding()
        return super().hold(token_hash, player)


async def forgettable(harness: Harness) -> tuple[str, Person]:
    """A device that was not seen for long and holds nothing."""
    await running(harness)
    found = await harness.tables.people.newcomer()
    await harness.tables.people.prune(forgets=True)
    await look_daily(harness, 40)
    return found


def test_a_device_that_comes_back_while_it_is_forgotten_is_known_again() -> None:
    async def play() -> None:
        store = Forgetful()
        harness = Harness(store)
        token, person = await forgettable(harness)
        people = harness.tables.people
        store.before_forgetting = lambda: people._seen.add(person.token_hash)
        store.before_holding = lambda: people._unknown.update({person.token_hash: frozenset()})
        await people.prune(forgets=True)
        assert await people.identify(token) == person

    run(play())


def test_a_device_that_is_being_looked_up_while_it_is_forgotten_is_known_again() -> None:
    async def play() -> None:
        store = Forgetful()
        token, person = await forgettable(harness := Harness(store))
        people = harness.again().tables.people  # knows nobody yet
        store.answers_at_once = False
        store.is_read.clear()
        look = asyncio.ensure_future(people.identify(token))
        await asyncio.to_thread(store.is_read.wait, PATIENCE)
        pruned = asyncio.ensure_future(people.prune(forgets=True))
        await settle()
        store.is_forgotten.set()
        await asyncio.gather(look, pruned)
        assert look.result() == await people.identify(token) == person
        assert harness.store.players_of(person.token_hash)

    run(play())


def test_house_keeping_goes_on_whatever_happens(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        monkeypatch.setattr(tables_module, "SWEEP_SECONDS", 0.0)
        monkeypatch.setattr(tables_module, "HOUR_SECONDS", -1.0)
        harness, hours = Harness(), list[int]()

        async def hour() -> None:
            hours.append(len(hours))
            if len(hours) == 1:
                raise RuntimeError("nobody foresaw this")

        monkeypatch.setattr(harness.tables._retention, "hour", hour)
        await running(harness)
        assert len(hours) > 1

    run(play())
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_a_buried_table_that_is_being_read_is_put_away_all_the_same() -> None:
    async def play() -> None:
        harness = Harness(store := SlowRow())
        reading = asyncio.ensure_future(harness.tables.owner("0123456789abcdef"))
        await asyncio.to_thread(store.asked.wait, PATIENCE)
        away = asyncio.ensure_future(harness.tables.finish_and_unload("0123456789abcdef"))
        await settle()
        assert not away.done()
        store.go_on.set()
        await away
        with pytest.raises(SessionError):
            await reading

    run(play())
