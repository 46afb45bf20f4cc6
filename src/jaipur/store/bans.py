"""Who is kept out, as rows of SQLite: hashes and times, and the key of the hashes of addresses."""

from __future__ import annotations

import json
import secrets
from typing import Any

import apsw

from .protocol import Ban

KEY_BYTES = 32
BANS = "SELECT id, kind, subjects, since, expires, about FROM bans ORDER BY id"


def ban_from(row: tuple[Any, ...]) -> Ban:
    """The ban of a row."""
    number, kind, subjects, since, expires, about = row
    return Ban(number, kind, tuple(json.loads(subjects)), since, expires, about)


def add_ban(connection: apsw.Connection, *, ban: Ban) -> int:
    """Keep a ban and return its number; it takes the place of earlier ones of the same.

    Links that a banned device offered are void.
    """
    for subject in ban.subjects:
        connection.execute("DELETE FROM moves WHERE token_hash = ?", (subject,))
    for row in list(connection.execute(BANS)):
        left = ban_from(row).beside(ban)
        subjects = (json.dumps(left.subjects), left.id)
        connection.execute("UPDATE bans SET subjects = ? WHERE id = ?", subjects)
    connection.execute("DELETE FROM bans WHERE subjects = '[]'")
    connection.execute(
        "INSERT INTO bans (kind, subjects, since, expires, about) VALUES (?, ?, ?, ?, ?)",
        (ban.kind, json.dumps(ban.subjects), ban.since, ban.expires, ban.about),
    )
    return connection.last_insert_rowid()


def end_bans(connection: apsw.Connection, *, before: float = 0.0, number: int | None = None) -> int:
    """Forget bans: the one with a number, or those that end by a time; returns how many.

    The key goes with the last ban of an address, so that remains of it in the file say nothing.
    """
    connection.execute("DELETE FROM bans WHERE id = ? OR expires <= ?", (number, before))
    ended = connection.changes()
    connection.execute(
        "DELETE FROM ban_keys WHERE NOT EXISTS (SELECT 1 FROM bans WHERE kind = 'address')"
    )
    return ended


def ban_key(connection: apsw.Connection) -> bytes:
    """The key of the hashes of addresses, made when it is first asked for."""
    row = connection.execute("SELECT key FROM ban_keys").fetchone()
    if row is None:
        row = (secrets.token_bytes(KEY_BYTES),)
        connection.execute("INSERT INTO ban_keys VALUES (?)", row)
    key: bytes = row[0]
    return key
