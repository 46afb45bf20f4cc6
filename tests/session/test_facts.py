"""Facts as they are stored, and tables from them: the same again, or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur.session import facts
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
    Voided,
    WantedNext,
    name_of,
    read_fact,
    write_fact,
)
from jaipur.session.options import Clock, MemoryAid, Options
from jaipur.session.owner import history_of
from jaipur.session.replay import versions
from jaipur.session.table import Table
from jaipur.store.protocol import StoreConflict, StoredEvent

from ..depth import tried
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
    st.none() | st.builds(Clock, st.integers(10, 3600), st.integers(0, 60)),
    st.booleans(),
)
EVERY: dict[type[Any], st.SearchStrategy[Any]] = {
    Created: st.builds(
        created, st.sampled_from(KINDS), OPTIONS, st.integers(0, 99)
    ),
    Joined: st.builds(Joined, SEATS, WORDS, WORDS, HEX),
    Readied: st.builds(Readied, SOME, HEX),
    Acted: st.builds(
        Acted, SEATS, WORDS, st.lists(st.integers(0, 4), max_size=5).map(tuple), NUMBERS,
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


@given(st.one_of(*EVERY.values()))
@settings(max_examples=tried(50, 150))
def test_every_fact_is_read_as_it_was_written(fact: Fact) -> None:
    text = write_fact(fact)
    assert read_fact(text) == fact
    assert write_fact(read_fact(text)) == text
    assert json.loads(text)["kind"] == name_of(fact)
    assert "\n" not in text


def test_every_kind_of_fact_was_among_them() -> None:
    assert set(EVERY) == set(facts._KINDS.values())


def test_a_fact_of_an_older_version_has_what_it_lacked_by_default() -> None:
    assert read_fact('{"kind":"acted","seat":1,"action":"+K","places":[0]}') == Acted(1, "+K", (0,))
    assert read_fact('{"kind":"resigned","seat":0,"because":"late"}') == Resigned(0)


# Replay


def events_of(seed: int, kind: str = "people", options: Options | None = None) -> list[StoredEvent]:
    return [
        StoredEvent(table.id, table.version, f"c{table.version}", "d", write_fact(fact), 1.5)
        for table, fact in walk(seed, kind, options)
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("clock", [None, Clock(600, 3)])
def test_a_replay_gives_every_version_again(kind: str, clock: Clock | None) -> None:
    options = Options(clock=clock)
    again = [table for table, _, _ in versions(events_of(4, kind, options))]
    assert again == [table for table, _ in walk(4, kind, options)]


def test_the_history_has_the_same_words_and_every_command() -> None:
    history = history_of(events_of(4), "creation", Table.create)
    assert history.told == told(4)
    assert history.table == walk(4)[-1][0]
    assert {kept.version for kept in history.kept.values()} == set(
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
