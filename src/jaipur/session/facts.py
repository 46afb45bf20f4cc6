"""Facts: the stored events of a table. A table is the fold of its facts.

Facts may contain secrets (the key of the deals, who holds a seat); `public_events.py` defines which
parts are public. Every fact creates one version.
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
    """The holder of one seat."""

    kind: SeatKind
    name: str = ""
    player: str | None = None
    """The internal id of the player, which is never shown."""
    bot: str | None = None
    is_program: bool = False
    """Whether a program took the seat; a program remembers everything anyway."""


class _FactBase(Struct, frozen=True, tag_field="kind"):
    """The base of all facts; `kind` is stored with each."""


class Created(_FactBase, frozen=True, tag="created"):
    """The table was created."""

    seats: tuple[SeatHolder, SeatHolder]
    options: Options
    key: str
    """The key of the deals, hexadecimal: secret until the match is over."""
    invitation: str
    watch_key: str
    bot_key: str
    """The key from which the seeds of bots are derived: secret forever."""
    previous: str | None = None
    """The table of the match before, if this is a rematch."""
    seed: int | None = None
    """A public seed for all deals; the key is then ignored."""
    nonce_commitment: str | None = None
    """The commitment to a nonce that is revealed last; old tables have none."""
    committed_seat: Seat = 0
    """The seat that made the commitment."""


class Joined(_FactBase, frozen=True, tag="joined"):
    """A player took the open seat."""

    seat: Seat
    player: str
    name: str
    nonce: str
    is_program: bool = False


class Readied(_FactBase, frozen=True, tag="readied"):
    """These seats are ready for the first deal and sent a nonce."""

    seats: tuple[Seat, ...]
    nonce: str


class Acted(_FactBase, frozen=True, tag="acted"):
    """A seat played an action."""

    seat: Seat
    action: Action
    places: tuple[int, ...]
    """The market places the cards were taken from."""
    spent: int = 0
    """Milliseconds used on the clock."""
    fallback: str | None = None
    """Why the fallback bot chose this action, if it did."""


class WantedNext(_FactBase, frozen=True, tag="wanted_next"):
    """These seats are ready for the next round."""

    seats: tuple[Seat, ...]
    spent: int = 0


class Resigned(_FactBase, frozen=True, tag="resigned"):
    """A player resigned."""

    seat: Seat


class RanOut(_FactBase, frozen=True, tag="ran_out"):
    """A player ran out of time."""

    seat: Seat


class Closed(_FactBase, frozen=True, tag="closed"):
    """A player closed the table before the match began, or the host closed it."""

    seat: Seat | None
    """The player who closed it; None for the host, who may also close a running match."""


class Voided(_FactBase, frozen=True, tag="voided"):
    """A player did not reveal their nonce in time, so nothing was dealt."""

    seat: Seat


class OfferedRematch(_FactBase, frozen=True, tag="offered_rematch"):
    """A player offered a rematch and committed to a nonce."""

    seat: Seat
    nonce_commitment: str | None = None


class Rematched(_FactBase, frozen=True, tag="rematched"):
    """The rematch was agreed; it is played at another table."""

    seat: Seat
    table: str


_StoredAsIs = (
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
"""Facts that are stored unchanged."""
Fact = _StoredAsIs | Acted


class _StoredActed(_FactBase, frozen=True, tag="acted"):
    """The stored form of `Acted`, with the action in notation."""

    seat: Seat
    action: str
    places: tuple[int, ...]
    spent: int = 0
    fallback: str | None = None


_Stored = _StoredAsIs | _StoredActed
_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[_Stored] = msgspec.json.Decoder(_Stored)


def write_fact(fact: Fact) -> str:
    """Encode a fact as JSON."""
    stored: _Stored | Fact = fact
    if isinstance(fact, Acted):
        stored = _StoredActed(fact.seat, str(fact.action), fact.places, fact.spent, fact.fallback)
    return _ENCODER.encode(stored).decode()


def read_fact(text: str) -> Fact:
    """Decode a fact that `write_fact` wrote; ValueError for anything else."""
    try:
        stored = _DECODER.decode(text)
        if isinstance(stored, _StoredActed):
            action = parse_action(stored.action)
            return Acted(stored.seat, action, stored.places, stored.spent, stored.fallback)
    except (msgspec.DecodeError, JaipurError) as error:
        raise ValueError(str(error)) from error
    return stored
