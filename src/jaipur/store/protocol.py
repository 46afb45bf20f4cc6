"""What a store keeps, and what it promises. `tests/store/contract.py` holds a back end to it.

An event is kept for ever as it was written; the state of a table is their fold, made elsewhere.
The row of a table is what lists need without a fold; it is written with each event.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

from ..errors import JaipurError, message

DAY = 24 * 3600.0
KEEP_OPEN = 30 * DAY
"""How long a table is kept whose match never began."""
KEEP_UNFINISHED = 365 * DAY
"""How long a match is kept that nobody plays on."""
KEEP_FINISHED = 365 * DAY
"""How long a finished match is kept after its end."""


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a table."""

    table: str
    sequence: int
    """1, 2, 3 … without a gap; the last is the version of the table."""
    command: str
    """The id of the command that caused it, unique at its table."""
    digest: str
    """A hash of that command, to tell a repeat from another command with the same id."""
    body: str
    """JSON text."""
    at: float
    """Seconds since 1970."""


class Cursor(NamedTuple):
    """Where a page of somebody's tables ended: the next page has what comes behind it.

    The list is in this order: unfinished tables before finished ones, then the last touched first,
    then by id, so that none is lost among those touched at the same time.
    """

    is_over: bool
    touched: float
    table: str

    def __str__(self) -> str:
        # All bits of the time: a rounded one would repeat a table, or lose one.
        return f"{self.is_over:d}{struct.pack('>d', self.touched).hex()}{self.table}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """The cursor of a text that fits CURSOR_PATTERN."""
        (touched,) = struct.unpack(">d", bytes.fromhex(text[1:17]))
        return cls(text[0] == "1", touched, text[17:])


BEGINNING = Cursor(is_over=False, touched=math.inf, table="")
"""Before all tables."""
CURSOR_PATTERN = r"^[01][0-9a-f]{16}[0-9A-Za-z_-]{1,64}$"


@dataclass(frozen=True, slots=True)
class TableRow:
    """What lists need of a table."""

    table: str
    creation: str
    """The command that created it, unique among all tables."""
    phase: str
    """waiting, playing, between or over."""
    players: tuple[str | None, str | None]
    """Who holds seat 0 and seat 1: internal ids, never shown."""
    summary: str
    """JSON text for the list of tables."""
    touched: float
    """When it last changed, in seconds since 1970."""

    @property
    def cursor(self) -> Cursor:
        """Its place in the list of somebody's tables."""
        return Cursor(self.phase == "over", self.touched, self.table)


@dataclass(frozen=True, slots=True)
class Append:
    """An event to keep, and the row of its table as it is afterwards."""

    event: StoredEvent
    row: TableRow


class Claimed(NamedTuple):
    """What a link that moves seats has moved."""

    giver: str
    """The token hash of the device that made the link."""
    players: frozenset[str]


class StoreError(JaipurError):
    """Something could not be kept or read; nothing was changed."""


class StoreFull(StoreError):
    """There is no room left."""

    def __init__(self) -> None:
        super().__init__(
            message("There is no room left to store anything. Nothing was changed; try again.")
        )


class StoreConflict(StoreError):
    """A sequence number, command id or creation is already taken; nothing of the batch was kept."""

    def __init__(self) -> None:
        super().__init__(message("This was stored already under the same number or id."))


class UnknownLink(StoreError):
    """A link that moves seats to another device does not exist, was used or is too old."""

    def __init__(self) -> None:
        super().__init__(
            message(
                "This link is not known: it was used already, or it is too old. Make a new one."
            )
        )


class StoreClosed(StoreError):
    """The store was closed; it takes and gives nothing more."""

    def __init__(self) -> None:
        super().__init__(message("The store is closed; nothing was changed."))


class Store(Protocol):
    """A back end. Writes end when they are durable; reads may be called from any thread.

    The result of a write is a future that ends with None (or what is said), or with StoreError.
    """

    def append(self, writes: Sequence[Append]) -> Future[None]:
        """Keep events, all of them or none.

        StoreConflict if a sequence is not the next one of its table, if a command, table or
        creation is there already, or if a table would get another creation.
        """

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table in order; none if the table is not known."""

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""

    def created_by(self, creation: str) -> str | None:
        """The table that a command created."""

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> list[TableRow]:
        """A page of the tables where one of these players holds a seat, unfinished ones first.

        `Cursor` says in which order. A table that changes while somebody turns the pages is on the
        first of its kind again, so that a list read page by page may name it twice or, until the
        first page is read anew, not at all.
        """

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """Tables of a phase in order of their ids, those after an id: a page of all of them."""

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """Only the ids of such a page: also those of tables whose row is damaged."""

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Let the device with this token act as a player from now on."""

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device acts as; none for an unknown token."""

    def offer_move(
        self, link_hash: str, token_hash: str, *, keep: bool, expires: float
    ) -> Future[None]:
        """Remember a link that gives the players of a device to another; `keep`: to both."""

    def claim_move(self, link_hash: str, token_hash: str, now: float) -> Future[Claimed]:
        """Use such a link, once: the device gets the players, which are returned with the giver."""

    def allow_watching(self, table: str, player: str) -> Future[None]:
        """Let a player watch a table; StoreConflict if there is no such table."""

    def may_watch(self, table: str, player: str) -> bool:
        """Whether a player may watch a table."""

    def delete(self, table: str) -> Future[bool]:
        """Delete a table with its events and who may watch it; returns whether there was one."""

    def delete_old(self, now: float) -> Future[int]:
        """Delete what the KEEP_ rules no longer keep; returns how many tables."""

    def close(self) -> None:
        """Finish what was asked for and release the file; later calls fail with StoreError."""
