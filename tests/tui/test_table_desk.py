"""The desk with a link that fails: nothing picked is lost, and trouble is said."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import pytest

from jaipur.client import controller as desks
from jaipur.client.controller import Desk
from jaipur.client.fixed import Fixed
from jaipur.client.link import ConnectionLost, Link
from jaipur.client.local import House
from jaipur.client.model import log_after
from jaipur.client.selection import EMPTY, Selection
from jaipur.client.words.dock import dock_words
from jaipur.errors import Code, SessionError
from jaipur.session.contract.answers import Update
from jaipur.session.contract.commands import Act, Command
from jaipur.session.options import MemoryAid, Options
from jaipur.session.planning import Plan
from jaipur.session.sight import Viewer, seen
from jaipur.texts import texts
from tests.contract_values import event, update_with
from tests.session.walks import begun

from ..patience import PATIENCE
from .pilot import run
from .table_hands import new_house

PLAN = Plan("Ana", bot="greedy", seed=7)


class Failing:
    """A link that fails when it is told to."""

    is_remote = True

    def __init__(self, link: Link) -> None:
        self.table = link.table
        self.failure: Exception | None = None
        self.fixed = link.fixed
        self.commands: list[Command] = []
        self.waits: list[float] = []
        self._link = link

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure

    async def look(self, seat: Any = None) -> Update:
        self._fail()
        return await self._link.look(seat)

    async def news(self, after: int, seat: Any = None, wait: float = 25.0) -> Update:
        self.waits.append(wait)
        self._fail()
        update = await self._link.news(after, seat, min(wait, 0.01))
        self._fail()
        return update

    async def command(self, command: Command, version: int, seat: Any = None) -> int:
        self.commands.append(command)
        self._fail()
        return await self._link.command(command, version, seat)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._link, name)


class Wall:
    """Where the desk is drawn: counts, and lets work run."""

    def __init__(self) -> None:
        self.drawn = 0
        self.tasks: list[asyncio.Task[object]] = []

    def redraw(self) -> None:
        self.drawn += 1

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    def follow_anew(self) -> None:
        raise AssertionError("nobody lifts a curtain here")


async def sit_down(house: House, plan: Plan = PLAN) -> tuple[Desk, Failing, asyncio.Task[None]]:
    link = Failing(await house.create(plan))
    desk = Desk(link, lambda: texts("en"), Wall())
    following = asyncio.ensure_future(desk.follow())
    await until(lambda: is_mine(desk))
    return desk, link, following


async def until(is_so: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.002)


def connection(desk: Desk) -> str:
    assert desk.model is not None
    return desk.model.connection


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desks, "RETRY_SECONDS", 0.001)


def test_a_lost_connection_is_shown_and_tried_again() -> None:
    async def test() -> None:
        with new_house() as house:
            async with house:
                desk, link, following = await sit_down(house)
                desk.picks.pick_card("market", 3)
                link.failure = ConnectionLost(server="the server")
                await until(lambda: connection(desk) == "lost")
                await desk.play()
                assert desk.version == 2
                assert "does not answer" in desk.sentence()
                assert desk.picks.selection.market == ((3, "G"),)
                assert desk.model is not None
                assert desk.model.is_mine
                link.failure = None
                await until(lambda: connection(desk) == "live")
                waits = link.waits[link.waits.index(0.0) :]
                assert set(link.waits) == {0.0, 25.0}  # that it is back is heard at once
                assert waits == sorted(waits)
                await desk.play()
                await until(lambda: desk.version == 4)
                assert desk.picks.selection == EMPTY
                following.cancel()

    run(test())


def test_what_fixes_the_deals_is_noted_when_the_table_is_opened() -> None:
    async def test() -> None:
        with new_house() as house:
            async with house:
                desk, link, following = await sit_down(house, replace(PLAN, seed=None))
                assert desk.link.fixed == Fixed((await link.look()).state.commitment)
                following.cancel()

    run(test())


def test_a_refusal_is_said_and_nothing_picked_is_lost() -> None:
    async def test() -> None:
        with new_house() as house:
            async with house:
                desk, link, following = await sit_down(house)
                desk.picks.stage("+G")
                link.failure = SessionError(Code.STALE_VERSION, expected=2, version=3)
                await desk.play()
                assert desk.model is not None
                assert desk.model.said is not None
                assert desk.model.said.tone == "error"
                assert desk.picks.selection != EMPTY
                link.failure = None
                following.cancel()

    run(test())


def test_a_second_press_before_the_answer_sends_nothing() -> None:
    async def test() -> None:
        with new_house() as house:
            async with house:
                desk, link, following = await sit_down(house)
                desk.picks.stage("+G")
                await asyncio.gather(desk.play(), desk.play())
                assert [type(one) for one in link.commands] == [Act]
                following.cancel()

    run(test())


def test_why_a_complete_exchange_is_not_legal_is_asked() -> None:
    async def test() -> None:
        with new_house() as house:
            async with house:
                desk, _link, following = await sit_down(house, Plan("Ana", bot="greedy", seed=9))
                desk.picks.selection = Selection(((3, "G"), (4, "P")), ((1, "P"),))
                desk.picks.change(1)
                await until(lambda: desk.picks.reason is not None)
                assert desk.model is not None
                assert desk.model.staged.action == "+GP-PK"
                shown = dock_words(desk.model, desk.texts)
                assert shown.tone == "error"
                assert shown.is_off
                await desk._receive(await desk.link.look(desk.eyes))  # only that somebody watches
                assert desk.picks.reason is not None
                desk.picks.clear()
                assert not desk.picks.reason
                following.cancel()

    run(test())


async def play(desk: Desk, notation: str) -> None:
    assert desk.model is not None
    legal = next(one for one in desk.model.choices.legal if one.action.startswith(notation))
    before = desk.version
    assert desk.picks.stage(legal.action)
    await desk.play()
    await until(lambda: desk.version > before and is_mine(desk))


def is_mine(desk: Desk) -> bool:
    return desk.model is not None and desk.model.is_mine


def test_without_a_memory_aid_the_log_keeps_two_actions() -> None:
    async def test() -> None:
        with new_house() as house:
            async with house:
                options = Options(MemoryAid.OFF)
                plan = Plan("Ana", bot="greedy", seed=7, options=options)
                desk, _link, following = await sit_down(house, plan)
                await play(desk, "+G")
                await play(desk, "+K")
                assert len(desk.log) == 2
                following.cancel()

    run(test())


def test_a_new_round_begins_a_new_log() -> None:
    state = seen(begun("bot", Options(MemoryAid.COUNTS)), Viewer(0))
    acted, next_dealt = event("acted"), event("wanted_next", round=2)
    log = log_after((), update_with(state, event("readied", round=1), acted))
    assert len(log) == 2
    assert log_after(log, update_with(state, acted, next_dealt, after=3)) == (next_dealt,)
