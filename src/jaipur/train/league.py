"""Rivals that are not the network itself: a wide family of one-step players.

Each believes something else about what cards, camels and bonuses are worth. They show the network
positions that it would not bring about itself, and nobody in particular.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

import numpy as np

from ..bots.weights import GREEDY, NOVICE, SHREWD, Weights, worth_table
from ..kernel.layout import Array

RIVALS: Final = 256
SPREAD: Final = 0.3
"""How far apart beliefs are: the logarithm of each has this deviation."""


def rival_worths(count: int, seed: int) -> Array:
    """The tables of so many rivals."""
    chance = np.random.default_rng(seed)
    kinds = (SHREWD, GREEDY, SHREWD, GREEDY, NOVICE)
    return np.stack([worth_table(_like(kinds[n % len(kinds)], chance)) for n in range(count)])


def _like(weights: Weights, chance: np.random.Generator) -> Weights:
    """Someone who believes nearly the same."""

    def vary(value: int) -> int:
        return round(value * float(np.exp(chance.normal(0, SPREAD))))

    changed: dict[str, object] = {}
    for field in fields(weights):
        value = getattr(weights, field.name)
        changed[field.name] = tuple(map(vary, value)) if isinstance(value, tuple) else vary(value)
    return replace(weights, **changed)  # type: ignore[arg-type]  # every field keeps its type
