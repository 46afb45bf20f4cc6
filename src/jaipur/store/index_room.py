"""Room for the index of the log, where a full disk would end the process.

SQLite keeps that index in memory that it shares through `FILE-shm`, and makes room for it by a byte
in every 4096. On a file system with smaller blocks the rest are holes: if one is written to when
the disk is full, the system ends the process with SIGBUS. There all of it is taken at the start.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path

from .protocol import StoreFull

STEP = 4096
"""SQLite writes one byte in so many."""
ROOM = 512 << 10
"""Enough for a log of 256 MiB, which is moved into the file long before."""
LEAST_FREE = 1 << 20
"""So much has to be free while the index is made."""


def has_holes(folder: Path) -> bool:
    """Whether the index could have holes on the file system of a folder."""
    return hasattr(os, "statvfs") and os.statvfs(folder).f_bsize < STEP


def check_room(file: Path) -> None:
    """Refuse with StoreFull to open a file whose index could not be made."""
    if sys.platform == "win32" or not has_holes(file.parent):
        return
    with suppress(FileNotFoundError):
        index = _index_of(file).stat()
        if index.st_size and index.st_blocks * 512 >= index.st_size:
            return  # somebody has it open, and took the room
    found = os.statvfs(file.parent)
    if found.f_bavail * found.f_frsize < LEAST_FREE:
        raise StoreFull


class IndexRoom:
    """Takes the room for the index of a file that was just opened to write, if that is needed."""

    def __init__(self, file: Path) -> None:
        self._handle: int | None = None
        if sys.platform != "linux" or not has_holes(file.parent):
            return
        try:
            self._handle = os.open(_index_of(file), os.O_RDWR)
            os.posix_fallocate(self._handle, 0, ROOM)
        except OSError as error:
            if error.errno in (errno.ENOSPC, errno.EDQUOT):
                raise StoreFull from error

    def close(self) -> None:
        """Call it after SQLite closed the file: closing a handle releases the locks it has."""
        handle, self._handle = self._handle, None
        if handle is not None:
            os.close(handle)


def _index_of(file: Path) -> Path:
    return file.with_name(file.name + "-shm")
