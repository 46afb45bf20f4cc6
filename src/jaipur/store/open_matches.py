"""Which matches of a store file are being played, when several programs share the file.

A match in play is in the memory of one process, which holds a lock for it: `FILE.ID.lock`. The
system releases it with the process, however that ends. Who owns the whole file, as a server does,
holds `FILE.lock`, and looks for locks of matches after taking it; who opens a match looks for that
lock after taking its own. So of the two at least one sees the other.
"""

from __future__ import annotations

from pathlib import Path

from filelock import BaseFileLock

from ..disk import InUse, hold, let_go, try_to_hold
from ..errors import Code, SessionError, message
from .faults import UnwritableFile
from .lock import TABLE_ID, FileLock, locks_of_matches, match_name
from .protocol import StoreError

LOOK_SECONDS = 0.5
"""Whoever looks which matches are open holds the lock of each for a moment."""


class MatchInUse(StoreError):
    """Another process plays this match."""

    TEMPLATE = message(
        "This match is open in another Jaipur on this computer. Go on with it there, or "
        "leave it there first."
    )


class OpenMatches:
    """The matches of a file that this process plays, and those that others do."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        """None: what is in no file nobody else can open."""
        self._held: dict[str, BaseFileLock] = {}

    def open(self, table: str) -> None:
        """Have a match for this process alone; MatchInUse if another has it."""
        if table in self._held or self._file is None:
            return
        if not TABLE_ID.fullmatch(table):
            raise SessionError(Code.UNKNOWN_TABLE)
        try:
            lock = hold(match_name(self._file, table), patience=LOOK_SECONDS)
        except InUse:
            raise MatchInUse from None
        except OSError as error:
            raise UnwritableFile(self._file, problem=error.strerror) from error
        try:
            self.check_file()
        except BaseException:
            let_go(lock)
            raise
        self._held[table] = lock

    def check_file(self) -> None:
        """Refuse with FileInUse if a server owns all that the file holds."""
        if self._file is not None:
            FileLock(self._file, is_shared=True).release()

    def close(self, table: str) -> None:
        """Let others have a match; everything of it has to be on disk."""
        let_go(self._held.pop(table, None))

    def close_all(self) -> None:
        """Let others have all matches."""
        for table in list(self._held):
            self.close(table)

    def elsewhere(self) -> frozenset[str]:
        """The matches that others have open. What a killed process left behind is cleared away."""
        found = set()
        locks = locks_of_matches(self._file) if self._file else {}
        for table, match in locks.items():
            try:
                if table not in self._held:
                    let_go(try_to_hold(match))
            except InUse:
                found.add(table)
        return frozenset(found)
