"""Bans: the host names a seat, or an address taken from the proxy's log."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Collection
from contextlib import suppress

import msgspec

from ..errors import message
from ..seats import Seat
from ..session.contract.admin import Banned, BannedSeat, BanShown
from ..store.values import Ban, TableRow
from .admin_service import AdminError, AdminService, outline
from .limits import UNKNOWN_ADDRESS, address_of
from .logs import event
from .services import Services

MOST_NAMED = 20
"""How many unfinished tables of a banned player are listed."""

NO_DEVICE = message(
    "No device holds seat {seat} of this table: it is open, or a bot has it, or its device was "
    "forgotten."
)
NOT_THERE = message(
    "Nobody is connected to this table from seat {seat} right now, and the server "
    "stores no addresses. Ban the device, or an address from the log of your proxy."
)
NO_ADDRESS = message("{address!r} is not an address such as 203.0.113.7 or 2001:db8::7.")
OWN_ADDRESS = message(
    "This is the address of this machine, perhaps of your proxy: banning it "
    "would ban everybody. Let the proxy send X-Forwarded-For, as docs/hosting.md shows."
)
NO_BAN = message("There is no ban with the number {number}; jaipur admin bans lists them.")


class BanService:
    """Creates, lists and lifts bans."""

    def __init__(self, admin: AdminService, services: Services) -> None:
        self._admin = admin
        self._bans = services.tables.bans
        self._store = services.store
        self._open_streams = services.open_streams

    async def ban_device(self, table: str, seat: Seat, days: int) -> Banned:
        """Ban every device that holds a seat."""
        row = await self._admin.row(table)
        devices = await self._devices(row, seat)
        ban = await self._bans.ban_devices(devices, days, _about(row, seat))
        return self._done([ban], await self._unfinished(row, seat))

    async def ban_address_at(self, table: str, seat: Seat, days: int) -> Banned:
        """Ban the addresses from which the player at a seat is connected right now."""
        row = await self._admin.row(table)
        found = self._open_streams.addresses_of(await self._devices(row, seat))
        if not found:
            raise AdminError(NOT_THERE, seat=seat)
        for address in found:
            _check_foreign(address)
        about = _about(row, seat)
        bans = [await self._bans.ban_address(address, days, about) for address in sorted(found)]
        return self._done(bans, await self._unfinished(row, seat))

    async def ban_address(self, text: str, days: int) -> Banned:
        """Ban an address; for IPv6 its whole network, as in the rate limits."""
        address = address_of({"client": (text.strip().removesuffix("/64"), 0)})
        if address == UNKNOWN_ADDRESS:
            raise AdminError(NO_ADDRESS, address=text)
        _check_foreign(address)
        return self._done([await self._bans.ban_address(address, days, "")], [])

    def all(self) -> tuple[BanShown, ...]:
        """The bans in force."""
        return tuple(map(_shown, self._bans.all()))

    async def lift(self, number: int) -> None:
        """Lift a ban."""
        if not await self._bans.lift(number):
            raise AdminError(NO_BAN, number=number)
        event("admin", action="unban", ban=number)

    async def _devices(self, row: TableRow, seat: Seat) -> Collection[str]:
        player = row.players[seat]
        found: Collection[str] = ()
        if player is not None:
            found = await asyncio.to_thread(self._store.devices_of, player)
        if not found:
            raise AdminError(NO_DEVICE, seat=seat)
        return found

    async def _unfinished(self, row: TableRow, seat: Seat) -> list[str]:
        """The unfinished tables at which another person waits for the banned player."""
        player = row.players[seat] or ""
        page = await asyncio.to_thread(self._store.tables_of, [player], MOST_NAMED)
        return [
            one.table
            for one in page.rows
            if one.phase != "over" and set(one.players) - {player, None}
        ]

    def _done(self, bans: list[Ban], unfinished: list[str]) -> Banned:
        for ban in bans:
            event("admin", action="ban", ban=ban.id, kind=ban.kind)
        return Banned(tuple(map(_shown, bans)), tuple(unfinished))


def _shown(ban: Ban) -> BanShown:
    about = None
    with suppress(msgspec.DecodeError):  # damaged; the ban holds all the same
        about = msgspec.json.decode(ban.about or "null", type=BannedSeat | None)
    return BanShown(
        ban=ban.id,
        kind="device" if ban.kind == "device" else "address",
        since=int(ban.since),
        until=int(ban.expires),
        devices=len(ban.subjects) if ban.kind == "device" else 0,
        about=about,
    )


def _about(row: TableRow, seat: Seat) -> str:
    """A reminder for the host of who was banned."""
    name = outline(row.summary).seats[seat].name
    return msgspec.json.encode(BannedSeat(row.table, seat, name)).decode()


def _check_foreign(address: str) -> None:
    """Refuse an address that all clients may appear to come from."""
    network = ipaddress.ip_network(address)
    # As a network, ::1 is ::/64, which is_loopback does not cover.
    is_ours = network.version == 6 and ipaddress.ip_address("::1") in network
    if is_ours or network.is_loopback or network.is_unspecified or network.is_link_local:
        raise AdminError(OWN_ADDRESS)
