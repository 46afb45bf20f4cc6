"""Devices in a SQLite file: their players, when they were last seen, and forgetting old ones."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any

import apsw

from . import protocol
from .protocol import DAY, KEEP_DEVICE, KEEP_DEVICE_OF_MANY
from .pruning import read_clock

AT_ONCE = 500
SEEN = """
    UPDATE devices SET seen = ?1
    WHERE seen IS NULL OR (token_hash IN (SELECT value FROM json_each(?2)) AND seen < ?3)
"""
UNSURE = "UPDATE devices SET seen = NULL WHERE token_hash IN (SELECT value FROM json_each(?))"
OLD = """
    SELECT seen, token_hash FROM devices
    WHERE seen < ?1 AND (seen, token_hash) > (?2, ?3) ORDER BY seen, token_hash LIMIT ?4
"""
FORGET = """
    DELETE FROM devices AS mine
    WHERE token_hash IN (SELECT value FROM json_each(?1)) AND NOT EXISTS (
        SELECT 1 FROM devices AS its WHERE its.token_hash = mine.token_hash AND (
            its.seen IS NULL OR its.seen >= ?2
            OR EXISTS (SELECT 1 FROM tables WHERE player0 = its.player)
            OR EXISTS (SELECT 1 FROM tables WHERE player1 = its.player)
            OR EXISTS (SELECT 1 FROM watchers WHERE watchers.player = its.player)))
    RETURNING token_hash
"""


def hold(connection: apsw.Connection, *, token_hash: str, players: Collection[str]) -> None:
    """Allow a device to act as players."""
    sql = "INSERT OR IGNORE INTO devices (token_hash, player) VALUES (?, ?)"
    for player in players:
        connection.execute(sql, (token_hash, player))


def note(connection: apsw.Connection, *, seen: Collection[str]) -> None:
    """Record that devices were seen; without a time while the clock is not trusted."""
    clock, tokens = read_clock(connection), json.dumps(list(seen))
    if clock.is_distrusted or clock.seen is None:
        connection.execute(UNSURE, (tokens,))
    else:
        connection.execute(SEEN, (clock.seen, tokens, clock.seen - DAY))


class ForgetRun:
    """Forgets old devices in steps; the last `step` returns their token hashes."""

    def __init__(self) -> None:
        self._gone: set[str] = set()
        self._keep: float | None = None
        self._last = (float("-inf"), "")

    def step(self, connection: apsw.Connection) -> frozenset[str] | None:
        """Do the next part, within a transaction."""
        clock = read_clock(connection)
        if clock.is_distrusted or clock.seen is None:
            return frozenset(self._gone)
        if self._keep is None:  # only once, because it counts all rows
            many = connection.execute("SELECT count(*) FROM devices").get > protocol.MANY_DEVICES
            self._keep = KEEP_DEVICE_OF_MANY if many else KEEP_DEVICE
        horizon = clock.seen - self._keep
        found: list[Any] = connection.execute(OLD, (horizon, *self._last, AT_ONCE)).fetchall()
        if not found:
            return frozenset(self._gone)
        self._last = found[-1]
        tokens = json.dumps(sorted({token for _, token in found}))
        self._gone |= {token for (token,) in connection.execute(FORGET, (tokens, horizon))}
        return None
