"""The numbers of a network, as it learned them and as it plays.

It answers with the chance to win the round and the margin, from what a seat knows after its action
(`afterstate`); `judging` asks it. To play, the two large layers are rounded to whole numbers. They
are small enough that no sum can overflow, whatever the features are, quick to add, and the sums are
the same on every machine.
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
"""The network counts margins in units of so many rupees."""
LEAK: Final = np.float32(0.125)
"""What is left of a unit of the second layer below zero; with nothing left it stays dead."""
REACH: Final = 16_000
"""No unit of the first layer gets further from zero, so that differences fit 16 bits as well …"""
LARGEST: Final = 2**15 - 1
LARGEST_SUM: Final = 2**31 - 1


class FeatureSet:
    """What a network reads: how many rows of the first layer each feature has."""

    def __init__(self, rows_by_feature: Sequence[int]) -> None:
        self.starts = np.cumsum([0, *rows_by_feature])
        """Where the rows of each feature begin, and the end of all."""
        self.rows = int(self.starts[-1])
        self.count = len(rows_by_feature)
        spelled = ",".join(map(str, rows_by_feature))
        self.digest = hashlib.sha256(spelled.encode()).hexdigest()[:12]

    @property
    def rounding(self) -> int:
        """How far rounding can move a sum: each row, and the bias, by half."""
        return self.count // 2 + 1


class Network(NamedTuple):
    """The numbers of a network: three layers, each with what is added to it."""

    rows: Floats
    bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


class RoundedNetwork(NamedTuple):
    """A network in whole numbers, as it plays.

    Each unit of the first layer has a scale of its own. The second layer has a row for each of its
    units, and `scale` brings their sums back.
    """

    rows: Shorts
    bias: Shorts
    second: Shorts
    scale: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats


def rounded(network: Network, features: FeatureSet) -> RoundedNetwork:
    """A network as it plays."""
    rows, bias, first_scale = _first_layer(network, features)
    second, scale = _second_layer(network.second / first_scale[:, None], features)
    return RoundedNetwork(
        rows, bias, second, scale, network.second_bias, network.last, network.last_bias
    )


def _first_layer(network: Network, features: FeatureSet) -> tuple[Shorts, Shorts, Doubles]:
    """Its rows and what is added in whole numbers, and how much larger they are for each unit."""
    rows, bias = network.rows.astype(np.float64), network.bias.astype(np.float64)
    # Of each fact one row is added, at worst the largest.
    furthest = np.abs(bias) + np.maximum.reduceat(np.abs(rows), features.starts[:-1]).sum(0)
    scale = REACH / np.where(furthest > 0, furthest, 1.0)
    return np.rint(rows * scale).astype(np.int16), np.rint(bias * scale).astype(np.int16), scale


def _second_layer(weights: Doubles, features: FeatureSet) -> tuple[Shorts, Floats]:
    """A row of whole numbers for each unit, and what their sums have to be multiplied with."""
    sizes = np.abs(weights)
    most, total = sizes.max(0), sizes.sum(0)
    workspace = LARGEST_SUM / (REACH + features.rounding) - len(weights)
    with np.errstate(divide="ignore"):
        scale = np.minimum(LARGEST / most, workspace / total)
    scale = np.where(np.isfinite(scale), scale, 1.0)
    # Judging by rows that do not lie in one piece takes twice as long.
    whole = np.rint(weights * scale).T.astype(np.int16, order="C")
    return whole, (1 / scale).astype(np.float32)


def first_layer(network: RoundedNetwork, features: Array, sums: Shorts) -> None:
    """The first layer from nothing: the bias and the row of each feature."""
    for unit in range(len(sums)):
        sums[unit] = network.bias[unit]
    for place in range(len(features)):
        add_row(network.rows, int(features[place]), sums)


def add_row(rows: Shorts, row: int, sums: Shorts) -> None:
    """Add a row to sums."""
    for unit in range(len(sums)):
        sums[unit] += rows[row, unit]


def outputs(network: RoundedNetwork, hidden: Shorts) -> tuple[float, float]:
    """From the first layer, which is clipped here, to the chance to win and the margin."""
    for unit in range(len(hidden)):
        hidden[unit] = max(hidden[unit], 0)
    logit, margin = network.last_bias[0], network.last_bias[1]
    for unit in range(len(network.second)):
        total = np.float32(product(hidden, network.second[unit])) * network.scale[unit]
        total += network.second_bias[unit]
        out = total if total > 0 else total * LEAK
        logit += out * network.last[unit, 0]
        margin += out * network.last[unit, 1]
    # Compiled, float() leaves a float32 as it is; the two forms would round differently.
    return 1.0 / (1.0 + exp(-np.float64(logit))), np.float64(MARGIN_SCALE * margin)


def product(inputs: Shorts, weights: Shorts) -> np.int32:
    """The sum of products; of 32 bits, so that a processor does several at once."""
    total = np.int32(0)
    for place in range(len(inputs)):
        total = np.int32(total + np.int32(inputs[place]) * np.int32(weights[place]))
    return total
