"""What happened at a table, as it is stored. A table is the fold of its facts.

Facts may hold secrets (the key of the deals, who holds a seat): `happened.py` says what of them is
public. Every fact is one version.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import orjson

from ..seats import Seat


@dataclass(frozen=True, slots=True)
class Created:
    """A table was set up. Seats are given as JSON data of `Sitting`."""

    seats: tuple[dict[str, Any], dict[str, Any]]
    options: dict[str, Any]
    key: str
    """The key of the deals, hexadecimal: secret until the match is over."""
    invitation: str
    watch_key: str
    bot_key: str
    """What the seeds of bots are made from: secret for ever."""
    previous: str | None = None
    """The table this is the rematch of."""
    seed: int | None = None
    """A number that gives all deals, and anybody may know: then the key counts for nothing."""
    nonce_commitment: str | None = None
    """What fixes a nonce that is revealed after the other one; tables of older files have none."""
    committed_seat: Seat = 0
    """Whose nonce that is."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took the open seat."""

    seat: Seat
    player: str
    name: str
    nonce: str
    is_program: bool = False


@dataclass(frozen=True, slots=True)
class Readied:
    """Somebody said, for these seats, that the cards may be dealt, and added a nonce."""

    seats: tuple[Seat, ...]
    nonce: str


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat played an action."""

    seat: Seat
    action: str
    places: tuple[int, ...]
    """The places of the market the cards were taken from."""
    spent: int = 0
    """Milliseconds of the clock."""
    fallback: str | None = None
    """Why another player chose for a bot, if one did."""


@dataclass(frozen=True, slots=True)
class WantedNext:
    """Somebody said, for these seats, that the next round may begin."""

    seats: tuple[Seat, ...]
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat gave up the match."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RanOut:
    """The clock of a seat ran out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Closed:
    """The table was given up before the match began, or the house closed it."""

    seat: Seat | None
    """Who gave it up; None is the house, which may close a match too."""


@dataclass(frozen=True, slots=True)
class Voided:
    """A seat did not reveal its nonce in time: nothing was dealt."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class OfferedRematch:
    """A seat would like to play again, with a nonce that is fixed from now on."""

    seat: Seat
    nonce_commitment: str | None = None


@dataclass(frozen=True, slots=True)
class Rematched:
    """Both play again, at another table."""

    seat: Seat
    table: str


Fact = (
    Created
    | Joined
    | Readied
    | Acted
    | WantedNext
    | Resigned
    | RanOut
    | Closed
    | Voided
    | OfferedRematch
    | Rematched
)

_KINDS: dict[str, type[Fact]] = {
    "created": Created,
    "joined": Joined,
    "readied": Readied,
    "acted": Acted,
    "wanted_next": WantedNext,
    "resigned": Resigned,
    "ran_out": RanOut,
    "closed": Closed,
    "voided": Voided,
    "offered_rematch": OfferedRematch,
    "rematched": Rematched,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def name_of(fact: Fact) -> str:
    """What a kind of fact is called in JSON."""
    return _NAMES[type(fact)]


def write_fact(fact: Fact) -> str:
    """A fact as JSON text."""
    fields_of = orjson.dumps(fact).decode()
    return f'{{"kind":"{name_of(fact)}",{fields_of[1:]}'


def read_fact(text: str) -> Fact:
    """The fact of a JSON text that `write_fact` wrote."""
    data = orjson.loads(text)
    kind = _KINDS[data.pop("kind")]
    named = {field.name: data[field.name] for field in fields(kind) if field.name in data}
    return kind(**{name: _tuple(value) for name, value in named.items()})


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
