"""Long work for one caller delays nobody else, and is cancelled when the caller disconnects."""

from __future__ import annotations

import asyncio
import threading
from random import Random

from jaipur.jobs.runner import JobRunner, MakeInput

from ..patience import PATIENCE
from .playing import Harness, open_table, quiet

THREADS = 64
"""More than asyncio has for everybody."""


def test_nobody_waits_for_threads_that_are_busy_with_something_else() -> None:
    """Not whoever comes in, not tables that are read, not new ones, not the list."""

    async def whole() -> None:
        async with Harness() as before:
            at = await open_table(before, "same_device")
        go_on = threading.Event()
        busy = [asyncio.create_task(asyncio.to_thread(go_on.wait)) for _ in range(THREADS)]
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(PATIENCE), Harness(before.store) as harness:
                device = harness.device(at.chair(0).token)
                assert (await device.get(at.path)).status == 200
                assert len((await device.get("/api/tables")).json()["tables"]) == 1
                assert (await open_table(harness, "same_device")).path != at.path
        finally:
            go_on.set()
            await asyncio.gather(*busy)

    asyncio.run(whole())


class Endless(JobRunner):
    """Background jobs whose work never ends by itself; keeps for whom it is at work."""

    def __init__(self) -> None:
        super().__init__()
        self.working: list[str] = []
        self.given_up: list[str] = []

    async def ask(self, caller: str, kind: str, key: str, request: MakeInput) -> bytes:
        """Work until it is given up."""
        assert await request()
        assert kind == "replay"
        self.working.append(caller)
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            self.given_up.append(caller)
        return key.encode()


def test_a_replay_is_given_up_when_its_caller_hangs_up() -> None:
    async def whole() -> None:
        jobs = Endless()
        async with Harness(jobs=jobs) as harness:
            at = await open_table(harness, "same_device")
            await at.play(Random(4))
            waiting = at.chair(0).follow(f"{at.path}/replay")  # a request that can be hung up
            while not jobs.working:
                await quiet()
            assert jobs.given_up == []
            await waiting.hang_up()
            assert jobs.given_up == jobs.working
            assert (await at.chair(0).get(at.path)).status == 200

    asyncio.run(whole())


def test_the_replay_is_made_once_for_each_who_is_called_you() -> None:
    async def whole() -> None:
        asked = []

        class Noting(JobRunner):
            async def ask(self, caller: str, kind: str, key: str, request: MakeInput) -> bytes:
                asked.append((caller, key))
                return await super().ask(caller, kind, key, request)

        async with Harness(jobs=Noting()) as harness:
            at = await open_table(harness, "invitation")
            last = await at.play(Random(4))
            path = f"{at.path}/replay"
            replies = [await at.chair(seat).get(path) for seat in (0, 1)]
            assert (await at.command(0, last["version"], "rematch")).status == 200
            replies.append(await at.chair(1).get(path))
            assert {reply.status for reply in replies} == {200}
            assert replies[1].body == replies[2].body != replies[0].body
            assert len({caller for caller, _ in asked}) == 2
            assert len({key for _, key in asked}) == 2

    asyncio.run(whole())
