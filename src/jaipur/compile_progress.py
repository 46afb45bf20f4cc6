"""Reports the progress of compilation to whoever waits for it.

This module imports Numba, so it is itself imported late (see `compiled`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from numba.core import event

from .texts import default_language, texts

Listener = Callable[[FunctionType], None]

PACKAGE = __name__.rpartition(".")[0]
_listeners: list[Listener] = []
_is_watched = False


def watch() -> None:
    """Start to watch for compilations of our functions."""
    global _is_watched
    if not _is_watched:
        _is_watched = True
        event.register("numba:compile", _Notice())


def on_compiled(listener: Listener) -> None:
    """Call a listener after each compilation of one of our functions, instead of the notice."""
    _listeners.append(listener)
    watch()


class _Notice(event.Listener):  # type: ignore[misc]  # Numba has no types
    """Prints a notice at the first compilation, unless a listener reports it."""

    is_printed = False

    def on_start(self, event: Any) -> None:
        if not (self.is_printed or _listeners) and _is_ours(event):
            self.is_printed = True
            _ = texts(default_language())
            # A terminal may show a progress bar on this line.
            start = "\r\033[K" if sys.stderr.isatty() else ""
            sys.stderr.write(start + _("Compiling, once on this machine …") + "\n")
            sys.stderr.flush()

    def on_end(self, event: Any) -> None:
        if _is_ours(event):
            for listener in _listeners:
                listener(event.data["dispatcher"].py_func)


def _is_ours(event: Any) -> bool:
    return bool(event.data["dispatcher"].__module__.startswith(PACKAGE))
