"""File locks and durable writes on every system.

Linux, macOS and Windows give different guarantees; docs/hosting.md lists them.
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
"""File mode where the system has one; on Windows the folder decides who may read."""
_TRIES: Final = 100
_PAUSE_SECONDS: Final = 0.02


class InUse(Exception):
    """The lock is held by another process or by another part of this one."""


def lock_file(file: Path) -> Path:
    """The lock file of a file: beside it, because Windows lets nobody read a locked file."""
    return file.with_name(f"{file.name}.lock")


def admin_file(file: Path) -> Path:
    """The file in which a running server writes the address and token for its host."""
    return file.with_name(f"{file.name}.admin")


def restored_file(file: Path) -> Path:
    """The file to which a backup is restored before it replaces the original."""
    return file.with_name(f"{file.name}.restored")


ADMIN_MARK: Final = "Jaipur-Admin"
"""The header of every admin response: after a crash another program may listen on the port."""


def hold(file: Path, *, waits: bool = False, patience: float = 0.0) -> BaseFileLock:
    """Lock a file until `release`, or until this process ends for any reason.

    Raises InUse if the lock is held elsewhere, after `patience` seconds, unless `waits`. The lock
    file stays, because removing it would race. A forked child does not share the lock.
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
    """Lock a file until `let_go`; None on a file system without locks. Raises InUse."""
    try:
        return hold(file)
    except OSError:
        return None


def let_go(lock: BaseFileLock | None) -> None:
    """Release a lock and remove its file; a process that waits for it then creates a new one.

    On Windows the file stays, since it is still open.
    """
    if lock is not None:
        with suppress(OSError):
            Path(lock.lock_file).unlink()
        lock.release()


def sync(handle: int) -> None:
    """Flush a file that is open for writing to the disk."""
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # a file system without it
            # On macOS, fsync alone leaves the data in the cache of the disk.
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Flush the entries of a folder to the disk, where the system supports that."""
    if not hasattr(os, "O_DIRECTORY"):
        return  # Windows cannot; it writes the entries by itself a moment later
    handle = os.open(folder, os.O_RDONLY)
    try:
        sync(handle)
    finally:
        os.close(handle)


def put_in_place(new: Path, file: Path) -> None:
    """Replace a file atomically by a new one."""
    for _ in range(_TRIES if os.name == "nt" else 0):
        with suppress(PermissionError):  # a reader of the old file blocks it
            new.replace(file)
            return
        time.sleep(_PAUSE_SECONDS)
    new.replace(file)


def write_whole(file: Path, content: bytes, part: str = "new") -> None:
    """Write a file, readable only by its owner, atomically and durably.

    `part` is the suffix of the temporary file; writers that share a file each need their own.
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
