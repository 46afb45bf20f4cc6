"""Programs remember everything, but only at a seat that a program took, and only for a program."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from jaipur import Seat
from jaipur.session.contract.commands import Ready, Rematch, Resign
from jaipur.session.facts import Created, Joined, read_fact, write_fact
from jaipur.session.options import MemoryAid, Options
from jaipur.session.owner import Owner
from jaipur.session.people import Person
from jaipur.session.projection import Viewer, aid_for
from jaipur.session.table import Table

from .harness import NONCE, Harness, run

OFF = Options(memory_aid=MemoryAid.OFF)


async def aid(
    harness: Harness, owner: Owner, person: Person, seat: Seat | None = None
) -> MemoryAid:
    """The memory aid somebody gets at a table."""
    return aid_for(owner.table, await harness.tables.viewer(owner, person, seat))


async def moved(harness: Harness, giver: Person, taker: Person, *, keep: bool = True) -> Person:
    """The taker, once they have the seats of the giver too."""
    secret = await harness.tables.people.offer_move(giver, keep=keep)
    await harness.tables.people.claim_move(taker, secret)
    return replace(taker, players=taker.players | giver.players)


def test_a_program_that_took_a_seat_gets_everything_and_the_person_opposite_does_not() -> None:
    async def play() -> None:
        harness = Harness()
        program, person = await harness.person(is_program=True), await harness.person()
        for first, second in ((program, person), (person, program)):
            owner = await harness.create(first, options=OFF)
            await harness.join(owner, second)
            await harness.submit(owner, 0, Ready(NONCE))
            again = await harness.again().tables.owner(owner.table.id)
            for table in (owner, again):
                assert await aid(harness, table, program) is MemoryAid.FULL
                assert await aid(harness, table, person) is MemoryAid.OFF

    run(play())


def test_the_seat_of_a_person_keeps_the_memory_aid_of_the_table_for_a_program_too() -> None:
    async def play() -> None:
        harness = Harness()
        person, program = await harness.person(), await harness.person(is_program=True)
        owner = await harness.create(person, options=OFF)
        await harness.join(owner, await harness.person())
        await harness.submit(owner, 0, Ready(NONCE))
        program = await moved(harness, person, program)
        viewer = await harness.tables.viewer(owner, program, None)
        assert viewer == Viewer(0)
        shown = json.loads(owner.listeners.encoded(viewer, None).data)["state"]["round"]
        assert (shown["view"], shown["discard"], shown["deck"]) == (None, None, None)

    run(play())


def test_a_person_who_opens_the_seat_of_a_program_sees_what_people_see() -> None:
    async def play() -> None:
        harness = Harness()
        program, person = await harness.person(is_program=True), await harness.person()
        owner = await harness.create(program, options=OFF)
        person = await moved(harness, program, person)
        assert await aid(harness, owner, person) is MemoryAid.OFF
        assert await aid(harness, owner, program) is MemoryAid.FULL

    run(play())


@pytest.mark.parametrize("is_hot_seat", [False, True])
def test_a_program_that_watches_remembers_no_more_than_the_table_allows(is_hot_seat: bool) -> None:
    """A player could otherwise let a program watch what they may not see."""

    async def play() -> None:
        harness = Harness()
        program = await harness.person(is_program=True)
        if is_hot_seat:
            owner = await harness.create(program, other_name="Ben", options=OFF)
            assert await aid(harness, owner, program, 1) is MemoryAid.FULL
        else:
            owner = await harness.create(await harness.person(), options=OFF)
            await harness.tables.watch(owner, program)
        assert await aid(harness, owner, program) is MemoryAid.OFF

    run(play())


def test_a_rematch_is_played_by_the_same_program() -> None:
    async def play() -> None:
        harness = Harness()
        program = await harness.person(is_program=True)
        owner = await harness.create(program, bot="greedy", options=OFF)
        await harness.submit(owner, 0, Ready(NONCE))
        await harness.submit(owner, 0, Resign())
        await harness.submit(owner, 0, Rematch())
        new = await harness.tables.owner(owner.table.rematch or "")
        assert await aid(harness, new, program) is MemoryAid.FULL

    run(play())


def test_the_same_command_of_a_program_gives_the_same_table() -> None:
    async def play() -> None:
        harness = Harness()
        program = await harness.person(is_program=True)
        owner = await harness.create(program, bot="greedy")
        harness._ids -= 1
        assert await harness.create(program, bot="greedy") is owner

    run(play())


def test_what_was_stored_before_seats_knew_it_is_a_person() -> None:
    async def play() -> None:
        harness = Harness()
        program = await harness.person(is_program=True)
        owner = await harness.create(program)
        await harness.join(owner, await harness.person(is_program=True))
        created, joined = (read_fact(e.body) for e in harness.store.events(owner.table.id))
        assert isinstance(created, Created)
        data = json.loads(write_fact(created))
        assert data["seats"][0].pop("is_program") is True
        assert data["seats"][1].pop("is_program") is False
        old = read_fact(json.dumps(data))
        assert isinstance(old, Created)
        table = Table.create(owner.table.id, old)
        data = json.loads(write_fact(joined))
        assert data.pop("is_program") is True
        table = table.after(read_fact(json.dumps(data)))
        assert [holder.is_program for holder in table.seats] == [False, False]
        assert [holder.is_program for holder in owner.table.seats] == [True, True]
        assert isinstance(joined, Joined)

    run(play())
