"""Unloading and loading tables: by a sweep, a stop or a restart, and nothing is lost."""

from __future__ import annotations

import asyncio
import random

import pytest

from jaipur.errors import Code, SessionError
from jaipur.session import tables as tables_module
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Resign
from jaipur.session.contract.events import ReadiedEvent
from jaipur.session.owner import Owner
from jaipur.session.projection import Viewer

from .harness import NONCE, Harness, any_act, phase_of, picture, run, settle, stored


def sweep_all(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables_module, "IDLE_SECONDS", -1.0)
    harness.tables.sweep()


def test_a_sweep_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        chance = random.Random(3)
        while phase_of(owner) is not Phase.OVER:
            await harness.go_on(owner, chance)
            if chance.random() < 0.2:
                sweep_all(harness, monkeypatch)
                assert harness.tables.counts()["tables_in_memory"] == 0
                old, owner = owner, await harness.tables.owner(owner.table.id)
                assert owner is not old
                assert picture(harness, owner) == picture(harness, old)
                with pytest.raises(SessionError) as refused:
                    await old.submit(0, "too-late1", old.table.version, Resign())
                assert refused.value.code is Code.STOPPING

    run(play())


def gone(*owners: Owner) -> list[bool]:
    return [owner.is_gone for owner in owners]


def test_a_sweep_leaves_alone_what_is_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        harness = Harness()
        listened, busy, idle = [await harness.pair() for _ in range(3)]
        listener = listened.listeners.add(Viewer(0), None, (0,))
        harness.disk.is_slow = True
        work = asyncio.ensure_future(harness.act(busy))
        await settle()
        sweep_all(harness, monkeypatch)
        harness.disk.release()
        await work
        assert gone(listened, busy, idle) == [False, False, True]
        listener.leave()
        sweep_all(harness, monkeypatch)
        assert gone(listened, busy, idle) == [True, True, True]

    run(play())


def test_only_what_was_idle_for_long_is_swept() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        harness.tables.sweep()
        assert not owner.is_gone

    run(play())


def test_many_who_come_at_once_get_one_owner() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        again = harness.again()
        owners = await asyncio.gather(*(again.tables.owner(owner.table.id) for _ in range(20)))
        assert len(set(map(id, owners))) == 1
        assert again.tables.counts()["tables_in_memory"] == 1

    run(play())


def test_who_hangs_up_while_a_table_is_read_does_not_stop_it_for_others() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        again = harness.again()
        gone = asyncio.ensure_future(again.tables.owner(owner.table.id))
        stays = asyncio.ensure_future(again.tables.owner(owner.table.id))
        await asyncio.sleep(0)
        gone.cancel()
        assert (await stays).table == owner.table

    run(play())


# The end


def test_stopping_finishes_what_was_begun_and_refuses_the_rest() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        listener = owner.listeners.add(Viewer(0), None, (0,))
        listener.take()
        harness.disk.is_slow = True
        seat, act = owner.table.waits_for[0], any_act(owner.table)
        work = asyncio.ensure_future(owner.submit(seat, "begun-01", 3, act))
        await settle()
        stop = asyncio.ensure_future(harness.tables.stop())
        await settle()
        assert not stop.done()
        harness.disk.release()
        await stop
        assert await work == 4
        assert listener.is_over
        assert await listener.wait(60)
        assert harness.bots.is_stopped
        for refusing in (
            owner.submit(1 - seat, "late-001", 4, Resign()),  # type: ignore[arg-type]
            harness.tables.owner(owner.table.id),
            harness.create(await harness.person()),
        ):
            with pytest.raises(SessionError) as refused:
                await refusing
            assert refused.value.code is Code.STOPPING
        # What was done is still said to who asks again.
        assert await owner.submit(seat, "begun-01", 3, act) == 4
        assert len(stored(harness, owner.table.id)) == 4

    run(play())


def test_a_restart_gives_the_same_table_and_the_same_words() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.against_bot()
        chance = random.Random(2)
        for _ in range(25):
            await settle()
            if phase_of(owner) is Phase.PLAYING and owner.table.waits_for == (0,):
                await harness.act(owner, chance)
        await settle()
        await harness.tables.stop()
        again = await harness.again().tables.owner(owner.table.id)
        assert again.table == owner.table
        assert again.events == owner.events
        readied = again.events[1]
        assert isinstance(readied, ReadiedEvent)
        assert readied.nonce == NONCE

    run(play())
