"""Errors of store files, with messages for people."""

from __future__ import annotations

from pathlib import Path

import apsw

from ..errors import message
from .protocol import Damaged, StoreConflict, StoreError, StoreFull


class FileError(StoreError):
    """A problem with a store file."""

    TEMPLATE = message("The file {file} cannot be used: {problem}.")

    def __init__(self, file: Path | str, **data: object) -> None:
        super().__init__(self.TEMPLATE, file=str(file), **data)
        self.file = Path(file)


class FileInUse(FileError):
    """Another process, or another store of this process, owns the file."""

    TEMPLATE = message(
        "Another running Jaipur uses the file {file}. Stop it, or give this one its own file "
        "with --data."
    )


class FileStillInUse(FileInUse):
    """The same, when the file is to be replaced, so that another file does not help."""

    TEMPLATE = message(
        "Another running Jaipur uses the file {file}. Stop it first. Nothing was changed."
    )


class NotAStoreFile(FileError):
    """The file is not a store file; it was not changed."""

    TEMPLATE = message(
        "{file} is not a Jaipur data file, or its header is damaged. It was not changed. Use "
        "another file, or restore a backup."
    )


class NoSuchFile(FileError):
    """The file does not exist."""

    TEMPLATE = message("There is no file {file}.")


class NewerFile(FileError):
    """The file was written by a newer version of the program; it was not changed."""

    TEMPLATE = message(
        "The file {file} has format {found}, and this version reads formats up to {known}. It was "
        "not changed. Use a newer version of the program."
    )


class OlderFile(FileError):
    """The file was written by an older version and must be migrated first."""

    TEMPLATE = message(
        "The file {file} has the older format {found}. Start the server with it once to upgrade "
        "it to format {known}."
    )


class DamagedFile(FileError, Damaged):
    """The content of the file is not what was written."""

    TEMPLATE = message(
        "The file {file} is damaged: a part of it cannot be read. Stop the program that uses it, "
        "keep a copy of the file, and restore a backup."
    )


class IncompleteFile(FileError):
    """The file is missing, but a SQLite log next to it exists."""

    TEMPLATE = message(
        "The file {file} is missing or empty, but {part} next to it contains part of its data. "
        "Put the file back, or move {part} away to start over."
    )


class UnfinishedRestore(FileError):
    """A restore was interrupted after the file was moved aside."""

    TEMPLATE = message(
        "The file {file} is missing: restoring a backup was interrupted. Run jaipur restore again. "
        "The backup is also in {part}, and the previous file in one whose name ends in .old- and "
        "a number."
    )


class NoSuchFolder(FileError):
    """The folder of the file does not exist."""

    TEMPLATE = message("The folder {folder} does not exist. Create it, or choose another file.")


class UnwritableFile(FileError):
    """The file or its folder is not writable."""

    TEMPLATE = message("The file {file} cannot be written: {problem}.")


class BusyFile(FileError):
    """Another program has locked the file for too long."""

    TEMPLATE = message(
        "The file {file} is held by another program. Nothing was changed; try again."
    )


class BrokenDisk(FileError):
    """The disk failed while reading or writing."""

    TEMPLATE = message(
        "Reading or writing the file {file} failed: {problem}. Nothing was changed. Check the disk."
    )


class CannotBeStored(StoreError):
    """The value cannot be stored."""

    def __init__(self, problem: object) -> None:
        super().__init__(message("This cannot be stored: {problem}."), problem=str(problem))


def as_store_error(error: BaseException, file: Path) -> StoreError:
    """Convert an exception from SQLite, or from encoding a value, to a StoreError."""
    match error:
        case StoreError():
            return error
        case apsw.FullError():
            return StoreFull()
        case apsw.IOError() if getattr(error, "extendedresult", 0) == apsw.SQLITE_IOERR_SHMSIZE:
            return StoreFull()  # no space for the WAL index
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
