"""Stored facts and the tables replayed from them: identical, or rejected."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur import Card, Sell, Take, TakeCamels, parse_action
from jaipur.session.contract.basics import SeatKind
from jaipur.session.facts import (
    Acted,
    Closed,
    Created,
    Fact,
    Joined,
    OfferedRematch,
    RanOut,
    Readied,
    Rematched,
    Resigned,
    SeatHolder,
    Voided,
    WantedNext,
    read_fact,
    write_fact,
)
from jaipur.session.options import ClockOption, MemoryAid, Options
from jaipur.session.owner import stored_table_of
from jaipur.session.replay import versions
from jaipur.session.rows import read_summary, row_of
from jaipur.session.table import Table
from jaipur.store.protocol import StoreConflict
from jaipur.store.values import StoredEvent

from ..depth import tried
from ..laws.strategies import actions
from .walks import KINDS, created, told, walk

SEATS = st.sampled_from([0, 1])
SOME = st.lists(SEATS, min_size=1, max_size=2, unique=True).map(tuple)
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
HEX = st.binary(max_size=32).map(bytes.hex)
NUMBERS = st.integers(0, 2**40)
OPTIONS = st.builds(
    Options,
    st.sampled_from(MemoryAid),
    st.booleans(),
    st.none() | st.builds(ClockOption, st.integers(10, 3600), st.integers(0, 60)),
    st.booleans(),
)
EVERY: dict[type[Any], st.SearchStrategy[Any]] = {
    Created: st.builds(
        created, st.sampled_from(KINDS), OPTIONS, st.integers(0, 99)
    ),
    Joined: st.builds(Joined, SEATS, WORDS, WORDS, HEX),
    Readied: st.builds(Readied, SOME, HEX),
    Acted: st.builds(
        Acted, SEATS, actions(), st.lists(st.integers(0, 4), max_size=5).map(tuple), NUMBERS,
        st.none() | WORDS,
    ),
    WantedNext: st.builds(WantedNext, SOME, NUMBERS),
    Resigned: st.builds(Resigned, SEATS),
    RanOut: st.builds(RanOut, SEATS),
    Closed: st.builds(Closed, st.none() | SEATS),
    Voided: st.builds(Voided, SEATS),
    OfferedRematch: st.builds(OfferedRematch, SEATS, st.none() | HEX),
    Rematched: st.builds(Rematched, SEATS, WORDS),
}  # fmt: skip


KIND_NAMES: dict[type[Any], str] = {
    Created: "created",
    Joined: "joined",
    Readied: "readied",
    Acted: "acted",
    WantedNext: "wanted_next",
    Resigned: "resigned",
    RanOut: "ran_out",
    Closed: "closed",
    Voided: "voided",
    OfferedRematch: "offered_rematch",
    Rematched: "rematched",
}


@given(st.one_of(*EVERY.values()))
@settings(max_examples=tried(50, 150))
def test_every_fact_is_read_as_it_was_written(fact: Fact) -> None:
    text = write_fact(fact)
    assert read_fact(text) == fact
    assert write_fact(read_fact(text)) == text
    assert next(iter(json.loads(text).items())) == ("kind", KIND_NAMES[type(fact)])
    assert "\n" not in text


def test_every_kind_of_fact_was_among_them() -> None:
    assert set(EVERY) == set(KIND_NAMES) == set(get_args(Fact))


def test_a_fact_of_an_older_version_has_what_it_lacked_by_default() -> None:
    assert read_fact('{"kind":"acted","seat":1,"action":"+K","places":[0]}') == Acted(
        1, TakeCamels(1), (0,)
    )
    assert read_fact('{"kind":"resigned","seat":0,"because":"late"}') == Resigned(0)


# Version 0.1

KEY, COMMITMENT = "ab" * 32, "cd" * 32
SEATED = SeatHolder(SeatKind.PERSON, "Ana \U0001f42a", "ana", None, is_program=True)
WRITTEN_BY_0_1: list[tuple[str, Fact]] = [
    (
        '{"kind":"created","seats":['
        '{"kind":"person","name":"Ana \U0001f42a","player":"ana","bot":null,"is_program":true},'
        '{"kind":"bot","name":"greedy","player":null,"bot":"greedy","is_program":false}],'
        '"options":{"memory_aid":"full","house_rule":false,'
        '"clock":{"bank":600,"increment":5},"private":true},'
        f'"key":"{KEY}","invitation":"01","watch_key":"02","bot_key":"seed 7","previous":"0f",'
        f'"seed":7,"nonce_commitment":"{COMMITMENT}","committed_seat":1}}',
        Created(
            (SEATED, SeatHolder(SeatKind.BOT, "greedy", None, "greedy")),
            Options(MemoryAid.FULL, False, ClockOption(600, 5), True),
            KEY, "01", "02", "seed 7", "0f", 7, COMMITMENT, 1,
        ),
    ),
    (
        '{"kind":"created","seats":['
        '{"kind":"person","name":"Ana","player":"ana","bot":null,"is_program":false},'
        '{"kind":"open","name":"","player":null,"bot":null,"is_program":false}],'
        '"options":{"memory_aid":"counts","house_rule":true,"clock":null,"private":false},'
        f'"key":"{KEY}","invitation":"01","watch_key":"02","bot_key":"03","previous":null,'
        '"seed":null,"nonce_commitment":null,"committed_seat":0}',
        Created(
            (SeatHolder(SeatKind.PERSON, "Ana", "ana"), SeatHolder(SeatKind.OPEN)),
            Options(), KEY, "01", "02", "03",
        ),
    ),
    (
        '{"kind":"joined","seat":1,"player":"ben","name":"Zoé \\"B\\"","nonce":"0b",'
        '"is_program":true}',
        Joined(1, "ben", 'Zoé "B"', "0b", is_program=True),
    ),
    ('{"kind":"readied","seats":[0,1],"nonce":""}', Readied((0, 1), "")),
    (
        '{"kind":"acted","seat":0,"action":"+D","places":[3],"spent":0,"fallback":null}',
        Acted(0, Take(Card.DIAMOND), (3,)),
    ),
    (
        '{"kind":"acted","seat":1,"action":"+DG-LK","places":[1,4],"spent":12345,"fallback":"slow"}',
        Acted(1, parse_action("+DG-LK"), (1, 4), 12345, "slow"),
    ),
    (
        '{"kind":"acted","seat":1,"action":"-LLL","places":[],"spent":7,"fallback":null}',
        Acted(1, Sell(Card.LEATHER, 3), (), 7),
    ),
    ('{"kind":"wanted_next","seats":[1],"spent":250}', WantedNext((1,), 250)),
    ('{"kind":"resigned","seat":1}', Resigned(1)),
    ('{"kind":"ran_out","seat":0}', RanOut(0)),
    ('{"kind":"closed","seat":1}', Closed(1)),
    ('{"kind":"closed","seat":null}', Closed(None)),
    ('{"kind":"voided","seat":0}', Voided(0)),
    (
        f'{{"kind":"offered_rematch","seat":1,"nonce_commitment":"{COMMITMENT}"}}',
        OfferedRematch(1, COMMITMENT),
    ),
    ('{"kind":"offered_rematch","seat":1,"nonce_commitment":null}', OfferedRematch(1)),
    ('{"kind":"rematched","seat":0,"table":"0123456789abcdef"}', Rematched(0, "0123456789abcdef")),
]  # fmt: skip
"""Facts to the letter as version 0.1 wrote them, and what they say."""


@pytest.mark.parametrize(("text", "fact"), WRITTEN_BY_0_1)
def test_a_fact_of_version_0_1_is_read_and_still_written_so(text: str, fact: Fact) -> None:
    assert read_fact(text) == fact
    assert write_fact(fact) == text


def test_every_kind_of_version_0_1_was_among_them() -> None:
    assert {type(fact) for _, fact in WRITTEN_BY_0_1} == set(KIND_NAMES)


DAMAGED = [
    "",
    "{",
    "null",
    "[]",
    "{}",
    "\ud800",
    '{"kind":"cooked","seat":0}',
    '{"kind":"resigned"}',
    '{"kind":"resigned","seat":2}',
    '{"kind":"resigned","seat":"0"}',
    '{"kind":"resigned","seat":0',
    '{"kind":"acted","seat":0,"action":"nonsense","places":[]}',
    '{"kind":"acted","seat":0,"action":"+Z","places":[0]}',
    '{"kind":"acted","seat":0,"action":7,"places":[0]}',
    '{"kind":"acted","seat":0,"action":"+D","places":3}',
    WRITTEN_BY_0_1[0][0].replace('"full"', '"some"'),
    WRITTEN_BY_0_1[0][0].replace('"bank":600', '"bank":6'),
    WRITTEN_BY_0_1[0][0].replace('"kind":"bot"', '"kind":"robot"'),
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_fact_is_a_value_error_whoever_found_it(text: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # it says what the damage is
        read_fact(text)
    assert not isinstance(refused.value, msgspec.MsgspecError)


# Replay


def events_of(seed: int, kind: str = "people", options: Options | None = None) -> list[StoredEvent]:
    return [
        StoredEvent(table.id, table.version, f"c{table.version}", "d", write_fact(fact), 1.5)
        for table, fact in walk(seed, kind, options)
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("clock", [None, ClockOption(600, 3)])
def test_a_replay_gives_every_version_again(kind: str, clock: ClockOption | None) -> None:
    options = Options(clock=clock)
    again = [table for table, _, _ in versions(events_of(4, kind, options))]
    assert again == [table for table, _ in walk(4, kind, options)]


def test_the_history_has_the_same_words_and_every_command() -> None:
    history = stored_table_of(events_of(4), "creation", Table.create)
    assert history.events == told(4)
    assert history.table == walk(4)[-1][0]
    assert {one.version for one in history.accepted.values()} == set(
        range(1, history.table.version + 1)
    )


def test_a_gap_is_refused_wherever_it_is() -> None:
    events = events_of(4)
    for missing in (0, 1, 2, 17, len(events) - 2):
        with pytest.raises(StoreConflict):
            list(versions(events[:missing] + events[missing + 1 :]))


def test_what_is_out_of_order_or_there_twice_is_refused() -> None:
    events = events_of(4)
    for wrong in (
        [events[1], events[0], *events[2:]],
        [events[0], events[0], *events[1:]],
        [*events[:10], events[0], *events[10:]],
        [*events[:10], events[11], events[10], *events[12:]],
        events[::-1],
    ):
        with pytest.raises(StoreConflict):
            list(versions(wrong))


def test_a_match_is_the_same_however_far_it_was_read() -> None:
    events = events_of(6)
    for count in range(1, len(events), 20):
        *_, (table, _, _) = versions(events[:count])
        assert table == walk(6)[count - 1][0]


# Rows


def test_a_row_of_version_0_1_is_read_and_still_written_so() -> None:
    table = walk(4)[-1][0]
    assert table.match is not None
    row = row_of(table, "creation", 1.5)
    (zero, one), winner = table.match.seals, table.ending and table.ending.winner
    written = (
        f'{{"version":{table.version},"seats":[{{"kind":"person","name":"Ana","bot":null}},'
        '{"kind":"person","name":"Ben","bot":null}],'
        f'"round":{len(table.match.rounds)},"seals":[{zero},{one}],"waits_for":[],'
        f'"winner":{winner},"cause":"seals","clock":false}}'
    )
    assert row.summary == written
    older = replace(row, summary=written.replace(',"clock":false', ""))
    assert read_summary(older) == read_summary(row)


@pytest.mark.parametrize("summary", ["", "{}", "[]", '{"version":1}', "\ud800"])
def test_a_damaged_row_is_a_value_error(summary: str) -> None:
    row = replace(row_of(walk(4)[0][0], "creation", 1.5), summary=summary)
    with pytest.raises(ValueError) as refused:  # noqa: PT011  # it says what the damage is
        read_summary(row)
    assert not isinstance(refused.value, msgspec.MsgspecError)
