"""Responses of the admin interface: names, phases, times and counts, but no cards or secrets."""

from __future__ import annotations

from typing import Literal

from ...seats import Seat
from .basics import Count, Number, Phase, ResponseModel
from .responses import SeatSummary


class Load(ResponseModel, frozen=True, kw_only=True):
    """How busy the server is."""

    status: str
    """`ok`, or what is wrong."""
    damaged_tables: Count
    clock_trusted: bool
    uptime_s: Count
    tables: dict[Phase, Count]
    tables_in_memory: Count
    listeners: Count
    streams: Count
    commands: Count
    commands_per_s: float
    bots_ready: bool
    bots_at_work: Count
    bans: Count
    refused: dict[str, Count]
    """The number of refused requests, by error code."""


class Outline(ResponseModel, frozen=True):
    """A summary of a table from its row; empty if the row is damaged."""

    version: Count | None = None
    round: Count | None = None
    seats: tuple[SeatSummary, ...] = ()


class HostedTable(Outline, frozen=True, kw_only=True):
    """A table on this server."""

    table: str
    phase: Phase
    touched: Number
    in_memory: bool
    followers: Count


class HostedTables(ResponseModel, frozen=True):
    """A page of the server's tables."""

    tables: tuple[HostedTable, ...]
    damaged: Count
    next: str | None


class BuriedTable(Outline, frozen=True, kw_only=True):
    """A buried table: hidden from everybody, and deleted later."""

    table: str
    phase: str
    """The phase before the burial, or `damaged`."""
    buried: Number
    """When it was buried, in seconds since 1970."""


class BuriedTables(ResponseModel, frozen=True):
    """A page of buried tables."""

    tables: tuple[BuriedTable, ...]
    next: str | None


class PrunedTables(ResponseModel, frozen=True):
    """The result of one pruning run."""

    buried: Count
    deleted: Count
    left: Count
    is_distrusted: bool
    """Whether the run did nothing because the system clock is not trusted."""


class BannedSeat(ResponseModel, frozen=True):
    """The seat a ban came from, to remind the host whom it concerns."""

    table: str
    seat: Seat
    name: str


class BanShown(ResponseModel, frozen=True, kw_only=True):
    """A ban in force."""

    ban: Count
    kind: Literal["device", "address"]
    since: Number
    until: Number
    devices: Count
    about: BannedSeat | None


class BansShown(ResponseModel, frozen=True):
    """All bans in force."""

    bans: tuple[BanShown, ...]


class Banned(BansShown, frozen=True):
    """The result of banning a seat."""

    unfinished: tuple[str, ...]
    """Tables at which an opponent is waiting for the banned player."""
