"""The fields of every public event: none of them is secret, and there are no others."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec import to_builtins
from msgspec.structs import fields

from jaipur.session.contract import events
from jaipur.session.contract.events import AnyEvent, DealingEvent, TableEvent
from jaipur.session.facts import Closed, Created, Joined, write_fact
from jaipur.session.public_events import event_of

from .walks import KINDS, new_table, told, walk

ALWAYS = {"version", "at", "words"}
DEAL = {"round", "starter", "market"}
MAY_SAY: dict[str, set[str]] = {
    "created": set(),
    "joined": {"seat", "name", "nonce"} | DEAL,
    "readied": {"seats", "nonce"} | DEAL,
    "acted": {
        "seat", "action", "drawn", "tokens", "bonus_tier", "end", "places", "market", "fallback",
    },
    "wanted_next": {"seats"} | DEAL,
    "resigned": {"seat"},
    "ran_out": {"seat"},
    "closed": {"seat"},
    "voided": {"seat"},
    "offered_rematch": {"seat"},
    "rematched": {"seat", "table"},
}  # fmt: skip
"""Whoever adds a name has made sure that both players, and all who watch, may know it."""
EVERY: dict[str, type[TableEvent]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(AnyEvent)
}


def test_no_event_has_a_slot_for_anything_else() -> None:
    slots = {tag: {slot.encode_name for slot in fields(kind)} for tag, kind in EVERY.items()}
    assert slots == {tag: names | ALWAYS for tag, names in MAY_SAY.items()}


def test_there_are_no_other_events() -> None:
    written = {
        kind
        for kind in vars(events).values()
        if isinstance(kind, type)
        and issubclass(kind, TableEvent)
        and kind not in (TableEvent, DealingEvent)
    }
    assert written == set(EVERY.values())


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_of_a_match_keeps_to_it(kind: str) -> None:
    for event in told(4, kind):
        said = to_builtins(event)
        assert set(said) == MAY_SAY[said["kind"]] | ALWAYS | {"kind"}


def test_a_fact_has_secrets_that_its_event_has_no_place_for() -> None:
    """So the list above is one that leaves something out."""
    secret = {"key", "invitation", "watch_key", "bot_key", "player", "is_program"}
    kept = {name for kind in (Created, Joined) for name in kind.__struct_fields__}
    assert secret <= kept
    assert not secret & set().union(ALWAYS, *MAY_SAY.values())


def test_the_house_is_nobody_and_a_fact_is_called_as_its_event() -> None:
    closed = Closed(None)
    table = new_table().after(closed)
    assert to_builtins(event_of(table, closed, 7.9)) == {
        "kind": "closed",
        "version": 2,
        "at": 7,
        "words": "",
        "seat": None,
    }
    for (_, fact), event in zip(walk(4), told(4), strict=True):
        assert f'"kind":"{to_builtins(event)["kind"]}"' in write_fact(fact)
