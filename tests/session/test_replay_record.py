"""A record step by step: as the table told it, and nothing that was filled in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from jaipur.records import Record, load_record, record_of
from jaipur.records import replay as replay_record
from jaipur.records.model import UNKNOWN
from jaipur.seats import BySeat
from jaipur.session.options import MemoryAid, Options
from jaipur.session.replay import replay_json
from jaipur.session.replay_record import replay_record_json

from .walks import told, walk

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = BySeat("Ana", "Ben")
Step = dict[str, Any]


def example(name: str) -> Record:
    return load_record((EXAMPLES / name).read_text("utf-8"))


def steps_of(record: Record) -> list[Step]:
    steps: list[Step] = replay_record_json(record, replay_record(record), NAMES)["steps"]
    return steps


def test_a_whole_record_gives_what_its_table_gives() -> None:
    table = walk(1, "people", Options(memory_aid=MemoryAid.FULL))[-1][0]
    assert table.match is not None
    shown = replay_record_json(record_of(table.match), table.match, NAMES)
    right = replay_json(table, told(1, "people", Options(memory_aid=MemoryAid.FULL)))
    assert shown["results"] == right["results"]
    assert shown["ending"] == right["ending"]
    assert [seat["name"] for seat in shown["seats"]] == ["Ana", "Ben"]
    assert len(shown["steps"]) == len(right["steps"])
    for step, wanted in zip(shown["steps"], right["steps"], strict=True):
        # A record does not say from which places was taken.
        for one in (step["round"], wanted["round"]):
            one["market"] = sorted(one["market"], key=str)
        assert step["round"] == wanted["round"]
        assert (step["seals"], step["phase"]) == (wanted["seals"], wanted["phase"])
        for name in ("seat", "action", "drawn", "tokens", "bonus_tier", "end", "round", "starter"):
            assert step["event"].get(name) == wanted["event"].get(name)


def test_nothing_that_was_filled_in_is_told() -> None:
    """The same record with the cards that lay there in truth gives the same steps."""
    seen, whole = example("seen-from-one-seat.jaipur"), example("match.jaipur")
    guessed, true = replay_record(seen), replay_record(whole)
    assert guessed.round.deal != true.round.deal
    assert replay_record_json(seen, guessed, NAMES) == replay_record_json(seen, true, NAMES)
    assert replay_record_json(whole, guessed, NAMES) != replay_record_json(whole, true, NAMES)


def test_what_the_writer_saw_is_there() -> None:
    seen, whole = (steps_of(example(n)) for n in ("seen-from-one-seat.jaipur", "match.jaipur"))
    gone = set()
    for step, right in zip(seen, whole, strict=True):
        assert step["round"]["sides"][0] == right["round"]["sides"][0]  # Ana wrote it down
        for name in ("hand", "bonus_values"):
            if step["round"]["sides"][1][name] is None:
                gone.add(name)
            else:
                assert step["round"]["sides"][1][name] == right["round"]["sides"][1][name]
        if step["event"].get("round"):
            assert step["round"]["sides"][1]["bonus_values"] == []  # nobody has any yet
        if step["round"]["deck_cards"] is None:
            gone.add("deck_cards")
        assert UNKNOWN not in str(step)
    assert gone == {"hand", "bonus_values", "deck_cards"}


@pytest.mark.parametrize(
    ("cause", "kind"),
    [("resigned", "resigned"), ("time", "ran_out"), ("closed", None), ("x", None)],
)
def test_a_match_that_ended_in_the_middle_of_a_round(cause: str, kind: str | None) -> None:
    whole = example("match.jaipur")
    rounds = (*whole.rounds[:-1], replace(whole.rounds[-1], actions=(), result=None))
    headers = (("End", cause), ("Winner", "0"))
    cut = replace(whole, rounds=rounds, seals=None, headers=headers)
    shown = replay_record_json(cut, replay_record(cut), NAMES)
    last = shown["steps"][-1]
    if kind:
        assert shown["ending"] == {"cause": cause, "winner": 0, "by": None}
        assert (last["event"]["kind"], last["event"]["seat"], last["phase"]) == (kind, 1, "over")
        assert last["round"]["turn"] is None
    else:
        assert (shown["ending"], last["phase"]) == (None, "playing")
        assert last["event"]["round"] == 2
