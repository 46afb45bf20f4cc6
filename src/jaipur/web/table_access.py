"""Access to a table: load it, and determine what the person making the request may see and do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from ..seats import Seat
from ..session.facts import Created
from ..session.owner import Owner
from ..session.people import Person
from ..session.projection import Viewer
from .disconnects import cancel_on_disconnect
from .routing import Routes
from .services import PublicRequest, person_of

SecretCheck = Callable[[Created], None]
"""Checks a table's secret; raises if it is wrong."""
TableName = Annotated[str, Meta(max_length=64, examples=["5f1c9a0e7b3d2846"])]


def new_table_router() -> Routes:
    """A router for paths with a `{table}` parameter."""
    return Routes(table=TableName)


class SeatQuery(Struct, frozen=True):
    """The query of a request that depends on the viewer."""

    seat: Annotated[
        Seat | None, Meta(description="Seat to view as, if you hold both (0 or 1).")
    ] = None
    language: Annotated[
        Literal["en", "fr"] | None,
        Meta(description="Language of all sentences; by default that of Accept-Language."),
    ] = None


DEFAULT_QUERY = SeatQuery()


class SinceQuery(SeatQuery, frozen=True):
    """The query of a request for updates."""

    after: Annotated[
        Annotated[int, Meta(ge=0, le=2**31)] | None,
        Meta(description="The last version you have; omit it to get the whole state."),
    ] = None


class TableAccess(NamedTuple):
    """A person's view of a table, and the seats whose presence it indicates."""

    person: Person
    owner: Owner
    viewer: Viewer
    seats: tuple[Seat, ...]


async def owner_of(
    request: PublicRequest, person: Person, table: str, secret: SecretCheck | None = None
) -> Owner:
    """Load a table; give up if the client disconnects. Checks `secret` before loading."""
    tables = request.services.tables
    owner = tables.in_memory(table) if secret is None else None
    if owner is None:
        reading = tables.owner(table, person, secret=secret)
        owner = await cancel_on_disconnect(request.receive, reading)
    return owner


async def require_view(
    request: PublicRequest, table: str, query: SeatQuery = DEFAULT_QUERY
) -> TableAccess:
    """The table and the viewer's access. Raises SessionError if the person may not see it."""
    person = await person_of(request)
    owner = await owner_of(request, person, table)
    language = query.language or request.language
    viewer = await request.services.tables.viewer(owner, person, query.seat, language)
    return TableAccess(person, owner, viewer, owner.table.seats_of(person.players))


async def require_seat(request: PublicRequest, table: str, seat: Seat | None) -> tuple[Owner, Seat]:
    """The table and the person's seat. Raises SessionError if they have none."""
    person = await person_of(request)
    owner = await owner_of(request, person, table)
    return owner, request.services.tables.seat_of(owner, person, seat)
