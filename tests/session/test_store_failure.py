"""A failing store: the player gets an error, nobody sees the action, and it works again later."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace

import pytest

from jaipur.errors import Code, SessionError
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Join, Ready, Resign
from jaipur.session.options import ClockOption, Options
from jaipur.session.people import Person
from jaipur.session.projection import Viewer
from jaipur.session.table_request import TableRequest
from jaipur.store.protocol import StoreError, StoreFull

from .hand_loop import run_by_hand
from .harness import COMMITTED, NONCE, BrokenStore, Harness, any_act, run, stored


def test_no_room_tells_the_mover_and_nobody_else() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        listeners = [owner.listeners.add(Viewer(seat), None, ()) for seat in (0, 1, None)]
        for listener in listeners:
            listener.take()
        seat, act, before = owner.table.waits_for[0], any_act(owner.table), owner.table
        harness.disk.full = 2
        for _ in range(2):
            with pytest.raises(StoreFull):
                await owner.submit(seat, "no-room-1", 3, act)
            assert owner.table is before
            assert len(owner.events) == 3
            assert not owner.is_gone
            for listener in listeners:
                assert not await listener.wait(0)
        assert await owner.submit(seat, "no-room-1", 3, act) == 4
        for listener in listeners:
            update = listener.take()
            assert (update.kind, update.version) == ("update", 4)
            assert [e["version"] for e in json.loads(update.data)["events"]] == [4]

    run_by_hand(play())  # otherwise they are told after a while how many watch


def test_no_room_leaves_what_waits_behind_it_its_chance() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        seat = owner.table.waits_for[0]
        harness.disk.full = 1
        works = [owner.submit(seat, f"queue-{n:03}", 3, any_act(owner.table)) for n in range(3)]
        first, second, third = await asyncio.gather(*works, return_exceptions=True)
        assert isinstance(first, StoreFull)
        assert second == 4
        assert isinstance(third, SessionError)

    run(play())


@pytest.mark.parametrize("is_kept", [False, True])
def test_an_unknown_failure_has_the_table_read_again(is_kept: bool) -> None:
    """Whether it was kept or not, the store knows; memory is not believed."""

    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        listener = owner.listeners.add(Viewer(0), None, (0,))
        listener.take()
        seat, act = owner.table.waits_for[0], any_act(owner.table)
        setattr(harness.disk, "broken_after" if is_kept else "broken_before", 1)
        works = [owner.submit(seat, name, 3, act) for name in ("broken-1", "behind-1")]
        first, second = await asyncio.gather(*works, return_exceptions=True)
        assert isinstance(first, BrokenStore)
        assert isinstance(second, SessionError)
        assert second.code is Code.NOT_STORED
        assert owner.is_gone
        assert listener.is_over
        assert len(owner.events) == 3
        new = await harness.tables.owner(owner.table.id)
        assert new is not owner
        assert new.table.version == 3 + is_kept
        assert await new.submit(seat, "broken-1", 3, act) == 4
        assert len(stored(harness, owner.table.id)) == 4
        update = json.loads(new.listeners.add(Viewer(0), 3, (0,)).take().data)
        assert [event["version"] for event in update["events"]] == [4]

    run(play())


STEPS = ("create", "join", "ready", "resign")


async def do_step(harness: Harness, table_id: str, step: str, ana: Person, ben: Person) -> str:
    """One step of a short match, with the same command each time; returns the table."""
    if step == "create":
        return (
            await harness.tables.create(
                ana, "create-1", TableRequest("Ana", nonce_commitment=COMMITTED)
            )
        ).table.id
    owner = await harness.tables.owner(table_id)
    if step == "join":
        invitation = owner.table.created.invitation
        join = Join(id="join-001", invitation=invitation, name="Ben", nonce=NONCE)
        await harness.tables.join(owner, ben, join)
    elif step == "ready":
        await owner.submit(0, "ready-01", 2, Ready(NONCE))
    else:
        await owner.submit(1, "resign-1", 3, Resign())
    return table_id


@pytest.mark.parametrize("failure", ["full", "broken_before", "broken_after"])
@pytest.mark.parametrize("failing", STEPS)
def test_every_step_can_be_asked_for_again(failure: str, failing: str) -> None:
    async def play() -> None:
        harness = Harness()
        ana, ben = await harness.person(), await harness.person()
        table_id = ""
        for step in STEPS:
            if step == failing:
                setattr(harness.disk, failure, 1)
                with pytest.raises(StoreError):
                    await do_step(harness, table_id, step, ana, ben)
            table_id = await do_step(harness, table_id, step, ana, ben)
        owner = await harness.tables.owner(table_id)
        assert (owner.table.phase, owner.table.version) == (Phase.OVER, 4)
        assert len(stored(harness, table_id)) == 4
        assert len(harness.store.tables("over")) == 1

    run(play())


def test_two_houses_over_one_store_never_overwrite_each_other() -> None:
    """It should not be, but if it is, the second writer is refused and reads again."""

    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        other = harness.again()
        twin = await other.tables.owner(owner.table.id)
        await harness.act(owner)
        with pytest.raises(StoreError):
            await other.act(twin, random.Random(8))
        assert twin.is_gone
        assert (await other.tables.owner(owner.table.id)).table == owner.table

    run(play())


NONSENSE = (
    "", "{}", "[]", "null", "7", '"acted"', '{"kind":"acted"}', '{"kind":"elephant"}',
    '{"kind":[]}', '{"kind":"acted","seat":0,"action":7,"places":[]}',
    '{"kind":"acted","seat":0,"action":"+D","places":null}',
    '{"kind":"acted","seat":9,"action":"-DDDDDD","places":[]}',
    '{"kind":"acted","seat":0,"action":"+Z","places":[0]}', '{"kind":"resigned","seat":"0"}',
    '{"kind":"readied","seats":[0],"nonce":"zz"}', '{"kind":"wanted_next","seats":7}',
)  # fmt: skip


def test_a_table_that_cannot_be_read_stops_no_other() -> None:
    async def play() -> None:
        harness = Harness()
        owner, fine = await harness.pair(), await harness.pair()
        await harness.act(owner)
        events = harness.disk._tables[owner.table.id].events
        again = harness.again()
        for body in (*NONSENSE, events[0].body):
            events[3] = replace(events[3], body=body)
            with pytest.raises(SessionError) as refused:
                await again.tables.owner(owner.table.id)
            assert refused.value.code is Code.DAMAGED_TABLE
            await again.act(await again.tables.owner(fine.table.id))

    run(play())


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('"memory_aid":"counts"', '"memory_aid":"some"'),
        ('"clock":{"bank":600', '"clock":{"bank":6'),
        ('"kind":"open"', '"kind":"closed"'),
        ('"kind":"created"', '"kind":"resigned","seat":0'),
        ('"key":', '"lock":'),
        ("{", ""),
    ],
)
def test_who_shows_a_secret_to_a_table_that_cannot_be_read_is_told_so(
    right: str, wrong: str
) -> None:
    """Whatever of its creation is damaged, and though it may be read as something else."""

    async def play() -> None:
        harness = Harness()
        options = Options(clock=ClockOption(600, 5))
        owner = await harness.create(await harness.person(), options=options)
        keys, asker = owner.table.created, await harness.person()
        events = harness.disk._tables[owner.table.id].events
        assert right in events[0].body
        events[0] = replace(events[0], body=events[0].body.replace(right, wrong))
        again = harness.again().tables
        for secret in (
            lambda created: again.require_invitation(created, keys.invitation),
            lambda created: again.require_watch_key(created, keys.watch_key),
        ):
            with pytest.raises(SessionError) as refused:
                await again.owner(owner.table.id, asker, secret=secret)
            assert refused.value.code is Code.DAMAGED_TABLE

    run(play())
