"""Restores a backup over a store file, so that the server can use it afterwards."""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from pathlib import Path

import apsw

from ..disk import OWNER_ONLY, lock_file, put_in_place, restored_file, sync_folder
from .backup import check_copy, copy_pages, make_durable
from .faults import FileInUse, FileStillInUse, NoSuchFolder, UnwritableFile
from .files import open_to_read
from .lock import FileLock

PARTS = ("", "-wal", "-shm", "-journal")
"""The main file first: without it a server refuses to start, instead of mixing old and new."""


def restore(backup: Path | str, target: Path | str) -> Path | None:
    """Replace an unused store file with a checked copy of a backup.

    The copy gets the owner of the old file, or of the folder. The old file is moved aside and never
    deleted; returns its new path, or None if there was none. If interrupted at any point, either
    the file exists, or `restored_file` does, and then a server refuses to start.
    """
    origin, goal = Path(backup).resolve(), Path(target).resolve()
    connection = open_to_read(origin, older=True)
    try:
        if not goal.parent.is_dir():
            raise NoSuchFolder(goal, folder=goal.parent)
        lock = FileLock(goal)
        try:
            is_resumed = restored_file(goal).exists() and not goal.exists()
            _put_beside(connection, origin, goal)
            _give_to_owner(lock_file(goal), goal)
            aside = _move_aside(goal, is_resumed=is_resumed)
            put_in_place(restored_file(goal), goal)
            sync_folder(goal.parent)
            return aside
        finally:
            lock.release()
    except FileInUse as error:
        raise FileStillInUse(goal) from error
    except OSError as error:
        raise UnwritableFile(goal, problem=error.strerror or error) from error
    finally:
        connection.close()


def _put_beside(connection: apsw.Connection, origin: Path, goal: Path) -> None:
    """Make a complete and durable copy next to the file before the file is touched."""
    part = goal.with_name(f"{goal.name}.part")
    parts = [part.with_name(part.name + end) for end in PARTS]
    for left in parts:
        left.unlink(missing_ok=True)
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
        copy_pages(connection, origin, part)
        check_copy(part, origin)
        _give_to_owner(part, goal)
        make_durable(part)
        put_in_place(part, restored_file(goal))
        sync_folder(goal.parent)
    finally:
        for left in parts:
            left.unlink(missing_ok=True)


def _give_to_owner(file: Path, goal: Path) -> None:
    """Give a file to the owner of the store file or its folder: the server runs as that user.

    Only the superuser can do that; anybody else restores for themselves.
    """
    before = goal if goal.exists() else goal.parent
    owner = before.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(file, owner.st_uid, owner.st_gid)
    if before is goal:
        file.chmod(stat.S_IMODE(owner.st_mode))


def _move_aside(goal: Path, *, is_resumed: bool) -> Path | None:
    """Move the file and its log to an unused name; returns the new path.

    If an interrupted run left parts of the log, they go where that run moved the file.
    """
    last = _last_aside(goal)
    if not any(goal.with_name(goal.name + end).exists() for end in PARTS):
        return goal.with_name(f"{goal.name}.old-{last}") if is_resumed and last else None
    number = last if is_resumed and last else last + 1
    aside = goal.with_name(f"{goal.name}.old-{number}")
    for end in PARTS:
        with suppress(FileNotFoundError):
            goal.with_name(goal.name + end).rename(aside.with_name(aside.name + end))
    sync_folder(goal.parent)
    return aside


def _last_aside(goal: Path) -> int:
    """The highest number of the files moved aside; 0 if there are none."""
    wanted = re.compile(rf"{re.escape(goal.name)}\.old-([0-9]+)(-wal|-shm|-journal)?")
    found = filter(None, map(wanted.fullmatch, (path.name for path in goal.parent.iterdir())))
    return max((int(one[1]) for one in found), default=0)
