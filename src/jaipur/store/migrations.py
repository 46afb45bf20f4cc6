"""The schema of a store file, as numbered migrations from an empty file to the current format."""

from __future__ import annotations

from collections.abc import Sequence

import apsw

APPLICATION_ID = 0x4A616970
"""Identifies a SQLite file as a store: "Jaip"."""

MIGRATIONS: Sequence[str] = (
    # Rows in order of insertion: a group of events fills one page, whatever their tables. With the
    # events of a table clustered (WITHOUT ROWID), a commit writes a third more pages.
    """
    CREATE TABLE tables (
        id TEXT NOT NULL UNIQUE,
        creation TEXT NOT NULL UNIQUE,
        phase TEXT NOT NULL,
        player0 TEXT,
        player1 TEXT,
        summary TEXT NOT NULL,
        touched REAL NOT NULL,
        version INTEGER NOT NULL,  -- the last sequence among its events
        checksum INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX tables_by_phase ON tables (phase, id);
    CREATE INDEX tables_by_age ON tables (phase, touched);
    CREATE INDEX tables_by_player0 ON tables (player0) WHERE player0 IS NOT NULL;
    CREATE INDEX tables_by_player1 ON tables (player1) WHERE player1 IS NOT NULL;
    CREATE TRIGGER tables_begin_at_one AFTER INSERT ON tables WHEN NEW.version <> 1
        BEGIN SELECT RAISE(ABORT, 'the first event of a table is number 1'); END;

    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        sequence INTEGER NOT NULL,
        command TEXT NOT NULL,
        digest TEXT NOT NULL,
        body TEXT NOT NULL,
        at REAL NOT NULL,
        checksum INTEGER NOT NULL,
        UNIQUE (table_id, sequence),
        UNIQUE (table_id, command)
    ) STRICT;

    CREATE TABLE devices (
        token_hash TEXT NOT NULL,
        player TEXT NOT NULL,
        PRIMARY KEY (token_hash, player)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE moves (
        link_hash TEXT NOT NULL PRIMARY KEY,
        token_hash TEXT NOT NULL,
        keep INTEGER NOT NULL,
        expires REAL NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE watchers (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        player TEXT NOT NULL,
        PRIMARY KEY (table_id, player)
    ) STRICT, WITHOUT ROWID;
    """,
    # Age counts from `since`, which is no older than the newest trusted time when the event was
    # stored; `touched` is what the clock said. The checksum of old rows covers neither.
    """
    ALTER TABLE tables ADD COLUMN since REAL NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN buried REAL;
    UPDATE tables SET since = touched;
    DROP INDEX tables_by_age;
    CREATE INDEX tables_by_age ON tables (phase, since) WHERE buried IS NULL;
    CREATE INDEX tables_by_burial ON tables (id) WHERE buried IS NOT NULL;
    DROP INDEX tables_by_phase;
    CREATE INDEX tables_by_phase ON tables (phase, id, buried);

    CREATE TABLE clock (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        seen REAL,
        is_ahead INTEGER NOT NULL,
        doubted REAL,
        pruned REAL,
        checks INTEGER NOT NULL  -- changed to see whether anything can be written
    ) STRICT;
    INSERT INTO clock SELECT 1, max(touched), 0, NULL, NULL, 0 FROM tables;

    -- When a device was last seen, by the trusted time; NULL: since the last clock check.
    ALTER TABLE devices ADD COLUMN seen REAL;
    CREATE INDEX devices_by_age ON devices (seen, token_hash);
    CREATE INDEX watchers_by_player ON watchers (player);
    """,
    # Bans. Numbers are never reused, so that nobody lifts the wrong ban.
    """
    CREATE TABLE bans (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        kind TEXT NOT NULL,
        subjects TEXT NOT NULL,  -- hashes, as JSON
        since REAL NOT NULL,
        expires REAL NOT NULL,
        about TEXT NOT NULL
    ) STRICT;
    CREATE TABLE ban_keys (key BLOB NOT NULL) STRICT;
    """,
    # The time used on running clocks, so that a restart gives nobody their time back.
    """
    CREATE TABLE clocks (
        table_id TEXT NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
        version INTEGER NOT NULL,
        spent0 INTEGER NOT NULL,
        spent1 INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    """,
    # Clocks that keep running while their table is unloaded, in seconds of server uptime.
    """
    ALTER TABLE clocks ADD COLUMN at REAL;
    ALTER TABLE clocks ADD COLUMN due REAL;
    ALTER TABLE clocks ADD COLUMN runs0 INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE clocks ADD COLUMN runs1 INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX clocks_by_due ON clocks (due, table_id) WHERE due IS NOT NULL;
    ALTER TABLE clock ADD COLUMN ran REAL NOT NULL DEFAULT 0;
    """,
)
"""Migration n leads from format n to n + 1. New ones are appended; none is ever changed."""


def format_of(connection: apsw.Connection) -> int:
    """The number of migrations applied to a file."""
    return int(connection.execute("PRAGMA user_version").get)


def migrate(connection: apsw.Connection, migrations: Sequence[str] | None = None) -> None:
    """Apply all pending migrations atomically."""
    steps = MIGRATIONS if migrations is None else migrations
    if format_of(connection) == len(steps):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in steps[format_of(connection) :]:
            connection.execute(step)
        connection.pragma("application_id", APPLICATION_ID)
        connection.pragma("user_version", len(steps))
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def new_image() -> bytes:
    """The bytes of a new file, so that it can be created atomically."""
    memory = apsw.Connection(":memory:")
    try:
        migrate(memory)
        return memory.serialize("main")
    finally:
        memory.close()
