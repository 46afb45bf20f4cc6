"""Who may use a store file: locks beside it, which the system releases with the process.

The file has one owner, who holds `FILE.lock`. Or several programs share it, which hold that lock
only while they open the file, and one for each match they play (`open_matches.py`).
"""

from __future__ import annotations

import re
from pathlib import Path

from ..disk import InUse, hold
from .faults import FileInUse, UnwritableFile

TABLE_ID = re.compile(r"[0-9a-f]{16}")
OPENING_SECONDS = 5.0
"""How long somebody who shares a file may take to open it, a new one on a busy disk too."""


class FileLock:
    """Holds a file until `release`; a second holder, of any process, is refused with FileInUse.

    An owner is refused also while a match of the file is played. Who shares the file waits for
    others that are only opening it.
    """

    def __init__(self, file: Path, *, is_shared: bool = False) -> None:
        # The lock has a file of its own: SQLite keeps locks on the store file itself.
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
        """Let another own the file; the lock file stays, since removing it would race."""
        self._held.release()


def locks_of_matches(file: Path) -> dict[str, Path]:
    """The matches that are being played, or were when a process was killed; what their locks lock.

    By id: `FILE.ID.lock` is the lock of `FILE.ID`.
    """
    wanted = re.compile(rf"{re.escape(file.name)}\.({TABLE_ID.pattern})\.lock")
    found = filter(None, map(wanted.fullmatch, (path.name for path in file.parent.iterdir())))
    return {one[1]: match_name(file, one[1]) for one in found}


def match_name(file: Path, table: str) -> Path:
    """What the lock of a match locks; there is no such file."""
    return file.with_name(f"{file.name}.{table}")


def _is_held(match: Path) -> bool:
    try:
        hold(match).release()
    except InUse:
        return True
    except OSError:  # a lock of somebody else's
        return False
    return False
