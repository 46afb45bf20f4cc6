"""The verbs of the kernel: interpreted at first, compiled once `use_compiled` is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .compiled import compiled
from .kernel import knowledge, rules

deal = rules.deal
check = rules.check
check_action = rules.check_action
legal = rules.legal
apply = rules.apply
score = rules.score
winner = rules.winner
observe = knowledge.observe
legal_in_view = knowledge.legal_in_view
determinize = knowledge.determinize

VERBS: dict[str, Callable[..., Any]] = {
    "deal": rules.deal,
    "check": rules.check,
    "check_action": rules.check_action,
    "legal": rules.legal,
    "apply": rules.apply,
    "score": rules.score,
    "winner": rules.winner,
    "observe": knowledge.observe,
    "legal_in_view": knowledge.legal_in_view,
    "determinize": knowledge.determinize,
}


def use_compiled() -> None:
    """Compile the verbs for this process (seconds the first time, then from the cache)."""
    globals().update({name: compiled(plain) for name, plain in VERBS.items()})


def use_interpreted() -> None:
    """Go back to plain Python, as a debugger likes it."""
    globals().update(VERBS)
