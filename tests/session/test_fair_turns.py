"""Fair turns: one at a time per person, with a pause, and nobody waits for another."""

from __future__ import annotations

import asyncio
import threading

from jaipur.session.fair_turns import Turns
from jaipur.store.memory import MemoryStore
from jaipur.store.values import StoredEvent

from ..patience import PATIENCE
from .hand_loop import pass_time, run_by_hand
from .harness import Harness, run


def test_a_person_has_one_turn_at_a_time_and_rests_before_the_next() -> None:
    async def play() -> None:
        turns, began = Turns(), list[str]()

        async def work(name: str, what: str) -> None:
            async with turns.of(name) as turn:
                began.append(what)
                turn.rest = 5.0

        everybody = [("ana", "1"), ("ana", "2"), ("bob", "3"), ("", "4"), ("", "5")]
        tasks = [asyncio.ensure_future(work(*one)) for one in everybody]
        await pass_time(4.9)
        assert began == ["1", "3", "4", "5"]
        await pass_time(0.2)
        assert began[4:] == ["2"]
        await asyncio.gather(*tasks)
        await pass_time(5.0)
        assert len(turns) == 0

    run_by_hand(play())


def test_who_does_not_wait_for_their_turn_has_none() -> None:
    async def play() -> None:
        turns = Turns()

        async def wait() -> None:
            async with turns.of("ana"):
                raise AssertionError

        async with turns.of("ana"):
            waiting = asyncio.ensure_future(wait())
            await pass_time(1)
            waiting.cancel()
            await pass_time(1)
            assert waiting.cancelled()
        await pass_time(1)
        assert len(turns) == 0

    run_by_hand(play())


class Slow(MemoryStore):
    """A store that reads some tables until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.slow: set[str] = set()
        self.go_on = threading.Event()

    def events(self, table: str) -> list[StoredEvent]:
        if table in self.slow:
            self.go_on.wait(PATIENCE)
        return super().events(table)


def test_one_person_with_many_long_tables_holds_up_nobody_else() -> None:
    async def play() -> None:
        store = Slow()
        harness = Harness(store)
        ana, bob = await harness.person(), await harness.person()
        long = [(await harness.create(ana)).table.id for _ in range(8)]
        short = (await harness.create(bob)).table.id
        tables = harness.again().tables
        store.slow = set(long)
        waiting = [asyncio.ensure_future(tables.owner(table, ana)) for table in long]
        async with asyncio.timeout(PATIENCE):
            assert (await tables.owner(short, bob)).table.id == short
            assert not any(one.done() for one in waiting)
            store.go_on.set()
            await asyncio.gather(*waiting)

    run(play())


def test_who_has_very_many_tables_waits_between_lists_and_nobody_else_does() -> None:
    async def play() -> None:
        harness = Harness(MemoryStore())
        ana, bob = await harness.person(), await harness.person()
        times = iter([0.0, 1e6, 0.0, 0.0, 0.0, 0.0])  # the first list takes very long
        harness.tables._clock = lambda: next(times)
        assert (await harness.tables.tables_of(ana)).tables == ()
        hers = asyncio.ensure_future(harness.tables.tables_of(ana))
        async with asyncio.timeout(PATIENCE):
            for _ in range(2):
                assert (await harness.tables.tables_of(bob)).tables == ()
        assert not hers.done()
        hers.cancel()
        await asyncio.wait({hers})

    run(play())
