"""Events and tables as rows of SQLite, each with a checksum to detect damage."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from .values import Append, StoredEvent, TableRow


class WrongChecksum(ValueError):
    """A row is not what was written."""


def _checksum(values: Sequence[object]) -> int:
    # The same text as the JSON library of version 0.1 wrote, for every possible time.
    return zlib.crc32(msgspec.json.encode(values))


def event_values(event: StoredEvent) -> tuple[Any, ...]:
    """The values of an event, in the order of its columns."""
    values = (event.table, event.sequence, event.command, event.digest, event.body, event.at)
    return (*values, _checksum(values))


def table_values(write: Append, floor: float) -> tuple[Any, ...]:
    """The values of a table after an event, in the order of its columns.

    Its age counts from `floor` at the earliest, whatever the clock said; it is not buried.
    """
    row = write.row
    values = (
        row.table, row.creation, row.phase, *row.players, row.summary, row.touched,
        write.event.sequence,
    )  # fmt: skip
    return (*values, _checksum(values), max(row.touched, floor), None)


def event_from(values: Sequence[Any]) -> StoredEvent:
    """Decode the row of an event."""
    if _checksum(values[:-1]) != values[-1]:
        raise WrongChecksum
    return StoredEvent(*values[:-1])


def table_from(values: Sequence[Any]) -> TableRow:
    """Decode the row of a table."""
    if _checksum(values[:8]) != values[8]:
        raise WrongChecksum
    table, creation, phase, player0, player1, summary, touched = values[:7]
    return TableRow(table, creation, phase, (player0, player1), summary, touched)
