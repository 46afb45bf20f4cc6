"""The numbers of a network, and of the council that plays: networks that judge together.

A network answers with the chance to win the round and the margin, from what a seat knows after its
action (`afterstate`); `judging` asks it. A council has whole numbers in the two large layers. They
are small enough that no sum can overflow, whatever the facts are, quick to add, and the sums are
the same on every machine.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..kernel.layout import Array
from .afterstate import FACTS, FROM

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Shorts = npt.NDArray[np.int16]

MARGIN_SCALE: Final = 20.0
"""The network counts margins in units of so many rupees."""
LEAK: Final = np.float32(0.125)
"""What is left of a unit of the second layer below zero; with nothing left it stays dead."""
REACH: Final = 16_000
"""No unit of the first layer gets further from zero, so that differences fit 16 bits as well …"""
ROUNDING: Final = FACTS // 2 + 1
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


class Council(NamedTuple):
    """Networks that answer with their mean: their layers side by side.

    Each unit of the first layer has a scale of its own. The second layer has a row for each of its
    units, and `scale` brings their sums back; `spans` has for each network where its units of the
    first layer begin and end, and those of the second.
    """

    rows: Shorts
    bias: Shorts
    second: Shorts
    scale: Floats
    second_bias: Floats
    last: Floats
    last_bias: Floats
    spans: Array


def council_of(networks: tuple[Network, ...]) -> Council:
    """The council of some networks."""
    firsts = [_first_layer(network) for network in networks]
    seconds = [
        _second_layer(network.second / scale[:, None])
        for network, (_, _, scale) in zip(networks, firsts, strict=True)
    ]
    second = np.zeros((sum(map(len, (s for s, _ in seconds))), _widest(networks)), np.int16)
    spans, place, unit = [], 0, 0
    for some, _ in seconds:
        units, places = some.shape
        second[unit : unit + units, :places] = some
        spans.append((place, place + places, unit, unit + units))
        place, unit = place + places, unit + units
    share = np.float32(1 / len(networks))
    return Council(
        np.concatenate([rows for rows, _, _ in firsts], axis=1),
        np.concatenate([bias for _, bias, _ in firsts]),
        second,
        np.concatenate([scale for _, scale in seconds]),
        np.concatenate([network.second_bias for network in networks]),
        share * np.concatenate([network.last for network in networks]),
        share * np.sum([network.last_bias for network in networks], axis=0),
        np.array(spans, np.int64),
    )


def _widest(networks: tuple[Network, ...]) -> int:
    return max(len(network.bias) for network in networks)


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
    room = LARGEST_SUM / (REACH + ROUNDING) - len(weights)
    with np.errstate(divide="ignore"):
        scale = np.minimum(LARGEST / most, room / total)
    scale = np.where(np.isfinite(scale), scale, 1.0)
    return np.rint(weights * scale).T.astype(np.int16), (1 / scale).astype(np.float32)
