"""Probabilities of the opponent's hidden hands.

Every hand that fits the view is possible (`worlds`, R102), but players do not keep cards at random:
they soon exchange or sell cheap goods and keep precious ones. So the probability of a hand also
depends on what the seat sees: each feature of the view (`afterstate`) has a log-likelihood for
every number of hidden cards of every good, and a hand has the sum of them all. They were fitted to
self-play of the ladder's players (`python -m bench.beliefs`) and are integers, so that all machines
agree.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from ..goods import GOODS_KINDS, HAND_DEALT
from ..kernel.knowledge import unseen
from ..kernel.layout import Array
from ..packed import count_of
from .afterstate import ROWS, afterstate_features, new_features
from .network import Shorts
from .worlds import possible_hands, ways_to_draw

PARTS: Final = 64
"""A belief is a log-likelihood in units of 1/PARTS."""
COUNTS: Final = HAND_DEALT + 1
"""Of each good, as many numbers of cards may be hidden."""
BELIEFS_SHAPE: Final = (ROWS, GOODS_KINDS * COUNTS)
FURTHEST: Final = 14 * PARTS
LIKELIHOODS: Final = np.rint(2**20 * np.exp(-np.arange(FURTHEST + 1) / PARTS)).astype(np.int64)
WEIGHT: Final = 1_000_000
"""The weight of the likeliest hand; every possible hand has at least 1."""


class BeliefWorkspace(NamedTuple):
    """The beliefs by feature, and reusable arrays: the features of a view and their sum."""

    by_feature: Shorts
    features: Array
    summed: Array


@cache
def shipped_beliefs() -> Shorts:
    """The beliefs of this package."""
    with files(__package__).joinpath("beliefs.npy").open("rb") as file:
        beliefs: Shorts = np.load(file)
    return beliefs


def new_belief_workspace() -> BeliefWorkspace:
    """Make a workspace with the beliefs of this package."""
    summed = np.zeros(GOODS_KINDS * COUNTS, np.int64)
    return BeliefWorkspace(shipped_beliefs(), new_features(), summed)


def believed_hands(view: Array, hands: Array, workspace: BeliefWorkspace) -> int:
    """Write every possible hidden hand and the running total of the weights; return the count."""
    count, pool, summed = possible_hands(view, hands), unseen(view), workspace.summed
    add_beliefs(view, workspace)
    most = belief_in(int(hands[0, 0]), summed)
    for row in range(count):
        most = max(most, belief_in(int(hands[0, row]), summed))
    greatest = 0
    for row in range(count):
        behind = min(FURTHEST, most - belief_in(int(hands[0, row]), summed))
        hands[1, row] = ways_to_draw(pool, int(hands[0, row])) * LIKELIHOODS[behind]
        greatest = max(greatest, int(hands[1, row]))
    total = 0
    for row in range(count):
        total += 1 + int(hands[1, row]) * WEIGHT // greatest
        hands[1, row] = total
    return count


def add_beliefs(view: Array, workspace: BeliefWorkspace) -> None:
    """Add up the beliefs of all features of a view."""
    afterstate_features(view, workspace.features)
    for cell in range(GOODS_KINDS * COUNTS):
        workspace.summed[cell] = 0
    for feature in workspace.features:
        for cell in range(GOODS_KINDS * COUNTS):
            workspace.summed[cell] += int(workspace.by_feature[feature, cell])


def belief_in(hand: int, summed: Array) -> int:
    """Return the log-likelihood of a hidden hand, in units of 1/PARTS."""
    belief = 0
    for good in range(GOODS_KINDS):
        belief += int(summed[COUNTS * good + count_of(hand, good)])
    return belief
