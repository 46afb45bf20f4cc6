"""A few tables as the steps of self-play need them, with NumPy and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from jaipur.bots.afterstate import FEATURES
from jaipur.bots.endings import LEAST
from jaipur.deals import sorted_box
from jaipur.goods import EXCHANGE_LIMIT
from jaipur.kernel.layout import END, MAX_ACTIONS, POSITION_CELLS, VIEW_CELLS, Array
from jaipur.train import option_parts, self_play_steps
from jaipur.train.devices import Processor, Step

SEED = 5
TABLES = 3
PROCESSOR = Processor()
"""One for all tests: it compiles a loop over each step."""


class Interpreted:
    """Runs a step for every number in plain Python."""

    name = "cpu"

    def each(self, step: Step, count: int, *arguments: Any) -> None:
        for number in range(count):
            step(number, *arguments)


def whole(*shape: int) -> Array:
    return np.zeros(shape, np.int64)


def floats(*shape: int) -> Any:
    return np.zeros(shape, np.float32)


def no_rounds() -> Array:
    """Positions of rounds that are over, so that the next ones are dealt."""
    positions = whole(TABLES, POSITION_CELLS)
    positions[:, END] = -1
    return positions


@dataclass
class TrainingArrays:
    """All arrays of a few tables; `device` runs the steps over them."""

    device: Any
    positions: Array = field(default_factory=no_rounds)
    chances: Array = field(default_factory=lambda: whole(TABLES, 4))
    numbers: Array = field(default_factory=lambda: np.arange(-TABLES, 0))
    orders: Array = field(default_factory=lambda: whole(TABLES, 52))
    piles: Array = field(default_factory=lambda: whole(TABLES, 18))
    views: Array = field(default_factory=lambda: whole(TABLES, VIEW_CELLS))
    options: Array = field(default_factory=lambda: whole(TABLES, MAX_ACTIONS))
    counts: Array = field(default_factory=lambda: whole(TABLES))
    exact: Any = field(default_factory=lambda: floats(TABLES, MAX_ACTIONS))
    ways: Array = field(default_factory=lambda: whole(TABLES, 2, 2 * LEAST + 1))
    chosen: Array = field(default_factory=lambda: whole(2, TABLES))
    results: Any = field(default_factory=lambda: floats(2, TABLES))
    features: Any = field(default_factory=lambda: np.zeros((0, FEATURES), np.int16))

    def deal(self) -> None:
        plan = np.array([SEED, TABLES, EXCHANGE_LIMIT])
        of_deals = (self.positions, self.chances, self.numbers, self.orders, self.piles)
        self.device.each(self_play_steps.deal_anew, TABLES, *of_deals, *sorted_box(), plan)

    def list_options(self) -> None:
        given = (self.positions, self.views, self.options, self.counts, self.exact, self.ways)
        self.device.each(self_play_steps.list_options, TABLES, *given)

    def describe(self) -> None:
        """Write the features of all options."""
        table_of = np.repeat(np.arange(TABLES), self.counts)
        numbers = np.concatenate([np.arange(count) for count in self.counts])
        self.features = np.zeros((len(table_of), FEATURES), np.int16)
        afters = whole(VIEW_CELLS, len(table_of))
        given = (table_of, numbers, self.views, self.options, afters, self.features)
        self.device.each(option_parts.describe_option, len(table_of), *given)

    def play(self) -> None:
        given = (self.positions, self.options, self.chosen, self.results)
        self.device.each(self_play_steps.play_chosen, TABLES, *given)

    def listed(self, values: Any) -> Any:
        """What stands beside options that there are."""
        return values[np.arange(MAX_ACTIONS) < self.counts[:, None]]

    def on(self, device: Any) -> TrainingArrays:
        """The same tables on another device."""
        arrays = {name: some.copy() for name, some in vars(self).items() if name != "device"}
        return TrainingArrays(device, **arrays)
