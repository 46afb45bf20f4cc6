"""What can go wrong with a store file, as sentences for people."""

from __future__ import annotations

from pathlib import Path

import apsw

from ..errors import message
from .protocol import Damaged, StoreConflict, StoreError, StoreFull


class FileError(StoreError):
    """Something is wrong with a store file; `file` says which."""

    TEMPLATE = message("The file {file} cannot be used: {problem}.")

    def __init__(self, file: Path | str, **data: object) -> None:
        super().__init__(self.TEMPLATE, file=str(file), **data)
        self.file = Path(file)


class FileInUse(FileError):
    """Another process, or another store of this process, owns the file."""

    TEMPLATE = message(
        "The file {file} is in use by a Jaipur that is running. Stop that one, or give this one a "
        "file of its own with --data."
    )


class FileStillInUse(FileInUse):
    """The same, for who wants to replace the file and needs no other."""

    TEMPLATE = message(
        "The file {file} is in use by a Jaipur that is running. Stop that one first. Nothing was "
        "changed."
    )


class NotAStoreFile(FileError):
    """The file is something else; it was left as it is."""

    TEMPLATE = message(
        "{file} is not a file with tables of this game, or its beginning is damaged. It was left "
        "as it is. Give another file, or put a backup in its place."
    )


class NoSuchFile(FileError):
    """There is no file to read."""

    TEMPLATE = message("There is no file {file}.")


class NewerFile(FileError):
    """The file was written by a later version of the program; it was left as it is."""

    TEMPLATE = message(
        "The file {file} has format {found}, and this version reads formats up to {known}. It was "
        "left as it is. Use a newer version of the program."
    )


class OlderFile(FileError):
    """The file was written by an earlier version and has to be brought up to date first."""

    TEMPLATE = message(
        "The file {file} has the older format {found}. Start the server with it once, which brings "
        "it to format {known}."
    )


class DamagedFile(FileError, Damaged):
    """What the file holds is not what was written."""

    TEMPLATE = message(
        "The file {file} is damaged: a part of it cannot be read. Stop what uses it, keep a copy "
        "of the file, and put a backup in its place."
    )


class IncompleteFile(FileError):
    """The file is gone, but the part of it that SQLite keeps beside it is there."""

    TEMPLATE = message(
        "The file {file} is missing or empty, but {part} beside it holds a part of it. Put the "
        "file back, or move {part} away to begin anew."
    )


class UnfinishedRestore(FileError):
    """The file was moved aside for a backup that did not come into its place."""

    TEMPLATE = message(
        "The file {file} is missing: putting a backup in its place was interrupted. Call jaipur "
        "restore again; the backup is also in {part}, and what was there before in a file whose "
        "name ends in .old- and a number."
    )


class NoSuchFolder(FileError):
    """There is no folder to put a file in."""

    TEMPLATE = message("There is no folder {folder} for the file. Make it, or name another file.")


class UnwritableFile(FileError):
    """The file or its folder cannot be written."""

    TEMPLATE = message("The file {file} cannot be written: {problem}.")


class BusyFile(FileError):
    """Another program holds the file, and did not let go in time."""

    TEMPLATE = message(
        "The file {file} is held by another program. Nothing was changed; try again."
    )


class BrokenDisk(FileError):
    """Reading or writing failed below the store."""

    TEMPLATE = message(
        "Reading or writing the file {file} failed: {problem}. Nothing was changed. Check the disk."
    )


class CannotBeStored(StoreError):
    """What was given is nothing that can be stored."""

    def __init__(self, problem: object) -> None:
        super().__init__(message("This cannot be stored: {problem}."), problem=str(problem))


def refusal(error: BaseException, file: Path) -> StoreError:
    """The error of a store for what SQLite raised, or for what it could not take."""
    match error:
        case StoreError():
            return error
        case apsw.FullError():
            return StoreFull()
        case apsw.IOError() if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE:
            return StoreFull()  # no room for the index of the log
        case apsw.ConstraintError():
            return StoreConflict()
        case apsw.CorruptError() | apsw.NotADBError():
            return DamagedFile(file)
        case apsw.CantOpenError():
            return FileError(file, problem=error)
        case apsw.ReadOnlyError() | apsw.PermissionsError() | apsw.AuthError():
            return UnwritableFile(file, problem=error)
        case apsw.BusyError() | apsw.LockedError():
            return BusyFile(file)
        case apsw.Error():
            return BrokenDisk(file, problem=error)
        case _:
            return CannotBeStored(error)
