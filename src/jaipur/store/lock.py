"""Locks on a store file, which the system releases when the process ends.

Either the file has one owner, which holds `FILE.lock`, or several programs share it. Those hold the
lock only while they open the file, and one lock for each match they play (`open_matches.py`).
"""

from __future__ import annotations

import re
from pathlib import Path

from ..disk import InUse, hold
from .faults import FileInUse, UnwritableFile

TABLE_ID = re.compile(r"[0-9a-f]{16}")
OPENING_SECONDS = 5.0
"""How long a program may take to open a shared file, even a new one on a busy disk."""


class FileLock:
    """Locks a file until `release`; a second lock, from any process, fails with FileInUse.

    Locking as an owner also fails while another process plays a match of the file. A program that
    shares the file waits for others that are just opening it.
    """

    def __init__(self, file: Path, *, is_shared: bool = False) -> None:
        # The lock is a separate file, because SQLite locks the store file itself.
        try:
            self._held = hold(file, patience=OPENING_SECONDS if is_shared else 0.0)
        except InUse:
            raise FileInUse(file) from None
        except OSError as error:
            raise UnwritableFile(file, problem=error.strerror) from error
        if not is_shared and any(map(_is_held, locks_of_matches(file).values())):
            self._held.release()
            raise FileInUse(file)

    def release(self) -> None:
        """Release the file; the lock file stays, because removing it would be a race."""
        self._held.release()


def locks_of_matches(file: Path) -> dict[str, Path]:
    """The matches with a lock file, by id: those being played, or left by a killed process.

    `FILE.ID.lock` is the lock of `FILE.ID`.
    """
    wanted = re.compile(rf"{re.escape(file.name)}\.({TABLE_ID.pattern})\.lock")
    found = filter(None, map(wanted.fullmatch, (path.name for path in file.parent.iterdir())))
    return {one[1]: match_name(file, one[1]) for one in found}


def match_name(file: Path, table: str) -> Path:
    """The name that the lock of a match refers to; no such file exists."""
    return file.with_name(f"{file.name}.{table}")


def _is_held(match: Path) -> bool:
    try:
        hold(match).release()
    except InUse:
        return True
    except OSError:  # a lock file of another user
        return False
    return False
