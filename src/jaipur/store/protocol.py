"""The store interface and its errors. `tests/store/contract.py` tests every back end against it.

Events are stored forever as written; the state of a table is the fold of its events, computed
elsewhere. The row of a table has what lists need without a fold; it is written with each event.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from concurrent.futures import Future
from typing import Protocol

from ..errors import JaipurError, message
from .values import (
    BEGINNING,
    Append,
    Ban,
    Claimed,
    ClockNote,
    Condition,
    Cursor,
    Grave,
    Pruned,
    StoredEvent,
    TablePage,
    TableRow,
)

DAY = 24 * 3600.0
KEEP_OPEN = 30 * DAY
"""How long a table is kept if its match never began."""
KEEP_UNFINISHED = 365 * DAY
"""How long an unfinished match is kept after the last action."""
KEEP_FINISHED = 365 * DAY
"""How long a finished match is kept after its end."""
KEEP_BURIED = 30 * DAY
"""How long a buried table can be restored."""
KEEP_DEVICE = 30 * DAY
"""How long a device without a seat is known after it was last seen."""
MANY_DEVICES = 200_000
KEEP_DEVICE_OF_MANY = 2 * DAY
"""The limit if there are many devices, so that a flood of devices lasts only two days."""
MOST_PLAYERS = 50
"""The number of players one device may act as after using links."""
MOST_BURIED = 0.05
"""The share of all tables buried in one run; at least one table, for small stores."""
KEPT_BY_PHASE = {
    "waiting": KEEP_OPEN,
    "playing": KEEP_UNFINISHED,
    "between": KEEP_UNFINISHED,
    "over": KEEP_FINISHED,
}


class StoreError(JaipurError):
    """Something could not be stored or read; nothing was changed."""


class StoreFull(StoreError):
    """The disk is full."""

    TEMPLATE = message("The disk is full. Nothing was changed; try again later.")


class Damaged(StoreError):
    """The stored data is not what was written."""


class StoreConflict(StoreError):
    """A sequence number, command id or creation already exists; nothing was stored."""

    TEMPLATE = message("This was stored already under the same number or id.")


class UnknownLink(StoreError):
    """A link that moves seats does not exist, was used already or has expired."""

    TEMPLATE = message(
        "This link is invalid: it was already used, or it has expired. Create a new one."
    )


class TooManyPlayers(StoreError):
    """A device would act as too many players."""

    def __init__(self) -> None:
        super().__init__(
            message(
                "This device cannot hold the seats of more than {most} players; open the link on "
                "another device."
            ),
            most=MOST_PLAYERS,
        )


class StoreClosed(StoreError):
    """The store is closed."""

    TEMPLATE = message("The store is closed; nothing was changed.")


class Store(Protocol):
    """A store back end. Writes complete when they are durable; reads may use any thread.

    A write returns a future, which completes with its result or with StoreError.
    """

    def append(self, writes: Sequence[Append]) -> Future[None]:
        """Store events atomically.

        StoreConflict if a sequence number is not the next one of its table, if a command, table or
        creation already exists, or if the creation of a table would change.
        """

    def events(self, table: str) -> list[StoredEvent]:
        """The events of a table in order; empty for an unknown table."""

    def first_event(self, table: str) -> StoredEvent | None:
        """The event that created a table."""

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""

    def age(self, table: str) -> float:
        """Seconds since the last event of a table, as of the last clock check (`prune`).

        It uses the trusted time: 0 while the clock is not trusted, and for an unknown table.
        """

    def created_by(self, creations: Collection[str]) -> str | None:
        """The table that one of these commands created, if any."""

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of the tables where one of these players holds a seat, unfinished ones first.

        Damaged tables are left out and counted.

        `Cursor` defines the order. A table that changes while somebody is paging moves to the
        front, so it may be listed twice or, until the first page is read again, not at all.
        """

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """A page of the tables in a phase, ordered by id, starting after an id."""

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """The ids of such a page, including those of tables with a damaged row."""

    def latest(
        self, phases: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of all tables in these phases, in the order of `tables_of`."""

    def table_counts(self) -> dict[str, int]:
        """The number of tables in each phase."""

    @property
    def condition(self) -> Condition:
        """The condition of the store; failures are also logged."""

    @property
    def is_well(self) -> bool:
        """Whether the store works; individual tables may still be damaged."""

    def check(self) -> Future[None]:
        """Write and read something small, to find out whether a failed store works again."""

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Allow the device with this token to act as a player."""

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device may act as; empty for an unknown token."""

    def devices_of(self, player: str) -> frozenset[str]:
        """The token hashes of the devices that may act as a player."""

    def note_devices(self, seen: Collection[str]) -> Future[None]:
        """Record the devices seen since the last call; call it about once an hour.

        Each device is written at most once a day.
        """

    def prune_devices(self) -> Future[frozenset[str]]:
        """Forget devices that have no seat, watch nothing and were not seen for KEEP_DEVICE.

        With more than MANY_DEVICES devices the limit is KEEP_DEVICE_OF_MANY. Nothing is forgotten
        while the clock is not trusted. Returns the token hashes that were forgotten.
        """

    def offer_move(
        self, link_hash: str, token_hash: str, *, keep: bool, expires: float
    ) -> Future[None]:
        """Store a link that moves the players of a device to another; `keep`: both get them."""

    def claim_move(self, link_hash: str, token_hash: str, now: float) -> Future[Claimed]:
        """Use such a link, which works once; return the players and the device they came from.

        TooManyPlayers if the device would have more than MOST_PLAYERS; the link stays valid.
        """

    def allow_watching(self, table: str, player: str) -> Future[None]:
        """Allow a player to watch a table; StoreConflict if it does not exist."""

    def may_watch(self, table: str, players: Collection[str]) -> bool:
        """Whether one of these players may watch a table."""

    def ban(self, ban: Ban) -> Future[int]:
        """Store a ban and return its number; it replaces earlier bans of the same subjects.

        Links offered by a banned device become invalid.
        """

    def unban(self, number: int) -> Future[bool]:
        """Delete a ban; returns whether it existed. Its data is overwritten soon afterwards."""

    def end_bans(self, now: float) -> Future[int]:
        """Delete bans that have expired by both the clock and the trusted time; returns how many.

        A ban that starts later than both starts now instead, with the same duration.
        """

    def bans(self) -> list[Ban]:
        """All readable bans, the oldest first; the numbers of damaged ones are logged."""

    def ban_key(self) -> Future[bytes]:
        """The key for hashing addresses; a new one once no address is banned any more."""

    def note_clocks(self, notes: Sequence[ClockNote], ran: float = 0.0) -> Future[None]:
        """Save the latest clock note of each table; notes of missing tables are ignored.

        `ran` is the server uptime so far in seconds; the saved value never decreases.
        """

    def clocks_ran(self) -> float:
        """The saved server uptime in seconds, over all restarts."""

    def due_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables whose notes have a `due` time, with that time, the earliest first."""

    def clock_note(self, table: str) -> ClockNote | None:
        """The latest clock note of a table, which may be of an earlier version."""

    def delete(self, table: str) -> Future[bool]:
        """Delete a table with its events and watchers; returns whether it existed."""

    def prune(self, now: float, *, trusts_clock: bool = False) -> Future[Pruned]:
        """Bury tables older than the KEEP_ limits, and delete tables buried long ago.

        Call it every hour, so that the store can follow the time; tables are buried once a day, up
        to MOST_BURIED of them. If the clock is more than a week ahead of the newest trusted time,
        nothing is buried or deleted until the operator sets `trusts_clock`, which also buries at
        once instead of once a day. While the clock is behind the trusted time, nothing happens.

        Only `graves` and `unbury` know buried tables. The age of a table counts from when the store
        received its last event, whatever the clock said then.
        """

    def graves(self, after: str = "", most: int = 500) -> list[Grave]:
        """A page of the buried tables, ordered by id, starting after an id."""

    def unbury(self, table: str) -> Future[bool]:
        """Restore a buried table, as if it had just been used; returns whether it was buried."""

    def close(self) -> None:
        """Finish pending writes and release the file; later calls fail with StoreError."""
