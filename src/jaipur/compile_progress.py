"""What is being compiled, as it is told to who waits.

This module imports Numba, so it is itself imported late (see `compiled`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba.core import event

from .texts import default_language, texts

Told = Callable[[FunctionType], None]

PACKAGE = __name__.rpartition(".")[0]
_told: list[Told] = []
_is_watched = False


def watch() -> None:
    """Notice from now on when a function of ours is compiled."""
    global _is_watched
    if not _is_watched:
        _is_watched = True
        event.register("numba:compile", _Notice())


def tell(told: Told) -> None:
    """Call a function after each of ours that was compiled; nothing else is said about it then."""
    _told.append(told)
    watch()


class _Notice(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Says once that compilation is under way, unless somebody else tells of it."""

    said = False

    def on_start(self, event: Any) -> None:
        if not (self.said or _told) and _is_ours(event):
            self.said = True
            _ = texts(default_language())
            # A terminal may show a progress bar on this line.
            start = "\r\033[K" if sys.stderr.isatty() else ""
            sys.stderr.write(start + _("Compiling, once on this machine …") + "\n")
            sys.stderr.flush()

    def on_end(self, event: Any) -> None:
        if _is_ours(event):
            for told in _told:
                told(event.data["dispatcher"].py_func)


def _is_ours(event: Any) -> bool:
    return bool(event.data["dispatcher"].__module__.startswith(PACKAGE))
