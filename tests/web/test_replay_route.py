"""The replay over the wire: after the match for everybody at the table, before it for nobody."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from jaipur.web import answers

from .playing import KINDS, Data, House, open_table


@pytest.mark.parametrize("kind", KINDS)
def test_the_replay_is_for_everybody_at_the_table_once_the_match_is_over(kind: str) -> None:
    async def whole() -> None:
        async with House() as house:
            at = await open_table(house, kind)
            eve, stranger = await at.watcher(), await house.program()
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
            assert {reply.body for reply in replies} == {replies[0].body}
            answers.Replay.model_validate_json(replies[0].body, strict=True)
            _check(replies[0].json(), last)

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
        async with House() as house:
            at = await open_table(house, "same_device")
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
        async with House() as house:
            at = await open_table(house, "bot")
            assert (await at.chair(0).get(f"{at.path}/replay")).code == "match_not_over"
            assert (await at.command(0, 1, "close")).status == 200
            assert (await at.chair(0).get(f"{at.path}/replay")).code == "not_begun"

    asyncio.run(whole())
