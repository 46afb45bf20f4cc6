"""The parameters of a network, as trained and as used in play.

A network maps features to the chance to win the round and the margin. `action_values` feeds it
afterstates, `leaf_network` positions. In play the two large layers are quantised to integers: small
enough that no sum can overflow, whatever the features, fast to add, and the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..kernel.layout import Array

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Shorts = npt.NDArray[np.int16]

MARGIN_SCALE: Final = 20.0
"""Rupees per unit of the margin output."""
LEAK: Final = np.float32(0.125)
"""The slope of the second layer's leaky ReLU below zero; with slope 0 units would die."""
REACH: Final = 16_000
"""The largest magnitude of a unit of the first layer, so that differences also fit 16 bits."""
LARGEST: Final = 2**15 - 1
LARGEST_SUM: Final = 2**31 - 1


class FeatureSet:
    """The input of a network: how many rows of the first layer each feature has."""

    def __init__(self, rows_by_feature: Sequence[int]) -> None:
        self.starts = np.cumsum([0, *rows_by_feature])
        """The first row of each feature, and the total number of rows."""
        self.rows = int(self.starts[-1])
        self.count = len(rows_by_feature)
        spelled = ",".join(map(str, rows_by_feature))
        self.digest = hashlib.sha256(spelled.encode()).hexdigest()[:12]

    @property
    def rounding(self) -> int:
        """The largest rounding error of a sum: each row and the bias contribute half."""
        return self.count // 2 + 1


class Network(NamedTuple):
    """The parameters of a network: three layers, each with its bias."""

    rows: Floats
    bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


class RoundedNetwork(NamedTuple):
    """A network quantised to integers, as used in play.

    Each unit of the first layer has its own scale. The second layer has a row for each of its
    units, and `scale` converts their sums back.
    """

    rows: Shorts
    bias: Shorts
    second: Shorts
    scale: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


def rounded(network: Network, features: FeatureSet) -> RoundedNetwork:
    """Quantise a network for play."""
    rows, bias, first_scale = _first_layer(network, features)
    second, scale = _second_layer(network.second / first_scale[:, None], features)
    return RoundedNetwork(
        rows, bias, second, scale, network.second_bias, network.last, network.last_bias
    )


def _first_layer(network: Network, features: FeatureSet) -> tuple[Shorts, Shorts, Doubles]:
    """Quantise the rows and the bias; also return the scale of each unit."""
    rows, bias = network.rows.astype(np.float64), network.bias.astype(np.float64)
    # Each feature adds one of its rows, at worst the largest.
    furthest = np.abs(bias) + np.maximum.reduceat(np.abs(rows), features.starts[:-1]).sum(0)
    scale = REACH / np.where(furthest > 0, furthest, 1.0)
    return np.rint(rows * scale).astype(np.int16), np.rint(bias * scale).astype(np.int16), scale


def _second_layer(weights: Doubles, features: FeatureSet) -> tuple[Shorts, Floats]:
    """Return a row of integers for each unit, and the factors that convert their sums back."""
    sizes = np.abs(weights)
    most, total = sizes.max(0), sizes.sum(0)
    largest_total = LARGEST_SUM / (REACH + features.rounding) - len(weights)
    with np.errstate(divide="ignore"):
        scale = np.minimum(LARGEST / most, largest_total / total)
    scale = np.where(np.isfinite(scale), scale, 1.0)
    # With rows that are not contiguous, inference takes twice as long.
    whole = np.rint(weights * scale).T.astype(np.int16, order="C")
    return whole, (1 / scale).astype(np.float32)


def first_layer(network: RoundedNetwork, features: Array, sums: Shorts) -> None:
    """Compute the first layer: the bias and the row of each feature."""
    for unit in range(len(sums)):
        sums[unit] = network.bias[unit]
    for place in range(len(features)):
        add_row(network.rows, int(features[place]), sums)


def add_row(rows: Shorts, row: int, sums: Shorts) -> None:
    """Add a row to sums."""
    for unit in range(len(sums)):
        sums[unit] += rows[row, unit]


def outputs(network: RoundedNetwork, hidden: Shorts) -> tuple[float, float]:
    """Compute the chance to win and the margin from the first layer, which is clipped in place."""
    for unit in range(len(hidden)):
        hidden[unit] = max(hidden[unit], 0)
    logit, margin = network.last_bias[0], network.last_bias[1]
    for unit in range(len(network.second)):
        total = np.float32(product(hidden, network.second[unit])) * network.scale[unit]
        total += network.second_bias[unit]
        out = total if total > 0 else total * LEAK
        logit += out * network.last[unit, 0]
        margin += out * network.last[unit, 1]
    # Compiled float() keeps a float32; compiled and interpreted code would round differently.
    return 1.0 / (1.0 + exp(-np.float64(logit))), np.float64(MARGIN_SCALE * margin)


def product(inputs: Shorts, weights: Shorts) -> np.int32:
    """Return the dot product in 32 bits, so that the compiler can vectorise it."""
    total = np.int32(0)
    for place in range(len(inputs)):
        total = np.int32(total + np.int32(inputs[place]) * np.int32(weights[place]))
    return total
