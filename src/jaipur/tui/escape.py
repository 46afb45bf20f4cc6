"""A quick answer to Esc.

Terminals send Esc as the first byte of many other keys, so a lone one is known only when nothing
follows. Textual waits for that a tenth of a second and more; what a terminal sends as one key comes
within a few milliseconds. ESCDELAY, as everywhere, sets another time for slow connections.
"""

from __future__ import annotations

import os
import selectors
import sys
from types import SimpleNamespace

from textual import constants

DELAY_SECONDS = 0.02
LOOK_SECONDS = 0.01
LOOKS = 5
"""How often to look soon after a key; then as seldom as Textual does."""


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
