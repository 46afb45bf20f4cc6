"""Access to a table: by an invitation, once; by a watch link; and as the right viewer."""

from __future__ import annotations

import asyncio

import pytest

from jaipur.errors import Code, SessionError
from jaipur.session.contract.basics import Phase, SeatKind
from jaipur.session.contract.commands import Close, Join, Ready
from jaipur.session.options import Options
from jaipur.session.people import NOBODY, Person
from jaipur.session.projection import Viewer
from jaipur.session.table_request import TableRequest

from .harness import COMMITTED, NONCE, Harness, run, stored


def join_as(name: str, invitation: str, command_id: str = "join-0001") -> Join:
    return Join(id=command_id, invitation=invitation, name=name, nonce=NONCE)


def code_of(error: object) -> Code:
    assert isinstance(error, SessionError), error
    return error.code


def test_who_is_quicker_keeps_the_seat() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.create(await harness.person())
        people = [await harness.person() for _ in range(20)]
        harness.disk.is_slow = True
        races = [asyncio.ensure_future(harness.join(owner, person)) for person in people]
        while not harness.disk.held:
            await asyncio.sleep(0)
        harness.disk.is_slow = False
        harness.disk.release()
        outcomes = await asyncio.gather(*races, return_exceptions=True)
        assert outcomes[0] == 2
        assert {code_of(outcome) for outcome in outcomes[1:]} == {Code.SEAT_TAKEN}
        assert owner.table.seats[1].player == people[0].player
        assert owner.table.version == 2
        assert len(stored(harness, owner.table.id)) == 2

    run(play())


def test_joining_again_is_answered_as_the_first_time() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.create(await harness.person())
        ben = await harness.person()
        join = join_as("Ben", owner.table.created.invitation)
        first = await harness.tables.join(owner, ben, join)
        await harness.submit(owner, 0, Ready(NONCE))
        await harness.play_round(owner)
        assert await harness.tables.join(owner, ben, join) == first
        again = harness.again()
        owner = await again.tables.owner(owner.table.id)
        assert await again.tables.join(owner, ben, join) == first
        other = join_as("Benjamin", join.invitation)
        with pytest.raises(SessionError) as refused:
            await again.tables.join(owner, ben, other)
        assert refused.value.code is Code.COMMAND_REUSED
        with pytest.raises(SessionError) as refused:
            await again.tables.join(owner, ben, join_as("Ben", join.invitation, "join-0002"))
        assert refused.value.code is Code.OWN_INVITATION

    run(play())


def test_two_people_may_use_the_same_command_id() -> None:
    async def play() -> None:
        harness = Harness()
        ana, ben = await harness.person(), await harness.person()
        owner = await harness.tables.create(
            ana, "the-same", TableRequest("Ana", nonce_commitment=COMMITTED)
        )
        join = join_as("Ben", owner.table.created.invitation, "the-same")
        assert await harness.tables.join(owner, ben, join) == 2
        assert await owner.submit(0, "the-same", 2, Ready(NONCE)) == 3
        assert owner.table.phase is Phase.PLAYING

    run(play())


def test_the_host_cannot_take_the_other_seat() -> None:
    async def play() -> None:
        harness = Harness()
        ana = await harness.person()
        owner = await harness.create(ana)
        with pytest.raises(SessionError) as refused:
            await harness.join(owner, ana)
        assert refused.value.code is Code.OWN_INVITATION
        assert owner.table.version == 1

    run(play())


def test_a_device_with_two_players_cannot_take_both_seats_either() -> None:
    """Seats were moved to it: whichever player new seats would go to, it has one here."""

    async def play() -> None:
        harness = Harness()
        for _ in range(4):
            people = [await harness.person() for _ in range(2)]
            both = Person(
                people[0].token_hash, people[0].players | people[1].players, is_program=False
            )
            for host in people:
                owner = await harness.create(host)
                with pytest.raises(SessionError):
                    await harness.join(owner, both)
                assert owner.table.version == 1

    run(play())


@pytest.mark.parametrize("wrong", ["", "x", "é", "0" * 32, "\ud800"])
def test_a_wrong_invitation_or_watch_key_opens_nothing(wrong: str) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.create(await harness.person())
        ben = await harness.person()
        with pytest.raises(SessionError) as refused:
            await harness.tables.join(owner, ben, join_as("Ben", wrong))
        assert refused.value.code is Code.WRONG_INVITATION
        with pytest.raises(SessionError) as refused:
            harness.tables.require_watch_key(owner.table.created, wrong)
        assert refused.value.code is Code.WRONG_WATCH_LINK
        assert (owner.table.version, len(stored(harness, owner.table.id))) == (1, 1)

    run(play())


def test_one_link_is_not_the_other() -> None:
    async def play() -> None:
        harness = Harness()
        owner, another = [await harness.create(await harness.person()) for _ in range(2)]
        keys = owner.table.created
        for wrong in (keys.watch_key, another.table.created.invitation, keys.key, keys.bot_key):
            with pytest.raises(SessionError):
                harness.tables.require_invitation(owner.table.created, wrong)
        for wrong in (keys.invitation, another.table.created.watch_key, keys.key):
            with pytest.raises(SessionError):
                harness.tables.require_watch_key(owner.table.created, wrong)
        harness.tables.require_invitation(owner.table.created, keys.invitation)
        harness.tables.require_watch_key(owner.table.created, keys.watch_key)

    run(play())


def test_a_closed_table_cannot_be_joined_and_says_why() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.create(await harness.person())
        await harness.submit(owner, 0, Close())
        with pytest.raises(SessionError) as refused:
            await harness.join(owner, await harness.person())
        assert refused.value.code is Code.MATCH_OVER
        assert owner.table.seats[1].kind is SeatKind.OPEN

    run(play())


def test_closing_and_joining_at_once_leaves_one_of_them() -> None:
    async def play() -> None:
        for closes_first in (True, False):
            harness = Harness()
            owner = await harness.create(await harness.person())
            ben = await harness.person()
            works = [owner.submit(0, "close-01", 1, Close()), harness.join(owner, ben)]
            if not closes_first:
                works.reverse()
            first, second = await asyncio.gather(*works, return_exceptions=True)
            assert first == 2
            expected = Code.MATCH_OVER if closes_first else Code.STALE_VERSION
            assert code_of(second) is expected
            assert owner.table.version == 2

    run(play())


# Whose eyes


def test_with_whose_eyes_people_look() -> None:
    async def play() -> None:
        harness = Harness()
        ana, ben, cleo = [await harness.person() for _ in range(3)]
        owner = await harness.create(ana)
        await harness.join(owner, ben)
        view = harness.tables.viewer
        assert await view(owner, ana, None) == await view(owner, ana, 0) == Viewer(0)
        assert await view(owner, ben, None) == await view(owner, ben, 1) == Viewer(1)
        for person, seat, code in (
            (ana, 1, Code.NO_SEAT),
            (ben, 0, Code.NO_SEAT),
            (cleo, None, Code.UNKNOWN_TABLE),
            (cleo, 0, Code.UNKNOWN_TABLE),
            (NOBODY, None, Code.UNKNOWN_TABLE),
            (NOBODY, 1, Code.UNKNOWN_TABLE),
        ):
            with pytest.raises(SessionError) as refused:
                await view(owner, person, seat)  # type: ignore[arg-type]
            assert refused.value.code is code
        await harness.tables.watch(owner, cleo)
        assert await view(owner, cleo, None) == Viewer(None)
        with pytest.raises(SessionError):
            await view(owner, cleo, 0)
        with pytest.raises(SessionError):
            harness.tables.seat_of(owner, cleo, None)

    run(play())


def test_a_program_looks_as_a_program() -> None:
    async def play() -> None:
        harness = Harness()
        robot = await harness.person(is_program=True)
        owner = await harness.create(robot)
        assert await harness.tables.viewer(owner, robot, None) == Viewer(0, is_program=True)

    run(play())


def test_who_holds_both_seats_names_one() -> None:
    async def play() -> None:
        harness = Harness()
        ana = await harness.person()
        owner = await harness.create(ana, other_name="Ben")
        assert await harness.tables.viewer(owner, ana, None) == Viewer(None)
        assert await harness.tables.viewer(owner, ana, 1) == Viewer(1)
        with pytest.raises(SessionError) as refused:
            harness.tables.seat_of(owner, ana, None)
        assert refused.value.code is Code.WHICH_SEAT
        assert [harness.tables.seat_of(owner, ana, seat) for seat in (0, 1)] == [0, 1]

    run(play())


def test_nobody_sits_on_the_seat_of_a_bot() -> None:
    async def play() -> None:
        harness = Harness()
        ana = await harness.person()
        owner = await harness.create(ana, bot="greedy")
        assert harness.tables.seat_of(owner, ana, None) == 0
        with pytest.raises(SessionError) as refused:
            harness.tables.seat_of(owner, ana, 1)
        assert refused.value.code is Code.NO_SEAT
        with pytest.raises(SessionError) as refused:
            await harness.join(owner, await harness.person())
        assert refused.value.code is Code.SEAT_TAKEN

    run(play())


def test_nobody_watches_a_private_table() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.create(await harness.person(), options=Options(is_private=True))
        with pytest.raises(SessionError) as refused:
            harness.tables.require_watch_key(owner.table.created, owner.table.created.watch_key)
        assert refused.value.code is Code.WRONG_WATCH_LINK

    run(play())


# Creating


def test_creating_again_gives_the_same_table() -> None:
    async def play() -> None:
        harness = Harness()
        ana = await harness.person()
        plan = TableRequest("Ana", nonce_commitment=COMMITTED)
        creating = [harness.tables.create(ana, "create-1", plan) for _ in range(5)]
        ids = {owner.table.id for owner in await asyncio.gather(*creating)}
        again = await harness.again().tables.create(ana, "create-1", plan)
        assert ids == {again.table.id}
        assert len(harness.store.tables("waiting")) == 1
        ben = await harness.person()
        assert (await harness.tables.create(ben, "create-1", plan)).table.id not in ids

    run(play())


def test_a_plan_that_cannot_be_leaves_nothing_behind() -> None:
    async def play() -> None:
        harness = Harness()
        ana = await harness.person()
        for plan in (
            TableRequest("\u200b"),
            TableRequest("Ana", other_name=""),
            TableRequest("Ana", bot="nobody"),
        ):
            with pytest.raises(Exception, match=r"name|named"):
                await harness.tables.create(ana, "create-1", plan)
        assert harness.store.tables("waiting") == []
        assert harness.disk.appends == 0

    run(play())


@pytest.mark.parametrize("wrong", ["", "0" * 16, "../../etc", "A" * 16, "0" * 17, "é"])
def test_an_unknown_table_is_refused(wrong: str) -> None:
    async def play() -> None:
        with pytest.raises(SessionError) as refused:
            await Harness().tables.owner(wrong)
        assert refused.value.code is Code.UNKNOWN_TABLE

    run(play())
