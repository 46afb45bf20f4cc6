"""Self-play at many tables at once, ply by ply: list, value, choose, play and record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from ..bots.afterstate import FEATURES
from ..kernel.layout import TURN
from . import self_play_steps
from .model import ValueModel
from .option_values import OptionValues
from .tables import AHEAD, TRIED, TableBatch


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


class SelfPlay:
    """Plays windows at tables; with a frozen model, which does not learn, at one seat of each."""

    def __init__(self, tables: TableBatch, frozen: ValueModel | None = None) -> None:
        self.tables, self.frozen = tables, frozen
        self._options = OptionValues(tables)

    def play_window(
        self,
        model: ValueModel,
        plies: int,
        settings: PlaySettings,
        chance: torch.Generator,
        check_stop: Callable[[], None] = lambda: None,
    ) -> Window:
        """Play `plies` plies at every table and compute targets.

        `check_stop` is called at each ply and may raise.
        """
        tables, played = self.tables, PlayedPlies(self.tables, plies)
        for ply in range(plies):
            check_stop()
            tables.deal()
            number = ply // AHEAD
            branching = settings.searching and ply % AHEAD == 0 and number < len(played.compared)
            if branching:
                tables.copy_groups()
            values = self._choose(model, settings, chance)
            if branching:
                self._try_others(values[0], played.compared[number])
            self._record(played, ply, values)
            tables.play(played.results[ply])
        finished = int((played.results[:, 0] != self_play_steps.UNKNOWN).sum())
        tries = _compare(tables, played) if settings.searching else None
        return Window(played.features, _targets(tables, played, settings), finished, tries)

    def _choose(self, model: ValueModel, settings: PlaySettings, chance: torch.Generator) -> Tensor:
        """Choose at every table, and return the values of all options."""
        tables, options = self.tables, self._options
        by_frozen = tables.frozen_to_act()
        options.list_options(by_frozen)
        values = options.values(model, self.frozen)
        draws = torch.rand(tables.count, device=values.device, generator=chance)
        is_noisy = (draws < settings.noise_share) & ~by_frozen
        noise = gumbel_noise(options.count, settings.noise_scale, chance)
        options.choose(values[0], noise * is_noisy[options.table_of])
        return values

    def _try_others(self, chances: Tensor, compared: Tensor) -> None:
        """Have the tables of each group play different options."""
        tables = self.tables
        choices = (self._options.first, tables.counts, tables.exact, chances, tables.chosen)
        groups = (tables.positions, tables.frozen_seats, tables.groups)
        tables.device.each(self_play_steps.try_another, tables.grouped, *choices, compared, *groups)

    def _record(self, played: PlayedPlies, ply: int, values: Tensor) -> None:
        """Record what is about to be played."""
        tables = self.tables
        best, chosen = tables.chosen
        self._options.describe_chosen(played.features[ply])
        played.best[:, ply] = values[:, self._options.first + best]
        played.marks[ply, :, 0] = tables.positions[:, TURN]
        played.marks[ply, :, 1] = best != chosen
        played.marks[ply, :, 2] = tables.others_to_act()


def gumbel_noise(count: int, scale: float, chance: torch.Generator) -> Tensor:
    """Draw noise to add to the values of options."""
    draws = torch.rand(count, device=chance.device, generator=chance)
    return -torch.log(-torch.log(draws.clamp(1e-7, 1 - 1e-7))) * scale


def _targets(tables: TableBatch, played: PlayedPlies, settings: PlaySettings) -> Tensor:
    """Compute the training targets of every afterstate."""
    where, plies = tables.device.name, len(played.features)
    targets = torch.empty(2, plies, tables.count, device=where)
    td_lambda = torch.tensor([settings.td_lambda], device=where)
    groups = tables.groups.clone()
    if not settings.searching:
        groups[2] = 0
    given = (played.marks, played.best, played.results, targets, td_lambda, groups)
    tables.device.each(self_play_steps.look_back, tables.count, *given)
    return targets


def _compare(tables: TableBatch, played: PlayedPlies) -> Tries:
    """Collect the results of the options that were tried side by side."""
    found = torch.empty(played.compared.shape, device=tables.device.name)
    given = (played.marks, played.best, played.results, found, tables.groups)
    tables.device.each(self_play_steps.look_ahead, tables.grouped, *given)
    features = played.features[: len(found) * AHEAD : AHEAD, : tables.grouped]
    return Tries(
        features.reshape(-1, TRIED, FEATURES),
        found.reshape(-1, TRIED),
        played.compared.reshape(-1, TRIED),
    )
