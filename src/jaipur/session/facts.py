"""What happened at a table, as it is stored. A table is the fold of its facts.

Facts may hold secrets (the key of the deals, who holds a seat); `public_events.py` says which
parts are public. Every fact is one version.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from ..actions import Action
from ..errors import JaipurError
from ..notation import parse_action
from ..seats import Seat
from .contract.basics import SeatKind
from .options import Options


class SeatHolder(Struct, frozen=True):
    """One seat of a table."""

    kind: SeatKind
    name: str = ""
    player: str | None = None
    """Who holds it: an internal id that is never shown."""
    bot: str | None = None
    is_program: bool = False
    """Whether a program took it, which remembers everything anyway."""


class _Kept(Struct, frozen=True, tag_field="kind"):
    """What is stored with the name of its kind."""


class Created(_Kept, frozen=True, tag="created"):
    """A table was set up."""

    seats: tuple[SeatHolder, SeatHolder]
    options: Options
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


class Joined(_Kept, frozen=True, tag="joined"):
    """Somebody took the open seat."""

    seat: Seat
    player: str
    name: str
    nonce: str
    is_program: bool = False


class Readied(_Kept, frozen=True, tag="readied"):
    """Somebody said, for these seats, that the cards may be dealt, and added a nonce."""

    seats: tuple[Seat, ...]
    nonce: str


class Acted(_Kept, frozen=True, tag="acted"):
    """A seat played an action."""

    seat: Seat
    action: Action
    places: tuple[int, ...]
    """The places of the market the cards were taken from."""
    spent: int = 0
    """Milliseconds of the clock."""
    fallback: str | None = None
    """Why another player chose for a bot, if one did."""


class WantedNext(_Kept, frozen=True, tag="wanted_next"):
    """Somebody said, for these seats, that the next round may begin."""

    seats: tuple[Seat, ...]
    spent: int = 0


class Resigned(_Kept, frozen=True, tag="resigned"):
    """A seat gave up the match."""

    seat: Seat


class RanOut(_Kept, frozen=True, tag="ran_out"):
    """The clock of a seat ran out."""

    seat: Seat


class Closed(_Kept, frozen=True, tag="closed"):
    """The table was given up before the match began, or the house closed it."""

    seat: Seat | None
    """Who gave it up; None is the house, which may close a match too."""


class Voided(_Kept, frozen=True, tag="voided"):
    """A seat did not reveal its nonce in time: nothing was dealt."""

    seat: Seat


class OfferedRematch(_Kept, frozen=True, tag="offered_rematch"):
    """A seat would like to play again, with a nonce that is fixed from now on."""

    seat: Seat
    nonce_commitment: str | None = None


class Rematched(_Kept, frozen=True, tag="rematched"):
    """Both play again, at another table."""

    seat: Seat
    table: str


_Plain = (
    Created
    | Joined
    | Readied
    | WantedNext
    | Resigned
    | RanOut
    | Closed
    | Voided
    | OfferedRematch
    | Rematched
)
"""What is stored as it is."""
Fact = _Plain | Acted


class _Spelled(_Kept, frozen=True, tag="acted"):
    """An `Acted` as it is stored: its action in notation."""

    seat: Seat
    action: str
    places: tuple[int, ...]
    spent: int = 0
    fallback: str | None = None


_Stored = _Plain | _Spelled
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[_Stored] = msgspec.json.Decoder(_Stored)


def write_fact(fact: Fact) -> str:
    """A fact as JSON text."""
    stored: _Stored | Fact = fact
    if isinstance(fact, Acted):
        stored = _Spelled(fact.seat, str(fact.action), fact.places, fact.spent, fact.fallback)
    return _ENCODER.encode(stored).decode()


def read_fact(text: str) -> Fact:
    """The fact of a JSON text that `write_fact` wrote; ValueError for any other."""
    try:
        stored = _DECODER.decode(text)
        if isinstance(stored, _Spelled):
            action = parse_action(stored.action)
            return Acted(stored.seat, action, stored.places, stored.spent, stored.fallback)
    except (msgspec.DecodeError, JaipurError) as error:
        raise ValueError(str(error)) from error
    return stored
