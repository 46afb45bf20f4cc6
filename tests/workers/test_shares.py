"""Everybody has a fair share of the workers: heavy users wait for themselves."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random

import pytest

from jaipur.bots.ladder import parse_player
from jaipur.workers.fallback import Fallback
from jaipur.workers.pool import _cost
from jaipur.workers.queue import LONGEST_WAIT, REPORT_SECONDS, Queue
from jaipur.workers.shares import MOST_IN_FLIGHT, Request
from tests.session.hand_loop import pass_time, run_by_hand
from tests.workers.asking import VIEW

OTHERS = ("ben", "cleo", "dev", "eve", "finn")


def request(whom: str, bot: str = "merchant", household: str = "") -> Request:
    return Request(b"", VIEW, _cost(*parse_player(bot)), whom, household)


def serve(queue: Queue) -> Request:
    """The next one is thought about and answered."""
    taken = queue.take()
    taken.settle(Fallback.LATE)
    queue.done(taken)
    return taken


def whom(requests: list[Request]) -> list[str]:
    return [one.for_whom for one in requests]


def test_one_who_asks_without_end_does_not_starve_the_others() -> None:
    """Fourteen tables of one person who acts at once, beside five people with the maharaja."""

    async def play() -> None:
        queue, served = Queue(LONGEST_WAIT), Counter[str]()
        for _ in range(14):
            queue.put(request("ana", "merchant:10000"))
        for other in OTHERS:
            queue.put(request(other, "maharaja"))
        for _ in range(300):
            who = serve(queue).for_whom
            served[who] += 1
            queue.put(request(who, "merchant:10000" if who == "ana" else "maharaja"))
        nodes = {who: served[who] * request(who, "maharaja").cost for who in OTHERS}
        nodes["ana"] = served["ana"] * request("ana", "merchant:10000").cost
        assert max(nodes.values()) < 1.3 * min(nodes.values())

    asyncio.run(play())


def test_people_of_one_household_have_one_share_and_divide_it_fairly() -> None:
    """Fourteen tables of one of them, one of each other, and two who live elsewhere."""

    async def play() -> None:
        queue, nodes = Queue(LONGEST_WAIT), Counter[str]()
        bots = {"ana": "merchant:10000"} | dict.fromkeys(OTHERS, "maharaja")
        home = {who: "" if who in ("eve", "finn") else "at home" for who in bots}
        for who in ("ana",) * 14 + OTHERS:
            queue.put(request(who, bots[who], home[who]))
        for _ in range(600):
            served = serve(queue)
            nodes[served.for_whom] += served.cost
            queue.put(request(served.for_whom, bots[served.for_whom], served.household))
        at_home = [nodes[who] for who in bots if home[who]]
        assert max(at_home) < 1.3 * min(at_home)
        shares = [sum(at_home), nodes["eve"], nodes["finn"]]
        assert max(shares) < 1.1 * min(shares)

    asyncio.run(play())


def test_somebody_new_in_a_household_waits_for_one_thought_of_each_there() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        for _ in range(50):
            for who in ("ana", "ben"):
                queue.put(request(who, "merchant:10000", "at home"))
        for _ in range(20):
            serve(queue)
        queue.put(request("cleo", "maharaja", "at home"))
        assert "cleo" in whom([serve(queue) for _ in range(3)])

    asyncio.run(play())


def test_newcomers_without_end_do_not_keep_somebody_of_their_household_waiting() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        queue.put(request("ana", household="at home"))
        queue.put(request("ana", household="at home"))
        served = []
        for number in range(60):
            queue.put(request(f"somebody {number}", household="at home"))
            queue.put(request(f"somebody else {number}", household="at home"))
            served.append(serve(queue).for_whom)
        assert served.count("ana") == 2

    asyncio.run(play())


def test_somebody_new_waits_for_one_thought_of_each_at_most() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        for _ in range(50):
            for who in ("ana", "ben"):
                queue.put(request(who, "merchant:10000"))
        for _ in range(20):
            serve(queue)
        queue.put(request("cleo", "maharaja"))
        assert "cleo" in whom([serve(queue) for _ in range(3)])

    asyncio.run(play())


def test_newcomers_without_end_do_not_keep_somebody_waiting() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        queue.put(request("ana"))
        queue.put(request("ana"))
        served = []
        for number in range(60):
            queue.put(request(f"somebody {number}"))
            queue.put(request(f"somebody else {number}"))
            served.append(serve(queue).for_whom)
        assert served.count("ana") == 2

    asyncio.run(play())


def test_a_share_is_not_saved_up_in_a_pause() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        queue.put(request("ana"))
        serve(queue)
        for _ in range(40):
            queue.put(request("ben"))
        for _ in range(20):
            serve(queue)
        for _ in range(20):
            queue.put(request("ana"))
        assert Counter(whom([serve(queue) for _ in range(20)])) == {"ana": 10, "ben": 10}

    asyncio.run(play())


def test_what_one_asks_beyond_their_share_waits_without_a_limit_and_hurts_nobody() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        queue.limit_waits()
        mine = [request("ana", "maharaja") for _ in range(6)]
        for one in mine:
            queue.put(one)
        fit = MOST_IN_FLIGHT // mine[0].nodes
        assert [one.timer is not None for one in mine] == [n < fit for n in range(6)]
        other = request("ben", "maharaja")
        queue.put(other)
        assert other.timer is not None
        await pass_time(LONGEST_WAIT)
        assert [one.answer.done() for one in mine] == [n < fit for n in range(6)]
        assert other.answer.result() is Fallback.BUSY
        # The next ones have all their time before them.
        await pass_time(LONGEST_WAIT - 1)
        assert [one.answer.done() for one in mine] == [n < fit for n in range(6)]
        while queue:
            serve(queue)
        assert [one.answer.result() for one in mine[fit:]] == [Fallback.LATE] * (6 - fit)

    run_by_hand(play())


def test_a_thought_larger_than_the_share_is_not_held_back_for_ever() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        queue.limit_waits()
        large = Request(b"", VIEW, 3 * MOST_IN_FLIGHT, "ana")
        queue.put(large)
        assert large.timer is not None
        assert queue.take() is large

    run_by_hand(play())


@pytest.mark.parametrize("seed", range(20))
def test_the_order_that_is_told_is_the_order_in_which_they_are_taken(seed: int) -> None:
    async def play() -> None:
        chance, queue = Random(seed), Queue(LONGEST_WAIT)
        bots = ("greedy", "trader", "merchant", "merchant:10000", "maharaja")
        for _ in range(60):
            home = chance.choice(("", "at home"))
            queue.put(request(chance.choice(("ana", *OTHERS)), chance.choice(bots), home))
            if chance.random() < 0.4:
                serve(queue)
        told = list(queue.before())
        assert told == [(serve(queue), number) for number in range(len(told))]

    asyncio.run(play())


def test_who_waits_is_told_how_many_are_before_and_when_that_is_over() -> None:
    async def play() -> None:
        queue, told = Queue(LONGEST_WAIT), dict[str, list[int | None]]()
        for who in ("ana", "ben", "cleo"):
            one = request(who)
            one.tell = told.setdefault(who, []).append
            queue.put(one)
        assert told == {"ana": [], "ben": [], "cleo": []}  # a short wait is not worth a word
        await pass_time(REPORT_SECONDS)
        assert told == {"ana": [0], "ben": [1], "cleo": [2]}
        serve(queue)
        await pass_time(REPORT_SECONDS)
        assert told == {"ana": [0, None], "ben": [1, 0], "cleo": [2, 1]}
        serve(queue)
        serve(queue)
        await pass_time(10 * REPORT_SECONDS)
        assert told == {"ana": [0, None], "ben": [1, 0, None], "cleo": [2, 1, None]}
        assert queue._report_timer is None

    run_by_hand(play())


def test_who_hangs_up_leaves_the_queue_at_once() -> None:
    async def play() -> None:
        queue, gone, stays = Queue(LONGEST_WAIT), request("ana"), request("ben")
        queue.limit_waits()
        queue.put(gone)
        queue.put(stays)
        gone.answer.cancel()
        await asyncio.sleep(0)
        assert len(queue) == 1
        assert queue.take() is stays

    asyncio.run(play())


def test_nobody_is_remembered_for_ever() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        queue.put(request("ana", "merchant:10000"))
        for number in range(1000):
            queue.put(request(f"somebody {number}", "greedy"))
            serve(queue)
        assert len(queue._shares) < 10
        while queue:
            serve(queue)
        assert queue._shares == {}

    asyncio.run(play())


def test_a_thought_that_came_back_is_not_charged_twice() -> None:
    async def play() -> None:
        queue, mine = Queue(LONGEST_WAIT), request("ana", "merchant:10000")
        queue.put(mine)
        for _ in range(3):
            assert queue.take() is mine
            queue.put_back(mine)
        queue.put(request("ben", "greedy"))
        assert serve(queue) is mine

    asyncio.run(play())


def test_one_person_does_not_hold_many_workers_while_others_wait() -> None:
    async def play() -> None:
        queue = Queue(LONGEST_WAIT)
        queue.put(request("ben", "merchant:100000"))
        for _ in range(20):
            queue.put(request("ana", "merchant:10000"))
        serve(queue)
        queue.put(request("ben", "merchant:1000"))  # ben has had far more than ana
        fit = MOST_IN_FLIGHT // request("ana", "merchant:10000").nodes
        taken = [queue.take() for _ in range(fit + 1)]
        assert whom(taken) == ["ana"] * fit + ["ben"]
        assert queue.take().for_whom == "ana"  # who waits alone may have all

    asyncio.run(play())


def test_within_a_share_long_thoughts_do_not_wait_for_ever_for_short_ones() -> None:
    """A household is several people: one of them asks without end, another asks the maharaja."""

    async def play() -> None:
        queue, patient = Queue(LONGEST_WAIT), request("at home", "maharaja")
        for _ in range(5):
            queue.put(request("at home", "merchant:10000"))
        queue.put(patient)
        served: list[Request] = []
        while patient not in served and len(served) < 100:
            served.append(serve(queue))
            queue.put(request("at home", "merchant:10000"))
        assert 5 < len(served) < 40

    asyncio.run(play())
