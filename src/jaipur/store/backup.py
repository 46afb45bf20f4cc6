"""A copy of a store file, made while its owner goes on writing."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import apsw

from ..disk import OWNER_ONLY, put_in_place, sync, sync_folder
from ..errors import message
from .faults import DamagedFile, FileError, UnwritableFile, refusal
from .files import make_folder, open_to_read
from .protocol import StoreFull

NO_LINKS = {
    *(errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EINVAL),
}
"""What a file system answers that has no hard links, such as exFAT and some network folders."""


class TargetExists(FileError):
    """A backup never overwrites a file."""

    TEMPLATE = message("There is a file {file} already. Give the backup another name.")


def backup(source: Path | str, target: Path | str) -> None:
    """Copy a store file as it is now; the copy is whole, checked and durable, or is not there."""
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
    """Copy all pages in one step: one state of the source, and its owner does not wait."""
    try:
        copy = apsw.Connection(str(part))
    except apsw.Error as error:
        raise refusal(error, part) from error
    try:
        with copy.backup("main", source, "main") as job:
            job.step(-1)
        # A file without a log beside it: it can be moved as it is, and read where nothing can be
        # written.
        copy.pragma("journal_mode", "DELETE")
    except apsw.Error as error:
        wrong = refusal(error, origin)
        raise (
            wrong if isinstance(wrong, DamagedFile | StoreFull) else refusal(error, part)
        ) from error
    finally:
        copy.close()


def check_copy(part: Path, origin: Path) -> None:
    """A copy that is not sound is worse than none; what is wrong with it is wrong in the source."""
    copy = open_to_read(part, older=True)
    try:
        sound = copy.pragma("integrity_check") == "ok"
    except apsw.Error as error:
        raise DamagedFile(origin) from error
    finally:
        copy.close()
    if not sound:
        raise DamagedFile(origin)


def make_durable(part: Path) -> None:
    """Let the content of a copy stay, whatever happens."""
    handle = os.open(part, os.O_RDWR)
    try:
        sync(handle)
    finally:
        os.close(handle)


def put_copy_in_place(part: Path, goal: Path) -> None:
    """Give a copy its name, durably; TargetExists if somebody else has it."""
    make_durable(part)
    try:
        # A link fails where a rename would overwrite what came into being meanwhile.
        os.link(part, goal)
    except FileExistsError:
        raise TargetExists(goal) from None
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        _replace_own(part, goal)
    sync_folder(goal.parent)


def _replace_own(part: Path, goal: Path) -> None:
    """Take the name with an empty file, and put the copy over that one, which is ours."""
    try:
        os.close(os.open(goal, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    except FileExistsError:
        raise TargetExists(goal) from None
    try:
        put_in_place(part, goal)
    except BaseException:
        goal.unlink(missing_ok=True)
        raise
