"""The player's preferences and name."""

from __future__ import annotations

import getpass
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ..errors import SessionError
from ..session.names import clean_name
from ..texts import LANGUAGES, Texts
from .files import Unreadable, home_folder, read_json, write_json

THEMES = ("light", "dark", "contrast")


@dataclass(frozen=True, slots=True)
class Preferences:
    """The preferences of the user of this computer."""

    language: Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(LANGUAGES)})\Z")] | None = None
    """None means the language of the environment."""
    theme: Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(THEMES)})\Z")] = "dark"
    letters: bool = True
    """Whether character keys act on the table."""
    name: str = ""
    """The player's name at tables; empty means the login name."""
    is_new: bool = True
    """Whether this is the first start."""


def load(folder: Path | None = None) -> Preferences:
    """Load the preferences from a folder; unreadable ones get their defaults."""
    preferences = Preferences()
    with suppress(Unreadable):
        stored = read_json(_file(folder), dict[str, Any])
        for name in {field.name for field in fields(Preferences)} & stored.keys():
            with suppress(msgspec.ValidationError):
                read = msgspec.convert({name: stored[name]}, Preferences)
                preferences = replace(preferences, **{name: getattr(read, name)})
    return preferences


def save(preferences: Preferences, folder: Path | None = None) -> None:
    """Save the preferences atomically; raises CannotKeep on failure."""
    write_json(_file(folder), preferences)


def save_changes(before: Preferences, after: Preferences) -> None:
    """Save only what was changed; values from options and the environment are not saved."""
    was, kept = asdict(before), load()
    changed = {name: value for name, value in asdict(after).items() if value != was[name]}
    if (now := replace(kept, **changed | {"is_new": False})) != kept:
        save(now)


def _file(folder: Path | None) -> Path:
    return (folder or home_folder()) / "preferences.json"


def name_of(preferences: Preferences, _: Texts, given: str | None = None) -> str:
    """The player's name: as given, as preferred, the login name, or a default."""
    if given is not None:
        return clean_name(given)
    for name in (preferences.name, _login()):
        with suppress(SessionError):
            return clean_name(name)
    return _("Player")


def unnamed(_: Texts) -> str:
    """The default name."""
    return name_of(Preferences(), _)


def _login() -> str:
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError, ImportError):  # no user has this id
        return ""
