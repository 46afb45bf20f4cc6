"""Bans as rows of SQLite: hashes and times, and the key for hashing addresses.

Deleted data is overwritten, so that nothing of it stays in the file.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import apsw

from .pruning import read_clock
from .values import Ban

KEY_BYTES = 32
NUMBERS = "SELECT id FROM bans ORDER BY id"
BAN = "SELECT id, kind, subjects, since, expires, about FROM bans WHERE id = ?"


def read_bans(connection: apsw.Connection) -> tuple[list[Ban], list[int]]:
    """The readable bans, the oldest first, and the numbers of damaged ones."""
    bans: list[Ban] = []
    damaged: list[int] = []
    numbers: list[Any] = connection.execute(NUMBERS).fetchall()
    for (number,) in numbers:
        try:
            bans += [_ban_from(row) for row in connection.execute(BAN, (number,)).fetchall()]
        except (ValueError, apsw.CorruptError):
            damaged.append(number)
    return bans, damaged


def _ban_from(row: Any) -> Ban:
    number, kind, cell, since, expires, about = row
    subjects = json.loads(cell)
    if not isinstance(subjects, list) or not all(isinstance(one, str) for one in subjects):
        raise ValueError(cell)
    return Ban(number, kind, tuple(subjects), since, expires, about)


@contextmanager
def _secure_delete(connection: apsw.Connection) -> Iterator[None]:
    """Overwrite deleted data, also on freed pages; only here, because it is slow."""
    before = connection.pragma("secure_delete")
    connection.pragma("secure_delete", "ON")
    try:
        yield
    finally:
        connection.pragma("secure_delete", before)


def add_ban(connection: apsw.Connection, *, ban: Ban) -> int:
    """Store a ban and return its number; it replaces earlier bans of the same subjects.

    Links offered by a banned device become invalid.
    """
    for subject in ban.subjects:
        connection.execute("DELETE FROM moves WHERE token_hash = ?", (subject,))
    with _secure_delete(connection):
        for old in read_bans(connection)[0]:
            subjects = (json.dumps(old.without(ban).subjects), old.id)
            connection.execute("UPDATE bans SET subjects = ? WHERE id = ?", subjects)
        connection.execute("DELETE FROM bans WHERE subjects = '[]'")
        connection.execute(
            "INSERT INTO bans (kind, subjects, since, expires, about) VALUES (?, ?, ?, ?, ?)",
            (ban.kind, json.dumps(ban.subjects), ban.since, ban.expires, ban.about),
        )
        return connection.last_insert_rowid()


def lift_ban(connection: apsw.Connection, *, number: int) -> bool:
    """Delete a ban; returns whether it existed."""
    return _delete(connection, "id = ?", number) > 0


def end_bans(connection: apsw.Connection, *, now: float, elapsed: float) -> int:
    """Delete bans that have expired by both the clock and the trusted time; returns how many.

    A ban that starts later than both was made while a clock was ahead, so it starts now instead.
    """
    trusted = read_clock(connection).at(now, None, elapsed).floor
    with _secure_delete(connection):
        connection.execute(
            "UPDATE bans SET expires = expires - since + ?1, since = ?1 WHERE since > ?1",
            (max(now, trusted),),
        )
    return _delete(connection, "expires <= ?", min(now, trusted))


def _delete(connection: apsw.Connection, which: str, value: float) -> int:
    """Delete bans; the key is deleted with the last ban of an address."""
    with _secure_delete(connection):
        connection.execute(f"DELETE FROM bans WHERE {which}", (value,))  # noqa: S608  # `which` is ours
        deleted = connection.changes()
        connection.execute(
            "DELETE FROM ban_keys WHERE NOT EXISTS (SELECT 1 FROM bans WHERE kind = 'address')"
        )
    return deleted


def ban_key(connection: apsw.Connection) -> bytes:
    """The key for hashing addresses, created on first use."""
    row = connection.execute("SELECT key FROM ban_keys").fetchone()
    if row is None:
        row = (secrets.token_bytes(KEY_BYTES),)
        connection.execute("INSERT INTO ban_keys VALUES (?)", row)
    key: bytes = row[0]
    return key
