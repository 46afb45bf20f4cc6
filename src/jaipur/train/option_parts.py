"""The options of a turn described by parts, so that a first layer is summed once for each part.

All options of a turn start from the same features. An option for goods changes the features of some
goods, and those that belong to no good; many options share such a part (`bots.action_values` uses
the same fact). Any other option, a sale or taking the camels, is one part of its own.

Like `self_play_steps`, these are plain functions over arrays, which a device compiles.
"""

from __future__ import annotations

from typing import Any, Final

from ..bots.action_values import EXCHANGES, OF_GOODS, place_of
from ..bots.afterstate import FEATURES, GOOD_FEATURES, afterstate_features
from ..goods import CAMEL, GOODS_KINDS
from ..kernel.knowledge import act_in_view
from ..kernel.layout import VIEW_CELLS, Array
from ..kernel.rules import given, taken
from ..packed import count_of
from .self_play_steps import Floats, Shorts

KEYS: Final = OF_GOODS + EXCHANGES + 1
"""The parts that options can share: those that `place_of` numbers."""
MOST_PARTS: Final = 32
"""More than a turn has: 12 changes of goods, 7 of no good, 7 sales and the camels."""
MOST_CHANGES: Final = 24
"""More features than a part changes: those of one good and those of none, 21."""
MOST_PARTS_OF_AN_OPTION: Final = GOODS_KINDS + 1
WHOLE: Final = GOODS_KINDS + 1
"""The kind of a part that is a whole option; others have the number of their good, or of none."""


def list_parts(  # noqa: PLR0913, PLR0917  # arrays of a device
    table: int,
    options: Array,
    counts: Array,
    part_of_key: Any,
    parts: Shorts,
    part_counts: Array,
    parts_of: Any,
    parts_of_counts: Any,
) -> None:
    """List the parts of a table's options, each once: an option that has it, and its kind.

    `parts_of` gets the parts of each option.
    """
    for key in range(KEYS):
        part_of_key[table, key] = -1
    found = 0
    for number in range(counts[table]):
        action = int(options[table, number])
        take, give = taken(action), given(action)
        used = 0
        if take and not count_of(take, CAMEL):
            for kind in range(GOODS_KINDS + 1):
                key = place_of(take, give, kind)
                if key >= 0:
                    if part_of_key[table, key] < 0:
                        part_of_key[table, key] = found
                        parts[table, found, 0], parts[table, found, 1] = number, kind
                        found += 1
                    parts_of[table, number, used] = part_of_key[table, key]
                    used += 1
        else:
            parts[table, found, 0], parts[table, found, 1] = number, WHOLE
            parts_of[table, number, 0] = found
            found += 1
            used = 1
        parts_of_counts[table, number] = used
    part_counts[table] = found


def describe_before(table: int, views: Array, before: Shorts) -> None:
    """Write the features of a view in which nobody has acted yet."""
    afterstate_features(views[table], before[table])


def describe_part(  # noqa: PLR0913, PLR0917  # arrays of a device
    item: int,
    table_of: Array,
    part_first: Array,
    views: Array,
    options: Array,
    parts: Shorts,
    afters: Array,
    features: Any,
    before: Shorts,
    changes: Shorts,
    change_counts: Array,
) -> None:
    """Write the features that a part changes: the old row and the new row of each.

    `afters` and `features` are scratch space with a column for each item: neighbouring threads of a
    GPU should write to neighbouring cells.
    """
    table = table_of[item]
    part = item - part_first[table]
    kind = parts[table, part, 1]
    after, mine = afters[:, item], features[:, item]
    for cell in range(VIEW_CELLS):
        after[cell] = views[table, cell]
    act_in_view(after, int(options[table, parts[table, part, 0]]))
    afterstate_features(after, mine)
    start = 0 if kind == WHOLE else GOOD_FEATURES * kind
    end = start + GOOD_FEATURES if kind < GOODS_KINDS else FEATURES
    count = 0
    for place in range(start, end):
        if mine[place] != before[table, place]:
            changes[item, 0, count], changes[item, 1, count] = before[table, place], mine[place]
            count += 1
    change_counts[item] = count


def describe_option(  # noqa: PLR0913, PLR0917  # arrays of a device
    item: int,
    table_of: Array,
    number_of: Array,
    views: Array,
    options: Array,
    afters: Array,
    features: Shorts,
) -> None:
    """Write all features of one option: `number_of[item]` of a table."""
    table, after = table_of[item], afters[:, item]
    for cell in range(VIEW_CELLS):
        after[cell] = views[table, cell]
    act_in_view(after, int(options[table, number_of[item]]))
    afterstate_features(after, features[item])


def sum_first_layer(  # noqa: PLR0913, PLR0917  # arrays of a device
    place: int,
    tables: Array,
    rows: Floats,
    bias: Floats,
    before: Shorts,
    part_first: Array,
    part_counts: Array,
    changes: Shorts,
    change_counts: Array,
    first: Array,
    counts: Array,
    parts_of: Any,
    parts_of_counts: Any,
    sums: Floats,
    moved: Floats,
    hidden: Floats,
) -> None:
    """Compute the first layer of every option of a table by parts (`first_layer` is its twin).

    `sums` and `moved` are scratch space for the sum before the action and the change by each part.
    """
    table, start = tables[place], part_first[tables[place]]
    total = sums[place]
    fill_units(total, bias)
    for feature in range(FEATURES):
        add_units(total, rows[before[table, feature]])
    for item in range(start, start + part_counts[table]):
        moved[item, :] = 0
        for number in range(change_counts[item]):
            old, new = changes[item, 0, number], changes[item, 1, number]
            add_difference(moved[item], rows[old], rows[new])
    for option in range(counts[table]):
        out = hidden[first[table] + option]
        fill_units(out, total)
        for number in range(parts_of_counts[table, option]):
            add_units(out, moved[start + parts_of[table, option, number]])
        for unit in range(len(out)):
            out[unit] = max(out[unit], 0)


def fill_units(units: Floats, values: Floats) -> None:
    """Copy values to units."""
    for unit in range(len(units)):
        units[unit] = values[unit]


def add_units(units: Floats, values: Floats) -> None:
    """Add values to units."""
    for unit in range(len(units)):
        units[unit] += values[unit]


def add_difference(units: Floats, old: Floats, new: Floats) -> None:
    """Add the difference of two rows to units."""
    for unit in range(len(units)):
        units[unit] += new[unit] - old[unit]
