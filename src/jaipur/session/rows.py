"""The row of a table: what the list of somebody's tables shows without a replay."""

from __future__ import annotations

from typing import Any

import orjson

from ..store.protocol import TableRow
from .people import Person
from .table import Table


def row_of(table: Table, creation: str, now: float) -> TableRow:
    """The row of a table at its version; nothing in it is secret but who holds the seats."""
    first, second = table.seats
    summary = {
        "version": table.version,
        "seats": [{"kind": s.kind, "name": s.name, "bot": s.bot} for s in table.seats],
        "round": len(table.match.rounds) if table.match else 0,
        "seals": list(table.match.seals) if table.match else [0, 0],
        "waits_for": list(table.waits_for),
        "winner": table.ending and table.ending.winner,
        "cause": table.ending and table.ending.cause,
        "clock": table.options.clock is not None,
    }
    return TableRow(
        table.id,
        creation,
        table.phase,
        (first.player, second.player),
        orjson.dumps(summary).decode(),
        now,
    )


def listed(row: TableRow, person: Person) -> dict[str, Any]:
    """A table in the list of somebody, as JSON data."""
    summary: dict[str, Any] = orjson.loads(row.summary)
    mine = [seat for seat in (0, 1) if row.players[seat] in person.players]
    waits = any(seat in mine for seat in summary["waits_for"])
    return {
        "table": row.table,
        "phase": row.phase,
        "my_seats": mine,
        "waits_for_me": waits,
        "touched": int(row.touched),
    } | summary
