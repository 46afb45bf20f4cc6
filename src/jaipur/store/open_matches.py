"""Locks on the matches of a store file that several programs share.

A match in play is in the memory of one process, which holds a lock for it: `FILE.ID.lock`. The
system releases the lock when the process ends, for whatever reason. A server, which owns the whole
file, holds `FILE.lock`, and checks for locks of matches after taking it. A program that opens a
match checks for `FILE.lock` after taking its own lock. So at least one of the two sees the other.
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
"""Listing the open matches holds the lock of each for a moment, so wait that long."""


class MatchInUse(StoreError):
    """Another process is playing this match."""

    TEMPLATE = message(
        "This match is open in another Jaipur on this computer. Continue it there, or close it "
        "there first."
    )


class OpenMatches:
    """The matches of a file that this process plays, and those that others play."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        """None: matches in memory, which nobody else can open."""
        self._held: dict[str, BaseFileLock] = {}

    def open(self, table: str) -> None:
        """Lock a match for this process; MatchInUse if another process has it."""
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
        """Raise FileInUse if a server owns the whole file."""
        if self._file is not None:
            FileLock(self._file, is_shared=True).release()

    def close(self, table: str) -> None:
        """Release a match; all of it has to be on disk."""
        let_go(self._held.pop(table, None))

    def close_all(self) -> None:
        """Release all matches."""
        for table in list(self._held):
            self.close(table)

    def elsewhere(self) -> frozenset[str]:
        """The matches that other processes have open. Locks of killed processes are removed."""
        found = set()
        locks = locks_of_matches(self._file) if self._file else {}
        for table, match in locks.items():
            try:
                if table not in self._held:
                    let_go(try_to_hold(match))
            except InUse:
                found.add(table)
        return frozenset(found)
