"""Clocks of unloaded tables: they run on, and take no memory."""

from __future__ import annotations

import asyncio
import gc
import threading
import weakref
from collections.abc import Sequence
from concurrent.futures import Future

import pytest

from jaipur.session import running_clocks
from jaipur.session import tables as tables_module
from jaipur.session.facts import RanOut, read_fact
from jaipur.session.options import LONGEST_BANK, ClockOption, Options
from jaipur.session.owner import StoredTable
from jaipur.session.running_clocks import NOTE_SECONDS
from jaipur.store.protocol import StoreFull
from jaipur.store.values import ClockNote

from ..patience import PATIENCE
from .hand_loop import pass_time, run_by_hand
from .harness import Harness, UnsureStore, failed
from .test_clocks import BANK, CLOCK, clocks, rung


def test_running_clocks_are_noted_in_parts_and_those_of_a_table_that_rests_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        harness = Harness()
        owners = [await harness.pair(Options(clock=ClockOption(600))) for _ in range(5)]
        looked_at = {owner.table.id for owner in owners[:3]}
        for owner in owners[3:]:
            harness.tables.unload(owner)
        written: list[set[str]] = []
        keep = harness.store.note_clocks

        def note_clocks(notes: Sequence[ClockNote], ran: float) -> Future[None]:
            written.append({note.table for note in notes})
            return keep(notes, ran)

        monkeypatch.setattr(running_clocks, "AT_ONCE", 2)
        monkeypatch.setattr(harness.tables._clocks, "_write_notes", note_clocks)
        await pass_time(NOTE_SECONDS)
        assert [len(part) for part in written] == [2, 2, 1]
        written.clear()
        for _ in range(30):
            await pass_time(NOTE_SECONDS)
        assert [len(part) for part in written] == [2, 1] * 30
        assert set().union(*written) == looked_at

    run_by_hand(play())


def test_of_a_table_that_rests_nothing_stays_in_memory() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.hot_seat(Options(clock=ClockOption(LONGEST_BANK)))
        clocks = weakref.ref(owner.clocks)
        harness.tables.unload(owner)
        del owner
        await pass_time(NOTE_SECONDS)
        gc.collect()
        assert clocks() is None
        assert len(harness.tables._clocks) == 0

    run_by_hand(play())


def test_a_killed_server_gives_back_as_little_at_a_table_that_rests() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat, table = owner.table.waits_for[0], owner.table.id
        await pass_time(1)
        harness.tables.unload(owner)
        await pass_time(9 * NOTE_SECONDS + 2, steps=47)
        again = await harness.again().tables.owner(table)
        assert clocks(again)[seat] == 60_000 - 1000 * (1 + 9 * NOTE_SECONDS - 1)
        assert clocks(again)[1 - seat] == 60_000

    run_by_hand(play())


def test_after_a_restart_time_runs_out_at_tables_that_nobody_opened() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat, table = owner.table.waits_for[0], owner.table.id
        harness.tables.unload(owner)
        await pass_time(20)
        await harness.tables.stop()
        await pass_time(1000)  # clocks stand still while no server runs
        harness = harness.again()
        keeping = asyncio.ensure_future(harness.tables.run_maintenance())
        await rung(harness)
        await pass_time(39.9)
        assert len(harness.store.events(table)) == owner.table.version
        await pass_time(0.2)
        await rung(harness)
        await pass_time(0.1)
        assert read_fact(harness.store.events(table)[-1].body) == RanOut(seat)
        keeping.cancel()

    run_by_hand(play())


def test_tables_whose_time_is_up_at_once_are_read_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def play() -> None:
        monkeypatch.setattr(running_clocks, "AT_ONCE", 2)
        harness = Harness()
        owners = [await harness.pair(CLOCK) for _ in range(5)]
        later = await harness.pair(Options(clock=ClockOption(100)))
        for owner in (*owners, later):
            harness.tables.unload(owner)
        loading, at_once = harness.tables._loading, list[int]()
        read = loading._read

        def noted(table_id: str) -> StoredTable:
            at_once.append(len(loading))
            return read(table_id)

        monkeypatch.setattr(loading, "_read", noted)
        await pass_time(NOTE_SECONDS)
        await pass_time(BANK)
        await rung(harness)
        await pass_time(0.1)
        assert at_once == [1] * 5
        for owner in owners:
            assert isinstance(read_fact(harness.store.events(owner.table.id)[-1].body), RanOut)
        assert harness.tables.counts()["tables_in_memory"] == 5
        await pass_time(100 - BANK)
        await rung(harness)
        await pass_time(0.1)
        assert isinstance(read_fact(harness.store.events(later.table.id)[-1].body), RanOut)

    run_by_hand(play())


def test_a_table_that_comes_back_before_it_was_noted_goes_on_where_it_was() -> None:
    async def play() -> None:
        harness = Harness(store := SlowNotes())
        owner = await harness.pair(CLOCK)
        seat, table = owner.table.waits_for[0], owner.table.id
        await pass_time(NOTE_SECONDS)
        await pass_time(4)
        harness.tables.unload(owner)
        store.is_slow = True
        reading = asyncio.ensure_future(harness.tables.owner(table))
        await until_waited_for(store)  # it is read with the note of four seconds ago
        await pass_time(1)  # and noted before it is taken in
        store.go_on.set()
        owner = await reading
        assert clocks(owner)[seat] == 50_000

    run_by_hand(play())


def test_clocks_that_cannot_be_noted_go_on_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat, table = owner.table.waits_for[0], owner.table.id
        monkeypatch.setattr(harness.tables._clocks, "_write_notes", lambda *_: failed(StoreFull()))
        harness.tables.unload(owner)
        await pass_time(20, steps=4)
        owner = await harness.tables.owner(table)
        assert clocks(owner)[seat] == 40_000
        harness.tables.unload(owner)
        await pass_time(40)
        await rung(harness)
        await pass_time(0.1)
        assert read_fact(harness.store.events(table)[-1].body) == RanOut(seat)

    run_by_hand(play())


class SlowNotes(UnsureStore):
    """A store that takes its time after it has read the note of a table."""

    def __init__(self) -> None:
        super().__init__()
        self.is_slow = False
        self.has_read = threading.Event()
        self.go_on = threading.Event()

    def age(self, table: str) -> float:
        if self.is_slow:
            self.has_read.set()
            self.go_on.wait(PATIENCE)
        return super().age(table)


async def until_waited_for(store: SlowNotes) -> None:
    while not store.has_read.is_set():
        await asyncio.sleep(0)


def test_clocks_go_on_while_their_table_is_not_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat = owner.table.waits_for[0]
        await pass_time(10)
        monkeypatch.setattr(tables_module, "IDLE_SECONDS", -1.0)
        harness.tables.sweep()
        assert owner.is_gone
        await pass_time(20)
        owner = await harness.tables.owner(owner.table.id)
        assert clocks(owner)[seat] == 30_000
        harness.tables.sweep()
        await pass_time(10)
        await harness.tables.stop()
        owner = await harness.again().tables.owner(owner.table.id)
        assert clocks(owner)[seat] == 20_000

    run_by_hand(play())


def test_time_runs_out_at_a_table_that_is_not_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        seat, table = owner.table.waits_for[0], owner.table.id
        monkeypatch.setattr(tables_module, "IDLE_SECONDS", -1.0)
        harness.tables.sweep()
        await pass_time(59.9)
        assert harness.tables.counts()["tables_in_memory"] == 0
        with monkeypatch.context() as patch:
            patch.setattr(harness.store, "row", out_of_order)
            await pass_time(0.2)  # it rings, and the store cannot be read
            await rung(harness)
        await pass_time(NOTE_SECONDS)
        await rung(harness)
        await pass_time(0.2)
        assert read_fact(harness.store.events(table)[-1].body) == RanOut(seat)
        harness.tables.sweep()
        await pass_time(100)
        assert len(harness.tables._clocks) == 0

    run_by_hand(play())


def test_the_clock_of_a_table_that_was_deleted_rings_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair(CLOCK)
        monkeypatch.setattr(tables_module, "IDLE_SECONDS", -1.0)
        harness.tables.sweep()
        harness.store.delete(owner.table.id).result()
        await pass_time(61)
        await rung(harness)
        await pass_time(NOTE_SECONDS)
        assert len(harness.tables._clocks) == 0

    run_by_hand(play())


def out_of_order(table: str) -> None:
    raise StoreFull
