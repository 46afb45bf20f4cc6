"""What whoever runs a server is told: names, phases, times and counts, and no card or secret."""

from __future__ import annotations

from typing import Literal

from ...seats import Seat
from .basics import Count, Number, Phase, ResponseModel
from .responses import SeatSummary


class Load(ResponseModel, frozen=True, kw_only=True):
    """How much there is to do."""

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
    """How many by the code of their refusal."""


class Outline(ResponseModel, frozen=True):
    """What is told of a table, of all that its row says; empty if that is damaged."""

    version: Count | None = None
    round: Count | None = None
    seats: tuple[SeatSummary, ...] = ()


class HostedTable(Outline, frozen=True, kw_only=True):
    """A table of the server."""

    table: str
    phase: Phase
    touched: Number
    in_memory: bool
    followers: Count


class HostedTables(ResponseModel, frozen=True):
    """A page of them."""

    tables: tuple[HostedTable, ...]
    damaged: Count
    next: str | None


class BuriedTable(Outline, frozen=True, kw_only=True):
    """A table that nobody finds any more, and that will be deleted."""

    table: str
    phase: str
    """As it was, or `damaged`."""
    buried: Number
    """When, in seconds since 1970."""


class BuriedTables(ResponseModel, frozen=True):
    """A page of them."""

    tables: tuple[BuriedTable, ...]
    next: str | None


class PrunedTables(ResponseModel, frozen=True):
    """What a run of burying did."""

    buried: Count
    deleted: Count
    left: Count
    is_distrusted: bool
    """Whether the clock was not believed, so that nothing was done."""


class BannedSeat(ResponseModel, frozen=True):
    """What reminds the host of whom a ban is."""

    table: str
    seat: Seat
    name: str


class BanShown(ResponseModel, frozen=True, kw_only=True):
    """A ban that holds."""

    ban: Count
    kind: Literal["device", "address"]
    since: Number
    until: Number
    devices: Count
    about: BannedSeat | None


class BansShown(ResponseModel, frozen=True):
    """All of them."""

    bans: tuple[BanShown, ...]


class Banned(BansShown, frozen=True):
    """What became of a ban."""

    unfinished: tuple[str, ...]
    """Tables at which an opponent waits for who was banned."""
