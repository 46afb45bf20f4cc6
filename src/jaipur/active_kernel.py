"""The functions of the kernel: interpreted until `use_compiled` is called."""

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
    """Compile them for this process (takes seconds the first time, then comes from the cache)."""
    globals().update({name: compiled(verb) for name, verb in VERBS.items()})


def use_interpreted() -> None:
    """Go back to plain Python, for a debugger."""
    globals().update(VERBS)
