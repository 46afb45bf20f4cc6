"""Creating, checking and opening store files; other files are never changed."""

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
    as_store_error,
)
from .wal_index import check_index_space

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
"""SQLite settings of the writing connection; tests override some of them."""
BUSY_TIMEOUT_MS = 5000
HEADER = 100
MAGIC = b"SQLite format 3\0"


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, durably."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def create_if_missing(file: Path) -> None:
    """Create a new store file if it is missing or empty."""
    try:
        if file.exists() and (not file.is_file() or file.stat().st_size):
            return
        if restored_file(file).exists():
            raise UnfinishedRestore(file, part=restored_file(file).name)
        for end in ("-wal", "-journal"):
            # SQLite would apply an old log to the new file.
            part = file.with_name(file.name + end)
            if part.exists() and part.stat().st_size:
                raise IncompleteFile(file, part=part.name)
        write_whole(file, migrations.new_image())
    except OSError as error:
        raise UnwritableFile(file, problem=error.strerror or error) from error


def check_header(file: Path) -> None:
    """Reject a file that is not a store before SQLite opens it."""
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
        raise as_store_error(error, file) from error
    mark = int.from_bytes(header[68:72], "big")
    if not header.startswith(MAGIC) or mark != migrations.APPLICATION_ID:
        raise NotAStoreFile(file)


def check_format(connection: apsw.Connection, file: Path, *, older: bool) -> None:
    """Reject a file of a newer format, and of an older one unless `older` is true."""
    found, known = migrations.format_of(connection), len(migrations.MIGRATIONS)
    if found > known:
        raise NewerFile(file, found=found, known=known)
    if found < known and not older:
        raise OlderFile(file, found=found, known=known)


def open_to_read(file: Path, vfs: str | None = None, *, older: bool = False) -> apsw.Connection:
    """Open a read-only connection, with or without an owner running."""
    check_header(file)
    check_index_space(file)
    connection = None
    try:
        connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY, vfs=vfs)
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
        connection.pragma("cell_size_check", 1)
        check_format(connection, file, older=older)
    except (apsw.Error, FileError) as error:
        if connection:
            connection.close()
        raise as_store_error(error, file) from error
    return connection


def open_to_write(
    file: Path, vfs: str | None, settings: Mapping[str, str | int]
) -> apsw.Connection:
    """Open the owner's connection to an existing file, and migrate the file."""
    check_header(file)
    check_index_space(file)
    connection = None
    try:
        connection = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
        # Until the checks are done, not even closing the connection may change the file.
        connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
        connection.set_busy_timeout(BUSY_TIMEOUT_MS)
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
        raise as_store_error(error, file) from error
    return connection
