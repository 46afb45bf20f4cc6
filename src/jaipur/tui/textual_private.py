"""Features without a public Textual API: our own crash message, and a fast reaction to Esc.

Only this module uses Textual's private attributes; tests/tui/test_textual_private.py says what
breaks when one of them disappears.
"""

from __future__ import annotations

import os
import selectors
import sys
from types import SimpleNamespace

from rich.text import Text
from textual import constants
from textual.app import App

DELAY_SECONDS = 0.02
LOOK_SECONDS = 0.01
LOOKS = 5
"""How many short polls follow a key before returning to Textual's interval."""


class DiscreetApp(App[None]):
    """An app with its own crash message, as Textual's traceback would print hands."""

    def failure_words(self, error: Exception | None) -> str:
        """The message printed after an unexpected error."""
        raise NotImplementedError

    def _fatal_error(self) -> None:
        """Stop after an unexpected error."""
        self.bell()
        self._exit_renderables.insert(0, Text(self.failure_words(self._exception)))
        self.panic()  # with nothing to print it only ends the app

    def _print_error_renderables(self) -> None:
        """Print only the first error, which caused the others."""
        for renderable in self._exit_renderables[:1]:
            self.error_console.print(renderable, soft_wrap=True)
        self._exit_renderables.clear()


# Terminals send Esc as the first byte of many other keys, so a lone Esc is recognised only when
# nothing follows. Textual waits a tenth of a second or more, although the bytes of one key arrive
# within a few milliseconds. The usual variable ESCDELAY sets another delay for slow connections.


class _Attentive(selectors.SelectSelector):
    _looks = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for input; right after a key only briefly, as it may have been a lone Esc."""
        if self._looks:
            self._looks -= 1
            timeout = LOOK_SECONDS
        found = super().select(timeout)
        if found:
            self._looks = LOOKS
        return found


def answer_escape_soon() -> None:
    """Make Textual recognise a lone Esc after a few hundredths of a second."""
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    known = vars(selectors) | {"SelectSelector": _Attentive}
    vars(linux_driver)["selectors"] = SimpleNamespace(**known)
    if "ESCDELAY" not in os.environ:
        vars(constants)["ESCAPE_DELAY"] = DELAY_SECONDS
