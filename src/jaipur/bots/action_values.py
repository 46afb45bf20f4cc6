"""The network's values for all legal actions of a turn.

The first layer is a sum of rows, one per feature (see `afterstate`). All actions of a turn start
from the same sum, and each action adds its changes. Gaining or losing n cards of a good changes the
sum by the same amount whatever else is exchanged; the features that belong to no good change by the
same amount for the same number of camels given. So each such change is computed once and cached.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from ..goods import CAMEL, GOODS_KINDS, HAND_LIMIT, MARKET_SIZE
from ..kernel.knowledge import act_in_view, legal_in_view
from ..kernel.layout import MAX_ACTIONS, SEAT, VIEW_CELLS, Array, copy_cells, fill_cells, new_view
from ..kernel.rules import given, taken
from ..packed import count_of
from .afterstate import FEATURES, GOOD_FEATURES, afterstate_features, lead_in_view, new_features
from .endings import chance_at_the_end, ends_the_round, gain_at_the_end, may_end, new_ways
from .leaf_network import WIN
from .network import (
    Floats,
    Layers,
    RoundedNetwork,
    Shorts,
    add_row,
    first_layer,
    new_layers,
    outputs,
)

CHANGES: Final = 2 * HAND_LIMIT + 1
"""The possible changes of a good's card count in one action: -HAND_LIMIT … HAND_LIMIT."""
OF_GOODS: Final = GOODS_KINDS * CHANGES
EXCHANGES: Final = MARKET_SIZE + 1
"""Apart from goods, exchanges differ only in the number of camels given."""


class ValueWorkspace(NamedTuple):
    """Reusable arrays for valuing actions.

    `values` holds the chance to win and the margin of each of the `options`. `moved` caches the
    change of the first layer for each kind of card movement, and `is_moved` marks the entries that
    are filled in.
    """

    options: Array
    values: Floats
    after: Array
    before_features: Array
    features: Array
    before: Shorts
    layers: Layers
    moved: Shorts
    is_moved: Array
    ways: Array


def new_value_workspace(network: RoundedNetwork) -> ValueWorkspace:
    """Make a workspace for a network."""
    width, changes = len(network.bias), OF_GOODS + EXCHANGES + 1
    return ValueWorkspace(
        np.zeros(MAX_ACTIONS, np.int64),
        np.zeros((2, MAX_ACTIONS), np.float32),
        new_view(),
        new_features(),
        new_features(),
        np.zeros(width, np.int16),
        new_layers(network),
        np.zeros((changes, width), np.int16),
        np.zeros(changes, np.int64),
        new_ways(),
    )


def value_options(view: Array, network: RoundedNetwork, workspace: ValueWorkspace) -> int:
    """Write the legal actions and the two values of each, and return their number.

    Actions that end the round get their exact chance to win.
    """
    count = legal_in_view(view, workspace.options)
    value_listed(view, count, network, workspace)
    return count


def value_listed(
    view: Array, count: int, network: RoundedNetwork, workspace: ValueWorkspace
) -> None:
    """Write the two values of each of the first `count` options."""
    afterstate_features(view, workspace.before_features)
    first_layer(network, workspace.before_features, workspace.before)
    fill_cells(workspace.is_moved, 0, len(workspace.is_moved), 0)
    ending = may_end(view)
    for number in range(count):
        action = int(workspace.options[number])
        if ending and ends_the_round(view, action):
            workspace.values[0, number] = chance_at_the_end(view, action, workspace.ways) / WIN
            gain = gain_at_the_end(view, int(view[SEAT]), action)
            workspace.values[1, number] = lead_in_view(view) + gain
        else:
            layer_after(view, action, network, workspace)
            chance, margin = outputs(network, workspace.layers)
            workspace.values[0, number], workspace.values[1, number] = chance, margin


def layer_after(
    view: Array, action: int, network: RoundedNetwork, workspace: ValueWorkspace
) -> None:
    """Compute the first layer after an action from the one before it."""
    sums = workspace.layers.sums
    for unit in range(len(sums)):
        sums[unit] = workspace.before[unit]
    if taken(action) and not count_of(taken(action), CAMEL):
        layer_after_goods(view, action, network, workspace)
    else:
        features_after(view, action, workspace)
        add_changes(network.rows, workspace, 0, FEATURES, sums)


def layer_after_goods(
    view: Array, action: int, network: RoundedNetwork, workspace: ValueWorkspace
) -> None:
    """Do the same for goods taken or exchanged, using the cached changes."""
    take, give, is_seen = taken(action), given(action), False
    for kind in range(GOODS_KINDS + 1):
        place = place_of(take, give, kind)
        if place < 0:
            continue
        if not workspace.is_moved[place]:
            if not is_seen:
                features_after(view, action, workspace)
                is_seen = True
            find_change(place, kind, network, workspace)
        add_row(workspace.moved, place, workspace.layers.sums)


def place_of(take: int, give: int, kind: int) -> int:
    """Return the cache index for the change of a good, or -1 if the good does not change.

    `kind` GOODS_KINDS stands for the features that belong to no good; their index depends on the
    number of camels given, if any card is given.
    """
    if kind == GOODS_KINDS:
        return OF_GOODS + (1 + count_of(give, CAMEL) if give else 0)
    change = count_of(take, kind) - count_of(give, kind)
    return kind * CHANGES + change + HAND_LIMIT if change else -1


def features_after(view: Array, action: int, workspace: ValueWorkspace) -> None:
    """Compute the features after an action."""
    copy_cells(view, workspace.after, VIEW_CELLS)
    act_in_view(workspace.after, action)
    afterstate_features(workspace.after, workspace.features)


def find_change(place: int, kind: int, network: RoundedNetwork, workspace: ValueWorkspace) -> None:
    """Cache the change caused by the current features of a good, or by those of no good."""
    workspace.is_moved[place] = 1
    moved = workspace.moved[place]
    for unit in range(len(moved)):
        moved[unit] = 0
    first = GOOD_FEATURES * kind
    add_changes(
        network.rows,
        workspace,
        first,
        FEATURES if kind == GOODS_KINDS else first + GOOD_FEATURES,
        moved,
    )


def add_changes(
    rows: Shorts, workspace: ValueWorkspace, start: int, end: int, sums: Shorts
) -> None:
    """Update sums by the features in a range that differ from those before the action."""
    for place in range(start, end):
        old, new = workspace.before_features[place], workspace.features[place]
        if old != new:
            for unit in range(len(sums)):
                sums[unit] += rows[new, unit] - rows[old, unit]


def best_option(values: Floats, count: int) -> int:
    """Return the index of the option with the best chance to win; ties go to the first."""
    best = 0
    for number in range(1, count):
        if values[0, number] > values[0, best]:
            best = number
    return best
