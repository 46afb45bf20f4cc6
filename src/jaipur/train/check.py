"""Checks of a device: it plays the same rounds as the CPU, and values options as they are defined.

On a GPU it also measures how fast rounds are generated.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn

from ..bots.afterstate import AFTERSTATE
from ..errors import JaipurError, message
from .devices import ComputeDevice, Processor
from .model import ValueModel, to_play
from .option_values import OptionValues
from .self_play import PlaySettings, SelfPlay
from .self_play_steps import UNKNOWN
from .tables import AHEAD, TableBatch

RIVAL_SHARE: Final = 0.25
"""Rivals play at some of the tables, so that their choices are compared too."""
LARGEST_DIFFERENCE: Final = 0.02
"""Numbers in half precision are rounded; a wrong row would make a difference of about 1."""
SHAPES: Final = ((512, 16, False), (1024, 256, True))
"""The networks whose speed is measured: width, second width, residual."""
SPEED_TABLES: Final = 65536
SPEED_PLIES: Final = 32
SPEED_WINDOWS: Final = 3


class DeviceDiffers(JaipurError):
    """A device gave another result than the CPU."""


@dataclass(frozen=True, slots=True)
class CheckedRounds:
    """The amounts compared, and the largest difference in a first layer by parts."""

    actions: int
    afterstates: int
    rounds: int
    difference: float


@dataclass(frozen=True, slots=True)
class GeneratedRounds:
    """The speed of self-play with a network of some shape."""

    width: int
    second_width: int
    residual: bool
    rounds_a_second: float


class CheckedTables:
    """The same tables on one of two devices, with a model to value their options."""

    def __init__(self, device: ComputeDevice, tables: int, seed: int) -> None:
        self.tables = TableBatch(device, tables, seed, RIVAL_SHARE)
        self.options = OptionValues(self.tables)
        torch.manual_seed(seed)
        self.model = to_play(ValueModel(AFTERSTATE, 64, 16, residual=True), device.name)
        self.results = torch.zeros(2, tables, device=device.name)

    def list_options(self, ply: int) -> None:
        """Deal where a round is over, and list all options."""
        self.tables.deal()
        if ply % AHEAD == 0:
            self.tables.copy_groups()
        self.options.list_options()

    def difference(self, features: Tensor) -> float:
        """Return the largest difference of the first layer by parts from the plain sum of rows."""
        rows, bias = self.model.rows.float(), self.model.bias.float()
        plain = nn.functional.embedding_bag(features.int(), rows, mode="sum") + bias
        by_parts = self.options.first_layer(self.model, self.options.shares()[0])
        return float((by_parts.float() - plain.relu()).abs().max())

    def play(self, chosen: Tensor) -> None:
        """Play these options."""
        self.tables.chosen[:] = chosen
        self.tables.play(self.results)


def check_device(
    device: ComputeDevice,
    tables: int,
    plies: int,
    seed: int,
    progress: Callable[[int], None] = lambda _: None,
) -> CheckedRounds:
    """Play at random on both; compare every position, view, list of actions, value and feature.

    `progress` is called with the number of plies just finished.
    """
    here, there = (CheckedTables(some, tables, seed) for some in (Processor(), device))
    chance = torch.Generator().manual_seed(seed)
    afterstates, rounds, difference = 0, 0, 0.0
    for ply in range(plies):
        here.list_options(ply)
        there.list_options(ply)
        features = _compare_options(ply, here, there)
        difference = max(difference, here.difference(features), _difference(ply, there))
        draws = torch.rand(tables, generator=chance, dtype=torch.float64)
        chosen = (draws * here.tables.counts).long()
        here.play(chosen)
        there.play(chosen)
        _same(ply, "positions", here.tables.positions, there.tables.positions)
        _same(ply, "results", here.results, there.results)
        afterstates += len(features)
        rounds += int((here.results[0] != UNKNOWN).sum())
        progress(1)
    return CheckedRounds(plies * tables, afterstates, rounds, difference)


def _compare_options(ply: int, here: CheckedTables, there: CheckedTables) -> Tensor:
    """Compare everything about the options, and return their features."""
    mine, theirs = here.tables, there.tables
    listed = torch.arange(mine.options.shape[1]) < mine.counts[:, None]
    _same(ply, "counts", mine.counts, theirs.counts)
    _same(ply, "views", mine.views, theirs.views)
    _same(ply, "options", mine.options[listed], theirs.options.cpu()[listed])
    _same(ply, "exact values", mine.exact[listed], theirs.exact.cpu()[listed])
    features = here.options.describe_all()
    _same(ply, "features", features, there.options.describe_all())
    return features


def _difference(ply: int, there: CheckedTables) -> float:
    difference = there.difference(there.options.describe_all())
    if difference > LARGEST_DIFFERENCE:
        raise _differs(ply, "the first layer by parts")
    return difference


def _same(ply: int, what: str, here: Tensor, there: Tensor) -> None:
    if not torch.equal(here, there.cpu()):
        raise _differs(ply, what)


def _differs(ply: int, what: str) -> DeviceDiffers:
    return DeviceDiffers(
        message("The device differs from the processor: {what}, after {ply} plies."),
        what=what,
        ply=ply,
    )


def measure_speed(
    device: ComputeDevice, tables: int = SPEED_TABLES, plies: int = SPEED_PLIES
) -> list[GeneratedRounds]:
    """Generate rounds with networks of several shapes, and return how many a second."""
    manner = PlaySettings(noise_share=0.08, noise_scale=0.04, td_lambda=0.85)
    chance = torch.Generator(device.name)
    found = []
    for width, second, residual in SHAPES:
        model = to_play(ValueModel(AFTERSTATE, width, second, residual=residual), device.name)
        self_play = SelfPlay(TableBatch(device, tables, 1))
        # The first window compiles, and its rounds are all at their beginning.
        self_play.play_window(model, plies, manner, chance)
        start, rounds = time.monotonic(), 0
        for _ in range(SPEED_WINDOWS):
            rounds += self_play.play_window(model, plies, manner, chance).finished
        speed = rounds / (time.monotonic() - start)
        found.append(GeneratedRounds(width, second, residual, speed))
    return found
