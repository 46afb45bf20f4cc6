"""Self-play at many tables at once, ply by ply: list, judge, choose, play, remember."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from ..bots.afterstate import FACTS
from ..bots.endings import LEAST
from ..bots.evaluation import CHANGES
from ..deals import sorted_box
from ..goods import EXCHANGE_LIMIT
from ..kernel.layout import END, MAX_ACTIONS, POSITION_CELLS, TURN, VIEW_CELLS
from . import steps
from .devices import Device
from .league import RIVALS, rival_worths
from .model import Model, judge

NO_RIVAL: Final = -1


@dataclass(frozen=True, slots=True)
class Window:
    """What was played at all tables in a stretch of plies; `finished` rounds came to their end."""

    facts: Tensor
    targets: Tensor
    finished: int


class Tables:
    """Rounds in progress, and room to work in."""

    def __init__(self, device: Device, tables: int, seed: int, rival_share: float = 0.0) -> None:
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
        self.rivals = self._seat_rivals(rival_share)
        self.worths = torch.from_numpy(rival_worths(RIVALS, seed)).to(device.name)
        self.changes, self.judged = whole(tables, CHANGES), whole(tables, 2, MAX_ACTIONS)
        self.plan = torch.tensor([seed, tables, EXCHANGE_LIMIT], device=device.name)

    def _seat_rivals(self, share: float) -> Tensor:
        """The seat and the number of a rival at each of the last tables; no seat at the others."""
        tables = torch.arange(self.count, device=self.device.name)
        seats = torch.where(tables < self.count * (1 - share), NO_RIVAL, tables % 2)
        return torch.stack([seats, tables // 2 % RIVALS], 1)

    def list_options(self) -> None:
        """Deal where a round is over, and list what may be done."""
        of_deals = (self.positions, self.chances, self.numbers, self.orders, self.piles)
        self.device.each(steps.deal_anew, self.count, *of_deals, *self.box, self.plan)
        of_options = (self.positions, self.views, self.options, self.counts, self.exact, self.ways)
        self.device.each(steps.list_options, self.count, *of_options)
        of_rivals = (self.views, self.rivals, self.worths, self.changes, self.judged)
        choices = (self.options, self.counts)
        self.device.each(steps.let_rivals_choose, self.count, *of_rivals, *choices)

    def describe(self) -> tuple[Tensor, Tensor, Tensor]:
        """The table of every afterstate, the first afterstate of every table, and all facts."""
        first = torch.cumsum(self.counts, 0) - self.counts
        numbers = torch.arange(self.count, device=self.device.name)
        table_of = torch.repeat_interleave(numbers, self.counts)
        items = len(table_of)
        afters = torch.empty(items, VIEW_CELLS, dtype=torch.int64, device=self.device.name)
        facts = torch.empty(items, FACTS, dtype=torch.int16, device=self.device.name)
        given = (table_of, first, self.views, self.options, afters, facts)
        self.device.each(steps.describe, items, *given)
        return table_of, first, facts

    def play(self, results: Tensor) -> None:
        """Play what was chosen."""
        given = (self.positions, self.options, self.chosen, results)
        self.device.each(steps.play_chosen, self.count, *given)


@dataclass(frozen=True, slots=True)
class Manner:
    """How is played: how often with noise, how loud it is on the scale of chances, and the λ."""

    noise_share: float
    loudness: float
    trust: float


def play_window(
    tables: Tables,
    model: Model,
    plies: int,
    manner: Manner,
    chance: torch.Generator,
    look: Callable[[], None] = lambda: None,
) -> Window:
    """Play so many plies at every table and look back; `look` is called at each and may raise."""
    count, where = tables.count, tables.device.name
    facts = torch.empty(plies, count, FACTS, dtype=torch.int16, device=where)
    marks = torch.empty(plies, count, 3, dtype=torch.int8, device=where)
    best = torch.empty(2, plies, count, device=where)
    results = torch.zeros(plies, 2, count, device=where)
    for ply in range(plies):
        look()
        tables.list_options()
        table_of, first, every = tables.describe()
        values = judge(model, every)
        noisy = torch.rand(count, device=where, generator=chance) < manner.noise_share
        draws = torch.rand(len(table_of), device=where, generator=chance)
        gumbel = -torch.log(-torch.log(draws.clamp(1e-7, 1 - 1e-7))) * manner.loudness
        given = (first, tables.counts, tables.exact, values[0], gumbel * noisy[table_of])
        tables.device.each(steps.choose_best, count, *given, tables.chosen)
        best_at, played_at = first + tables.chosen[0], first + tables.chosen[1]
        facts[ply], best[:, ply] = every[played_at], values[:, best_at]
        marks[ply, :, 0] = tables.positions[:, TURN]
        marks[ply, :, 1] = best_at != played_at
        marks[ply, :, 2] = tables.rivals[:, 0] == tables.positions[:, TURN]
        tables.play(results[ply])
    targets = torch.empty(2, plies, count, device=where)
    given = (marks, best, results, targets, torch.tensor([manner.trust], device=where))
    tables.device.each(steps.look_back, count, *given)
    finished = int((results[:, 0] != steps.UNKNOWN).sum())
    return Window(facts, targets, finished)
