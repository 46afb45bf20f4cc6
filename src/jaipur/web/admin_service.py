"""What the host of a server can see and do: names, phases, times and counts.

Never a card, a key, an invitation, a token or an address: answers are built from an explicit list
of fields.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Collection

import msgspec
from msgspec.structs import asdict

from ..errors import JaipurError, message
from ..seats import Seat
from ..session.contract.admin import (
    BuriedTable,
    BuriedTables,
    HostedTable,
    HostedTables,
    Load,
    Outline,
    PrunedTables,
)
from ..session.contract.basics import Phase
from ..store.values import BEGINNING, Cursor, Grave, TablePage, TableRow
from .error_responses import COUNTS
from .logs import event
from .services import Services

UNFINISHED = (Phase.WAITING, Phase.PLAYING, Phase.BETWEEN)
PHASES = (*UNFINISHED, Phase.OVER)
RECENT_SECONDS = 60.0

NO_TABLE = message("There is no table {table} here; jaipur admin tables lists them.")
NO_GRAVE = message("No table {table} is buried here; jaipur admin buried lists them.")


class AdminError(JaipurError):
    """An admin request that cannot be fulfilled."""


class RecentRate:
    """The rate per second of a growing counter over the last minute."""

    def __init__(self, count: Callable[[], int], clock: Callable[[], float]) -> None:
        self._count = count
        self._clock = clock
        self._samples: deque[tuple[float, int]] = deque([(clock(), count())])

    def sample(self) -> float:
        """Read the counter, to be called regularly; return the recent rate per second."""
        now, count = self._clock(), self._count()
        while len(self._samples) > 1 and now - self._samples[1][0] >= RECENT_SECONDS:
            self._samples.popleft()
        then, before = self._samples[0]
        self._samples.append((now, count))
        return (count - before) / (now - then) if now > then else 0.0


class AdminService:
    """The operations of `jaipur admin` on tables."""

    def __init__(self, services: Services, clock: Callable[[], float] = time.monotonic) -> None:
        self._services = services
        self._tables = services.tables
        self._store = services.store
        self._clock = clock
        self._began = clock()
        self._commands = RecentRate(lambda: services.commands, clock)

    def sample(self) -> None:
        """Sample the counters; to be called regularly."""
        self._commands.sample()

    async def load(self) -> Load:
        """The current load of the server."""
        counts = await asyncio.to_thread(self._store.table_counts)
        return Load(
            **self._tables.health(),
            uptime_s=int(self._clock() - self._began),
            tables={phase: counts.get(phase, 0) for phase in PHASES},
            **self._tables.counts(),
            streams=len(self._services.open_streams),
            commands=self._services.commands,
            commands_per_s=round(self._commands.sample(), 1),
            bots_ready=self._tables.bots_ready,
            bots_at_work=self._tables.bots_at_work,
            bans=len(self._tables.bans.all()),
            refused=dict(sorted(COUNTS.items())),
        )

    async def page(
        self, phases: Collection[str], most: int, before: Cursor = BEGINNING
    ) -> HostedTables:
        """One page of all tables: unfinished ones first, most recently used first."""
        return self._listed(await asyncio.to_thread(self._store.latest, phases, most, before))

    async def page_of(
        self, table: str, seat: Seat, most: int, before: Cursor = BEGINNING
    ) -> HostedTables:
        """One page of the tables of the player at a seat."""
        player = (await self.row(table)).players[seat]
        players = [] if player is None else [player]
        return self._listed(await asyncio.to_thread(self._store.tables_of, players, most, before))

    async def close(self, table: str) -> int:
        """Close a table for both players; return its last version."""
        await self.row(table)
        version = await (await self._tables.owner(table)).close_by_host()
        event("admin", action="close", table=table)
        return version

    async def prune(self) -> PrunedTables:
        """Bury old tables now; by asking, the host vouches for the clock."""
        result = await self._tables.prune(trusts_clock=True)
        event("admin", action="prune", **result._asdict())
        return PrunedTables(*result)

    async def buried(self, most: int, after: str = "") -> BuriedTables:
        """One page of the buried tables."""
        graves = await asyncio.to_thread(self._store.graves, after, most + 1)
        shown = tuple(map(_buried, graves[:most]))
        return BuriedTables(shown, graves[most - 1].table if len(graves) > most else None)

    async def unbury(self, table: str) -> None:
        """Restore a buried table."""
        if not await self._tables.unbury(table):
            raise AdminError(NO_GRAVE, table=table)
        event("admin", action="unbury", table=table)

    async def row(self, table: str) -> TableRow:
        """The row of a table. Raises AdminError if there is none."""
        row = await asyncio.to_thread(self._store.row, table)
        if row is None:
            raise AdminError(NO_TABLE, table=table)
        return row

    def _listed(self, page: TablePage) -> HostedTables:
        shown = tuple(map(self._shown, page.rows))
        return HostedTables(shown, page.damaged, str(page.next) if page.next else None)

    def _shown(self, row: TableRow) -> HostedTable:
        followers = self._tables.followers_of(row.table)
        return HostedTable(
            **asdict(outline(row.summary)),
            table=row.table,
            phase=Phase(row.phase),
            touched=int(row.touched),
            in_memory=followers is not None,
            followers=followers or 0,
        )


def _buried(grave: Grave) -> BuriedTable:
    about = asdict(outline(grave.summary))
    return BuriedTable(**about, table=grave.table, phase=grave.phase, buried=int(grave.buried))


def outline(summary: str) -> Outline:
    """The part of a table's summary that the host may see."""
    return msgspec.json.decode(summary, type=Outline) if summary else Outline()
