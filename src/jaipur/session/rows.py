"""The row of a table: what lists of tables show, without replaying the table."""

from __future__ import annotations

import msgspec
from msgspec import Struct
from msgspec.structs import asdict

from ..seats import SEATS, Seat
from ..store.values import TableRow
from .contract.basics import Cause, Phase
from .contract.responses import ListedTable, SeatSummary
from .facts import SeatHolder
from .people import Person
from .table import Table


class RowSummary(Struct, frozen=True):
    """The summary stored in a row."""

    version: int
    seats: tuple[SeatSummary, SeatSummary]
    round: int
    seals: tuple[int, int]
    waits_for: tuple[Seat, ...]
    winner: Seat | None
    cause: Cause | None
    clock: bool = False


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(RowSummary)


def _summary(holder: SeatHolder) -> SeatSummary:
    return SeatSummary(holder.kind, holder.name, holder.bot)


def row_of(table: Table, creation: str, now: float) -> TableRow:
    """The row of a table at its version; only the player ids in it are secret."""
    first, second = table.seats
    match, ending = table.match, table.ending
    summary = RowSummary(
        table.version,
        (_summary(first), _summary(second)),
        len(match.rounds) if match else 0,
        match.seals.pair if match else (0, 0),
        table.waits_for,
        ending.winner if ending else None,
        ending.cause if ending else None,
        table.options.clock is not None,
    )
    return TableRow(
        table.id,
        creation,
        table.phase,
        (first.player, second.player),
        _ENCODER.encode(summary).decode(),
        now,
    )


def listed(row: TableRow, person: Person) -> ListedTable:
    """A row as an entry in a person's list of tables."""
    summary = read_summary(row)
    mine = tuple(seat for seat in SEATS if row.players[seat] in person.players)
    return ListedTable(
        table=row.table,
        phase=Phase(row.phase),
        my_seats=mine,
        waits_for_me=any(seat in mine for seat in summary.waits_for),
        touched=int(row.touched),
        **asdict(summary),
    )


def read_summary(row: TableRow) -> RowSummary:
    """Decode the summary of a row."""
    try:
        return _DECODER.decode(row.summary)
    except msgspec.DecodeError as error:
        raise ValueError(str(error)) from error
