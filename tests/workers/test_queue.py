"""The order of the queue: short requests go first, and no wait is long."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest

from jaipur.workers import pool as module
from jaipur.workers.fallback import Fallback
from jaipur.workers.pool import WorkerReply, Workers
from jaipur.workers.queue import Queue
from jaipur.workers.shares import Request
from tests.workers.asking import VIEW, StandIn, ask, expected, instead, running, until

ManyBots = list[tuple[int, str]]


async def occupy(workers: Workers, stand_in: StandIn, seed: int) -> asyncio.Task[WorkerReply]:
    """A request that the only worker thinks about."""
    asked = asyncio.create_task(ask(workers, seed))
    await until(lambda: stand_in.noted("seeds") == [seed])
    return asked


async def ask_all(workers: Workers, bots: ManyBots) -> list[asyncio.Task[WorkerReply]]:
    """Requests that arrived in this order."""
    asked = [asyncio.create_task(ask(workers, seed, bot)) for seed, bot in bots]
    await asyncio.sleep(0)
    return asked


def test_much_less_thought_goes_first_and_equal_thought_in_order(stand_in: StandIn) -> None:
    bots = [
        (1, "merchant:10000"),
        (2, "merchant"),
        (3, "trader"),
        (4, "novice"),
        (5, "merchant:10000"),
        (6, "merchant:50"),
        (7, "random"),
        (8, "trader"),
        (9, "maharaja"),
        (10, "merchant:10000"),
    ]

    async def play() -> None:
        async with running(command=stand_in("waits_for_go")) as workers:
            asked = [await occupy(workers, stand_in, 0), *await ask_all(workers, bots)]
            (stand_in.folder / "go").touch()
            assert await asyncio.gather(*asked) == [expected(seed) for seed in range(11)]
            assert stand_in.noted("seeds") == [0, 3, 4, 6, 7, 8, 2, 1, 5, 10, 9]

    asyncio.run(play())


def test_a_request_that_waits_too_long(stand_in: StandIn) -> None:
    """Greedy plays, no worker thinks about it later, and a thought that began may go on."""

    async def play() -> None:
        async with running(command=stand_in("waits_for_go"), longest_wait=0.1) as workers:
            first = await occupy(workers, stand_in, 0)
            for seed, bot in ((1, "merchant"), (2, "novice")):
                assert await ask(workers, seed, bot) == instead(Fallback.BUSY)
            assert len(workers._waiting) == 0
            assert not first.done()
            (stand_in.folder / "go").touch()
            assert await first == expected(0)
            assert await ask(workers, 3) == expected(3)
            assert stand_in.noted("seeds") == [0, 3]

    asyncio.run(play())


@pytest.mark.parametrize("longest_wait", [0.0, 0.005, 10.0])
def test_nothing_is_answered_twice(stand_in: StandIn, longest_wait: float) -> None:
    async def play() -> None:
        async with running(2, command=stand_in("legal"), longest_wait=longest_wait) as workers:
            await until(lambda: len(workers._warm) == 2)
            answers = await asyncio.gather(*(ask(workers, seed) for seed in range(100)))
            chosen = [seed for seed in range(100) if answers[seed] == expected(seed)]
            assert sorted(stand_in.noted("seeds")) == chosen
            assert len(chosen) >= 2
            assert answers.count(instead(Fallback.BUSY)) == 100 - len(chosen)
            assert len(workers._waiting) == 0

    asyncio.run(play())


def test_a_retry_has_its_old_place(stand_in: StandIn) -> None:
    """Before what came later and needs as much thought, behind what needs less."""

    async def play() -> None:
        async with running(command=stand_in("first_one_sleeps")) as workers:
            first = await occupy(workers, stand_in, 5)
            asked = await ask_all(workers, [(6, "merchant"), (7, "novice")])
            os.kill((await stand_in.running(1))[0], signal.SIGKILL)
            answers = await asyncio.gather(first, *asked)
            assert answers == [expected(5), expected(6), expected(7)]
            assert stand_in.noted("seeds") == [5, 7, 5, 6]

    asyncio.run(play())


def test_nobody_waits_long_for_a_worker_that_is_started_again(
    stand_in: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_pause", lambda _: 1000.0)

    async def play() -> None:
        async with running(command=stand_in("legal"), longest_wait=0.1) as workers:
            await until(workers.is_ready)
            os.kill((await stand_in.running(1))[0], signal.SIGKILL)
            await until(lambda: not workers.is_ready())
            assert await ask(workers) == instead(Fallback.BUSY)

    asyncio.run(play())


# --- The queue alone ---


def test_what_was_taken_is_not_sent_away() -> None:
    async def play() -> None:
        wrong: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: wrong.append(what))
        queue, request = Queue(0.01), Request(b"", VIEW, 1)
        queue.limit_waits()
        queue.put(request)
        assert queue.take() is request
        await asyncio.sleep(0.05)
        assert not request.answer.done()
        assert wrong == []

    asyncio.run(play())


def test_coming_back_does_not_make_the_wait_longer() -> None:
    async def play() -> None:
        queue, request = Queue(0.05), Request(b"", VIEW, 1)
        queue.limit_waits()
        queue.put(request)
        latest = request.latest
        queue.take()
        await asyncio.sleep(0.06)
        queue.put(request)
        assert request.latest == latest
        assert await request.answer == Fallback.BUSY
        assert len(queue) == 0

    asyncio.run(play())


def test_waits_are_limited_from_a_moment_on() -> None:
    async def play() -> None:
        queue = Queue(0.0)
        early, late = Request(b"", VIEW, 1), Request(b"", VIEW, 2)
        queue.put(early)
        await asyncio.sleep(0.01)
        assert not early.answer.done()
        queue.limit_waits()
        queue.put(late)
        for request in (early, late):
            assert await request.answer == Fallback.BUSY
        assert len(queue) == 0

    asyncio.run(play())
