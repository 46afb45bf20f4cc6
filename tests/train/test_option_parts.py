"""Options by parts: their changes add up to the afterstate, and their rows to its first layer."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from jaipur.bots.afterstate import FEATURES, ROWS
from jaipur.kernel.layout import MAX_ACTIONS, VIEW_CELLS
from jaipur.train import option_parts
from jaipur.train.option_parts import KEYS, MOST_CHANGES, MOST_PARTS, MOST_PARTS_OF_AN_OPTION

from .workspace import PROCESSOR, TABLES, Interpreted, TrainingArrays, floats, whole

PLIES = 150
"""Some rounds at each table."""
DEVICES = [(PROCESSOR, PLIES), (Interpreted(), 6)]


@dataclass
class Described:
    """The parts of all options at some tables."""

    before: Any
    part_first: Any
    part_counts: Any
    changes: Any
    change_counts: Any
    first: Any
    counts: Any
    parts_of: Any
    parts_of_counts: Any


def described(workspace: TrainingArrays, device: Any) -> Described:
    """List the parts as self-play does."""
    part_of_key = np.zeros((TABLES, KEYS), np.int8)
    parts, part_counts = np.zeros((TABLES, MOST_PARTS, 2), np.int16), whole(TABLES)
    parts_of = np.zeros((TABLES, MAX_ACTIONS, MOST_PARTS_OF_AN_OPTION), np.int8)
    parts_of_counts = np.zeros((TABLES, MAX_ACTIONS), np.int8)
    given = (workspace.options, workspace.counts, part_of_key, parts, part_counts)
    device.each(option_parts.list_parts, TABLES, *given, parts_of, parts_of_counts)
    before = np.zeros((TABLES, FEATURES), np.int16)
    device.each(option_parts.describe_before, TABLES, workspace.views, before)
    count = int(part_counts.sum())
    table_of = np.repeat(np.arange(TABLES), part_counts)
    part_first = np.cumsum(part_counts) - part_counts
    afters, features = whole(VIEW_CELLS, count), np.zeros((FEATURES, count), np.int16)
    changes, change_counts = np.zeros((count, 2, MOST_CHANGES), np.int16), whole(count)
    of_tables = (table_of, part_first, workspace.views, workspace.options, parts)
    scratch = (afters, features)
    device.each(
        option_parts.describe_part, count, *of_tables, *scratch, before, changes, change_counts
    )
    first = np.cumsum(workspace.counts) - workspace.counts
    return Described(
        before, part_first, part_counts, changes, change_counts,
        first, workspace.counts, parts_of, parts_of_counts,
    )  # fmt: skip


def features_by_parts(parts: Described, table: int, number: int) -> Any:
    """How often each row is added up: those before the action, and the changes of every part."""
    rows = np.bincount(parts.before[table], minlength=ROWS)
    for place in range(parts.parts_of_counts[table, number]):
        item = parts.part_first[table] + parts.parts_of[table, number, place]
        old, new = parts.changes[item, :, : parts.change_counts[item]]
        np.subtract.at(rows, old, 1)
        np.add.at(rows, new, 1)
    return rows


@pytest.mark.parametrize(("device", "plies"), DEVICES, ids=["compiled", "interpreted"])
def test_the_parts_of_every_option_add_up_to_its_afterstate(device: Any, plies: int) -> None:
    workspace, chance, shared = TrainingArrays(device), np.random.default_rng(1), 0
    for _ in range(plies):
        workspace.deal()
        workspace.list_options()
        workspace.describe()
        parts = described(workspace, device)
        assert parts.part_counts.max() <= MOST_PARTS
        assert parts.change_counts.max() <= MOST_CHANGES
        for table in range(TABLES):
            for number in range(workspace.counts[table]):
                features = workspace.features[parts.first[table] + number]
                wanted = np.bincount(features, minlength=ROWS)
                assert np.array_equal(features_by_parts(parts, table, number), wanted)
        shared += int(parts.parts_of_counts.sum() - parts.part_counts.sum())
        workspace.chosen[1] = chance.integers(workspace.counts)
        workspace.play()
    assert shared > plies


@pytest.mark.parametrize("device", [PROCESSOR, Interpreted()], ids=["compiled", "interpreted"])
def test_the_first_layer_by_parts_is_the_sum_of_rows(device: Any) -> None:
    """At the tables it is asked for, in the order of the options."""
    width, chance = 5, np.random.default_rng(2)
    rows = chance.integers(-9, 9, (ROWS, width)).astype(np.float32)
    bias = chance.integers(-9, 9, width).astype(np.float32)
    workspace = TrainingArrays(PROCESSOR)
    for _ in range(20):
        workspace.deal()
        workspace.list_options()
        workspace.chosen[1] = chance.integers(workspace.counts)
        workspace.play()
    workspace.deal()
    workspace.list_options()
    workspace.describe()
    parts = described(workspace, PROCESSOR)
    tables, hidden = np.array([2, 0]), floats(int(workspace.counts.sum()), width) - 1
    scratch = (floats(2, width), floats(len(parts.changes), width))
    given = (tables, rows, bias, *vars(parts).values(), *scratch, hidden)
    device.each(option_parts.sum_first_layer, 2, *given)
    wanted = np.maximum(rows[workspace.features].sum(1) + bias, 0)
    start, end = parts.first[1], parts.first[2]
    wanted[start:end] = -1
    assert np.array_equal(hidden, wanted)
    assert wanted.max() > 0
