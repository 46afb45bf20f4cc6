"""What can be installed beside rules, records, bots and arena, and how to get what is missing."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from typing import Final

from .errors import JaipurError, message

PACKAGES: Final = {
    "server": ("apsw", "markdown_it", "starlette", "uvicorn"),
    "terminal": ("apsw", "httpx", "textual"),
}
"""What each extra has to have installed; the rest only makes it quicker."""
_SENTENCES: Final = {
    "server": message("{what} needs the server: pip install 'jaipur-game[server]'"),
    "terminal": message("{what} needs the terminal: pip install 'jaipur-game[terminal]'"),
}


class MissingExtra(JaipurError, ImportError):
    """Something was asked for that is not installed."""


def is_installed(extra: str) -> bool:
    """Whether all of an extra can be imported."""
    return all(map(_can_be_imported, PACKAGES[extra]))


def require(extra: str, what: str, *packages: str) -> None:
    """Refuse what is not installed with MissingExtra; it may need only some of an extra."""
    if not all(map(_can_be_imported, packages or PACKAGES[extra])):
        raise MissingExtra(_SENTENCES[extra], what=what)


def _can_be_imported(package: str) -> bool:
    with suppress(ImportError, ValueError):
        return find_spec(package) is not None
    return False
