"""What a person prefers, and where the terminal keeps things of theirs."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from ..disk import OWNER_ONLY, put_in_place, sync
from ..errors import JaipurError, message
from ..texts import LANGUAGES

HOME_VARIABLE = "JAIPUR_HOME"
"""A folder for everything the terminal keeps, in place of the usual one."""
THEMES = ("light", "dark", "contrast")


class CannotKeep(JaipurError):
    """A file of the terminal cannot be written."""

    def __init__(self, file: Path, cause: OSError) -> None:
        super().__init__(
            message(
                "{file} cannot be written ({cause}); set {variable} to a folder you can write to."
            ),
            file=str(file),
            cause=cause.strerror or type(cause).__name__,
            variable=HOME_VARIABLE,
        )


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of whoever uses this computer."""

    language: str | None = None
    """None: the language of the environment."""
    theme: str = "dark"
    letters: bool = True
    """Whether character keys act on the table."""
    name: str = ""
    """What the person is called at tables; empty: by their login."""
    is_new: bool = True
    """Whether this is the first start."""


def home_folder() -> Path:
    """The folder for matches, preferences and seats at servers."""
    if given := os.environ.get(HOME_VARIABLE):
        return Path(given)
    import platformdirs

    return Path(platformdirs.user_data_dir("jaipur", appauthor=False))


def load(folder: Path | None = None) -> Preferences:
    """The preferences kept in a folder; what cannot be read counts as never said."""
    try:
        data = json.loads(_file(folder).read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return Preferences()
    if not isinstance(data, dict):
        return Preferences()
    known = {field.name: data[field.name] for field in fields(Preferences) if field.name in data}
    return replace(Preferences(), **{name: v for name, v in known.items() if _fits(name, v)})


def save(preferences: Preferences, folder: Path | None = None) -> None:
    """Keep the preferences, whole or not at all; refuses with CannotKeep."""
    write_whole(_file(folder), json.dumps(asdict(preferences), indent=2) + "\n")


def write_whole(file: Path, text: str) -> None:
    """Put a text in the place of a file, for its owner alone; refuses with CannotKeep."""
    beside = file.with_name(f"{file.name}.{os.getpid()}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with _removed_if_it_fails(beside):
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
                out.write(text)
                out.flush()
                sync(handle)
            put_in_place(beside, file)
    except OSError as error:
        raise CannotKeep(file, error) from error


@contextmanager
def _removed_if_it_fails(file: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        with suppress(OSError):
            file.unlink()
        raise


def _file(folder: Path | None) -> Path:
    return (folder or home_folder()) / "preferences.json"


def _fits(name: str, value: Any) -> bool:
    match name:
        case "language":
            return value is None or value in LANGUAGES
        case "theme":
            return value in THEMES
        case "name":
            return isinstance(value, str)
        case _:
            return isinstance(value, bool)
