"""The numbers of a network, as it learned them and as it plays.

It answers with the chance to win the round and the margin, from what a seat knows after its action
(`afterstate`); `judging` asks it. To play, the two large layers are rounded to whole numbers. They
are small enough that no sum can overflow, whatever the facts are, quick to add, and the sums are
the same on every machine.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from .afterstate import FEATURES, FROM

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Shorts = npt.NDArray[np.int16]

MARGIN_SCALE: Final = 20.0
"""The network counts margins in units of so many rupees."""
LEAK: Final = np.float32(0.125)
"""What is left of a unit of the second layer below zero; with nothing left it stays dead."""
REACH: Final = 16_000
"""No unit of the first layer gets further from zero, so that differences fit 16 bits as well …"""
ROUNDING: Final = FEATURES // 2 + 1
"""… but for rounding, by which each row and what is added to them may be half off."""
LARGEST: Final = 2**15 - 1
LARGEST_SUM: Final = 2**31 - 1


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


def rounded(network: Network) -> RoundedNetwork:
    """A network as it plays."""
    rows, bias, first_scale = _first_layer(network)
    second, scale = _second_layer(network.second / first_scale[:, None])
    return RoundedNetwork(
        rows, bias, second, scale, network.second_bias, network.last, network.last_bias
    )


def _first_layer(network: Network) -> tuple[Shorts, Shorts, Doubles]:
    """Its rows and what is added in whole numbers, and how much larger they are for each unit."""
    rows, bias = network.rows.astype(np.float64), network.bias.astype(np.float64)
    # Of each fact one row is added, at worst the largest.
    furthest = np.abs(bias) + np.maximum.reduceat(np.abs(rows), FROM[:-1]).sum(0)
    scale = REACH / np.where(furthest > 0, furthest, 1.0)
    return np.rint(rows * scale).astype(np.int16), np.rint(bias * scale).astype(np.int16), scale


def _second_layer(weights: Doubles) -> tuple[Shorts, Floats]:
    """A row of whole numbers for each unit, and what their sums have to be multiplied with."""
    sizes = np.abs(weights)
    most, total = sizes.max(0), sizes.sum(0)
    workspace = LARGEST_SUM / (REACH + ROUNDING) - len(weights)
    with np.errstate(divide="ignore"):
        scale = np.minimum(LARGEST / most, workspace / total)
    scale = np.where(np.isfinite(scale), scale, 1.0)
    # Judging by rows that do not lie in one piece takes twice as long.
    whole = np.rint(weights * scale).T.astype(np.int16, order="C")
    return whole, (1 / scale).astype(np.float32)
