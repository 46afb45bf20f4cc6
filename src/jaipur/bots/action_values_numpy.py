"""The computation of `action_values`, vectorised with NumPy over all actions of a turn.

It is fast without compiled code and gives the same numbers to the last bit: the first layer uses
integers, and the later floating-point operations round in the same order.
"""

from __future__ import annotations

from math import exp

import numpy as np

from ..kernel.knowledge import legal_in_view
from ..kernel.layout import SEAT, Array
from .action_values import ValueWorkspace, features_after
from .afterstate import FEATURES, lead_in_view
from .endings import chance_at_the_end, ends_the_round, gain_at_the_end, may_end
from .leaf_network import WIN
from .network import (
    HALF,
    LARGEST_BYTE,
    LARGEST_INPUT,
    LEAK,
    MARGIN_SCALE,
    SHIFT,
    Floats,
    RoundedNetwork,
    Shorts,
)


def value_options_numpy(view: Array, network: RoundedNetwork, workspace: ValueWorkspace) -> int:
    """Write the legal actions and the two values of each, and return their number."""
    count = legal_in_view(view, workspace.options)
    features, open_options, ending = np.zeros((count, FEATURES), np.int64), [], may_end(view)
    for number in range(count):
        action = int(workspace.options[number])
        if ending and ends_the_round(view, action):
            workspace.values[0, number] = chance_at_the_end(view, action, workspace.ways) / WIN
            workspace.values[1, number] = lead_in_view(view) + gain_at_the_end(
                view, int(view[SEAT]), action
            )
        else:
            features_after(view, action, workspace)
            features[number] = workspace.features
            open_options.append(number)
    if open_options:
        workspace.values[:, open_options] = _values(network, features[open_options])
    return count


def _values(network: RoundedNetwork, features: Array) -> Floats:
    """The chance to win and the margin for each row of features."""
    sums = np.array([network.rows[row].sum(0, dtype=np.int64) for row in features]) + network.bias
    inputs, is_deep = np.maximum(sums, 0), len(network.third) > 0
    weights = network.second
    if is_deep:
        inputs, weights = (
            np.minimum((inputs + HALF) >> SHIFT, LARGEST_BYTE),
            network.second_by_input.T,
        )
    outs = _leaky(_products(inputs, weights) * network.second_scale + network.second_bias)
    if is_deep:
        inputs = np.clip(np.rint(outs * network.third_inputs), -LARGEST_INPUT, LARGEST_INPUT)
        outs += _leaky(_products(inputs, network.third) * network.third_scale + network.third_bias)
    answers = np.tile(network.last_bias, (len(features), 1))
    for unit in range(outs.shape[1]):
        answers += outs[:, unit, None] * network.last[unit]
    chances = [1.0 / (1.0 + exp(-float(logit))) for logit in answers[:, 0]]
    return np.array([chances, np.float32(MARGIN_SCALE) * answers[:, 1]], np.float32)


def _products(inputs: Array | Floats, weights: Shorts) -> Floats:
    # Products of doubles are fast, and exact below 2**53: no sum here gets near.
    return (inputs.astype(np.float64) @ weights.T.astype(np.float64)).astype(np.float32)


def _leaky(totals: Floats) -> Floats:
    return np.where(totals > 0, totals, totals * LEAK)
