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
from typing import Literal, NamedTuple, Protocol, Self

from ..errors import JaipurError, message

DAY = 24 * 3600.0
KEEP_OPEN = 30 * DAY
"""How long a table is kept whose match never began."""
KEEP_UNFINISHED = 365 * DAY
"""How long a match is kept that nobody plays on."""
KEEP_FINISHED = 365 * DAY
"""How long a finished match is kept after its end."""
KEEP_BURIED = 30 * DAY
"""How long a burial can be undone."""
KEEP_DEVICE = 30 * DAY
"""How long a device is known that holds no seat, after it was last seen."""
MANY_DEVICES = 200_000
KEEP_DEVICE_OF_MANY = 2 * DAY
"""So long where there are many: whoever floods the store with devices fills it for two days."""
MOST_PLAYERS = 50
"""As how many players one device may act after it has claimed links."""
MOST_BURIED = 0.05
"""Of all tables, in one run; but one at least, so that a small store is cleaned up too."""
KEPT_BY_PHASE = {
    "waiting": KEEP_OPEN,
    "playing": KEEP_UNFINISHED,
    "between": KEEP_UNFINISHED,
    "over": KEEP_FINISHED,
}


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
CURSOR_PATTERN = r"^[01][0-9a-f]{16}[0-9A-Za-z_-]{1,64}$(?!\n)"


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


class Ban(NamedTuple):
    """Somebody the house keeps out until a time."""

    id: int
    kind: str
    """device or address."""
    subjects: tuple[str, ...]
    """Hashes: of the tokens of devices, or the keyed one of an address."""
    since: float
    expires: float
    about: str
    """For whoever runs the server: the table and the seat that it was about."""

    def beside(self, newer: Ban) -> Ban:
        """What is left of it when a newer one comes: whom both keep out is the newer one's."""
        if newer.kind != self.kind:
            return self
        left = tuple(one for one in self.subjects if one not in newer.subjects)
        return self._replace(subjects=left)

    def begun_by(self, now: float) -> Ban:
        """The same, begun now if it begins later: a clock was ahead when it was made."""
        if self.since <= now:
            return self
        return self._replace(since=now, expires=self.expires - self.since + now)


class Pruned(NamedTuple):
    """What a run did with old tables."""

    buried: int
    """Hidden by this run, which can be undone."""
    deleted: int
    """Buried long ago, and now gone for good."""
    left: int
    """Old ones that wait for the next run."""
    is_distrusted: bool
    """Whether the clock was not believed, so that nothing was done."""


class Grave(NamedTuple):
    """A table that is buried: hidden from everybody, and deleted later."""

    table: str
    buried: float
    phase: str
    """As in its row, or damaged: it can be unburied all the same."""
    summary: str
    """Empty for a damaged one."""


class Condition(NamedTuple):
    """How a store is."""

    status: Literal["ok", "full", "damaged", "failing"]
    """Damage stays until the store is opened anew; the others end when a write succeeds."""
    damaged_tables: int
    """How many tables were found that cannot be read; a store that has all others is well."""


class TablePage(NamedTuple):
    """A page of somebody's tables."""

    rows: list[TableRow]
    damaged: int
    """How many were left out because they cannot be read."""
    next: Cursor | None
    """Behind which the next page begins; None if this is the last."""


class ClockNote(NamedTuple):
    """Milliseconds used on the clocks of a table since its version came about, by seat."""

    table: str
    version: int
    spent: tuple[int, int]
    at: float | None = None
    """If they go on from there without a further note: when that was, in seconds that servers ran.

    Such seconds pass only while a server runs, so that clocks stand still when none does.
    """
    due: float | None = None
    """And when, in the same seconds, the first of them has run out."""
    runs: tuple[bool, bool] = (False, False)
    """And whose they are, by seat."""


class Claimed(NamedTuple):
    """What a link that moves seats has moved."""

    giver: str
    """The token hash of the device that made the link."""
    players: frozenset[str]
    is_kept: bool
    """Whether the giver acts as these players still."""


class StoreError(JaipurError):
    """Something could not be kept or read; nothing was changed."""


class StoreFull(StoreError):
    """There is no room left."""

    TEMPLATE = message("There is no room left to store anything. Nothing was changed; try again.")


class Damaged(StoreError):
    """What is stored is not what was written."""


class StoreConflict(StoreError):
    """A sequence number, command id or creation is already taken; nothing of the batch was kept."""

    TEMPLATE = message("This was stored already under the same number or id.")


class UnknownLink(StoreError):
    """A link that moves seats to another device does not exist, was used or is too old."""

    TEMPLATE = message(
        "This link is not known: it was used already, or it is too old. Make a new one."
    )


class TooManyPlayers(StoreError):
    """A device would act as more players than it can."""

    def __init__(self) -> None:
        super().__init__(
            message(
                "This device has taken over the seats of too many others, {most} at most; open the "
                "link on another one."
            ),
            most=MOST_PLAYERS,
        )


class StoreClosed(StoreError):
    """The store was closed; it takes and gives nothing more."""

    TEMPLATE = message("The store is closed; nothing was changed.")


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

    def first_event(self, table: str) -> StoredEvent | None:
        """The event that created a table."""

    def row(self, table: str) -> TableRow | None:
        """The row of a table."""

    def age(self, table: str) -> float:
        """Seconds since the last event of a table, at the last look at the clock (`prune`).

        By the believed time: none while the clock is not believed, and of an unknown table.
        """

    def created_by(self, creations: Collection[str]) -> str | None:
        """A table that one of these commands created."""

    def tables_of(
        self, players: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of the tables where one of these players holds a seat, unfinished ones first.

        Damaged ones are left out and counted.

        `Cursor` says in which order. A table that changes while somebody turns the pages is on the
        first of its kind again, so that a list read page by page may name it twice or, until the
        first page is read anew, not at all.
        """

    def tables(self, phase: str, after: str = "", most: int = 500) -> list[TableRow]:
        """Tables of a phase in order of their ids, those after an id: a page of all of them."""

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        """Only the ids of such a page: also those of tables whose row is damaged."""

    def latest(
        self, phases: Collection[str], most: int = 200, before: Cursor = BEGINNING
    ) -> TablePage:
        """A page of all tables of these phases, in the order of `tables_of`."""

    def table_counts(self) -> dict[str, int]:
        """How many tables there are of each phase."""

    @property
    def condition(self) -> Condition:
        """How the store is; what goes wrong is in the log too."""

    @property
    def is_well(self) -> bool:
        """Whether the store works; single tables may be damaged."""

    def check(self) -> Future[None]:
        """Write and read something small: whether a store that failed works again."""

    def hold(self, token_hash: str, player: str) -> Future[None]:
        """Let the device with this token act as a player from now on."""

    def players_of(self, token_hash: str) -> frozenset[str]:
        """The players a device acts as; none for an unknown token."""

    def devices_of(self, player: str) -> frozenset[str]:
        """The token hashes of the devices that act as a player."""

    def note_devices(self, seen: Collection[str]) -> Future[None]:
        """These devices were seen since the last time; call it each hour or so.

        It is written down once a day for each device.
        """

    def prune_devices(self) -> Future[frozenset[str]]:
        """Forget devices that hold no seat, may watch nothing and were not seen for KEEP_DEVICE.

        If there are MANY_DEVICES it is KEEP_DEVICE_OF_MANY. Nothing is forgotten while the clock
        is not believed. Returns the tokens that are not known any more.
        """

    def offer_move(
        self, link_hash: str, token_hash: str, *, keep: bool, expires: float
    ) -> Future[None]:
        """Remember a link that gives the players of a device to another; `keep`: to both."""

    def claim_move(self, link_hash: str, token_hash: str, now: float) -> Future[Claimed]:
        """Use such a link, once: the device gets the players, which are returned with the giver.

        TooManyPlayers, and the link stays, if the device would then have more than MOST_PLAYERS.
        """

    def allow_watching(self, table: str, player: str) -> Future[None]:
        """Let a player watch a table; StoreConflict if there is no such table."""

    def may_watch(self, table: str, players: Collection[str]) -> bool:
        """Whether one of these players may watch a table."""

    def ban(self, ban: Ban) -> Future[int]:
        """Keep a ban and return its number; it takes the place of earlier ones of the same.

        Links that a banned device offered are void.
        """

    def unban(self, number: int) -> Future[bool]:
        """Forget a ban; returns whether there was one. Soon afterwards nothing is left of it."""

    def end_bans(self, now: float) -> Future[int]:
        """Forget the bans that are over by the clock and by the believed time; returns how many.

        A ban that begins later than both say begins now, and is as long as it was meant.
        """

    def bans(self) -> list[Ban]:
        """All bans that can be read, the oldest first; of others the log has the number."""

    def ban_key(self) -> Future[bytes]:
        """The key of the hashes of addresses; another one when no address was banned meanwhile."""

    def note_clocks(self, notes: Sequence[ClockNote], ran: float = 0.0) -> Future[None]:
        """Keep the last note of each of these tables; those that are not there are passed over.

        `ran` is how many seconds servers have run so far; what is kept of it only grows.
        """

    def clocks_ran(self) -> float:
        """How many seconds servers have run, as far as it was noted."""

    def due_clocks(self, most: int) -> list[tuple[str, float]]:
        """The tables whose notes have a `due`, and that; the first ones, the soonest first."""

    def clock_note(self, table: str) -> ClockNote | None:
        """The last note of a table: it says something of its version, and nothing of later ones."""

    def delete(self, table: str) -> Future[bool]:
        """Delete a table with its events and who may watch it; returns whether there was one."""

    def prune(self, now: float, *, trusts_clock: bool = False) -> Future[Pruned]:
        """Bury what the KEEP_ rules no longer keep, and delete what was buried long ago.

        Call it each hour, so that the store sees time pass; tables are buried once a day, some of
        them at a time (MOST_BURIED). If the clock is more than a week past the newest moment that
        the store believed, nothing is buried or deleted until somebody `trusts_clock`, who need not
        wait for the next day either. While the clock is behind that moment nothing is done.

        A buried table is not known to any other method but `graves` and `unbury`. The age of a
        table counts from when the store got its last event, whatever the clock said then.
        """

    def graves(self, after: str = "", most: int = 500) -> list[Grave]:
        """Buried tables in order of their ids, those after an id: a page of all of them."""

    def unbury(self, table: str) -> Future[bool]:
        """Undo a burial, as if the table had just been used; returns whether it was buried."""

    def close(self) -> None:
        """Finish what was asked for and release the file; later calls fail with StoreError."""
