"""Rounds in progress at many tables at once, on a device."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from ..bots.endings import LEAST
from ..bots.evaluation import CHANGES
from ..deals import sorted_box
from ..goods import EXCHANGE_LIMIT
from ..kernel.layout import END, MAX_ACTIONS, POSITION_CELLS, TURN, VIEW_CELLS
from . import self_play_steps
from .devices import ComputeDevice
from .league import RIVALS, rival_worths

NOBODY: Final = -1
"""The seat of a rival or a frozen player where there is none."""
TRIED: Final = 4
"""Tables in a group; to compare options, each of them plays a different one …"""
AHEAD: Final = 8
"""… and after this many plies, including that choice, all continue from the first table."""
SEARCHING: Final = 0.5
"""The share of tables in groups; these are the first ones."""


class TableBatch:
    """Rounds in progress at many tables, and reusable arrays.

    With `frozen`, a second network plays one seat of every table, each seat at half of them.
    """

    def __init__(
        self,
        device: ComputeDevice,
        tables: int,
        seed: int,
        rival_share: float = 0.0,
        *,
        frozen: bool = False,
    ) -> None:
        def whole(*shape: int) -> Tensor:
            return torch.zeros(shape, dtype=torch.int64, device=device.name)

        self.device, self.count = device, tables
        self.positions = whole(tables, POSITION_CELLS)
        self.positions[:, END] = -1
        self.views = whole(tables, VIEW_CELLS)
        self.chances = whole(tables, 4)
        self.numbers = torch.arange(-tables, 0, device=device.name)
        self.orders, self.piles = whole(tables, 52), whole(tables, 18)
        self.options, self.counts = whole(tables, MAX_ACTIONS), whole(tables)
        self.exact = torch.zeros(tables, MAX_ACTIONS, device=device.name)
        self.ways = whole(tables, 2, 2 * LEAST + 1)
        self.chosen = whole(2, tables)
        self.box = tuple(torch.from_numpy(some).to(device.name) for some in sorted_box())
        groups = torch.arange(tables, device=device.name) // TRIED
        self.rivals = self._seat_rivals(groups, rival_share)
        self.frozen_seats = groups % 2 if frozen else torch.full_like(groups, NOBODY)
        self.worths = torch.from_numpy(rival_worths(RIVALS, seed)).to(device.name)
        self.changes, self.evaluated = whole(tables, CHANGES), whole(tables, 2, MAX_ACTIONS)
        self.deal_settings = torch.tensor([seed, tables, EXCHANGE_LIMIT], device=device.name)
        self.grouped = int(tables * SEARCHING) // TRIED * TRIED
        self.groups = torch.tensor([TRIED, AHEAD, self.grouped], device=device.name)
        """The grouping of tables as an argument for the steps."""

    def _seat_rivals(self, groups: Tensor, share: float) -> Tensor:
        """Return the seat and number of each table's rival; only the last tables have one.

        All tables of a group have the same rival.
        """
        seats = torch.where(groups < -(-self.count // TRIED) * (1 - share), NOBODY, groups % 2)
        return torch.stack([seats, groups // 2 % RIVALS], 1)

    def frozen_to_act(self) -> Tensor:
        """Mark the tables at which the frozen player is to act."""
        return self.frozen_seats == self.positions[:, TURN]

    def others_to_act(self) -> Tensor:
        """Mark the tables at which a rival or the frozen player is to act."""
        return (self.rivals[:, 0] == self.positions[:, TURN]) | self.frozen_to_act()

    def deal(self) -> None:
        """Deal a new round where one is over."""
        of_deals = (self.positions, self.chances, self.numbers, self.orders, self.piles)
        self.device.each(
            self_play_steps.deal_anew, self.count, *of_deals, *self.box, self.deal_settings
        )

    def copy_groups(self) -> None:
        """Copy the position of each group's first table to the whole group."""
        given = (self.positions, self.frozen_seats, self.groups)
        self.device.each(self_play_steps.copy_group, self.grouped, *given)

    def list_options(self) -> None:
        """List the legal actions; a rival's only option is its best action."""
        of_options = (self.positions, self.views, self.options, self.counts, self.exact, self.ways)
        self.device.each(self_play_steps.list_options, self.count, *of_options)
        of_rivals = (self.views, self.rivals, self.worths, self.changes, self.evaluated)
        choices = (self.options, self.counts, self.exact)
        self.device.each(self_play_steps.let_rivals_choose, self.count, *of_rivals, *choices)

    def play(self, results: Tensor) -> None:
        """Play the chosen actions."""
        given = (self.positions, self.options, self.chosen, results)
        self.device.each(self_play_steps.play_chosen, self.count, *given)
