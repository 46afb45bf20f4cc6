"""One owner per table: commands one at a time, each applied at most once, all answered."""

from __future__ import annotations

import asyncio
import random

import pytest

from jaipur import Card, IllegalAction, NotationError
from jaipur.errors import Code, SessionError
from jaipur.session.commands import CommandContext, decide
from jaipur.session.contract.commands import Act, Close, Command, Next, Ready, Rematch, Resign
from jaipur.session.owner import Owner
from jaipur.session.projection import Viewer

from .harness import Harness, any_act, picture, run, settle, stored


def different_acts(owner: Owner, count: int) -> list[Act]:
    """Different things that could be played now."""
    assert owner.table.match is not None
    return [Act(str(action)) for action in owner.table.match.position.legal_actions()[:count]]


@pytest.mark.parametrize("is_slow", [False, True])
def test_fifty_actions_for_one_version_and_one_is_accepted(is_slow: bool) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        while len(different_acts(owner, 50)) < 50:
            await harness.act(owner)
        version, seat = owner.table.version, owner.table.waits_for[0]
        acts = different_acts(owner, 50)
        random.Random(5).shuffle(acts)
        harness.disk.is_slow = is_slow
        works = [
            asyncio.ensure_future(owner.submit(seat, f"flood-{n:04}", version, act))
            for n, act in enumerate(acts)
        ]
        while is_slow and not all(work.done() for work in works):
            await asyncio.sleep(0)
            harness.disk.release()
        outcomes = await asyncio.gather(*works, return_exceptions=True)
        assert outcomes[0] == version + 1
        for outcome in outcomes[1:]:
            assert isinstance(outcome, SessionError)
            assert (outcome.code, outcome.version) == (Code.STALE_VERSION, version + 1)
            assert outcome.data["expected"] == version
        assert owner.table.version == version + 1 == len(stored(harness, owner.table.id))
        assert owner.table.match is not None
        assert str(owner.table.match.round.actions[-1]) == acts[0].action

    run(play())


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (Act("-KKK"), IllegalAction),
        (Act("nonsense"), NotationError),
        (Act("+KKK", (0, 0, 1)), SessionError),
        (Act("+KKK", (0, 1)), SessionError),
        (Act("+KKK", (0, 1, 2**70)), SessionError),
        (Act("+KKK", (-(2**70), 1, 2)), SessionError),
        (Act("\ud800"), NotationError),
        (Ready("\ud800"), SessionError),
        (Next(), SessionError),
        (Ready("00"), SessionError),
        (Close(), SessionError),
        (Rematch(), SessionError),
    ],
)
def test_a_refusal_changes_nothing_anywhere(command: Command, kind: type[Exception]) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        seat = owner.table.waits_for[0]
        listener = owner.listeners.add(Viewer(0), None, (0,))
        listener.take()
        before = picture(harness, owner)
        for version in (owner.table.version, None):
            with pytest.raises(kind):
                await owner.submit(seat, "refused-1", version, command)
        assert picture(harness, owner) == before
        assert not await listener.wait(0)
        # A refused command was never given: its id is free.
        right = any_act(owner.table)
        assert await owner.submit(seat, "refused-1", owner.table.version, right) == 4

    run(play())


@pytest.mark.parametrize("wrong", [-1, 0, 1, 2, 4, 2**31])
def test_a_command_for_another_version_is_stale_and_says_where_the_table_is(wrong: int) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        before = picture(harness, owner)
        with pytest.raises(SessionError) as refused:
            await owner.submit(owner.table.waits_for[0], "wrong-01", wrong, any_act(owner.table))
        assert (refused.value.code, refused.value.version) == (Code.STALE_VERSION, 3)
        assert picture(harness, owner) == before

    run(play())


def test_a_repeat_is_answered_as_the_first_time_however_late() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        act, seat = any_act(owner.table), owner.table.waits_for[0]
        assert await owner.submit(seat, "first-01", 3, act) == 4
        await harness.play_match(owner)
        before = picture(harness, owner)
        assert await owner.submit(seat, "first-01", 3, act) == 4
        owner = await harness.again().tables.owner(owner.table.id)
        assert await owner.submit(seat, "first-01", 3, act) == 4
        assert picture(harness, owner) == before

    run(play())


def test_an_id_with_other_content_is_refused_in_every_respect() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        seat, act = owner.table.waits_for[0], any_act(owner.table)
        await owner.submit(seat, "first-01", 3, act)
        others: list[tuple[int | None, Command, str | None]] = [
            (4, act, None),
            (None, act, None),
            (3, Act(act.action, (0,)), None),
            (3, Act(act.action + " "), None),
            (3, act, "slow"),
            (3, Resign(), None),
            (3, Next(), None),
        ]
        before = picture(harness, owner)
        for version, command, fallback in others:
            with pytest.raises(SessionError) as refused:
                await owner.submit(seat, "first-01", version, command, fallback)
            assert (refused.value.code, refused.value.version) == (Code.COMMAND_REUSED, 4)
        assert picture(harness, owner) == before

    run(play())


def test_each_seat_has_ids_of_its_own() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        for version in (3, 4):
            seat = owner.table.waits_for[0]
            await owner.submit(seat, "the-same", version, any_act(owner.table))
        assert owner.table.version == 5

    run(play())


def test_named_places_are_part_of_a_command() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        seat = owner.table.waits_for[0]
        market = enumerate(owner.table.market)
        places = tuple(place for place, card in market if card == Card.CAMEL)
        action = "+" + "K" * len(places)
        assert await owner.submit(seat, "first-01", 3, Act(action, places)) == 4
        assert await owner.submit(seat, "first-01", 3, Act(action, (*places,))) == 4
        for other in (None, places[::-1]):
            with pytest.raises(SessionError) as refused:
                await owner.submit(seat, "first-01", 3, Act(action, other))
            assert refused.value.code is Code.COMMAND_REUSED

    run(play())


def test_commands_are_worked_off_in_the_order_they_came() -> None:
    """Made for versions that do not exist yet: each is judged when its turn comes."""

    async def play() -> None:
        harness = Harness()
        owner = await harness.hot_seat()
        planned, table = [], owner.table
        for number in range(10):
            act = any_act(table)
            planned.append((table.waits_for[0], f"planned-{number}", table.version, act))
            table = table.after(decide(table, table.waits_for[0], act, CommandContext()))
        works = [owner.submit(*plan) for plan in planned]
        assert await asyncio.gather(*works) == [v + 1 for _, _, v, _ in planned]
        works = [owner.submit(*plan) for plan in reversed(planned)]
        assert await asyncio.gather(*works) == [v + 1 for _, _, v, _ in reversed(planned)]

    run(play())


# Somebody hangs up


@pytest.mark.parametrize("waits", [0, 1, 2, 3, 5])
def test_who_hangs_up_does_not_stop_the_work(waits: int) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        seat, act = owner.table.waits_for[0], any_act(owner.table)
        harness.disk.is_slow = True
        work = asyncio.ensure_future(owner.submit(seat, "dropped-1", 3, act))
        await settle(waits)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        assert work.cancelled()
        await settle()
        harness.disk.release()
        await settle()
        # With no turn at all for the work to begin, nothing was asked for yet.
        begun = waits > 0
        assert owner.table.version == 3 + begun
        harness.disk.is_slow = False
        assert await owner.submit(seat, "dropped-1", 3, act) == 4
        assert len(stored(harness, owner.table.id)) == 4

    run(play())


def test_others_who_wait_are_answered_when_one_hangs_up() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        seat = owner.table.waits_for[0]
        harness.disk.is_slow = True
        act = any_act(owner.table)
        works = [
            asyncio.ensure_future(owner.submit(seat, name, 3, act))
            for name in ("gone-001", "stays-01", "gone-002", "gone-001")
        ]
        await settle()
        works[0].cancel()
        works[2].cancel()
        await settle()
        harness.disk.release()
        outcomes = await asyncio.gather(*works, return_exceptions=True)
        assert isinstance(outcomes[1], SessionError)
        assert outcomes[1].code is Code.STALE_VERSION
        assert outcomes[3] == 4
        assert not owner.is_busy

    run(play())
