"""Where the app can go: its start, and the choices on the home screen."""

from __future__ import annotations

from msgspec import Struct

from ..client.link import Link
from ..client.review import MakeReview
from ..seats import Seat
from ..session.contract.responses import Replay
from ..session.table_request import TableRequest


class Destination(Struct, frozen=True):
    """Base class of the destinations below."""


class Home(Destination, frozen=True):
    """The home screen."""


class NewMatch(Destination, frozen=True):
    """Start a match."""

    request: TableRequest


class AtTable(Destination, frozen=True):
    """Resume a local match."""

    table: str


class AtLink(Destination, frozen=True):
    """Play at the table of a link."""

    link: Link


class Tutorial(Destination, frozen=True):
    """Start the tutorial."""


class ReplaySaved(Destination, frozen=True):
    """Replay a finished local match; `me` as in `ReplayOf`."""

    table: str
    me: Seat | None = None


class ReplayOf(Destination, frozen=True):
    """Replay a finished match; `me` is the seat called “You”."""

    replay: Replay
    me: Seat | None = None
    make_review: MakeReview | None = None


class Delete(Destination, frozen=True):
    """Delete a match, after confirmation."""

    table: str
