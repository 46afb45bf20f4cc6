"""Ways through the drawn program: where it begins, and what is chosen on the first screen."""

from __future__ import annotations

from msgspec import Struct

from ..client.link import Link
from ..seats import Seat
from ..session.contract.answers import Replay
from ..session.table_request import TableRequest


class Destination(Struct, frozen=True):
    """One of those below."""


class Home(Destination, frozen=True):
    """The first screen, drawn anew."""


class NewMatch(Destination, frozen=True):
    """Begin a match."""

    plan: TableRequest


class AtTable(Destination, frozen=True):
    """Go on with a match of the house."""

    table: str


class AtLink(Destination, frozen=True):
    """Play at a table somewhere else."""

    link: Link


class Tutorial(Destination, frozen=True):
    """Begin the tutorial."""


class ReplaySaved(Destination, frozen=True):
    """Look at a finished match of the house; `me` as in `ReplayOf`."""

    table: str
    me: Seat | None = None


class ReplayOf(Destination, frozen=True):
    """Look at a finished match; `me` is the seat that is called You."""

    replay: Replay
    me: Seat | None = None


class Delete(Destination, frozen=True):
    """Delete a match; it was asked twice."""

    table: str
