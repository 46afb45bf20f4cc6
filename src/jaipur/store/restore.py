"""Putting a backup in the place of a store file, so that the server can read it afterwards."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from ..disk import OWNER_ONLY, lock_file, sync_folder
from .backup import check_copy, copy_pages, put_copy_in_place
from .faults import UnwritableFile
from .files import make_folder, open_to_read
from .lock import FileLock

PARTS = ("", "-wal", "-shm", "-journal")
"""The file first: without it a server refuses what is left, instead of mixing old and new."""


def restore(backup: Path | str, target: Path | str) -> Path | None:
    """Put a checked copy of a backup in the place of a store file that nobody uses.

    The copy belongs to whom the file before it did, or its folder. What was there is moved aside
    and never deleted; returns where it is, or None if there was nothing.
    """
    origin, goal = Path(backup).resolve(), Path(target).resolve()
    connection = open_to_read(origin, older=True)
    part = goal.with_name(f"{goal.name}.{os.getpid()}.part")
    try:
        make_folder(goal.parent)
        lock = FileLock(goal)
        try:
            os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
            copy_pages(connection, origin, part)
            check_copy(part, origin)
            _give_to_owner(part, goal)
            _give_to_owner(lock_file(goal), goal)
            aside = _move_aside(goal)
            put_copy_in_place(part, goal)
            return aside
        finally:
            for end in PARTS:
                part.with_name(part.name + end).unlink(missing_ok=True)
            lock.release()
    except OSError as error:
        raise UnwritableFile(goal, problem=error.strerror or error) from error
    finally:
        connection.close()


def _give_to_owner(file: Path, goal: Path) -> None:
    """Let a file belong to the owner of the store file, or of its folder: the server runs as them.

    Only the superuser can give files away; anybody else restores for themselves.
    """
    before = goal if goal.exists() else goal.parent
    owner = before.stat()
    if hasattr(os, "chown"):
        with suppress(PermissionError):
            os.chown(file, owner.st_uid, owner.st_gid)
    if before is goal:
        file.chmod(stat.S_IMODE(owner.st_mode))


def _move_aside(goal: Path) -> Path | None:
    """Move the file away with its log, under a name that is free; where it is then."""
    if not any(goal.with_name(goal.name + end).exists() for end in PARTS):
        return None
    number = 1
    while any(goal.with_name(f"{goal.name}.old-{number}{end}").exists() for end in PARTS):
        number += 1
    aside = goal.with_name(f"{goal.name}.old-{number}")
    for end in PARTS:
        with suppress(FileNotFoundError):
            goal.with_name(goal.name + end).rename(aside.with_name(aside.name + end))
    sync_folder(goal.parent)
    return aside
