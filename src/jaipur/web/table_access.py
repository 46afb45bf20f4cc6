"""What every route about a table begins with: the table, and with whose eyes it is seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct

from ..seats import Seat
from ..session.facts import Created
from ..session.owner import Owner
from ..session.people import Person
from ..session.projection import Viewer
from .disconnects import unless_gone
from .routing import Routes
from .services import PublicCall, person_of

Secret = Callable[[Created], None]
"""Refuses who showed a wrong secret of a table."""
TableName = Annotated[str, Meta(max_length=64, examples=["5f1c9a0e7b3d2846"])]


def table_routes() -> Routes:
    """For routes about a table."""
    return Routes(table=TableName)


class OfSeat(Struct, frozen=True):
    """A query of somebody who may hold both seats."""

    seat: Annotated[Seat | None, Meta(description="Whose eyes, for who holds both seats.")] = None
    language: Annotated[
        Literal["en", "fr"] | None,
        Meta(description="In which language it is said; otherwise by Accept-Language."),
    ] = None


ANY_SEAT = OfSeat()


class Since(OfSeat, frozen=True):
    """A query for what is new."""

    after: Annotated[
        Annotated[int, Meta(ge=0, le=2**31)] | None, Meta(description="The last version you have.")
    ] = None


class Follows(NamedTuple):
    """Somebody who sees a table, and the seats that are then taken for present."""

    person: Person
    owner: Owner
    viewer: Viewer
    seats: tuple[Seat, ...]


async def owner_of(
    call: PublicCall, person: Person, table: str, secret: Secret | None = None
) -> Owner:
    """A table for somebody; whoever hangs up does not wait for it any more."""
    tables = call.services.tables
    owner = tables.in_memory(table) if secret is None else None
    if owner is None:
        reading = tables.owner(table, person, secret=secret)
        owner = await unless_gone(call.receive, reading)
    return owner


async def follower(call: PublicCall, table: str, query: OfSeat = ANY_SEAT) -> Follows:
    """Who asks, as somebody who sees a table."""
    person = await person_of(call)
    owner = await owner_of(call, person, table)
    language = query.language or call.language
    viewer = await call.services.tables.viewer(owner, person, query.seat, language)
    return Follows(person, owner, viewer, owner.table.seats_of(person.players))


async def seated(call: PublicCall, table: str, seat: Seat | None) -> tuple[Owner, Seat]:
    """Who asks, as somebody with a seat."""
    person = await person_of(call)
    owner = await owner_of(call, person, table)
    return owner, call.services.tables.seat_of(owner, person, seat)
