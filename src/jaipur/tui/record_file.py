"""The record of a match as a new file."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from ..errors import JaipurError, message


class RecordNotKept(JaipurError):
    """The file of a record cannot be made."""

    def __init__(self, path: Path | str, cause: Exception) -> None:
        super().__init__(
            message(
                "The record cannot be kept in {path} ({cause}); name a new file in a folder you "
                "can write to."
            ),
            path=str(path),
            cause=getattr(cause, "strerror", None) or str(cause),
        )


def write_record_file(path: Path | str, text: str) -> Path:
    """Write a record to a new file, whole or not at all; `~` is the home of the person."""
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
    except (OSError, RuntimeError, ValueError) as error:  # no home to expand, a name with a null
        raise RecordNotKept(path, error) from error
    return file
