"""Files as every system has them: one holder at a time, and what is written stays written.

Linux, macOS and Windows differ in what they promise; docs/hosting.md says how.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from filelock import BaseFileLock, FileLock, Timeout

OWNER_ONLY: Final = 0o600
"""Where the system has such rights; on Windows the folder decides who may read."""
_TRIES: Final = 100
_PAUSE_SECONDS: Final = 0.02


class InUse(Exception):
    """Another process, or another part of this one, holds the lock."""


def lock_file(file: Path) -> Path:
    """Where the lock of a file is: beside it, since on Windows nobody reads a locked file."""
    return file.with_name(f"{file.name}.lock")


def admin_file(file: Path) -> Path:
    """Where a running server leaves the way in for whoever runs it: beside the file it owns."""
    return file.with_name(f"{file.name}.admin")


def restored_file(file: Path) -> Path:
    """Where a backup waits that is about to take the place of a file."""
    return file.with_name(f"{file.name}.restored")


ADMIN_MARK: Final = "Jaipur-Admin"
"""The header of every answer there: after a crash another program may listen at the same port."""


def hold(file: Path, *, waits: bool = False, patience: float = 0.0) -> BaseFileLock:
    """Hold a file until `release`, or until this process ends in whatever way.

    Who does not wait gets InUse if somebody else has it, after so many seconds of patience. The
    lock file stays: removing it would race. A forked child has no part in it.
    """
    lock = FileLock(
        lock_file(file),
        mode=OWNER_ONLY,
        timeout=-1 if waits else patience,
        thread_local=False,
        fallback_to_soft=False,
        preserve_lock_file=True,
    )
    try:
        lock.acquire()
    except Timeout:
        raise InUse(file) from None
    return lock


def try_to_hold(file: Path) -> BaseFileLock | None:
    """Hold a file until `let_go`; None on a file system that has no locks. Raises InUse."""
    try:
        return hold(file)
    except OSError:
        return None


def let_go(lock: BaseFileLock | None) -> None:
    """Release a lock and remove its file; whoever waited for that one notices, and makes another.

    On Windows the file stays, since it is still open.
    """
    if lock is not None:
        with suppress(OSError):
            Path(lock.lock_file).unlink()
        lock.release()


def sync(handle: int) -> None:
    """Make what was written to an open file durable; it has to be open for writing."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # a file system that does not know it
            # There fsync alone leaves it in the memory of the disk.
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can be asked for that."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows has no such request: it writes names down by itself, a moment later
    handle = os.open(folder, os.O_RDONLY)
    try:
        sync(handle)
    finally:
        os.close(handle)


def put_in_place(new: Path, file: Path) -> None:
    """Let a new file take the place of another at once."""
    for _ in range(_TRIES if os.name == "nt" else 0):
        with suppress(PermissionError):  # there whoever reads the old file is in the way
            new.replace(file)
            return
        time.sleep(_PAUSE_SECONDS)
    new.replace(file)


def write_whole(file: Path, content: bytes, part: str = "new") -> None:
    """Write a file that only its owner may read: whole and durable, or not at all.

    `part` names what is beside it meanwhile; who shares a file with others needs one of their own.
    """
    beside = file.with_name(f"{file.name}.{part}")
    beside.unlink(missing_ok=True)
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY)
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            sync(handle)
        put_in_place(beside, file)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(file.parent)
