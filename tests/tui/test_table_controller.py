"""The controller with a link that fails: nothing picked is lost, and trouble is said."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

import pytest

from jaipur.client import controller as controllers
from jaipur.client.commitments import DealCommitment
from jaipur.client.controller import TableController
from jaipur.client.link import ConnectionLost, Link
from jaipur.client.local import LocalServer
from jaipur.client.model import log_after
from jaipur.client.selection import EMPTY, Selection
from jaipur.client.words.dock import dock_words
from jaipur.errors import Code, SessionError
from jaipur.session.contract.commands import Act, Command
from jaipur.session.contract.responses import Update
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer, state_for
from jaipur.session.table_request import TableRequest
from jaipur.texts import texts
from tests.contract_values import event, update_with
from tests.session.walks import begun

from ..patience import PATIENCE
from .pilot import run
from .table_hands import new_server

PLAN = TableRequest("Ana", bot="greedy", seed=7)


class Failing:
    """A link that fails when it is told to."""

    is_remote = True

    def __init__(self, link: Link) -> None:
        self.table = link.table
        self.failure: Exception | None = None
        self.commitment = link.commitment
        self.commands: list[Command] = []
        self.waits: list[float] = []
        self._link = link

    def _fail(self) -> None:
        if self.failure is not None:
            raise self.failure

    async def fetch_update(self, seat: Any = None) -> Update:
        self._fail()
        return await self._link.fetch_update(seat)

    async def wait_for_update(self, after: int, seat: Any = None, wait: float = 25.0) -> Update:
        self.waits.append(wait)
        self._fail()
        update = await self._link.wait_for_update(after, seat, min(wait, 0.01))
        self._fail()
        return update

    async def command(self, command: Command, version: int, seat: Any = None) -> int:
        self.commands.append(command)
        self._fail()
        return await self._link.command(command, version, seat)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._link, name)


class Wall:
    """Where the controller is drawn: counts, and lets work run."""

    def __init__(self) -> None:
        self.drawn = 0
        self.tasks: list[asyncio.Task[object]] = []

    def redraw(self) -> None:
        self.drawn += 1

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        self.tasks.append(asyncio.ensure_future(work))

    def restart_following(self) -> None:
        raise AssertionError("nobody lifts a curtain here")


async def sit_down(
    server: LocalServer, plan: TableRequest = PLAN
) -> tuple[TableController, Failing, asyncio.Task[None]]:
    link = Failing(await server.create(plan))
    controller = TableController(link, lambda: texts("en"), Wall())
    following = asyncio.ensure_future(controller.follow())
    await until(lambda: is_mine(controller))
    return controller, link, following


async def until(is_so: Any) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.002)


def connection(controller: TableController) -> str:
    assert controller.model is not None
    return controller.model.connection


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(controllers, "RETRY_SECONDS", 0.001)


def test_a_lost_connection_is_shown_and_tried_again() -> None:
    async def test() -> None:
        with new_server() as server:
            async with server:
                controller, link, following = await sit_down(server)
                controller.picks.pick_card("market", 3)
                link.failure = ConnectionLost(server="the server")
                await until(lambda: connection(controller) == "lost")
                await controller.play()
                assert controller.version == 2
                assert "is not responding" in controller.sentence()
                assert controller.picks.selection.market == ((3, "G"),)
                assert controller.model is not None
                assert controller.model.is_mine
                link.failure = None
                await until(lambda: connection(controller) == "live")
                waits = link.waits[link.waits.index(0.0) :]
                assert set(link.waits) == {0.0, 25.0}  # that it is back is heard at once
                assert waits == sorted(waits)
                await controller.play()
                await until(lambda: controller.version == 4)
                assert controller.picks.selection == EMPTY
                following.cancel()

    run(test())


def test_what_fixes_the_deals_is_noted_when_the_table_is_opened() -> None:
    async def test() -> None:
        with new_server() as server:
            async with server:
                controller, link, following = await sit_down(server, replace(PLAN, seed=None))
                assert controller.link.commitment == DealCommitment(
                    (await link.fetch_update()).state.commitment
                )
                following.cancel()

    run(test())


def test_a_refusal_is_said_and_nothing_picked_is_lost() -> None:
    async def test() -> None:
        with new_server() as server:
            async with server:
                controller, link, following = await sit_down(server)
                controller.picks.stage("+G")
                link.failure = SessionError(Code.STALE_VERSION, expected=2, version=3)
                await controller.play()
                assert controller.model is not None
                assert controller.model.notice is not None
                assert controller.model.notice.tone == "error"
                assert controller.picks.selection != EMPTY
                link.failure = None
                following.cancel()

    run(test())


def test_a_second_press_before_the_answer_sends_nothing() -> None:
    async def test() -> None:
        with new_server() as server:
            async with server:
                controller, link, following = await sit_down(server)
                controller.picks.stage("+G")
                await asyncio.gather(controller.play(), controller.play())
                assert [type(one) for one in link.commands] == [Act]
                following.cancel()

    run(test())


def test_why_a_complete_exchange_is_not_legal_is_asked() -> None:
    async def test() -> None:
        with new_server() as server:
            async with server:
                controller, _link, following = await sit_down(
                    server, TableRequest("Ana", bot="greedy", seed=9)
                )
                controller.picks.selection = Selection(((3, "G"), (4, "P")), ((1, "P"),))
                controller.picks.change(1)
                await until(lambda: controller.picks.reason is not None)
                assert controller.model is not None
                assert controller.model.staged.action == "+GP-PK"
                shown = dock_words(controller.model, controller.texts)
                assert shown.tone == "error"
                assert shown.is_off
                await controller._receive(
                    await controller.link.fetch_update(controller.viewing_seat)
                )  # only that somebody watches
                assert controller.picks.reason is not None
                controller.picks.clear()
                assert not controller.picks.reason
                following.cancel()

    run(test())


async def play(controller: TableController, notation: str) -> None:
    assert controller.model is not None
    legal = next(one for one in controller.model.choices.legal if one.action.startswith(notation))
    before = controller.version
    assert controller.picks.stage(legal.action)
    await controller.play()
    await until(lambda: controller.version > before and is_mine(controller))


def is_mine(controller: TableController) -> bool:
    return controller.model is not None and controller.model.is_mine


def test_without_a_memory_aid_the_log_keeps_two_actions() -> None:
    async def test() -> None:
        with new_server() as server:
            async with server:
                options = Options(MemoryAid.OFF)
                plan = TableRequest("Ana", bot="greedy", seed=7, options=options)
                controller, _link, following = await sit_down(server, plan)
                await play(controller, "+G")
                await play(controller, "+K")
                assert len(controller.log) == 2
                following.cancel()

    run(test())


def test_a_new_round_begins_a_new_log() -> None:
    state = state_for(begun("bot", Options(MemoryAid.COUNTS)), Viewer(0))
    acted, next_dealt = event("acted"), event("wanted_next", round=2)
    log = log_after((), update_with(state, event("readied", round=1), acted))
    assert len(log) == 2
    assert log_after(log, update_with(state, acted, next_dealt, after=3)) == (next_dealt,)
