"""Listeners: whoever reconnects, from any version, gets all events and the state."""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest

from jaipur.session.clocks import Clocks
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.events import AnyEvent
from jaipur.session.listeners import WATCHERS_SECONDS, Listeners
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer, state_for
from jaipur.session.public_events import letters
from jaipur.session.table import Table

from .hand_loop import pass_time, run_by_hand
from .harness import Harness, phase_of, run, settle
from .walks import told, walk

VIEWERS = [Viewer(seat, program) for program in (False, True) for seat in (0, 1, None)]
SEEDS = (2, 15)


@dataclass
class Followed:
    """A table as it was at some version."""

    table: Table
    events: list[AnyEvent]
    clocks: Clocks


def at_version(seed: int, version: int, options: Options | None = None) -> Listeners:
    table, _ = walk(seed, "people", options)[version - 1]
    words = list(told(seed, "people", options)[:version])
    return Listeners(Followed(table, words, Clocks(table, lambda: None)))


def parts(data: bytes) -> tuple[dict[str, Any], bytes]:
    """An update without its state, and the bytes of the state and what is now."""
    head, mark, rest = data.partition(b',"state":')
    assert mark
    return json.loads(head + b"}"), rest


def given_after(listeners: Listeners, viewer: Viewer, last: int | None) -> tuple[Any, bytes]:
    """What a listener gets first who was last given a version."""
    listener = listeners.add(viewer, last, (0,))
    update = listener.take()
    listener.leave()
    assert (update.kind, update.version) == ("update", listeners.version)
    return parts(update.data)


@pytest.mark.parametrize("viewer", VIEWERS)
@pytest.mark.parametrize("seed", SEEDS[1:])
def test_for_every_pair_of_versions_events_and_state_are_the_snapshot(
    seed: int, viewer: Viewer
) -> None:
    async def follow() -> None:
        words = [msgspec.json.encode(event) for event in told(seed)]
        for current in range(1, len(words) + 1):
            listeners = at_version(seed, current)
            snapshot, state = given_after(listeners, viewer, None)
            assert snapshot["after"] is None
            shown = json.loads(b'{"state":' + state)["state"]
            assert shown == as_json(state_for(walk(seed)[current - 1][0], viewer))
            for last in range(current + 1):
                listener = listeners.add(viewer, last, (0,))
                head, _, bytes_now = listener.take().data.partition(b',"state":')
                listener.leave()
                start = b'{"version":%d,"after":%d,"events":[' % (current, last)
                assert head == start + b",".join(words[last:current]) + b"]"
                assert bytes_now == state

    run(follow())


def test_versions_of_events_grow_by_one_from_the_first() -> None:
    for seed in SEEDS:
        versions = [event.version for event in told(seed)]
        assert versions == list(range(1, len(versions) + 1))


@pytest.mark.parametrize("wrong", [-1, -(2**40), 10**6, 2**62])
def test_a_version_that_cannot_be_is_answered_like_somebody_new(wrong: int) -> None:
    async def follow() -> None:
        followed = at_version(2, 30)
        assert given_after(followed, Viewer(0), wrong) == given_after(followed, Viewer(0), None)

    run(follow())


def test_who_is_new_is_told_the_log_of_the_round() -> None:
    async def follow() -> None:
        for current in range(1, len(walk(3)) + 1):
            table, _ = walk(3)[current - 1]
            head, _ = given_after(at_version(3, current), Viewer(1), None)
            kinds = [event["kind"] for event in head["events"]]
            if table.match is None:
                assert len(kinds) == current
            else:
                assert head["events"][0]["market"]
                assert kinds[0] in ("readied", "joined", "wanted_next")
                assert kinds.count("acted") == len(table.match.events)

    run(follow())


# Without a memory aid

OFF = Options(memory_aid=MemoryAid.OFF)


def own_last_action(events: list[dict[str, Any]], seat: int | None) -> int:
    acted = [e["version"] for e in events if e["kind"] == "acted" and seat in (e["seat"], None)]
    return max(acted, default=0)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_without_a_memory_aid_nobody_is_told_more_than_since_their_own_last_action(
    viewer: Viewer,
) -> None:
    async def follow() -> None:
        every = [as_json(event) for event in told(2, "people", OFF)]
        for current in range(1, len(every) + 1, 3):
            listeners, table = at_version(2, current, OFF), walk(2, "people", OFF)[current - 1][0]
            so_far = every[:current]
            last_action = own_last_action(so_far, None)
            mine = own_last_action(so_far, viewer.seat)
            for last in (*range(0, current + 1, 2), None):
                head, _ = given_after(listeners, viewer, last)
                events = [event["version"] for event in head["events"]]
                known = max(0, table.dealt_at - 1) if last is None else last
                if viewer.is_program or not last_action:
                    assert events == list(range(known + 1, current + 1))
                    continue
                oldest = min(mine + 1, last_action)
                assert events == list(range(max(known + 1, oldest), current + 1))
                assert last_action <= known or last_action in events

    run(follow())


@pytest.mark.parametrize("aid", [MemoryAid.COUNTS, MemoryAid.FULL])
def test_with_a_memory_aid_everybody_may_read_the_whole_log(aid: MemoryAid) -> None:
    async def follow() -> None:
        followed = at_version(2, 40, Options(memory_aid=aid))
        head, _ = given_after(followed, Viewer(None), 0)
        assert len(head["events"]) == 40

    run(follow())


# Over a real owner


def test_a_slow_listener_misses_nothing() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        chance = random.Random(1)
        followers = [(owner.listeners.add(v, None, ()), v, new_list()) for v in VIEWERS]
        while phase_of(owner) is not Phase.OVER:
            await harness.go_on(owner, chance)
            for listener, viewer, got in followers:
                if chance.random() < 0.3 or phase_of(owner) is Phase.OVER:
                    assert await listener.wait(0)
                    update = listener.take()
                    data = json.loads(update.data)
                    assert data["state"] == as_json(state_for(owner.table, viewer))
                    versions = [event["version"] for event in data["events"]]
                    got.extend(versions)
                    assert not listener.is_late
        for _, _, got in followers:
            assert got == list(range(got[0], owner.table.version + 1))

    run(play())


def new_list() -> list[int]:
    return []


def as_json(data: Any) -> Any:
    return json.loads(msgspec.json.encode(data))


def test_the_same_after_a_restart_and_with_two_tabs() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        for _ in range(20):
            await harness.act(owner)
        tab, second = (owner.listeners.add(Viewer(0), 5, (0,)) for _ in range(2))
        first = tab.take()
        assert first.data == second.take().data
        again = await harness.again().tables.owner(owner.table.id)
        resumed = again.listeners.add(Viewer(0), 5, (0,)).take()
        assert parts(resumed.data)[0] == parts(first.data)[0]
        assert json.loads(resumed.data)["state"] == json.loads(first.data)["state"]

    run(play())


def test_a_listener_is_woken_by_news_and_only_then() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        listener = owner.listeners.add(Viewer(1), None, (1,))
        assert await listener.wait(60)
        listener.take()
        waiting = asyncio.ensure_future(listener.wait(60))
        await settle()
        assert not waiting.done()
        await harness.act(owner)
        assert await waiting
        assert listener.take().version == 4
        waiting = asyncio.ensure_future(listener.wait(60))
        await pass_time(61)
        assert not await waiting

    run_by_hand(play())


def test_who_is_there_is_told_without_a_version() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        ana = owner.listeners.add(Viewer(0), None, (0,))
        first = json.loads(ana.take().data)
        assert first["now"]["present"] == [True, False]
        ben = owner.listeners.add(Viewer(1), None, (1,))
        assert await ana.wait(0)
        update = ana.take()
        assert (update.kind, update.version) == ("now", 3)
        assert json.loads(update.data)["present"] == [True, True]
        second_tab = owner.listeners.add(Viewer(1), None, (1,))
        assert not await ana.wait(0)
        second_tab.leave()
        second_tab.leave()
        assert not await ana.wait(0)
        ben.leave()
        assert json.loads(ana.take().data)["present"] == [True, False]
        assert owner.table.version == 3

    run(play())


def test_a_crowd_of_watchers_is_told_now_and_then() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        ana = owner.listeners.add(Viewer(0), None, (0,))
        ana.take()
        crowd = [owner.listeners.add(Viewer(None), None, ()) for _ in range(50)]
        assert not await ana.wait(0)
        await pass_time(WATCHERS_SECONDS + 0.1)
        assert await ana.wait(0)
        assert json.loads(ana.take().data)["watchers"] == 50
        for one in crowd:
            one.leave()
        await pass_time(WATCHERS_SECONDS + 0.1)
        assert json.loads(ana.take().data)["watchers"] == 0

    run_by_hand(play())


def test_on_one_device_both_are_there_and_nobody_watches() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.hot_seat()
        owner.listeners.add(Viewer(None), None, (0, 1))
        now = owner.listeners.now()
        assert (now.present, now.watchers) == ((True, True), 0)

    run(play())


def test_a_bot_is_always_there() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.create(await harness.person(), bot="greedy")
        assert owner.listeners.now().present == (False, True)

    run(play())


def test_the_state_is_made_once_for_each_version_and_kind_of_viewer() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        one = owner.listeners.update(Viewer(0), None).state
        assert owner.listeners.update(Viewer(0), None).state is one
        assert owner.listeners.update(Viewer(1), None).state != one
        await harness.act(owner)
        assert owner.listeners.update(Viewer(0), None).state != one

    run(play())


def test_every_round_says_what_was_dealt() -> None:
    for seed in SEEDS:
        for (table, _), word in zip(walk(seed), told(seed), strict=True):
            event = as_json(word)
            if table.dealt_at == table.version:
                assert table.match is not None
                assert event["round"] == len(table.match.rounds)
            elif event["kind"] in ("readied", "joined", "wanted_next"):
                assert event["round"] is None
            if event["kind"] == "acted" or table.dealt_at == table.version:
                assert event["market"] == list(letters(table.market))


def test_presence_is_counted_by_seat() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        both = [owner.listeners.add(Viewer(s), None, (s,)) for s in (0, 1, 1)]
        assert owner.listeners.now().present == (True, True)
        both[1].leave()
        assert owner.listeners.now().present == (True, True)
        both[2].leave()
        assert owner.listeners.now().present == (True, False)
        assert len(owner.listeners) == 1

    run(play())


def test_what_is_asked_from_each_version_on_is_not_kept() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        for _ in range(20):
            await harness.act(owner)
        version = owner.table.version
        for after in range(version + 1):
            told = json.loads(owner.listeners.encoded(Viewer(0), after).data)
            assert len(told["events"]) == version - after
        assert len(owner.listeners._updates._for(Viewer(0)).event_texts) <= 2

    run(play())
