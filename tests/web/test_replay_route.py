"""The replay route: for everybody at the table after the match, for nobody before."""

from __future__ import annotations

import asyncio
import gzip
import sys
from random import Random
from typing import Any

import pytest

from jaipur.jobs import process, runner
from jaipur.seats import SEATS
from jaipur.session.contract.responses import Replay
from jaipur.store.memory import MemoryStore
from jaipur.store.protocol import Damaged
from jaipur.store.values import StoredEvent, TableRow

from .playing import KINDS, Client, Data, Harness, open_table
from .test_answers import exactly


def without_words(data: Any) -> Any:
    """What is the same for everybody: all but who is called You, and the language."""
    if isinstance(data, dict):
        return {name: without_words(one) for name, one in data.items() if name != "words"}
    return [without_words(one) for one in data] if isinstance(data, list) else data


@pytest.mark.parametrize("kind", KINDS)
def test_the_replay_is_for_everybody_at_the_table_once_the_match_is_over(kind: str) -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, kind)
            eve, stranger = await at.watcher(), await harness.program()
            path = f"{at.path}/replay"
            people = [client for client in dict.fromkeys(at.chairs) if client]
            chance = Random(4)
            await at.play(chance, lambda shown: shown["version"] > 12)
            for client in (*people, eve):
                assert (await client.get(path)).code == "match_not_over"
            assert (await stranger.get(path)).code == "unknown_table"
            last = await at.play(chance)
            assert (await stranger.get(path)).code == "unknown_table"
            replies = [await client.get(path) for client in (*people, eve)]
            shown = [without_words(reply.json()) for reply in replies]
            assert all(one == shown[0] for one in shown)
            exactly(replies[0].body, Replay)
            _check(shown[0], without_words(last))

    asyncio.run(whole())


def test_a_replay_is_told_to_each_in_their_language() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness)
            await at.play(Random(4))
            said = {
                (seat, language): (
                    await at.chair(seat).get(f"{at.path}/replay", accept_language=language)
                ).json()["steps"][1]["event"]["words"]
                for seat in SEATS
                for language in ("en", "fr")
            }
            assert len(set(said.values())) == 4, said

    asyncio.run(whole())


def _check(replay: Data, last: Data) -> None:
    """It ends with what the last look showed."""
    state, end = last["state"], replay["steps"][-1]
    assert replay["results"] == state["results"]
    assert end["version"] == last["version"]
    for name in ("market", "piles", "bonuses_left", "discard_top", "end", "turn"):
        assert end["round"][name] == state["round"][name]
    assert [side["hand"] for side in end["round"]["sides"]] == [
        side["hand"] for side in state["round"]["sides"]
    ]
    events = [step["event"] for step in replay["steps"]]
    told = [event for event in last["events"] if event["kind"] == "acted"]
    assert events[-len(told) :] == told


def test_a_rematch_has_a_replay_of_its_own_only_when_it_is_over() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "same_device")
            device = at.chair(0)
            last = await at.play(Random(4))
            before = (await device.get(f"{at.path}/replay")).body
            reply = await at.command(0, last["version"], "rematch")
            assert reply.status == 200, reply.body
            state = (await device.get(at.path)).json()["state"]
            again = f"/api/tables/{state['rematch']['table']}/replay"
            assert (await device.get(again)).code == "match_not_over"
            assert (await device.get(f"{at.path}/replay")).body == before

    asyncio.run(whole())


def test_a_table_that_was_closed_has_no_replay() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            at = await open_table(harness, "bot")
            assert (await at.chair(0).get(f"{at.path}/replay")).code == "match_not_over"
            assert (await at.command(0, 1, "close")).status == 200
            assert (await at.chair(0).get(f"{at.path}/replay")).code == "not_begun"

    asyncio.run(whole())


async def finished(harness: Harness) -> tuple[str, Client]:
    """The path of a replay, and who may see it."""
    at = await open_table(harness, "same_device")
    await at.play(Random(4))
    return f"{at.path}/replay", at.chair(0)


def test_a_replay_is_sent_compressed_to_who_can_read_that() -> None:
    async def whole() -> None:
        async with Harness() as harness:
            path, device = await finished(harness)
            plain = await device.get(path)
            packed = await device.get(path, accept_encoding="gzip, br")
            assert plain.header("content-encoding") is None
            assert packed.header("content-encoding") == "gzip"
            assert (
                plain.header("vary") == packed.header("vary") == "Accept-Encoding, Accept-Language"
            )
            assert gzip.decompress(packed.body) == plain.body

    asyncio.run(whole())


class Torn(MemoryStore):
    """A store in which a part of a table is damaged, or buried this moment."""

    damaged = ""
    is_buried = False

    def row(self, table: str) -> TableRow | None:
        if self.damaged == "row":
            raise Damaged("torn")
        return super().row(table)

    def events(self, table: str) -> list[StoredEvent]:
        if self.damaged == "events":
            raise Damaged("torn")
        return [] if self.is_buried else super().events(table)


@pytest.mark.parametrize("damaged", ["row", "events", ""])
def test_a_table_that_is_damaged_or_gone_has_no_replay(damaged: str) -> None:
    async def whole() -> None:
        async with Harness(store := Torn()) as harness:
            path, device = await finished(harness)
            assert (await device.get(path)).status == 200
            store.damaged, store.is_buried = damaged, not damaged
            reply = await device.get(path)
            assert reply.code == ("damaged_table" if damaged else "unknown_table")

    asyncio.run(whole())


@pytest.mark.parametrize("words", ["raise SystemExit", "import time; time.sleep(900)"])
def test_a_replay_that_cannot_be_made_is_to_be_asked_for_again(
    words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "sleep" in words:
        monkeypatch.setattr(runner, "MOST_SECONDS", 0.05)
        monkeypatch.setattr(process, "STOP_SECONDS", 0.01)

    async def whole() -> None:
        async with Harness(jobs=runner.JobRunner((sys.executable, "-c", words))) as harness:
            path, device = await finished(harness)
            for _ in range(2):
                reply = await device.get(path)
                assert (reply.status, reply.code) == (503, "work_failed")
                assert reply.header("retry-after")

    asyncio.run(whole())


def test_a_replay_that_is_kept_or_being_made_is_not_read_again() -> None:
    class Counting(MemoryStore):
        """A store that counts how often a whole table is read."""

        asked = 0

        def events(self, table: str) -> list[StoredEvent]:
            self.asked += 1
            return super().events(table)

    async def whole() -> None:
        async with Harness(store := Counting(), jobs=runner.JobRunner()) as harness:
            path, device = await finished(harness)
            store.asked = 0
            replies = await asyncio.gather(*(device.get(path) for _ in range(2)))
            replies.append(await device.get(path))
            assert [reply.status for reply in replies] == [200] * 3
            assert store.asked == 1

    asyncio.run(whole())
