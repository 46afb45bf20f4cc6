"""Finding, making and opening a store file; whatever is not one is left as it is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import apsw

from ..disk import restored_file, sync_folder, write_whole
from . import migrations
from .faults import (
    FileError,
    IncompleteFile,
    NewerFile,
    NoSuchFile,
    NotAStoreFile,
    OlderFile,
    UnfinishedRestore,
    UnwritableFile,
    refusal,
)
from .index_room import check_room

SETTINGS: Mapping[str, str | int] = {
    "journal_mode": "WAL",
    "synchronous": "FULL",
    "fullfsync": 1,
    "checkpoint_fullfsync": 1,
    "foreign_keys": 1,
    "cell_size_check": 1,
    "journal_size_limit": 64 << 20,
    "temp_store": "MEMORY",
}
"""What the writing connection asks of SQLite; tests change some of it."""
PATIENCE_MS = 5000
HEADER = 100
MAGIC = b"SQLite format 3\0"


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, durably."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def create_if_missing(file: Path) -> None:
    """Make a new store file where there is none, or an empty one."""
    try:
        if file.exists() and (not file.is_file() or file.stat().st_size):
            return
        if restored_file(file).exists():
            raise UnfinishedRestore(file, part=restored_file(file).name)
        for end in ("-wal", "-journal"):
            # SQLite would take an old log for that of the new file.
            part = file.with_name(file.name + end)
            if part.exists() and part.stat().st_size:
                raise IncompleteFile(file, part=part.name)
        write_whole(file, migrations.new_image())
    except OSError as error:
        raise UnwritableFile(file, problem=error.strerror or error) from error


def check_header(file: Path) -> None:
    """Refuse a file that is not ours before SQLite does anything with it."""
    if not file.exists():
        raise NoSuchFile(file)
    if not file.is_file():
        raise NotAStoreFile(file)
    try:
        # Not `open`: closing a plain handle would release the locks SQLite has on the file.
        flags = [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0]
        handle = apsw.VFSFile("", str(file), flags)
        try:
            header = handle.xRead(HEADER, 0) if handle.xFileSize() >= HEADER else b""
        finally:
            handle.xClose()
    except apsw.Error as error:
        raise refusal(error, file) from error
    mark = int.from_bytes(header[68:72], "big")
    if not header.startswith(MAGIC) or mark != migrations.APPLICATION_ID:
        raise NotAStoreFile(file)


def check_format(connection: apsw.Connection, file: Path, *, older: bool) -> None:
    """Refuse a file of a later format, and unless `older` is right also one of an earlier."""
    found, known = migrations.format_of(connection), len(migrations.MIGRATIONS)
    if found > known:
        raise NewerFile(file, found=found, known=known)
    if found < known and not older:
        raise OlderFile(file, found=found, known=known)


def open_to_read(file: Path, vfs: str | None = None, *, older: bool = False) -> apsw.Connection:
    """A connection that changes nothing, beside an owner or without one."""
    check_header(file)
    check_room(file)
    connection = None
    try:
        connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs)
        connection.set_busy_timeout(PATIENCE_MS)
        connection.pragma("cell_size_check", 1)
        check_format(connection, file, older=older)
    except (apsw.Error, FileError) as error:
        if connection:
            connection.close()
        raise refusal(error, file) from error
    return connection


def open_to_write(
    file: Path, vfs: str | None, settings: Mapping[str, str | int]
) -> apsw.Connection:
    """The owner's connection to a file that exists, brought to the present format."""
    check_header(file)
    check_room(file)
    connection = None
    try:
        connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
        # Until we know that the file is ours to change, not even closing it may change it.
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.set_busy_timeout(PATIENCE_MS)
        check_format(connection, file, older=True)
        if connection.readonly("main"):
            raise UnwritableFile(file, problem=os.strerror(13))
        for name, value in {**SETTINGS, **settings}.items():
            connection.pragma(name, value)
        migrations.migrate(connection)
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0)
    except (apsw.Error, FileError) as error:
        if connection:
            connection.close()
        raise refusal(error, file) from error
    return connection
