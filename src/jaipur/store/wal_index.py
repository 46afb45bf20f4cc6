"""Reserves disk space for the WAL index, where a full disk would kill the process.

SQLite maps the index of its write-ahead log from `FILE-shm`, and allocates it by writing one byte
in every 4096. On a file system with smaller blocks the rest are holes: if one is written to while
the disk is full, the system kills the process with SIGBUS. So there the whole index is allocated at
the start.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from .protocol import StoreFull

STEP = 4096
"""SQLite writes one byte per block of this size."""
RESERVED_BYTES = 512 << 10
"""Bytes: enough for a log of 256 MiB, which is moved into the file long before that."""
LEAST_FREE = 1 << 20
"""Bytes that must be free to create the index."""


def has_holes(folder: Path) -> bool:
    """Whether the index could have holes on the file system of this folder."""
    return hasattr(os, "statvfs") and os.statvfs(folder).f_bsize < STEP


def check_index_space(file: Path) -> None:
    """Raise StoreFull if there is no space for the index of a file."""
    if sys.platform == "win32" or not has_holes(file.parent):
        return
    with suppress(FileNotFoundError):
        index = _index_of(file).stat()
        if index.st_size and index.st_blocks * 512 >= index.st_size:
            return  # another process has the file open and has reserved the space
    found = os.statvfs(file.parent)
    if found.f_bavail * found.f_frsize < LEAST_FREE:
        raise StoreFull


class WalIndexSpace:
    """Reserves space for the index of a file that was just opened for writing, if needed."""

    def __init__(self, file: Path) -> None:
        self._handle: int | None = None
        if sys.platform != "linux" or not has_holes(file.parent):
            return
        try:
            self._handle = os.open(_index_of(file), os.O_RDWR)
            os.posix_fallocate(self._handle, 0, RESERVED_BYTES)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error

    def close(self) -> None:
        """Close it after SQLite has closed the file: closing a handle releases SQLite's locks."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def _index_of(file: Path) -> Path:
    return file.with_name(file.name + "-shm")
