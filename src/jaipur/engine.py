"""The verbs of the kernel: interpreted at first, compiled once `use_compiled` is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compiled import compiled
from .kernel.knowledge import determinize, legal_in_view, observe
from .kernel.rules import apply, check, check_action, deal, legal, score, winner

__all__ = [
    "VERBS",
    "apply",
    "check",
    "check_action",
    "deal",
    "determinize",
    "legal",
    "legal_in_view",
    "observe",
    "score",
    "use_compiled",
    "use_interpreted",
    "winner",
]

VERBS: dict[str, Callable[..., Any]] = {
    name: verb for name, verb in globals().items() if name in __all__
}
"""The plain functions, by name."""


def use_compiled() -> None:
    """Compile the verbs for this process (seconds the first time, then from the cache)."""
    globals().update({name: compiled(verb) for name, verb in VERBS.items()})


def use_interpreted() -> None:
    """Go back to plain Python, as a debugger likes it."""
    globals().update(VERBS)
