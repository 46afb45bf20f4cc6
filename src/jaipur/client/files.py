"""The player's own files: where they are, reading them, and replacing them atomically."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from ..disk import write_whole
from ..errors import JaipurError, message

HOME_VARIABLE = "JAIPUR_HOME"
"""Environment variable that overrides the folder for the terminal's data."""
T = TypeVar("T")


class CannotKeep(JaipurError):
    """A data file cannot be written."""

    TEMPLATE = message(
        "{file} cannot be written ({cause}); set {variable} to a folder you can write to."
    )

    def __init__(self, file: Path | str, cause: Exception) -> None:
        why = getattr(cause, "strerror", None) or str(cause) or type(cause).__name__
        super().__init__(file=str(file), path=str(file), cause=why, variable=HOME_VARIABLE)


class RecordNotKept(CannotKeep):
    """A record file cannot be created."""

    TEMPLATE = message(
        "The record cannot be saved in {path} ({cause}); choose a new file in a writable folder."
    )


class Unreadable(JaipurError):
    """A data file cannot be read; it is left untouched."""


def home_folder() -> Path:
    """The folder for matches, preferences and device cookies."""
    if given := os.environ.get(HOME_VARIABLE):
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_data_dir("jaipur", appauthor=False))


def read_json(
    file: Path, kind: type[dict[str, T]], unreadable: type[Unreadable] = Unreadable
) -> dict[str, T]:
    """The contents of a JSON file, empty if there is none; raises if it has another shape."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=kind)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise unreadable(file=str(file)) from error


def write_json(file: Path, data: object) -> None:
    """Replace a file atomically, readable by its owner only; raises CannotKeep on failure."""
    content = msgspec.json.format(msgspec.json.encode(data)) + b"\n"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, content, part=f"{os.getpid()}.new")
    except OSError as error:
        raise CannotKeep(file, error) from error


def write_record_file(path: Path | str, text: str) -> Path:
    """Write a record to a new file, removed again if writing fails; `~` is expanded."""
    try:
        file = Path(path).expanduser()
        with file.open("x", encoding="utf-8", newline="\n") as out:
            try:
                out.write(text)
                out.flush()
            except BaseException:
                with suppress(OSError):
                    file.unlink()
                raise
    except (
        OSError,
        RuntimeError,
        ValueError,
    ) as error:  # no home, or a null byte
        raise RecordNotKept(path, error) from error
    return file
