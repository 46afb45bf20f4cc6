"""Presses Ctrl-C at a moment of one's choice: when a module is about to be imported first."""

import os
import signal
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

AT = os.environ.get("INTERRUPT_AT", "")


class Finder:
    """Finds nothing, and interrupts on the way."""

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == AT:
            sys.meta_path.remove(self)
            signal.raise_signal(signal.SIGINT)
        return None


if AT:
    sys.meta_path.insert(0, Finder())
