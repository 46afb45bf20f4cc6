"""Self-play at many tables at once, ply by ply: list, value, choose, play and record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from ..bots.afterstate import FEATURES
from ..bots.endings import LEAST
from ..bots.evaluation import CHANGES
from ..deals import sorted_box
from ..goods import EXCHANGE_LIMIT
from ..kernel.layout import END, MAX_ACTIONS, POSITION_CELLS, TURN, VIEW_CELLS
from . import self_play_steps
from .devices import ComputeDevice
from .league import RIVALS, rival_worths
from .model import ValueModel, predict

NO_RIVAL: Final = -1
TRIED: Final = 4
"""Tables in a group; to compare options, each of them plays a different one …"""
AHEAD: Final = 8
"""… and after this many plies, including that choice, all continue from the first table."""
SEARCHING: Final = 0.5
"""The share of tables in groups; these are the first ones."""


@dataclass(frozen=True, slots=True)
class Tries:
    """Options compared, a group per row: features, the value found, and whether it counts."""

    features: Tensor
    found: Tensor
    compared: Tensor


@dataclass(frozen=True, slots=True)
class Window:
    """What was played at all tables in a window of plies; `finished` counts completed rounds."""

    features: Tensor
    targets: Tensor
    finished: int
    tries: Tries | None = None


class TableBatch:
    """Rounds in progress at many tables, and reusable arrays."""

    def __init__(
        self, device: ComputeDevice, tables: int, seed: int, rival_share: float = 0.0
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
        self.rivals = self._seat_rivals(rival_share)
        self.worths = torch.from_numpy(rival_worths(RIVALS, seed)).to(device.name)
        self.changes, self.evaluated = whole(tables, CHANGES), whole(tables, 2, MAX_ACTIONS)
        self.deal_settings = torch.tensor([seed, tables, EXCHANGE_LIMIT], device=device.name)
        self.grouped = int(tables * SEARCHING) // TRIED * TRIED

    def _seat_rivals(self, share: float) -> Tensor:
        """Return the seat and number of each table's rival; only the last tables have one.

        All tables of a group have the same rival.
        """
        groups = torch.arange(self.count, device=self.device.name) // TRIED
        seats = torch.where(groups < -(-self.count // TRIED) * (1 - share), NO_RIVAL, groups % 2)
        return torch.stack([seats, groups // 2 % RIVALS], 1)

    def deal(self) -> None:
        """Deal a new round where one is over."""
        of_deals = (self.positions, self.chances, self.numbers, self.orders, self.piles)
        self.device.each(
            self_play_steps.deal_anew, self.count, *of_deals, *self.box, self.deal_settings
        )

    def copy_groups(self) -> None:
        """Copy the position of each group's first table to the whole group."""
        self.device.each(self_play_steps.copy_group, self.grouped, self.positions, self.groups())

    def groups(self, *, searching: bool = True) -> Tensor:
        """Return the grouping of tables as an argument for the steps."""
        grouped = self.grouped if searching else 0
        return torch.tensor([TRIED, AHEAD, grouped], device=self.device.name)

    def list_options(self) -> None:
        """List the legal actions; a rival's only option is its best action."""
        of_options = (self.positions, self.views, self.options, self.counts, self.exact, self.ways)
        self.device.each(self_play_steps.list_options, self.count, *of_options)
        of_rivals = (self.views, self.rivals, self.worths, self.changes, self.evaluated)
        choices = (self.options, self.counts, self.exact)
        self.device.each(self_play_steps.let_rivals_choose, self.count, *of_rivals, *choices)

    def describe(self) -> tuple[Tensor, Tensor, Tensor]:
        """Return each afterstate's table, each table's first afterstate, and all features."""
        first = torch.cumsum(self.counts, 0) - self.counts
        numbers = torch.arange(self.count, device=self.device.name)
        table_of = torch.repeat_interleave(numbers, self.counts)
        items = len(table_of)
        afters = torch.empty(items, VIEW_CELLS, dtype=torch.int64, device=self.device.name)
        features = torch.empty(items, FEATURES, dtype=torch.int16, device=self.device.name)
        given = (table_of, first, self.views, self.options, afters, features)
        self.device.each(self_play_steps.describe, items, *given)
        return table_of, first, features

    def play(self, results: Tensor) -> None:
        """Play the chosen actions."""
        given = (self.positions, self.options, self.chosen, results)
        self.device.each(self_play_steps.play_chosen, self.count, *given)


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How a window is played: the share of noisy choices, the scale of the noise, and λ.

    With `searching`, options are also tried side by side.
    """

    noise_share: float
    noise_scale: float
    td_lambda: float
    searching: bool = False


class PlayedPlies:
    """What was played at all tables, ply by ply."""

    def __init__(self, tables: TableBatch, plies: int) -> None:
        where, count = tables.device.name, tables.count
        self.features = torch.empty(plies, count, FEATURES, dtype=torch.int16, device=where)
        self.marks = torch.empty(plies, count, 3, dtype=torch.int8, device=where)
        self.best = torch.empty(2, plies, count, device=where)
        self.results = torch.zeros(plies, 2, count, device=where)
        tried = (plies // AHEAD, tables.grouped)
        self.compared = torch.zeros(tried, dtype=torch.bool, device=where)


def play_window(
    tables: TableBatch,
    model: ValueModel,
    plies: int,
    settings: PlaySettings,
    chance: torch.Generator,
    check_stop: Callable[[], None] = lambda: None,
) -> Window:
    """Play `plies` plies at every table and compute targets.

    `check_stop` is called at each ply and may raise.
    """
    played = PlayedPlies(tables, plies)
    for ply in range(plies):
        check_stop()
        tables.deal()
        number = ply // AHEAD
        branching = settings.searching and ply % AHEAD == 0 and number < len(played.compared)
        if branching:
            tables.copy_groups()
        tables.list_options()
        table_of, first, every = tables.describe()
        values = predict(model, every)
        noise = _noise(tables.count, table_of, settings, chance)
        choices = (first, tables.counts, tables.exact, values[0])
        tables.device.each(
            self_play_steps.choose_best, tables.count, *choices, noise, tables.chosen
        )
        if branching:
            given = (*choices, tables.chosen, played.compared[number], tables.groups())
            tables.device.each(self_play_steps.try_another, tables.grouped, *given)
        best_at, played_at = first + tables.chosen[0], first + tables.chosen[1]
        played.features[ply], played.best[:, ply] = every[played_at], values[:, best_at]
        played.marks[ply, :, 0] = tables.positions[:, TURN]
        played.marks[ply, :, 1] = best_at != played_at
        played.marks[ply, :, 2] = tables.rivals[:, 0] == tables.positions[:, TURN]
        tables.play(played.results[ply])
    finished = int((played.results[:, 0] != self_play_steps.UNKNOWN).sum())
    tries = _compare(tables, played) if settings.searching else None
    return Window(played.features, _targets(tables, played, settings), finished, tries)


def _noise(count: int, table_of: Tensor, settings: PlaySettings, chance: torch.Generator) -> Tensor:
    """Return the noise to add to the value of every option: zero at most tables."""
    where = table_of.device
    noisy = torch.rand(count, device=where, generator=chance) < settings.noise_share
    draws = torch.rand(len(table_of), device=where, generator=chance)
    gumbel = -torch.log(-torch.log(draws.clamp(1e-7, 1 - 1e-7))) * settings.noise_scale
    return gumbel * noisy[table_of]


def _targets(tables: TableBatch, played: PlayedPlies, settings: PlaySettings) -> Tensor:
    """Compute the training targets of every afterstate."""
    where, plies = tables.device.name, len(played.features)
    targets = torch.empty(2, plies, tables.count, device=where)
    td_lambda = torch.tensor([settings.td_lambda], device=where)
    groups = tables.groups(searching=settings.searching)
    given = (played.marks, played.best, played.results, targets, td_lambda, groups)
    tables.device.each(self_play_steps.look_back, tables.count, *given)
    return targets


def _compare(tables: TableBatch, played: PlayedPlies) -> Tries:
    """Collect the results of the options that were tried side by side."""
    found = torch.empty(played.compared.shape, device=tables.device.name)
    given = (played.marks, played.best, played.results, found, tables.groups())
    tables.device.each(self_play_steps.look_ahead, tables.grouped, *given)
    features = played.features[: len(found) * AHEAD : AHEAD, : tables.grouped]
    return Tries(
        features.reshape(-1, TRIED, FEATURES),
        found.reshape(-1, TRIED),
        played.compared.reshape(-1, TRIED),
    )
