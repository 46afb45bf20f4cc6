"""The replay of a record: like that of the table, without anything that was filled in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from jaipur.records import Record, load_record, record_of, replayed
from jaipur.records.model import UNKNOWN
from jaipur.seats import BySeat
from jaipur.session.contract.basics import Cause, Phase
from jaipur.session.contract.events import DealtEvent, RanOutEvent, ResignedEvent
from jaipur.session.contract.responses import OpenRound, Step
from jaipur.session.contract.state import MatchEnding
from jaipur.session.options import MemoryAid, Options
from jaipur.session.projection import Viewer
from jaipur.session.replay import replay_of
from jaipur.session.replay_record import replay_of_record
from jaipur.texts import texts

from .walks import stored, walk

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = BySeat("Ana", "Ben")
EN = texts("en")
SAID = ("seat", "action", "drawn", "tokens", "bonus_tier", "end", "round", "starter", "words")
"""What a record knows of an event; a table also knows when it was, and from which places."""
FULL = Options(memory_aid=MemoryAid.FULL)


def example(name: str) -> Record:
    return load_record((EXAMPLES / name).read_text("utf-8"))


def steps_of(record: Record) -> tuple[Step, ...]:
    return replay_of_record(record, replayed(record), NAMES, EN).steps


def test_a_whole_record_gives_what_its_table_gives() -> None:
    table = walk(1, "people", FULL)[-1][0]
    assert table.match is not None
    record = record_of(table.match)
    shown = replay_of_record(record, replayed(record), NAMES, EN)
    right = replay_of(stored(1, "people", FULL), Viewer(language="en"))
    assert shown.results == right.results
    assert shown.ending == right.ending
    assert [seat.name for seat in shown.seats] == ["Ana", "Ben"]
    assert len(shown.steps) == len(right.steps)
    for step, wanted in zip(shown.steps, right.steps, strict=True):
        assert in_any_place(step.round) == in_any_place(wanted.round)
        assert (step.seals, step.phase) == (wanted.seals, wanted.phase)
        for name in SAID:
            assert getattr(step.event, name, None) == getattr(wanted.event, name, None)


def in_any_place(shown: OpenRound) -> OpenRound:
    """A round with its market in order: a record does not say from which places was taken."""
    return structs.replace(shown, market=tuple(sorted(shown.market, key=str)))


def test_nothing_that_was_filled_in_is_told() -> None:
    """The same record with the cards that lay there in truth gives the same steps."""
    seen, whole = example("seen-from-one-seat.jaipur"), example("match.jaipur")
    guessed, true = replayed(seen), replayed(whole)
    assert guessed.match.round.deal != true.match.round.deal
    assert replay_of_record(seen, guessed, NAMES, EN) == replay_of_record(seen, true, NAMES, EN)
    assert replay_of_record(whole, guessed, NAMES, EN) != replay_of_record(whole, true, NAMES, EN)


def test_what_the_writer_saw_is_there() -> None:
    seen, whole = (steps_of(example(n)) for n in ("seen-from-one-seat.jaipur", "match.jaipur"))
    gone = set()
    for step, right in zip(seen, whole, strict=True):
        assert step.round.sides[0] == right.round.sides[0]  # Ana wrote it down
        for name in ("hand", "bonus_values"):
            if (told := getattr(step.round.sides[1], name)) is None:
                gone.add(name)
            else:
                assert told == getattr(right.round.sides[1], name)
        if isinstance(step.event, DealtEvent):
            assert step.round.sides[1].bonus_values == ()  # nobody has any yet
        if step.round.deck_cards is None:
            gone.add("deck_cards")
        assert UNKNOWN not in str(step)
    assert gone == {"hand", "bonus_values", "deck_cards"}


@pytest.mark.parametrize(
    ("cause", "kind"),
    [("resigned", ResignedEvent), ("time", RanOutEvent), ("closed", None), ("x", None)],
)
def test_a_match_that_ended_in_the_middle_of_a_round(
    cause: str, kind: type[ResignedEvent | RanOutEvent] | None
) -> None:
    whole = example("match.jaipur")
    rounds = (*whole.rounds[:-1], replace(whole.rounds[-1], actions=(), result=None))
    headers = (("End", cause), ("Winner", "0"))
    cut = replace(whole, rounds=rounds, seals=None, headers=headers)
    shown = replay_of_record(cut, replayed(cut), NAMES, EN)
    last = shown.steps[-1]
    if kind:
        assert shown.ending is not None
        assert structs.replace(shown.ending, words="") == MatchEnding(Cause(cause), 0, None)
        assert isinstance(last.event, kind)
        assert (last.event.seat, last.phase) == (1, Phase.OVER)
        assert last.round.turn is None
    else:
        assert (shown.ending, last.phase) == (None, Phase.PLAYING)
        assert isinstance(last.event, DealtEvent)
        assert last.event.round == 2
