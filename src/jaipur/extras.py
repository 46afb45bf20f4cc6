"""The optional extras of the package, and how to install one that is missing."""

from __future__ import annotations

from contextlib import suppress
from importlib.util import find_spec
from typing import Final

from .errors import JaipurError, message

PACKAGES: Final = {
    "server": ("apsw", "markdown_it", "starlette", "uvicorn"),
    "terminal": ("apsw", "httpx", "textual"),
}
"""The packages each extra requires; its other packages only make it faster."""
_SENTENCES: Final = {
    "server": message("{what} needs the server: pip install 'jaipur-game[server]'"),
    "terminal": message("{what} needs the terminal: pip install 'jaipur-game[terminal]'"),
}


class MissingExtra(JaipurError, ImportError):
    """A feature needs an extra that is not installed."""


def is_installed(extra: str) -> bool:
    """Whether all required packages of an extra can be imported."""
    return all(map(_can_be_imported, PACKAGES[extra]))


def require(extra: str, what: str, *packages: str) -> None:
    """Raise MissingExtra unless an extra, or the named packages of it, are installed."""
    if not all(map(_can_be_imported, packages or PACKAGES[extra])):
        raise MissingExtra(_SENTENCES[extra], what=what)


def _can_be_imported(package: str) -> bool:
    with suppress(ImportError, ValueError):
        return find_spec(package) is not None
    return False
