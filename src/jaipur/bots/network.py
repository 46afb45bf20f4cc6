"""The parameters of a network, as trained and as used in play.

A network maps features to the chance to win the round and the margin. `action_values` feeds it
afterstates, `leaf_network` and `position_network` positions. In play the large layers are quantised
to integers: small enough that no sum can overflow, whatever the features, fast to add, and the same
on every machine. In a deep network, which has a third layer, few units of the first layer fire for
any one position; the second layer adds up the weights of those alone, with inputs and weights as
small as bytes, so that two products fit 16 bits.
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
Integers = npt.NDArray[np.int32]

MARGIN_SCALE: Final = 20.0
"""Rupees per unit of the margin output."""
LEAK: Final = np.float32(0.125)
"""The slope of later layers' leaky ReLU below zero; with slope 0 units would die."""
REACH: Final = 16_000
"""The largest magnitude of a unit of the first layer, so that differences also fit 16 bits."""
LARGEST: Final = 2**15 - 1
LARGEST_SUM: Final = 2**31 - 1
LARGEST_BYTE: Final = 127
SHIFT: Final = 4
"""The bits of a unit of the first layer that are rounded away to make a byte of it."""
HALF: Final = 1 << (SHIFT - 1)
LARGEST_INPUT: Final = 2047
"""The largest input of a third layer, in its whole numbers."""


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
    """The parameters of a network: its layers, each with its bias.

    `third` adds to its inputs (a residual layer); a shallow network has none, and no columns there.
    `peaks` and `second_peaks` are the largest outputs of the units of two layers in self-play; a
    deep network clips larger ones in play.
    """

    rows: Floats
    bias: Floats
    peaks: Floats
    second: Floats
    second_bias: Floats
    second_peaks: Floats
    third: Floats
    third_bias: Floats
    last: Floats
    last_bias: Floats

    @property
    def is_deep(self) -> bool:
        """Whether it has a third layer."""
        return len(self.third_bias) > 0


class RoundedNetwork(NamedTuple):
    """A network quantised to integers, as used in play.

    Each unit of the first layer has its own scale. The second and third layer have a row for each
    of their units, and a scale that converts its sum back; `third_inputs` are the scales of the
    third layer's inputs. A deep network has its second layer in `second_by_input`, with a row for
    each unit of the first layer, and no rows in `second`; a shallow one the other way round. So
    both are of one type, and compiled once.
    """

    rows: Shorts
    bias: Shorts
    second: Shorts
    second_by_input: Shorts
    second_scale: Floats
    second_bias: Floats
    third_inputs: Floats
    third: Shorts
    third_scale: Floats
    third_bias: Floats
    last: Floats
    last_bias: Floats


class Layers(NamedTuple):
    """Reusable arrays: sums of the first layer, inputs of the later ones, and their units.

    `fired` lists the units of the first layer that are above zero, and `fired_inputs` what each
    gives to the second layer of a deep network; `totals` are the sums of a later layer.
    """

    sums: Shorts
    fired: Array
    fired_inputs: Shorts
    totals: Integers
    units: Floats
    third_inputs: Shorts


def new_layers(network: RoundedNetwork) -> Layers:
    """Make the arrays for a network."""
    width, second = len(network.bias), len(network.second_bias)
    return Layers(
        np.zeros(width, np.int16),
        np.zeros(width + 1, np.int64),
        np.zeros(width + 1, np.int16),
        np.zeros(second, np.int32),
        np.zeros(second, np.float32),
        np.zeros(second, np.int16),
    )


def rounded(network: Network, features: FeatureSet) -> RoundedNetwork:
    """Quantise a network for play."""
    rows, bias, first_scale = _first_layer(network, features)
    second, second_scale = _second_layer(network, first_scale, features)
    inputs = LARGEST_INPUT / network.second_peaks.astype(np.float64)
    third, third_scale = _whole_rows(network.third / inputs[:, None], LARGEST, LARGEST_INPUT)
    return RoundedNetwork(
        rows,
        bias,
        (second[:0] if network.is_deep else second).astype(np.int16),
        np.ascontiguousarray((second if network.is_deep else second[:0]).T, np.int16),
        second_scale,
        network.second_bias,
        inputs.astype(np.float32),
        third.astype(np.int16),
        third_scale,
        network.third_bias,
        network.last,
        network.last_bias,
    )


def _first_layer(network: Network, features: FeatureSet) -> tuple[Shorts, Shorts, Doubles]:
    """Quantise the rows and the bias; also return the scale of each unit."""
    rows, bias = network.rows.astype(np.float64), network.bias.astype(np.float64)
    # Each feature adds one of its rows, at worst the largest.
    furthest = np.abs(bias) + np.maximum.reduceat(np.abs(rows), features.starts[:-1]).sum(0)
    scale = REACH / np.where(furthest > 0, furthest, 1.0)
    if network.is_deep:
        scale = np.minimum(scale, (LARGEST_BYTE << SHIFT) / network.peaks.astype(np.float64))
    return np.rint(rows * scale).astype(np.int16), np.rint(bias * scale).astype(np.int16), scale


def _second_layer(
    network: Network, first_scale: Doubles, features: FeatureSet
) -> tuple[Array, Floats]:
    """Quantise the second layer for the inputs that the first one gives it."""
    weights = network.second / first_scale[:, None]
    if network.is_deep:
        return _whole_rows(weights * (1 << SHIFT), LARGEST_BYTE, LARGEST_BYTE)
    return _whole_rows(weights, LARGEST, REACH + features.rounding)


def _whole_rows(weights: Doubles, largest: int, largest_input: int) -> tuple[Array, Floats]:
    """Return a row of integers for each unit, and the factors that convert their sums back."""
    sizes = np.abs(weights)
    most, total = sizes.max(0, initial=0.0), sizes.sum(0)
    largest_total = LARGEST_SUM / largest_input - len(weights)
    with np.errstate(divide="ignore"):
        scale = np.minimum(largest / most, largest_total / total)
    scale = np.where(np.isfinite(scale), scale, 1.0)
    # With rows that are not contiguous, inference takes twice as long.
    return np.rint(weights * scale).T.astype(np.int64, order="C"), (1 / scale).astype(np.float32)


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


def outputs(network: RoundedNetwork, layers: Layers) -> tuple[float, float]:
    """Compute the chance to win and the margin from the sums of the first layer."""
    if len(network.third):
        second_layer_of_fired(network, layers)
        add_third_layer(network, layers)
    else:
        second_layer_of_shorts(network, layers)
    logit, margin = network.last_bias[0], network.last_bias[1]
    for unit in range(len(network.last)):
        logit += layers.units[unit] * network.last[unit, 0]
        margin += layers.units[unit] * network.last[unit, 1]
    # Compiled float() keeps a float32; compiled and interpreted code would round differently.
    return 1.0 / (1.0 + exp(-np.float64(logit))), np.float64(MARGIN_SCALE * margin)


def second_layer_of_shorts(network: RoundedNetwork, layers: Layers) -> None:
    """Compute the second layer of a shallow network; the sums are clipped in place."""
    sums = layers.sums
    for unit in range(len(sums)):
        sums[unit] = max(sums[unit], 0)
    multiply(sums, network.second, layers.totals)
    set_units(network, layers)


def second_layer_of_fired(network: RoundedNetwork, layers: Layers) -> None:
    """Compute the second layer of a deep network from the few units of the first that fire."""
    count, totals = list_fired(layers), layers.totals
    for unit in range(len(totals)):
        totals[unit] = 0
    for place in range(0, count, 2):
        add_two_inputs(network.second_by_input, place, layers)
    set_units(network, layers)


def list_fired(layers: Layers) -> int:
    """List the units of the first layer above zero, rounded to bytes; return an even number."""
    count = 0
    for unit in range(len(layers.sums)):
        rounded_off = np.int16((layers.sums[unit] + np.int16(HALF)) >> SHIFT)
        if rounded_off > 0:
            layers.fired[count] = unit
            layers.fired_inputs[count] = min(rounded_off, np.int16(LARGEST_BYTE))
            count += 1
    if count % 2:
        layers.fired[count] = layers.fired_inputs[count] = 0
        count += 1
    return count


def add_two_inputs(weights: Shorts, place: int, layers: Layers) -> None:
    """Add what two units of the first layer give to all units of the second."""
    first, second = weights[layers.fired[place]], weights[layers.fired[place + 1]]
    one, other = layers.fired_inputs[place], layers.fired_inputs[place + 1]
    for unit in range(len(layers.totals)):
        # Products of bytes: two of them fit 16 bits, which is twice as fast as 32.
        both = np.int16(np.int16(one * first[unit]) + np.int16(other * second[unit]))
        layers.totals[unit] += np.int32(both)


def add_third_layer(network: RoundedNetwork, layers: Layers) -> None:
    """Add the third layer to its inputs, the outputs of the second."""
    for unit in range(len(layers.units)):
        scaled = np.rint(layers.units[unit] * network.third_inputs[unit])
        layers.third_inputs[unit] = min(max(scaled, -LARGEST_INPUT), LARGEST_INPUT)
    multiply(layers.third_inputs, network.third, layers.totals)
    for unit in range(len(layers.units)):
        total = np.float32(layers.totals[unit])
        layers.units[unit] += leaky(total * network.third_scale[unit] + network.third_bias[unit])


def set_units(network: RoundedNetwork, layers: Layers) -> None:
    """Set the units of the second layer from its sums."""
    for unit in range(len(layers.units)):
        total = np.float32(layers.totals[unit])
        layers.units[unit] = leaky(total * network.second_scale[unit] + network.second_bias[unit])


def multiply(inputs: Shorts, weights: Shorts, totals: Integers) -> None:
    """Compute the sums of a layer. Apart from what follows it, this takes half as long."""
    for unit in range(len(totals)):
        totals[unit] = product(inputs, weights[unit])


def leaky(value: np.float32) -> np.float32:
    """Apply the leaky ReLU."""
    return value if value > 0 else value * LEAK


def product(inputs: Shorts, weights: Shorts) -> np.int32:
    """Return the dot product in 32 bits, written so that the compiler can vectorise it."""
    total = np.int32(0)
    for place in range(len(inputs)):
        total = np.int32(total + np.int32(inputs[place]) * np.int32(weights[place]))
    return total
