"""The replay of a finished match: what both seats saw, combined, and nothing before its end."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import asdict, replace

from jaipur.errors import Code, SessionError
from jaipur.seats import SEATS
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Close, Rematch, Resign
from jaipur.session.contract.events import ActedEvent, DealtEvent, ResignedEvent
from jaipur.session.contract.responses import Step
from jaipur.session.facts import Acted
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer, state_for
from jaipur.session.replay import replay_of, replay_request, replay_response
from jaipur.session.table import Table

from .harness import COMMITTED
from .walks import fact_of, kept, new_table, playing, stored, told, walk

FULL = Options(memory_aid=MemoryAid.FULL)
CLOSED_UNTIL_THE_END = {"deck_cards", "sides", "turn"}


def steps_of(seed: int, kind: str = "people") -> tuple[Step, ...]:
    return replay_of(stored(seed, kind, FULL)).steps


def versions_of(seed: int, kind: str = "people") -> dict[int, Table]:
    return {table.version: table for table, _ in walk(seed, kind, FULL)}


@pytest.mark.parametrize("kind", ["people", "bot", "hot_seat"])
def test_each_step_is_what_the_two_seats_were_shown_together(kind: str) -> None:
    tables = versions_of(1, kind)
    for step in steps_of(1, kind):
        states = [state_for(tables[step.version], Viewer(seat, is_program=True)) for seat in SEATS]
        for seat in SEATS:
            mine = states[seat].round
            assert mine is not None
            assert step.round.sides[seat] == mine.sides[seat]
            for name in set(asdict(step.round)) - CLOSED_UNTIL_THE_END:
                assert getattr(step.round, name) == getattr(mine, name), name
            assert step.round.turn == mine.turn
        assert (step.seals, step.phase) == (states[0].seals, states[0].phase)


def test_the_deck_is_the_one_the_next_cards_come_from() -> None:
    acted = 0
    for before, step in pairwise(steps_of(2)):
        left = step.round.deck_cards
        assert left is not None
        if isinstance(step.event, ActedEvent):
            assert before.round.deck_cards == step.event.drawn + left
            acted += 1
        assert len(left) == step.round.deck
    assert acted


def test_there_is_a_step_for_each_deal_and_action_with_its_public_event() -> None:
    for seed in range(4):
        wanted = [
            table.version
            for table, fact in walk(seed, "people", FULL)
            if isinstance(fact, Acted) or table.version == table.dealt_at
        ]
        steps, events = steps_of(seed), told(seed, "people", FULL)
        assert [step.version for step in steps] == wanted
        for step in steps:
            assert step.event == events[step.version - 1]
            assert isinstance(step.event, DealtEvent | ActedEvent)
            assert step.event.market == step.round.market


def test_what_is_around_the_steps_is_as_in_the_state() -> None:
    table = walk(3)[-1][0]
    whole, state = replay_of(stored(3)), state_for(table, Viewer())
    assert list(asdict(whole)) == ["table", "seats", "options", "results", "ending", "steps"]
    for name in set(asdict(whole)) - {"steps"}:
        assert getattr(whole, name) == getattr(state, name)


def test_a_match_given_up_ends_with_a_step_of_its_own() -> None:
    table = playing(3)[20]
    history = [(t, f) for t, f in walk(3) if t.version <= table.version]
    fact = fact_of(table, 1, Resign())
    over = table.after(fact)
    *_, before, last = replay_of(kept([*history, (over, fact)])).steps
    assert isinstance(last.event, ResignedEvent)
    assert (last.version, last.phase) == (over.version, Phase.OVER)
    assert before.phase is Phase.PLAYING
    assert last.round == replace(before.round, turn=None)


def test_a_rematch_changes_nothing() -> None:
    table = walk(3)[-1][0]
    offered = fact_of(table, 0, Rematch(COMMITTED))
    later = table.after(offered)
    agreed = fact_of(later, 1, Rematch(COMMITTED))
    last = later.after(agreed)
    assert last.rematch is not None
    events = [*stored(3), *kept([(later, offered), (last, agreed)])]
    assert replay_of(events) == replay_of(stored(3))


def test_nothing_is_shown_before_the_end() -> None:
    for table in playing(1)[::11]:
        with pytest.raises(SessionError) as refused:
            replay_of(stored(1)[: table.version])
        assert (refused.value.code, refused.value.version) == (Code.MATCH_NOT_OVER, table.version)


def test_a_table_closed_before_the_match_has_none() -> None:
    table = new_table()
    fact = fact_of(table, 0, Close())
    with pytest.raises(SessionError) as refused:
        replay_of(kept([(table, table.created), (table.after(fact), fact)]))
    assert refused.value.code is Code.NOT_BEGUN


def test_another_process_makes_the_same_of_what_was_stored() -> None:
    request = replay_request(stored(3))
    assert b"\n" not in request
    asked: list[None] = []
    answer = replay_response(request, lambda: asked.append(None))
    assert answer == msgspec.json.encode(replay_of(stored(3)))
    assert len(asked) > walk(3)[-1][0].version  # so that it can be given up at any time
