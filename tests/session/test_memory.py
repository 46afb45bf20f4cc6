"""Memory: an unloaded table is freed at once, and the number in memory is limited."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import Counter
from collections.abc import Iterator

import pytest

from jaipur.errors import SessionError
from jaipur.session import bot_turns as bot_turns_module
from jaipur.session import table_cache
from jaipur.session import tables as tables_module
from jaipur.session.contract.commands import Act, Ready, Resign
from jaipur.session.options import ClockOption, Options
from jaipur.session.owner import Owner
from jaipur.session.people import Person
from jaipur.session.projection import Viewer

from .hand_loop import run_by_hand
from .harness import NONCE, Harness, run, settle


@pytest.fixture(autouse=True)
def no_collector() -> Iterator[None]:
    """Circles would stay: the collector of a server is told to rest."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def followed(harness: Harness, owner: Owner) -> None:
    """Somebody follows a table for a while."""
    listener = owner.listeners.add(Viewer(0), None, (0,))
    listener.take()
    await harness.act(owner)
    assert await listener.wait(0)
    listener.take()
    listener.leave()


async def refused(harness: Harness, owner: Owner) -> None:
    """Commands that are refused: each error has a traceback, which has frames."""
    for _ in range(3):
        with pytest.raises(SessionError):
            await owner.submit(0, harness.new_id(), 1, Resign())
        with pytest.raises(Exception, match="xyz"):
            await harness.submit(owner, owner.table.waits_for[0], Act("xyz"))


async def kinds(harness: Harness) -> list[Owner]:
    """Tables of all sorts, used in all sorts of ways."""
    owners = [
        await harness.pair(),
        await harness.pair(Options(clock=ClockOption(60))),
        await harness.hot_seat(),
        await harness.against_bot(Options(clock=ClockOption(60))),
        await harness.create(await harness.person()),
    ]
    await settle()
    for owner in owners[:4]:
        await followed(harness, owner)
        await settle()
        await refused(harness, owner)
    return owners


def sweep(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "IDLE_SECONDS", -1.0)
    harness.tables.sweep()


def test_tables_that_leave_memory_are_freed_without_the_collector(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        harness = Harness()
        owners = await kinds(harness)
        for owner in owners[1:4:2]:
            if owner.table.match:
                await harness.submit(owner, 0, Resign())
        await settle()
        harness.bots.tell = None
        alive = [weakref.ref(part) for owner in owners for part in (owner.listeners, owner.clocks)]
        tables = weakref.WeakSet(owners)
        del owners, owner
        sweep(harness, monkeypatch)
        await settle()
        assert harness.tables.counts()["tables_in_memory"] == 0
        assert len(tables) == 0
        assert [part() for part in alive] == [None] * len(alive)

    run(play())


@pytest.mark.parametrize("how", ["broken_before", "broken_after"])
def test_a_table_that_is_lost_to_a_failing_store_is_freed(how: str) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        setattr(harness.disk, how, 1)
        with pytest.raises(Exception, match="on fire"):
            await harness.act(owner)
        left = weakref.ref(owner)
        del owner
        await settle()
        assert left() is None

    run(play())


def test_who_still_holds_a_table_that_left_can_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        before = owner.listeners.update(Viewer(0), None)
        sweep(harness, monkeypatch)
        assert owner.is_gone
        assert owner.listeners.update(Viewer(0), None) == before
        listeners = owner.listeners
        del owner
        assert listeners.update(Viewer(0), None) == before
        assert listeners.add(Viewer(0), None).is_over

    run(play())


# A cap


async def in_memory(harness: Harness) -> set[str]:
    return {owner.table.id for owner in harness.tables._owners.values()}


def test_the_least_recently_used_of_all_tables_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_cache, "MOST", 5)
        harness = Harness()
        tables = [(await harness.hot_seat()).table.id for _ in range(5)]
        await harness.tables.owner(tables[0])
        new = (await harness.hot_seat()).table.id
        assert await in_memory(harness) == {tables[0], *tables[2:], new}
        again = await harness.tables.owner(tables[1])
        assert not again.is_gone
        assert await in_memory(harness) == {tables[0], *tables[3:], new, tables[1]}

    run(play())


def test_who_counts_followers_does_not_use_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_cache, "MOST", 2)
        harness = Harness()
        tables = [(await harness.hot_seat()).table.id for _ in range(2)]
        assert harness.tables.followers_of(tables[0]) == 0
        new = (await harness.hot_seat()).table.id
        assert await in_memory(harness) == {tables[1], new}
        assert harness.tables.followers_of(tables[0]) is None

    run(play())


def test_what_is_in_use_stays_whatever_the_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        followed, busy, thinking = (
            await harness.pair(),
            await harness.pair(),
            await harness.against_bot(),
        )
        monkeypatch.setattr(table_cache, "MOST", 2)
        listener = followed.listeners.add(Viewer(0), None, (0,))
        harness.bots.gate = asyncio.Event()
        while thinking.table.bot_to_act is None:
            await harness.act(thinking)
        harness.disk.is_slow = True
        work = asyncio.ensure_future(harness.act(busy))
        await settle()
        harness.disk.is_slow = False
        for _ in range(10):
            await harness.hot_seat()
            await settle()
        used = (followed, busy, thinking)
        assert [owner.is_gone for owner in used] == [False] * 3
        assert len(harness.tables._owners) <= 4
        harness.disk.release()
        harness.bots.gate.set()
        await work
        listener.leave()
        await settle()
        for _ in range(4):
            await harness.hot_seat()
            await settle()
        assert [owner.is_gone for owner in used] == [True] * 3
        assert len(harness.tables._owners) == 2

    run(play())


def test_one_person_keeps_only_their_last_tables_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_cache, "MOST_OF_ONE", 4)
        harness = Harness()
        other = await harness.pair()
        person = await harness.person()
        mine = [(await harness.create(person, other_name="Ben")).table.id for _ in range(12)]
        assert await in_memory(harness) == {other.table.id, *mine[-4:]}
        for table in mine:
            await harness.tables.owner(table, person)
        assert await in_memory(harness) == {other.table.id, *mine[-4:]}
        listeners = [
            (await harness.tables.owner(table, person)).listeners.add(Viewer(0), None, (0,))
            for table in mine[:6]
        ]
        assert await in_memory(harness) == {other.table.id, *mine[:6]}
        for listener in listeners:
            listener.leave()
        await harness.tables.owner(mine[7], person)
        assert await in_memory(harness) == {other.table.id, *mine[3:6], mine[7]}

    run(play())


async def bots_turns(harness: Harness, tables: int) -> list[str]:
    """Tables of one person at which a bot is to act, which does not answer."""
    harness.bots.gate = asyncio.Event()
    return await bots_turns_of(harness, await harness.person(), tables)


async def bots_turns_of(harness: Harness, person: Person, tables: int) -> list[str]:
    """So many tables of somebody at which a bot is asked."""
    made: list[str] = []
    while len(made) < tables:
        owner = await harness.create(person, bot="greedy")
        await harness.submit(owner, 0, Ready(NONCE))
        if owner.table.bot_to_act is None:
            await harness.act(owner)
        made.append(owner.table.id)
    await settle()
    return made


def test_bots_that_wait_do_not_keep_all_tables_of_one_person_in_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_cache, "MOST_OF_ONE", 6)
        monkeypatch.setattr(bot_turns_module, "MOST_ASKED", 4)
        harness = Harness()
        tables = await bots_turns(harness, 20)
        assert len(harness.bots.asked) == harness.tables.bots_at_work == 4
        assert await in_memory(harness) == {*tables[:4], *tables[-2:]}
        waiting = await harness.tables.owner(tables[-1])
        assert waiting.listeners.now().bot_queue == 5
        gone_on = await harness.tables.owner(tables[-2])
        assert gone_on.listeners.now().bot_queue is not None
        await harness.submit(gone_on, 0, Resign())
        assert gone_on.listeners.now().bot_queue is None
        # Others have their bots.
        gate = harness.bots.gate
        await bots_turns(harness, 1)
        assert len(harness.bots.asked) == 5
        for each in (gate, harness.bots.gate):
            assert each is not None
            each.set()
        harness.bots.gate = None
        await settle(500)
        assert waiting.table.bot_to_act is None
        assert waiting.listeners.now().bot_queue is None
        # And at the next visit the bots of the tables that left.
        left = await harness.tables.owner(tables[6])
        assert left.table.bot_to_act is not None
        await settle()
        assert left.table.bot_to_act is None

    run(play())


def test_a_bot_that_has_to_wait_to_be_asked_does_not_keep_a_table_that_left() -> None:
    async def play() -> None:
        harness = Harness()
        tables = await bots_turns(harness, bot_turns_module.MOST_ASKED + 3)
        left = weakref.ref(await harness.tables.owner(tables[-1]))
        found = left()
        assert found is not None
        assert found.is_at_rest
        harness.tables.unload(found)
        del found
        await settle()
        assert left() is None
        await harness.tables.stop()

    run(play())


def test_strangers_keep_no_more_than_their_part(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(table_cache, "MOST_OF_STRANGERS", 3)
        harness = Harness()
        tables = [(await harness.pair()).table.id for _ in range(6)]
        again = harness.again()
        for table in tables:
            await again.tables.owner(table)
        assert await in_memory(again) == set(tables[-3:])

    run(play())


def test_nothing_grows_with_the_tables_that_came_and_went(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a server lives: people come, play, and go; without the collector."""

    async def play() -> None:
        monkeypatch.setattr(table_cache, "MOST", 10)
        harness = Harness()
        counts = []
        for number in range(60):
            owner = await harness.pair(Options(clock=ClockOption(60)) if number % 2 else None)
            await followed(harness, owner)
            await refused(harness, owner)
            await harness.submit(owner, 0, Resign())
            await settle()
            del owner
            if number in (19, 59):
                kinds = Counter(type(one).__name__ for one in gc.get_objects())
                counts.append({name: kinds[name] for name in COUNTED})
        assert counts[0] == counts[1]
        assert len(harness.tables._owners) == 10
        assert len(harness.tables._owners._by_asker) <= 20

    run_by_hand(play())  # otherwise clocks are saved now and then, by a task that comes and goes


COUNTED = (
    *("Owner", "Listeners", "Listener", "Clocks", "Projection", "CachedTable", "Task"),
    "StoredTable",
)
