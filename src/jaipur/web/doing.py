"""What a command and a stream do, whichever way the request came in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from starlette.responses import Response

from ..errors import JaipurError, SessionError
from ..seats import Seat
from ..session.facts import Created
from ..session.owner import Owner
from ..session.people import Person
from ..session.tables import Tables
from .following import Following
from .leaving import unless_gone
from .logs import Receive
from .requests import CommandBody
from .stream import EventStream

Secret = Callable[[Created], None]
"""Refuses who showed a wrong secret of a table."""


class Accepted(Response):
    """The answer to an accepted command; it comes so often that it is made by hand."""

    def __init__(self, version: int) -> None:
        self.status_code = 200
        self.background = None
        self.body = b'{"version":%d}' % version
        length = b"%d" % len(self.body)
        self.raw_headers = [(b"content-length", length), (b"content-type", b"application/json")]


async def owner_for(
    tables: Tables, person: Person, table: str, receive: Receive, secret: Secret | None = None
) -> Owner:
    """A table for somebody; whoever hangs up does not wait for it any more."""
    owner = tables.at_hand(table) if secret is None else None
    if owner is None:
        reading = tables.owner(table, person, secret=secret)
        owner = await unless_gone(receive, reading)
    return owner


async def give_command(
    tables: Tables, person: Person, table: str, body: CommandBody, receive: Receive
) -> Response:
    """Give a command to a table; the answer comes when it is durable."""
    owner = await owner_for(tables, person, table, receive)
    seat = tables.seat_of(owner, person, body.seat)
    try:
        version = await owner.submit(seat, body.id, body.version, body.command())
    except JaipurError as error:
        _add_version(error, owner)
        raise
    return Accepted(version)


async def follow(  # noqa: PLR0913  # who, what, and from where on
    tables: Tables,
    person: Person,
    table: str,
    headers: Mapping[str, str],
    following: Following,
    receive: Receive,
    *,
    after: int | None = None,
    seat: Seat | None = None,
) -> EventStream:
    """Follow a table from a version on; a reconnecting browser names it in a header."""
    owner = await owner_for(tables, person, table, receive)
    viewer = await tables.viewer(owner, person, seat)
    last = headers.get("last-event-id", "")
    if last.isascii() and last.isdigit() and len(last) < 10:
        after = int(last)
    seats = owner.table.seats_of(person.players)
    listen = partial(owner.listeners.add, viewer, after, seats)
    return EventStream(listen, following, person.token_hash)


def _add_version(error: JaipurError, owner: Owner) -> None:
    """Every refusal of a command says where the table stands."""
    if not isinstance(error, SessionError) or error.version is None:
        error.version = owner.table.version  # type: ignore[attr-defined]
