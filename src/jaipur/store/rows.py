"""Events and tables as rows of SQLite, each with a checksum: damage is found, not handed on."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from .protocol import Append, StoredEvent, TableRow


class WrongChecksum(ValueError):
    """A row is not as it was written."""


def _checksum(values: Sequence[object]) -> int:
    # The same text as the library of version 0.1 wrote, for every moment that a clock can show.
    return zlib.crc32(msgspec.json.encode(values))


def event_values(event: StoredEvent) -> tuple[Any, ...]:
    """The cells of an event, in the order of its columns."""
    values = (event.table, event.sequence, event.command, event.digest, event.body, event.at)
    return (*values, _checksum(values))


def table_values(write: Append, floor: float) -> tuple[Any, ...]:
    """The cells of a table after an event, in the order of its columns.

    It is no older than `floor`, whatever the clock said, and not buried.
    """
    row = write.row
    values = (
        row.table, row.creation, row.phase, *row.players, row.summary, row.touched,
        write.event.sequence,
    )  # fmt: skip
    return (*values, _checksum(values), max(row.touched, floor), None)


def event_from(values: Sequence[Any]) -> StoredEvent:
    """The event of a row."""
    if _checksum(values[:-1]) != values[-1]:
        raise WrongChecksum
    return StoredEvent(*values[:-1])


def table_from(values: Sequence[Any]) -> TableRow:
    """The table of a row."""
    if _checksum(values[:8]) != values[8]:
        raise WrongChecksum
    table, creation, phase, player0, player1, summary, touched = values[:7]
    return TableRow(table, creation, phase, (player0, player1), summary, touched)
