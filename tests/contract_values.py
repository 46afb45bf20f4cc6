"""Values of the contract for tests: parts that are surely there, changed values, single events."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from jaipur.seats import Seat
from jaipur.session.contract.basics import Cause, Phase, SeatKind
from jaipur.session.contract.events import AnyEvent
from jaipur.session.contract.responses import ListedTable, SeatSummary, Update
from jaipur.session.contract.state import Legal, RoundShown, State
from jaipur.session.listeners import STATIC_NOW
from jaipur.session.words.cards import parts

T = TypeVar("T", bound=msgspec.Struct)
_NEEDED: dict[str, dict[str, Any]] = {
    "acted": {
        "seat": 0,
        "action": "+G",
        "drawn": "",
        "tokens": [],
        "bonus_tier": None,
        "end": None,
        "places": [],
        "market": [],
    },
    "rematched": {"table": "0" * 16},
    "readied": {"seats": [0, 1]},
    "wanted_next": {"seats": [0, 1]},
}
"""What an event of a kind has at least."""


def round_of(state: State) -> RoundShown:
    """The round of a state in which cards are dealt."""
    assert state.round is not None
    return state.round


def turn_of(state: State) -> Seat:
    """Whose turn it is, while cards are played."""
    turn = round_of(state).turn
    assert turn is not None
    return turn


def ended(state: State) -> tuple[Cause, Seat | None, Seat | None]:
    """How a match that is over ended: the cause, the winner, and who ended it."""
    assert state.ending is not None
    return state.ending.cause, state.ending.winner, state.ending.by


def update_with(state: State, *events: AnyEvent, after: int | None = None) -> Update:
    """An update that shows a state, while nothing else goes on."""
    return Update(1, after, events, state, STATIC_NOW)


def legal(*actions: str) -> tuple[Legal, ...]:
    """Legal actions of which only the notation matters."""
    return tuple(Legal(action=one, kind=parts(one).kind, hand_after=0) for one in actions)


def listed(table: str = "0" * 16, phase: Phase = Phase.PLAYING, **more: Any) -> ListedTable:
    """A match of Ana against a bot in a list, in its second round."""
    ana, bot = (
        SeatSummary(SeatKind.PERSON, "Ana", None),
        SeatSummary(SeatKind.BOT, "greedy", "greedy"),
    )
    usual: dict[str, Any] = {
        "my_seats": (0,),
        "waits_for_me": phase is Phase.PLAYING,
        "touched": 0,
        "version": 9,
        "seats": (ana, bot),
        "round": 2,
        "seals": (1, 0),
        "waits_for": (0,),
        "winner": None,
        "cause": None,
        "clock": False,
    }
    return ListedTable(table=table, phase=phase, **usual | more)


def changed(value: T, **data: Any) -> T:
    """The value with other data in it, checked as if it had come from a server."""
    return msgspec.convert(msgspec.to_builtins(value) | data, type(value))


def event(kind: str, **data: Any) -> AnyEvent:
    """An event of which only what matters is said."""
    whole = {"version": 1, "kind": kind} | _NEEDED.get(kind, {}) | data
    return msgspec.convert(whole, AnyEvent)  # type: ignore[no-any-return]  # a union is no class
