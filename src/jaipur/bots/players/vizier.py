"""Vizier: plays the action with the best chance to win by the learned network."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...kernel.layout import Array
from ...notation import action_of_code
from ..action_values import ValueWorkspace, best_option, new_value_workspace, value_options
from ..action_values_numpy import value_options_numpy
from ..engine import Engine
from ..network import RoundedNetwork
from ..network_file import shipped_network
from ..protocol import Candidate


class VizierWorkspace(NamedTuple):
    """The network, and arrays for the values of the options; `found` is their number."""

    network: RoundedNetwork
    valuing: ValueWorkspace
    found: Array


def new_vizier_workspace(_nodes: int) -> VizierWorkspace:
    """Make a workspace with the network of this package, or of `JAIPUR_NETWORK`."""
    return workspace_of(shipped_network())


def workspace_of(network: RoundedNetwork) -> VizierWorkspace:
    """Make a workspace with a network."""
    return VizierWorkspace(network, new_value_workspace(network), np.zeros(1, np.int64))


def think(view: Array, _nodes: int, _seed: int, is_new: bool, workspace: VizierWorkspace) -> int:
    """Value the options once."""
    if is_new:
        workspace.found[0] = value_options(view, workspace.network, workspace.valuing)
    return int(is_new)


def think_interpreted(
    view: Array, _nodes: int, _seed: int, is_new: bool, workspace: VizierWorkspace
) -> int:
    """Do the same, bit for bit, but fast without compiled code."""
    if is_new:
        workspace.found[0] = value_options_numpy(view, workspace.network, workspace.valuing)
    return int(is_new)


def choose(workspace: VizierWorkspace) -> int:
    """Return the option with the best chance to win."""
    valuing = workspace.valuing
    return int(valuing.options[best_option(valuing.values, int(workspace.found[0]))])


def candidates(workspace: VizierWorkspace) -> list[Candidate]:
    """Return all options, the best one first."""
    options, values = workspace.valuing.options, workspace.valuing.values
    found = [
        Candidate(
            action_of_code(int(options[number])),
            float(values[0, number]),
            1,
            float(values[1, number]),
        )
        for number in range(int(workspace.found[0]))
    ]
    return sorted(found, key=lambda some: -some.value)  # stable: the first of equals is chosen


ENGINE = Engine(
    new_vizier_workspace,
    think,
    choose,
    candidates,
    think_interpreted,
    uses_network=True,
    node_cost=25,  # an upper bound: that of the maharaja, which makes many such decisions
)
