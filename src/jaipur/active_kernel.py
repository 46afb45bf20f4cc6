"""The functions of the kernel: interpreted until `use_compiled` is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compiled import compiled
from .kernel.knowledge import determinize, legal_in_view, observe
from .kernel.rules import apply, check, check_action, deal, legal, score, winner

__all__ = [
    "FUNCTIONS",
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

FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: function for name, function in globals().items() if name in __all__
}
"""The plain functions, by name."""


def use_compiled() -> None:
    """Compile the kernel for this process (seconds the first time, then from the cache)."""
    globals().update({name: compiled(function) for name, function in FUNCTIONS.items()})


def use_interpreted() -> None:
    """Go back to plain Python, for a debugger."""
    globals().update(FUNCTIONS)
