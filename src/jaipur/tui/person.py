"""What whoever plays here is called: one answer, wherever a match is begun."""

from __future__ import annotations

import getpass

from ..errors import SessionError
from ..session.names import clean_name
from ..texts import Texts
from .preferences import Preferences


def name_of(preferences: Preferences, _: Texts, given: str | None = None) -> str:
    """The name as given, as preferred, by their login, or else what anybody is called."""
    if given is not None:
        return clean_name(given)
    for name in (preferences.name, _login()):
        try:
            return clean_name(name)
        except SessionError:
            continue
    return _("Player")


def unnamed(_: Texts) -> str:
    """The name of whoever gives none."""
    return name_of(Preferences(), _)


def _login() -> str:
    try:
        return getpass.getuser().capitalize()
    except (KeyError, OSError, ImportError):  # nobody has this number
        return ""
