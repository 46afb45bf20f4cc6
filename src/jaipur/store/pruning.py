"""Pruning: buries old tables and deletes long-buried ones in a SQLite file, a few at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import apsw

from .clock import TOLERANCE, StoreClock, horizons, most_buried
from .protocol import KEEP_BURIED
from .values import Pruned

AT_ONCE = 50
"""Tables per commit: more would delay the actions of others."""
CLOCK = "SELECT seen, is_ahead, doubted, pruned FROM clock"
OLD = """
    SELECT rowid FROM tables WHERE phase = 'waiting' AND since < ?1 AND buried IS NULL
    UNION ALL SELECT rowid FROM tables WHERE phase = 'playing' AND since < ?2 AND buried IS NULL
    UNION ALL SELECT rowid FROM tables WHERE phase = 'between' AND since < ?3 AND buried IS NULL
    UNION ALL SELECT rowid FROM tables WHERE phase = 'over' AND since < ?4 AND buried IS NULL
"""
COUNT = "SELECT count(*) FROM tables WHERE buried IS NULL"
COUNT_OLD = f"SELECT count(*) FROM ({OLD})"  # noqa: S608  # no value is in it
BURY = f"UPDATE tables SET buried = ?5 WHERE rowid IN ({OLD} LIMIT ?6)"  # noqa: S608  # none here
NEWEST = """
    SELECT max(newest) FROM (
        SELECT max(since) AS newest FROM tables WHERE phase = 'waiting' AND buried IS NULL
        UNION ALL SELECT max(since) FROM tables WHERE phase = 'playing' AND buried IS NULL
        UNION ALL SELECT max(since) FROM tables WHERE phase = 'between' AND buried IS NULL
        UNION ALL SELECT max(since) FROM tables WHERE phase = 'over' AND buried IS NULL)
"""
DELETE = """
    DELETE FROM tables WHERE rowid IN (
        SELECT rowid FROM tables WHERE buried IS NOT NULL AND buried < ? LIMIT ?)
"""
FRESHEN = """
    UPDATE tables SET since = ?1
    WHERE phase IN ('waiting', 'playing', 'between', 'over') AND since >= ?2 AND buried IS NULL
"""
SHORTEN = "UPDATE tables SET buried = ?1 WHERE buried > ?1"
UNBURY = """
    UPDATE tables
    SET buried = NULL, since = max(since, ifnull((SELECT seen FROM clock), since))
    WHERE id = ? AND buried IS NOT NULL
"""


class PruneRun:
    """One call of `prune`, in steps; the last `step` returns the result."""

    def __init__(self, now: float, elapsed: float, *, trusts_clock: bool) -> None:
        self.clock = StoreClock()
        self._now = now
        self._elapsed = elapsed
        self._trusts_clock = trusts_clock
        self._most = 0
        self._buried = 0
        self._deleted = 0
        self._next: Callable[[apsw.Connection], bool] = self._begin

    def step(self, connection: apsw.Connection) -> Pruned | None:
        """Do the next part, within a transaction."""
        if self._next(connection):
            return None
        left = _one(connection, COUNT_OLD, *horizons(self._now))
        return Pruned(self._buried, self._deleted, left, self.clock.is_distrusted)

    def _begin(self, connection: apsw.Connection) -> bool:
        """Check the clock; returns whether there is more to do."""
        now, trusts = self._now, self._trusts_clock
        before = read_clock(connection)
        newest = _one(connection, NEWEST)
        self.clock = before.at(now, newest, self._elapsed, trusts_clock=trusts)
        runs = self.clock.may_bury(now, trusts_clock=trusts)
        if runs:
            self.clock = self.clock._replace(pruned=now)
            self._most = most_buried(_one(connection, COUNT))
            connection.execute("DELETE FROM moves WHERE expires <= ?", (now,))
        unsure = self.clock.unsure_since(before, trusts_clock=trusts)
        if unsure is not None:
            connection.execute(FRESHEN, (self.clock.floor, unsure))
            connection.execute(SHORTEN, (self.clock.floor,))
        if self.clock != before:
            write_clock(connection, self.clock)
        self._next = self._bury
        return runs

    def _bury(self, connection: apsw.Connection) -> bool:
        some = min(AT_ONCE, self._most - self._buried)
        connection.execute(BURY, (*horizons(self._now), self.clock.floor, some))
        done = connection.changes() if some else 0
        self._buried += done
        if not done:
            self._next = self._delete
        return True

    def _delete(self, connection: apsw.Connection) -> bool:
        # A week longer than promised, because the clock may be off by that much unnoticed.
        horizon = self._now - KEEP_BURIED - TOLERANCE
        connection.execute(DELETE, (horizon, AT_ONCE))
        done = connection.changes()
        self._deleted += done
        return done > 0


def read_clock(connection: apsw.Connection) -> StoreClock:
    """Read the stored state of the trusted time."""
    found: Any = connection.execute(CLOCK).fetchone()
    if found is None:
        raise apsw.CorruptError("the row of the clock is missing")
    seen, is_ahead, doubted, pruned = found
    return StoreClock(seen, bool(is_ahead), doubted, pruned)


def write_clock(connection: apsw.Connection, clock: StoreClock) -> None:
    """Store the state of the trusted time."""
    values = clock.seen, int(clock.is_ahead), clock.doubted, clock.pruned
    connection.execute("UPDATE clock SET seen = ?, is_ahead = ?, doubted = ?, pruned = ?", values)


def unbury(connection: apsw.Connection, *, table: str) -> bool:
    """Restore a buried table; it counts as used at the newest trusted time."""
    connection.execute(UNBURY, (table,))
    return connection.changes() > 0


def _one(connection: apsw.Connection, query: str, *values: Any) -> Any:
    return connection.execute(query, values).get
