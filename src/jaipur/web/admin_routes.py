"""The routes of `jaipur admin`: an app of its own, behind a door of its own (`admin_server.py`)."""

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
from .dispatch import Call, Dispatcher
from .route_costs import FREE
from .routing import Routes

Most = Annotated[int, Meta(ge=1, le=500)]
Days = Annotated[int, Meta(ge=1, le=ADDRESS_DAYS)]

ROUTES = Routes(table=TableId, seat=Seat, number=Annotated[int, Meta(ge=1, le=2**53)])
route = partial(ROUTES.route, cost=FREE)


class Paged(Struct, frozen=True):
    """Which page of a list, and how long it is."""

    before: Annotated[str, Meta(pattern=CURSOR_PATTERN)] | None = None
    most: Most = 50

    @property
    def cursor(self) -> Cursor:
        """Where the page begins."""
        return Cursor.parse(self.before) if self.before else BEGINNING


class PagedByPhase(Paged, frozen=True):
    """The same of some phases; unfinished tables unless one asks for more."""

    phase: Phase | None = None
    is_all: bool = field(default=False, name="all")

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases that are wanted."""
        if self.phase:
            return (self.phase,)
        return PHASES if self.is_all else UNFINISHED


class PagedGraves(Struct, frozen=True):
    """Which page of the tables that are buried."""

    after: Annotated[str, Meta(max_length=64)] = ""
    most: Most = 50


class BanDevices(RequestModel, frozen=True, tag_field="kind", tag="device"):
    """The devices that hold a seat."""

    table: TableId
    seat: Seat
    days: Annotated[int, Meta(ge=1, le=DEVICE_DAYS)]


class BanSeatAddress(RequestModel, frozen=True, tag_field="kind", tag="seat_address"):
    """Where whoever has a seat is connected from."""

    table: TableId
    seat: Seat
    days: Days


class BanAddress(RequestModel, frozen=True, tag_field="kind", tag="address"):
    """An address that is named."""

    address: Annotated[str, Meta(max_length=100)]
    days: Days


Ban = BanDevices | BanSeatAddress | BanAddress


@dataclass(frozen=True, slots=True)
class AdminServices:
    """Where whoever runs the server does everything."""

    office: AdminService
    bans: BanService


AdminCall = Call[AdminServices]


def admin_app(office: AdminService, bans: BanService) -> Dispatcher[AdminServices]:
    """The app; whoever reaches it may do everything that it offers."""
    return Dispatcher(ROUTES, AdminServices(office, bans))


@route("GET", "/load")
async def load(call: AdminCall) -> Load:
    """How much there is to do."""
    return await call.services.office.load()


@route("GET", "/tables", query=PagedByPhase)
async def tables(call: AdminCall, query: PagedByPhase) -> HostedTables:
    """All tables."""
    return await call.services.office.page(query.phases, query.most, query.cursor)


@route("GET", "/tables/{table}/{seat}/tables", query=Paged)
async def tables_of(call: AdminCall, table: str, seat: Seat, query: Paged) -> HostedTables:
    """The tables of whoever has a seat at one."""
    return await call.services.office.page_of(table, seat, query.most, query.cursor)


@route("POST", "/tables/{table}/close")
async def close(call: AdminCall, table: str) -> Accepted:
    """End a table for both."""
    return Accepted(await call.services.office.close(table))


@route("POST", "/prune")
async def prune(call: AdminCall) -> PrunedTables:
    """Bury old tables now."""
    return await call.services.office.prune()


@route("GET", "/buried", query=PagedGraves)
async def buried(call: AdminCall, query: PagedGraves) -> BuriedTables:
    """The tables that are buried."""
    return await call.services.office.buried(query.most, query.after)


@route("POST", "/buried/{table}/unbury")
async def unbury(call: AdminCall, table: str) -> Done:
    """Undo a burial."""
    await call.services.office.unbury(table)
    return Done()


@route("GET", "/bans")
async def all_bans(call: AdminCall) -> BansShown:
    """The bans that hold."""
    return BansShown(call.services.bans.all())


@route("POST", "/bans", body=Ban)
async def ban(call: AdminCall, body: Ban) -> Banned:
    """Keep somebody out."""
    bans = call.services.bans
    match body:
        case BanDevices():
            return await bans.ban_device(body.table, body.seat, body.days)
        case BanSeatAddress():
            return await bans.ban_address_at(body.table, body.seat, body.days)
        case BanAddress():
            return await bans.ban_address(body.address, body.days)


@route("DELETE", "/bans/{number}")
async def unban(call: AdminCall, number: int) -> Done:
    """Let somebody in again."""
    await call.services.bans.lift(number)
    return Done()
