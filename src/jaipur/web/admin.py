"""The routes of `jaipur admin`: an app of its own, behind a door of its own (`admin_door.py`)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Body, FastAPI, Path, Query
from pydantic import Field

from ..seats import as_seat
from ..session.bans import ADDRESS_DAYS, DEVICE_DAYS
from ..store.protocol import BEGINNING, CURSOR_PATTERN, Cursor
from . import failures
from .ban_desk import BanDesk
from .office import PHASES, UNFINISHED, Office
from .requests import Body as Strict

MOST_LISTED = 500
Most = Annotated[int, Query(ge=1, le=MOST_LISTED)]
Before = Annotated[str | None, Query(pattern=CURSOR_PATTERN)]
TableId = Annotated[str, Path(pattern=r"^[0-9a-f]{16}$")]
TableName = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
SeatQuery = Annotated[int, Query(ge=0, le=1)]
Phase = Literal["waiting", "playing", "between", "over"]


class DeviceBody(Strict):
    """The devices that hold a seat."""

    kind: Literal["device"]
    table: TableName
    seat: Literal[0, 1]
    days: int = Field(ge=1, le=DEVICE_DAYS)


class SeatAddressBody(Strict):
    """Where whoever has a seat is connected from."""

    kind: Literal["seat_address"]
    table: TableName
    seat: Literal[0, 1]
    days: int = Field(ge=1, le=ADDRESS_DAYS)


class AddressBody(Strict):
    """An address that is named."""

    kind: Literal["address"]
    address: str = Field(max_length=100)
    days: int = Field(ge=1, le=ADDRESS_DAYS)


BanBody = Annotated[DeviceBody | SeatAddressBody | AddressBody, Field(discriminator="kind")]


def admin_app(office: Office, bans: BanDesk) -> FastAPI:
    """The app; whoever reaches it may do everything that it offers."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)
    failures.install(app)
    _add_tables(app, office)
    _add_bans(app, bans)
    return app


def _add_tables(app: FastAPI, office: Office) -> None:
    @app.get("/load")
    async def load() -> dict[str, Any]:
        return await office.load()

    @app.get("/tables")
    async def tables(
        phase: Phase | None = None,
        before: Before = None,
        most: Most = 50,
        is_all: Annotated[bool, Query(alias="all")] = False,
    ) -> dict[str, Any]:
        phases = (phase,) if phase else PHASES if is_all else UNFINISHED
        return await office.page(phases, most, _cursor(before))

    @app.get("/tables/{table}/{seat}/tables")
    async def tables_of(
        table: TableId, seat: Annotated[int, Path(ge=0, le=1)], before: Before = None,
        most: Most = 50,
    ) -> dict[str, Any]:  # fmt: skip
        return await office.page_of(table, as_seat(seat), most, _cursor(before))

    @app.post("/tables/{table}/close")
    async def close(table: TableId) -> dict[str, Any]:
        return {"version": await office.close(table)}

    @app.post("/prune")
    async def prune() -> dict[str, Any]:
        return await office.prune()

    @app.get("/buried")
    async def buried(
        after: Annotated[str, Query(max_length=64)] = "", most: Most = 50
    ) -> dict[str, Any]:
        return await office.buried(most, after)

    @app.post("/buried/{table}/unbury")
    async def unbury(table: TableId) -> dict[str, Any]:
        await office.unbury(table)
        return {"done": True}


def _add_bans(app: FastAPI, bans: BanDesk) -> None:
    @app.get("/bans")
    async def all_bans() -> dict[str, Any]:
        return {"bans": bans.all()}

    @app.post("/bans")
    async def ban(body: Annotated[BanBody, Body()]) -> dict[str, Any]:
        match body:
            case DeviceBody():
                return await bans.ban_device(body.table, body.seat, body.days)
            case SeatAddressBody():
                return await bans.ban_address_at(body.table, body.seat, body.days)
            case AddressBody():
                return await bans.ban_address(body.address, body.days)

    @app.delete("/bans/{number}")
    async def unban(number: Annotated[int, Path(ge=1, le=2**53)]) -> dict[str, Any]:
        await bans.lift(number)
        return {"done": True}


def _cursor(before: str | None) -> Cursor:
    return Cursor.parse(before) if before else BEGINNING
