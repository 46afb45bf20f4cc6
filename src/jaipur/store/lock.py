"""One owner for a store file: a lock on `FILE.lock`, which the system releases with the process."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from weakref import WeakSet

from .faults import FileInUse, UnwritableFile


class FileLock:
    """Owns a file until `release`; a second owner, of any process, is refused with FileInUse."""

    def __init__(self, file: Path) -> None:
        # The lock has a file of its own: SQLite keeps locks on the store file itself.
        place = file.with_name(file.name + ".lock")
        try:
            self._handle = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise UnwritableFile(file, problem=error.strerror) from error
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._handle)
            raise FileInUse(file) from None
        _held.add(self)

    def release(self) -> None:
        """Let another own the file; the lock file stays, since removing it would race."""
        if self in _held:
            # Not by closing alone: a child of a fork may have a copy of the handle still.
            fcntl.flock(self._handle, fcntl.LOCK_UN)
            self._close()

    def _close(self) -> None:
        _held.discard(self)
        os.close(self._handle)


_held: WeakSet[FileLock] = WeakSet()


def _forget() -> None:
    """A forked child would keep the lock of a killed server; closing its copy releases nothing."""
    for lock in list(_held):
        lock._close()


os.register_at_fork(after_in_child=_forget)
