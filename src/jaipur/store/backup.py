"""Backups: copies of a store file, made while its owner keeps writing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import apsw

from ..disk import OWNER_ONLY, put_in_place, sync, sync_folder
from ..errors import message
from .faults import DamagedFile, FileError, UnwritableFile, as_store_error
from .files import make_folder, open_to_read
from .protocol import StoreFull

NO_LINKS = {
    *(errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL),
}
"""Errors of file systems without hard links, such as exFAT and some network folders."""


class TargetExists(FileError):
    """The target exists; a backup never overwrites a file."""

    TEMPLATE = message("The file {file} already exists. Choose another name for the backup.")


def backup(source: Path | str, target: Path | str) -> None:
    """Copy a store file as it is now; the copy is complete, checked and durable, or missing."""
    origin, goal = Path(source).resolve(), Path(target).resolve()
    if goal.exists():
        raise TargetExists(goal)
    connection = open_to_read(origin, older=True)
    part = goal.with_name(goal.name + f".{os.getpid()}.part")
    try:
        make_folder(goal.parent)
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
        try:
            copy_pages(connection, origin, part)
            check_copy(part, origin)
            put_copy_in_place(part, goal)
        finally:
            for end in ("", "-journal", "-wal", "-shm"):
                part.with_name(part.name + end).unlink(missing_ok=True)
    except OSError as error:
        raise UnwritableFile(goal, problem=error.strerror or error) from error
    finally:
        connection.close()


def copy_pages(source: apsw.Connection, origin: Path, part: Path) -> None:
    """Copy all pages in one step: a consistent snapshot that does not block the owner."""
    try:
        copy = apsw.Connection(str(part))
    except apsw.Error as error:
        raise as_store_error(error, part) from error
    try:
        with copy.backup("main", source, "main") as job:
            job.step(-1)
        # No WAL file next to it, so that the copy can be moved alone and read on read-only media.
        copy.pragma("journal_mode", "DELETE")
    except apsw.Error as error:
        wrong = as_store_error(error, origin)
        raise (
            wrong if isinstance(wrong, DamagedFile | StoreFull) else as_store_error(error, part)
        ) from error
    finally:
        copy.close()


def check_copy(part: Path, origin: Path) -> None:
    """Check the integrity of a copy; if it fails, the source is damaged."""
    copy = open_to_read(part, older=True)
    try:
        is_intact = copy.pragma("integrity_check") == "ok"
    except apsw.Error as error:
        raise DamagedFile(origin) from error
    finally:
        copy.close()
    if not is_intact:
        raise DamagedFile(origin)


def make_durable(part: Path) -> None:
    """Flush a copy to disk."""
    handle = os.open(part, os.O_RDWR)
    try:
        sync(handle)
    finally:
        os.close(handle)


def put_copy_in_place(part: Path, goal: Path) -> None:
    """Rename a copy to its final name, durably; TargetExists if the name is taken."""
    make_durable(part)
    try:
        # A link fails where a rename would overwrite a file created in the meantime.
        os.link(part, goal)
    except FileExistsError:
        raise TargetExists(goal) from None
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _replace_own(part, goal)
    sync_folder(goal.parent)


def _replace_own(part: Path, goal: Path) -> None:
    """Reserve the name with an empty file of our own, and replace that with the copy."""
    try:
        os.close(os.open(goal, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    except FileExistsError:
        raise TargetExists(goal) from None
    try:
        put_in_place(part, goal)
    except BaseException:
        goal.unlink(missing_ok=True)
        raise
