"""The values that a store stores and returns: events, rows, bans, clock notes, pages."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a table."""

    table: str
    sequence: int
    """1, 2, 3 … without gaps; the last one is the version of the table."""
    command: str
    """The id of the command that caused it, unique at its table."""
    digest: str
    """A hash of that command, to distinguish a retry from another command with the same id."""
    body: str
    """JSON text."""
    at: float
    """Seconds since 1970."""


class Cursor(NamedTuple):
    """Where a page of a person's tables ended; the next page starts after it.

    The order is: unfinished tables before finished ones, then the most recently changed first, then
    by id, so that no table is lost among those changed at the same time.
    """

    is_over: bool
    touched: float
    table: str

    def __str__(self) -> str:
        # All bits of the time: rounding would repeat or lose a table.
        return f"{self.is_over:d}{struct.pack('>d', self.touched).hex()}{self.table}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a text that matches CURSOR_PATTERN."""
        (touched,) = struct.unpack(">d", bytes.fromhex(text[1:17]))
        return cls(text[0] == "1", touched, text[17:])


BEGINNING = Cursor(is_over=False, touched=math.inf, table="")
"""The cursor before the first table."""
CURSOR_PATTERN = r"^[01][0-9a-f]{16}[0-9A-Za-z_-]{1,64}$(?!\n)"


@dataclass(frozen=True, slots=True)
class TableRow:
    """The part of a table that lists need."""

    table: str
    creation: str
    """The command that created it, unique among all tables."""
    phase: str
    """waiting, playing, between or over."""
    players: tuple[str | None, str | None]
    """The players of seat 0 and seat 1: internal ids, which are never shown."""
    summary: str
    """JSON text for the list of tables."""
    touched: float
    """When it last changed, in seconds since 1970."""

    @property
    def cursor(self) -> Cursor:
        """Its position in a list of tables."""
        return Cursor(self.phase == "over", self.touched, self.table)


@dataclass(frozen=True, slots=True)
class Append:
    """An event to store, and the row of its table after the event."""

    event: StoredEvent
    row: TableRow


class Ban(NamedTuple):
    """A ban of devices or of an address until a time."""

    id: int
    kind: str
    """device or address."""
    subjects: tuple[str, ...]
    """Hashes of device tokens, or the keyed hash of an address."""
    since: float
    expires: float
    about: str
    """For the host: the table and the seat that the ban came from."""

    def without(self, newer: Ban) -> Ban:
        """Return the ban without the subjects that a newer one covers."""
        if newer.kind != self.kind:
            return self
        left = tuple(one for one in self.subjects if one not in newer.subjects)
        return self._replace(subjects=left)

    def begun_by(self, now: float) -> Ban:
        """The same ban, starting now if its start is in the future because a clock was ahead."""
        if self.since <= now:
            return self
        return self._replace(since=now, expires=self.expires - self.since + now)


class Pruned(NamedTuple):
    """The result of one pruning run."""

    buried: int
    """Tables hidden by this run, which can be undone."""
    deleted: int
    """Tables buried long ago and now deleted for good."""
    left: int
    """Old tables left for the next run."""
    is_distrusted: bool
    """Whether nothing was done because the clock is not trusted."""


class Grave(NamedTuple):
    """A buried table: hidden from everybody, and deleted later."""

    table: str
    buried: float
    phase: str
    """As in its row, or `damaged`; a damaged table can be restored as well."""
    summary: str
    """Empty for a damaged table."""


class Condition(NamedTuple):
    """The condition of a store."""

    status: Literal["ok", "full", "damaged", "failing"]
    """`damaged` stays until the store is reopened; other failures end with a successful write."""
    damaged_tables: int
    """The number of tables found to be unreadable; that alone does not change the status."""


class TablePage(NamedTuple):
    """A page of tables."""

    rows: list[TableRow]
    damaged: int
    """The number of tables left out because they cannot be read."""
    next: Cursor | None
    """The cursor of the next page; None if this is the last one."""


class ClockNote(NamedTuple):
    """Milliseconds used on the clocks of a table at a version, by seat."""

    table: str
    version: int
    spent: tuple[int, int]
    at: float | None = None
    """If the clocks run on after this note: when it was taken, in seconds of server uptime.

    Uptime passes only while a server runs, so clocks stop while none does.
    """
    due: float | None = None
    """When the first of those clocks runs out, in seconds of server uptime."""
    runs: tuple[bool, bool] = (False, False)
    """Which clocks run on, by seat."""


class Claimed(NamedTuple):
    """The result of using a link that moves seats."""

    giver: str
    """The token hash of the device that made the link."""
    players: frozenset[str]
    is_kept: bool
    """Whether the giver may still act as these players."""
