"""A table that the host of the server closes: both players are told, and nobody wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from jaipur.client.words.ending import match_words
from jaipur.errors import Code, SessionError
from jaipur.records import read_record, replayed, verify, write_record
from jaipur.seats import BySeat
from jaipur.session.contract.basics import Cause, Phase, SeatKind
from jaipur.session.contract.commands import Rematch
from jaipur.session.contract.events import ClosedEvent
from jaipur.session.contract.responses import ListedTable, SeatSummary
from jaipur.session.contract.state import MatchEnding
from jaipur.session.export import record_of_table
from jaipur.session.facts import Closed, read_fact, write_fact
from jaipur.session.owner import Owner
from jaipur.session.replay import replay_of
from jaipur.session.replay_record import replay_of_record
from jaipur.session.rows import read_summary
from jaipur.session.words.events import event_words
from jaipur.session.words.results import ending_words
from jaipur.texts import texts

from .harness import COMMITTED, Harness, phase_of, run

NAMES = ("Ana", "Ben")


async def begun(harness: Harness, kind: str) -> Owner:
    if kind == "waiting":
        return await harness.create(await harness.person())
    owner = await harness.pair()
    if kind == "between":
        await harness.play_round(owner)
    return owner


@pytest.mark.parametrize("kind", ["waiting", "playing", "between"])
def test_the_host_closes_a_table_in_any_phase(kind: str) -> None:
    async def play() -> None:
        harness = Harness()
        owner = await begun(harness, kind)
        version = owner.table.version
        assert owner.table.phase == kind
        assert await owner.close_by_host() == version + 1
        assert owner.table.ending == MatchEnding(Cause.HOST, None)
        assert phase_of(owner) is Phase.OVER
        event = owner.events[-1]
        assert isinstance(event, ClosedEvent)
        assert event.seat is None
        row = harness.store.row(owner.table.id)
        assert row is not None
        assert row.phase == "over"
        with pytest.raises(SessionError) as refused:
            await owner.close_by_host()
        assert refused.value.code is Code.MATCH_OVER
        again = await harness.again().tables.owner(owner.table.id)
        assert again.table.ending == owner.table.ending
        assert again.events == owner.events

    run(play())


def test_a_match_the_host_closed_is_a_record_that_verifies() -> None:
    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        for _ in range(5):
            await harness.act(owner)
        await owner.close_by_host()
        record = record_of_table(owner.table)
        headers = dict(record.headers)
        assert (headers["End"], "Winner" in headers) == ("host", False)
        again = read_record(write_record(record))
        assert write_record(again) == write_record(record)
        verify(again)
        shown = replay_of_record(again, replayed(again), BySeat(*NAMES), texts("en"))
        table = replay_of(harness.store.events(owner.table.id))
        for seen in (shown, table):
            ending = seen.ending
            assert ending is not None
            assert (ending.cause, ending.winner, ending.by) == (Cause.HOST, None, None)
            last = seen.steps[-1]
            assert isinstance(last.event, ClosedEvent)
            assert last.phase is Phase.OVER

    run(play())


def test_a_rematch_is_for_matches_that_began() -> None:
    async def play() -> None:
        harness = Harness()
        waiting, playing = await begun(harness, "waiting"), await begun(harness, "playing")
        for owner in (waiting, playing):
            await owner.close_by_host()
        with pytest.raises(SessionError) as refused:
            await harness.submit(waiting, 0, Rematch(COMMITTED))
        assert refused.value.code is Code.NO_REMATCH
        await harness.submit(playing, 0, Rematch(COMMITTED))
        assert playing.table.rematch_offer == 0

    run(play())


def test_what_was_stored_before_is_read_as_it_was() -> None:
    old = read_fact('{"kind":"closed","seat":1}')
    assert old == Closed(1)
    assert read_fact(write_fact(Closed(None))) == Closed(None)


def test_the_cause_of_version_0_1_is_still_read() -> None:
    """It was `house` in the rows of a store and in the headers of a record."""

    async def play() -> None:
        harness = Harness()
        owner = await harness.pair()
        await owner.close_by_host()
        row = harness.store.row(owner.table.id)
        assert row is not None
        old = row.summary.replace('"cause":"host"', '"cause":"house"')
        assert old != row.summary
        assert read_summary(replace(row, summary=old)).cause is Cause.HOST
        record = record_of_table(owner.table)
        headers = tuple((name, "house" if name == "End" else text) for name, text in record.headers)
        shown = replay_of_record(
            replace(record, headers=headers), replayed(record), BySeat(*NAMES), texts("en")
        )
        assert shown.ending is not None
        assert shown.ending.cause is Cause.HOST

    run(play())


def person(name: str) -> SeatSummary:
    return SeatSummary(SeatKind.PERSON, name, None)


@pytest.mark.parametrize(("language", "host"), [("en", "host"), ("fr", "hôte")])
def test_players_read_who_closed_it(language: str, host: str) -> None:
    _ = texts(language)
    told = event_words(ClosedEvent(version=9), NAMES, 0, _)
    ended = ending_words(MatchEnding(Cause.HOST, None), NAMES, 0, _)
    row = ListedTable(
        table="0123456789abcdef", phase=Phase.OVER, my_seats=(0,), waits_for_me=False, touched=0,
        version=9, seats=(person("Ana"), person("Ben")), round=1, seals=(0, 0), waits_for=(),
        winner=None, cause=Cause.HOST, clock=False,
    )  # fmt: skip
    for words in (told, ended, match_words(row, _)):
        assert host in words
    assert "Ana" not in told
