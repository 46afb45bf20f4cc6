"""A rematch: at a new table, which is stored together with the agreement."""

from __future__ import annotations

import asyncio

import pytest

from jaipur.errors import Code, SessionError
from jaipur.session.contract.basics import Phase, SeatKind
from jaipur.session.contract.commands import Close, Ready, Rematch, Resign
from jaipur.session.owner import Owner
from jaipur.store.protocol import StoreFull

from .harness import COMMITTED, NONCE, BrokenStore, Harness, run, settle, stored


async def refused(harness: Harness, owner: Owner, seat: int) -> Code:
    with pytest.raises(SessionError) as error:
        await harness.submit(owner, 1 if seat else 0, Rematch(COMMITTED))
    return error.value.code


def assert_rematch_of(old: Owner, new: Owner) -> None:
    """The same people at the same seats, the same options and link to watch, all else new."""
    before, table = old.table, new.table
    assert before.rematch == table.id
    assert table.created.previous == before.id
    assert table.seats == before.seats
    assert table.options == before.options
    assert table.created.watch_key == before.created.watch_key
    for name in ("key", "invitation", "bot_key"):
        assert getattr(table.created, name) != getattr(before.created, name)
    assert table.commitment != before.commitment
    assert (table.version, table.phase) == (1, Phase.WAITING)
    assert (table.rematch, table.rematch_offer) == (None, None)


def test_two_people_offer_and_accept() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        await harness.submit(owner, 0, Resign())
        await harness.submit(owner, 1, Rematch(COMMITTED))
        assert (owner.table.rematch_offer, owner.table.rematch) == (1, None)
        assert await refused(harness, owner, 1) is Code.ALREADY_READY
        await harness.submit(owner, 0, Rematch(COMMITTED))
        new = await harness.tables.owner(owner.table.rematch or "")
        assert_rematch_of(owner, new)
        assert (new.table.waits_for, new.table.reveals) == ((0,), None)
        await harness.submit(new, 0, Ready("ab"))
        assert (new.table.waits_for, new.table.reveals) == ((1,), 1)
        await harness.submit(new, 1, Ready(NONCE))
        assert new.table.phase is Phase.PLAYING
        assert new.table.match is not None
        assert new.table.match.round.starter == new.table.match.round.deal.starter  # R19: by chance
        for seat in (0, 1):
            assert await refused(harness, owner, seat) is Code.NO_REMATCH

    run(play())


def test_against_a_bot_and_on_one_device_it_begins_at_once() -> None:
    async def play() -> None:
        harness = Harness()
        for owner in (await harness.against_bot(), await harness.hot_seat()):
            await harness.submit(owner, 0, Resign())
            await harness.submit(owner, 0, Rematch(COMMITTED))
            new = await harness.tables.owner(owner.table.rematch or "")
            assert_rematch_of(owner, new)
            await harness.submit(new, 0, Ready(NONCE))
            assert new.table.phase is Phase.PLAYING
            assert await refused(harness, owner, 0) is Code.NO_REMATCH

    run(play())


def test_after_a_table_was_closed_there_is_none() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.create(await harness.person())
        await harness.submit(owner, 0, Close())
        assert await refused(harness, owner, 0) is Code.NO_REMATCH
        assert owner.table.version == 2

    run(play())


def test_both_at_once_make_one_table() -> None:
    """One offers, the other one is too late for that version, and accepts with the next."""

    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        await harness.submit(owner, 0, Resign())
        version = owner.table.version
        both = [owner.submit(seat, f"again-{seat}", version, Rematch(COMMITTED)) for seat in (0, 1)]
        first, second = await asyncio.gather(*both, return_exceptions=True)
        assert first == version + 1
        assert isinstance(second, SessionError)
        assert second.code is Code.STALE_VERSION
        await harness.submit(owner, 1, Rematch(COMMITTED))
        assert len(harness.store.tables("waiting")) == 1

    run(play())


def test_a_rematch_said_twice_is_one_table() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.against_bot()
        await harness.submit(owner, 0, Resign())
        version = owner.table.version
        twice = [owner.submit(0, "again-00", version, Rematch(COMMITTED)) for _ in range(2)]
        assert await asyncio.gather(*twice) == [version + 1, version + 1]
        assert len(harness.store.tables("waiting")) == 1
        again = await harness.again().tables.owner(owner.table.id)
        assert await again.submit(0, "again-00", version, Rematch(COMMITTED)) == version + 1
        assert len(harness.store.tables("waiting")) == 1

    run(play())


@pytest.mark.parametrize("failure", ["full", "broken_before", "broken_after"])
def test_the_new_table_and_the_word_are_kept_together_or_not_at_all(failure: str) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.against_bot()
        await harness.submit(owner, 0, Resign())
        version, before = owner.table.version, stored(harness, owner.table.id)
        setattr(harness.disk, failure, 1)
        with pytest.raises(StoreFull if failure == "full" else BrokenStore):
            await owner.submit(0, "again-00", version, Rematch(COMMITTED))
        kept = failure == "broken_after"
        assert len(harness.store.tables("waiting")) == kept
        assert len(stored(harness, owner.table.id)) == len(before) + kept
        owner = await harness.tables.owner(owner.table.id)
        assert await owner.submit(0, "again-00", version, Rematch(COMMITTED)) == version + 1
        assert len(harness.store.tables("waiting")) == 1
        assert_rematch_of(owner, await harness.tables.owner(owner.table.rematch or ""))

    run(play())


def test_the_list_of_both_people_has_the_new_table() -> None:
    async def play() -> None:
        harness = Harness()
        ana, ben = await harness.person(), await harness.person()
        owner = await harness.create(ana)
        await harness.join(owner, ben)
        await harness.submit(owner, 0, Ready(NONCE))
        await harness.submit(owner, 0, Resign())
        await harness.submit(owner, 0, Rematch(COMMITTED))
        await harness.submit(owner, 1, Rematch(COMMITTED))
        for seat, person in enumerate((ana, ben)):
            listed = (await harness.tables.tables_of(person)).tables
            assert [one.table for one in listed] == [owner.table.rematch, owner.table.id]
            assert listed[0].waits_for_me == (seat == 1)  # who offered it reveals afterwards
            assert listed[0].my_seats == (seat,)

    run(play())


def test_a_rematch_of_a_rematch_goes_on_like_any_other() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.against_bot()
        watch_key = owner.table.created.watch_key
        for _ in range(3):
            await settle()
            await harness.submit(owner, 0, Resign())
            await harness.submit(owner, 0, Rematch(COMMITTED))
            owner = await harness.tables.owner(owner.table.rematch or "")
            assert owner.table.seats[1].kind is SeatKind.BOT
            assert owner.table.created.watch_key == watch_key
            await harness.submit(owner, 0, Ready(NONCE))
        await harness.tables.stop()

    run(play())
