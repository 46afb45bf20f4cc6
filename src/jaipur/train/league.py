"""Rivals of the network in training: a wide family of one-step players.

Each has its own weights for cards, camels and bonuses. They lead to positions that the network
would not reach by itself, without fitting it to one particular opponent.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Final

import numpy as np

from ..bots.weights import GREEDY, NOVICE, SHREWD, Weights, worth_table
from ..kernel.layout import Array

RIVALS: Final = 256
SPREAD: Final = 0.3
"""The spread of the weights: the standard deviation of the logarithm of each."""


def rival_worths(count: int, seed: int) -> Array:
    """Return the evaluation tables of `count` rivals."""
    chance = np.random.default_rng(seed)
    kinds = (SHREWD, GREEDY, SHREWD, GREEDY, NOVICE)
    return np.stack([worth_table(_like(kinds[n % len(kinds)], chance)) for n in range(count)])


def _like(weights: Weights, chance: np.random.Generator) -> Weights:
    """Vary the weights at random."""

    def vary(value: int) -> int:
        return round(value * float(np.exp(chance.normal(0, SPREAD))))

    changed: dict[str, object] = {}
    for field in fields(weights):
        value = getattr(weights, field.name)
        changed[field.name] = tuple(map(vary, value)) if isinstance(value, tuple) else vary(value)
    return replace(weights, **changed)  # type: ignore[arg-type]  # every field keeps its type
