"""Loading tables: nobody waits for another, and only people who may see a table load it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from jaipur.errors import Code, SessionError
from jaipur.session import fair_turns, loading
from jaipur.session.people import NOBODY, Person
from jaipur.store.memory import MemoryStore
from jaipur.store.values import StoredEvent

from ..patience import PATIENCE
from .harness import Harness, SlowRow, run, settle


class Slow(MemoryStore):
    """A store that reads no table before it is let go, and counts what it read."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []
        self.slow: set[str] = set()
        self.go_on = threading.Event()

    def events(self, table: str) -> list[StoredEvent]:
        self.read.append(table)
        if table in self.slow:
            self.go_on.wait(PATIENCE)
        return super().events(table)


async def until(so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.001)


def wanted(harness: Harness, person: Person) -> int:
    """How many turns to have a table read somebody has, or waits for."""
    turn = harness.tables._loading._turns._turns.get(person.queue_name)
    return turn.wanted if turn else 0


async def with_tables(number: int) -> tuple[Slow, Harness, Person, list[str]]:
    """A server after a restart, and a person with tables there."""
    harness = Harness(store := Slow())
    person = await harness.person()
    tables = [(await harness.create(person)).table.id for _ in range(number)]
    return store, harness.again(), person, tables


def test_nobody_waits_for_their_own_table_in_the_queue_of_who_asked_first() -> None:
    async def play() -> None:
        store, harness, mallory, tables = await with_tables(2)
        ben = await harness.person()
        shared = await harness.create(mallory)
        await harness.join(shared, ben)
        harness = harness.again()
        store.slow = {tables[0]}
        hers = [
            asyncio.ensure_future(harness.tables.owner(table, mallory))
            for table in (tables[0], shared.table.id)
        ]
        await until(lambda: store.read)
        try:
            async with asyncio.timeout(PATIENCE / 2):
                his = await harness.tables.owner(shared.table.id, ben)
            assert not hers[0].done()
        finally:
            store.go_on.set()
        assert await hers[1] is his
        await hers[0]

    run(play())


def test_no_table_is_read_for_who_may_not_see_it() -> None:
    async def play() -> None:
        store, harness, _, (table,) = await with_tables(1)
        for stranger in (await harness.person(), NOBODY):
            with pytest.raises(SessionError) as refused:
                await harness.tables.owner(table, stranger)
            assert refused.value.code is Code.UNKNOWN_TABLE
        assert store.read == []
        watcher, guest = await harness.person(), await harness.person()
        store.allow_watching(table, watcher.player).result()
        assert (await harness.tables.owner(table, watcher)).table.id == table
        harness = harness.again()
        found = await harness.tables.owner(table, guest, secret=lambda _: None)
        assert found.table.id == table

    run(play())


def test_who_hangs_up_has_nothing_read_any_more() -> None:
    async def play() -> None:
        store, harness, mallory, tables = await with_tables(4)
        store.slow = set(tables)
        asked = [asyncio.ensure_future(harness.tables.owner(tables[0], mallory))]
        await until(lambda: store.read)  # whoever asks next may overtake it before
        asked += [
            asyncio.ensure_future(harness.tables.owner(table, mallory)) for table in tables[1:]
        ]
        await until(lambda: wanted(harness, mallory) == 4)
        for one in asked:
            one.cancel()
        await asyncio.wait(asked)
        # What is being read is read to its end, and counts as her turn until then.
        again = asyncio.ensure_future(harness.tables.owner(tables[3], mallory))
        await until(lambda: wanted(harness, mallory) == 2)
        assert store.read == tables[:1]
        store.go_on.set()
        await again
        assert store.read == [tables[0], tables[3]]

    run(play())


def test_only_so_many_tables_are_waited_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        monkeypatch.setattr(fair_turns, "MOST_WANTED", 3)
        store, harness, mallory, tables = await with_tables(5)
        store.slow = set(tables)
        asked = [
            asyncio.ensure_future(harness.tables.owner(table, mallory)) for table in tables[:3]
        ]
        await until(lambda: store.read and wanted(harness, mallory) == 3)
        asked += [
            asyncio.ensure_future(harness.tables.owner(table, mallory)) for table in tables[3:]
        ]
        await until(lambda: asked[3].done() and asked[4].done())
        refused = [one.exception() for one in asked if one.done()]
        assert [getattr(one, "code", None) for one in refused] == [Code.TOO_MUCH_AT_ONCE] * 2
        store.go_on.set()
        await asyncio.gather(*asked[:3])

    run(play())


def test_a_table_that_two_want_at_once_is_read_once() -> None:
    async def play() -> None:
        store, harness, ana, (table,) = await with_tables(1)
        store.slow = {table}
        both = [asyncio.ensure_future(harness.tables.owner(table, ana)) for _ in range(2)]
        await until(lambda: store.read)
        await settle()
        store.go_on.set()
        first, second = await asyncio.gather(*both)
        assert first is second
        assert store.read == [table]

    run(play())


def test_who_waits_for_a_table_while_the_server_stops_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        monkeypatch.setattr(loading, "LOADERS", 1)
        store, harness, ana, tables = await with_tables(3)
        bob = await harness.person()
        his = (await harness.create(bob)).table.id
        harness = harness.again()
        store.slow = {*tables, his}
        read, waiting, other = (
            asyncio.ensure_future(harness.tables.owner(table, person))
            for table, person in ((tables[0], ana), (tables[1], ana), (his, bob))
        )
        await until(lambda: store.read)
        await settle()
        await harness.tables.stop()
        store.go_on.set()
        outcomes = await asyncio.gather(read, waiting, other, return_exceptions=True)
        assert [getattr(one, "code", one) for one in outcomes] == [Code.STOPPING] * 3
        assert harness.tables.counts()["tables_in_memory"] == 0

    run(play())


def test_what_was_asked_when_the_server_stops_is_still_answered() -> None:
    async def play() -> None:
        harness = Harness(store := SlowRow())
        owner = await harness.create(ana := await harness.person())
        asking = asyncio.ensure_future(harness.tables.replay_viewer(owner.table.id, ana, "en"))
        await asyncio.to_thread(store.asked.wait, PATIENCE)
        await harness.tables.stop()
        store.go_on.set()
        assert await asking is None  # there is nothing to replay
        assert await harness.tables.people.identify("nobody knows this") is NOBODY

    with pytest.raises(SessionError) as refused:
        run(play())
    assert refused.value.code is Code.STOPPING  # the threads are gone
