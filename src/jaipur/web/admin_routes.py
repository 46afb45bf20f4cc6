"""The routes of `jaipur admin`: a separate app with a listener of its own (`admin_server.py`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Annotated

from msgspec import Meta, Struct, field

from ..seats import Seat
from ..session.bans import ADDRESS_DAYS, DEVICE_DAYS
from ..session.contract.admin import (
    Banned,
    BansShown,
    BuriedTables,
    HostedTables,
    Load,
    PrunedTables,
)
from ..session.contract.basics import Phase, RequestModel, TableId
from ..session.contract.responses import Accepted, Done
from ..store.values import BEGINNING, CURSOR_PATTERN, Cursor
from .admin_service import PHASES, UNFINISHED, AdminService
from .ban_service import BanService
from .dispatch import Dispatcher, RequestContext
from .route_costs import FREE
from .routing import Routes

Most = Annotated[int, Meta(ge=1, le=500)]
Days = Annotated[int, Meta(ge=1, le=ADDRESS_DAYS)]

ROUTES = Routes(table=TableId, seat=Seat, number=Annotated[int, Meta(ge=1, le=2**53)])
route = partial(ROUTES.route, cost=FREE)


class PageQuery(Struct, frozen=True):
    """The query of a paged list."""

    before: Annotated[str, Meta(pattern=CURSOR_PATTERN)] | None = None
    most: Most = 50

    @property
    def cursor(self) -> Cursor:
        """The start of the page."""
        return Cursor.parse(self.before) if self.before else BEGINNING


class HostedTablesQuery(PageQuery, frozen=True):
    """A page of tables in some phases; by default unfinished tables only."""

    phase: Phase | None = None
    is_all: bool = field(default=False, name="all")

    @property
    def phases(self) -> tuple[str, ...]:
        """The requested phases."""
        if self.phase:
            return (self.phase,)
        return PHASES if self.is_all else UNFINISHED


class BuriedTablesQuery(Struct, frozen=True):
    """The query of a page of buried tables."""

    after: Annotated[str, Meta(max_length=64)] = ""
    most: Most = 50


class BanDevices(RequestModel, frozen=True, tag_field="kind", tag="device"):
    """Ban the devices that hold a seat."""

    table: TableId
    seat: Seat
    days: Annotated[int, Meta(ge=1, le=DEVICE_DAYS)]


class BanSeatAddress(RequestModel, frozen=True, tag_field="kind", tag="seat_address"):
    """Ban the address from which a seat is connected."""

    table: TableId
    seat: Seat
    days: Days


class BanAddress(RequestModel, frozen=True, tag_field="kind", tag="address"):
    """Ban a given address."""

    address: Annotated[str, Meta(max_length=100)]
    days: Days


BanRequest = BanDevices | BanSeatAddress | BanAddress


@dataclass(frozen=True, slots=True)
class AdminServices:
    """The services that admin handlers use."""

    admin: AdminService
    bans: BanService


AdminRequest = RequestContext[AdminServices]


def admin_app(admin: AdminService, bans: BanService) -> Dispatcher[AdminServices]:
    """Create the app. It does no authentication itself: `TokenMiddleware` guards it."""
    return Dispatcher(ROUTES, AdminServices(admin, bans))


@route("GET", "/load")
async def load(request: AdminRequest) -> Load:
    """The current load of the server."""
    return await request.services.admin.load()


@route("GET", "/tables", query=HostedTablesQuery)
async def tables(request: AdminRequest, query: HostedTablesQuery) -> HostedTables:
    """One page of all tables."""
    return await request.services.admin.page(query.phases, query.most, query.cursor)


@route("GET", "/tables/{table}/{seat}/tables", query=PageQuery)
async def tables_of(
    request: AdminRequest, table: str, seat: Seat, query: PageQuery
) -> HostedTables:
    """One page of the tables of the player at a seat."""
    return await request.services.admin.page_of(table, seat, query.most, query.cursor)


@route("POST", "/tables/{table}/close")
async def close(request: AdminRequest, table: str) -> Accepted:
    """Close a table for both players."""
    return Accepted(await request.services.admin.close(table))


@route("POST", "/prune")
async def prune(request: AdminRequest) -> PrunedTables:
    """Bury old tables now."""
    return await request.services.admin.prune()


@route("GET", "/buried", query=BuriedTablesQuery)
async def buried(request: AdminRequest, query: BuriedTablesQuery) -> BuriedTables:
    """One page of the buried tables."""
    return await request.services.admin.buried(query.most, query.after)


@route("POST", "/buried/{table}/unbury")
async def unbury(request: AdminRequest, table: str) -> Done:
    """Restore a buried table."""
    await request.services.admin.unbury(table)
    return Done()


@route("GET", "/bans")
async def all_bans(request: AdminRequest) -> BansShown:
    """The bans in force."""
    return BansShown(request.services.bans.all())


@route("POST", "/bans", body=BanRequest)
async def ban(request: AdminRequest, body: BanRequest) -> Banned:
    """Ban devices or an address."""
    bans = request.services.bans
    match body:
        case BanDevices():
            return await bans.ban_device(body.table, body.seat, body.days)
        case BanSeatAddress():
            return await bans.ban_address_at(body.table, body.seat, body.days)
        case BanAddress():
            return await bans.ban_address(body.address, body.days)


@route("DELETE", "/bans/{number}")
async def unban(request: AdminRequest, number: int) -> Done:
    """Lift a ban."""
    await request.services.bans.lift(number)
    return Done()
