"""A finished match step by step: what both seats saw, put together, and nothing before its end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import orjson
import pytest

from jaipur.errors import Code, SessionError
from jaipur.session.commands import Close, Rematch, Resign
from jaipur.session.facts import Acted
from jaipur.session.happened import event_json
from jaipur.session.options import MemoryAid, Options
from jaipur.session.replay import replay_answer, replay_json, replay_request
from jaipur.session.sight import Viewer, seen
from jaipur.session.table import Phase, Table

from .house import COMMITTED
from .walks import after, fact_of, new_table, playing, stored, told, walk

FULL = Options(memory_aid=MemoryAid.FULL)
CLOSED_UNTIL_THE_END = {"deck_cards", "sides", "turn"}


def steps_of(seed: int, kind: str = "people") -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = replay_json(
        walk(seed, kind, FULL)[-1][0], told(seed, kind, FULL)
    )["steps"]
    return steps


def versions_of(seed: int, kind: str = "people") -> dict[int, Table]:
    return {table.version: table for table, _ in walk(seed, kind, FULL)}


@pytest.mark.parametrize("kind", ["people", "bot", "hot_seat"])
def test_each_step_is_what_the_two_seats_were_shown_together(kind: str) -> None:
    tables = versions_of(1, kind)
    for step in steps_of(1, kind):
        shown = [seen(tables[step["version"]], Viewer(seat, is_program=True)) for seat in (0, 1)]
        for seat in (0, 1):
            mine = shown[seat]["round"]
            assert step["round"]["sides"][seat] == mine["sides"][seat]
            for name in set(step["round"]) - CLOSED_UNTIL_THE_END:
                assert step["round"][name] == mine[name], name
        for name in ("seals", "phase"):
            assert step[name] == shown[0][name]
        assert step["round"]["turn"] == shown[0]["round"]["turn"]


def test_the_deck_is_the_one_the_next_cards_come_from() -> None:
    steps = steps_of(2)
    for before, step in pairwise(steps):
        if step["event"]["kind"] == "acted":
            drawn = step["event"]["drawn"]
            assert before["round"]["deck_cards"] == drawn + step["round"]["deck_cards"]
        assert len(step["round"]["deck_cards"]) == step["round"]["deck"]


def test_there_is_a_step_for_each_deal_and_action_with_its_public_event() -> None:
    for seed in range(4):
        wanted = [
            table.version
            for table, fact in walk(seed, "people", FULL)
            if isinstance(fact, Acted) or table.version == table.dealt_at
        ]
        steps = steps_of(seed)
        assert [step["version"] for step in steps] == wanted
        for step in steps:
            event = step["event"]
            assert event["version"] == step["version"]
            assert event["market"] == step["round"]["market"]


def test_what_is_around_the_steps_is_as_in_the_state() -> None:
    table = walk(3)[-1][0]
    whole, state = replay_json(table, told(3)), seen(table, Viewer())
    assert list(whole) == ["table", "seats", "options", "results", "ending", "steps"]
    for name in set(whole) - {"steps"}:
        assert whole[name] == state[name]


def test_a_match_given_up_ends_with_a_step_of_its_own() -> None:
    table = playing(3)[20]
    history = [(t, f) for t, f in walk(3) if t.version <= table.version]
    fact = fact_of(table, 1, Resign())
    over = table.after(fact)
    events = [event_json(t, f, 1.5) for t, f in [*history, (over, fact)]]
    steps = replay_json(over, events)["steps"]
    last, before = steps[-1], steps[-2]
    assert (last["version"], last["event"]["kind"], last["phase"]) == (
        over.version,
        "resigned",
        Phase.OVER,
    )
    assert before["phase"] is Phase.PLAYING
    assert last["round"] == before["round"] | {"turn": None}


def test_a_rematch_changes_nothing() -> None:
    table = walk(3)[-1][0]
    offered = fact_of(table, 0, Rematch(COMMITTED))
    later = table.after(offered)
    agreed = fact_of(later, 1, Rematch(COMMITTED))
    last = later.after(agreed)
    events = [*told(3), event_json(later, offered, 2.5), event_json(last, agreed, 2.5)]
    assert last.rematch is not None
    assert replay_json(last, events) == replay_json(table, told(3))


def test_nothing_is_shown_before_the_end() -> None:
    for table in playing(1)[::11]:
        with pytest.raises(SessionError) as refused:
            replay_json(table, told(1)[: table.version])
        assert (refused.value.code, refused.value.version) == (Code.MATCH_NOT_OVER, table.version)


def test_a_table_closed_before_the_match_has_none() -> None:
    table = after(new_table(), 0, Close())
    with pytest.raises(SessionError) as refused:
        replay_json(table, ())
    assert refused.value.code is Code.NOT_BEGUN


def test_another_process_makes_the_same_of_what_was_stored() -> None:
    request = replay_request(stored(3))
    assert b"\n" not in request
    asked: list[None] = []
    answer = replay_answer(request, lambda: asked.append(None))
    assert answer == orjson.dumps(replay_json(walk(3)[-1][0], told(3)))
    assert len(asked) > walk(3)[-1][0].version  # so that it can be given up at any time
