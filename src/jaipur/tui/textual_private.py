"""What Textual has no public way for: a failure in words of our own, and a quick answer to Esc.

Private parts of Textual are used here and nowhere else; tests/tui/test_textual_private.py says
what is lost when one of them goes.
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
"""How often to look soon after a key; then as seldom as Textual does."""


class DiscreetApp(App[None]):
    """An app that says itself what went wrong; Textual would print hands with it."""

    def failure_words(self, error: Exception | None) -> str:
        """What is printed when the program ends because of an error."""
        raise NotImplementedError

    def _fatal_error(self) -> None:
        """Stop because of an error that nobody foresaw."""
        self.bell()
        self._exit_renderables.insert(0, Text(self.failure_words(self._exception)))
        self.panic()  # without anything to print it only ends the app

    def _print_error_renderables(self) -> None:
        """The first failure is the cause of the others."""
        for renderable in self._exit_renderables[:1]:
            self.error_console.print(renderable, soft_wrap=True)
        self._exit_renderables.clear()


# Terminals send Esc as the first byte of many other keys, so a lone one is known only when nothing
# follows. Textual waits for that a tenth of a second and more; what a terminal sends as one key
# comes within a few milliseconds. ESCDELAY, as everywhere, sets another time for slow connections.


class _Attentive(selectors.SelectSelector):
    _looks = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Wait for a key; right after one only for a moment, since an Esc may be over."""
        if self._looks:
            self._looks -= 1
            timeout = LOOK_SECONDS
        found = super().select(timeout)
        if found:
            self._looks = LOOKS
        return found


def answer_escape_soon() -> None:
    """Let Textual take a lone Esc for one after a few hundredths of a second."""
    if sys.platform == "win32":
        return
    from textual.drivers import linux_driver

    known = vars(selectors) | {"SelectSelector": _Attentive}
    vars(linux_driver)["selectors"] = SimpleNamespace(**known)
    if "ESCDELAY" not in os.environ:
        vars(constants)["ESCAPE_DELAY"] = DELAY_SECONDS
