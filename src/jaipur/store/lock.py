"""One owner for a store file: a lock on `FILE.lock`, which the system releases with the process."""

from __future__ import annotations

from pathlib import Path

from ..disk import InUse, hold
from .faults import FileInUse, UnwritableFile


class FileLock:
    """Owns a file until `release`; a second owner, of any process, is refused with FileInUse."""

    def __init__(self, file: Path) -> None:
        # The lock has a file of its own: SQLite keeps locks on the store file itself.
        try:
            self._held = hold(file)
        except InUse:
            raise FileInUse(file) from None
        except OSError as error:
            raise UnwritableFile(file, problem=error.strerror) from error

    def release(self) -> None:
        """Let another own the file; the lock file stays, since removing it would race."""
        self._held.release()
