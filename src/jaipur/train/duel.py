"""Mirrored rounds between two models, at many tables of a device at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from ..kernel.layout import TURN
from .devices import ComputeDevice
from .model import ValueModel
from .option_values import OptionValues
from .self_play_steps import UNKNOWN
from .tables import TableBatch

MOST_TABLES: Final = 65536
SEED: Final = 1 << 40
"""Far from the seeds of training, so that no deal is one that was learned from."""


@dataclass(frozen=True, slots=True)
class DuelScore:
    """The share of rounds that the first model won, and its standard error over pairs of rounds."""

    rounds: int
    share: float
    error: float


def duel(
    device: ComputeDevice,
    first: ValueModel,
    second: ValueModel,
    deals: int,
    check_stop: Callable[[], None] = lambda: None,
) -> DuelScore:
    """Play every deal twice, with each model in each seat; both always play their best.

    `check_stop` is called at each ply and may raise.
    """
    most = MOST_TABLES // 2
    pairs = torch.cat(
        [
            _play_pairs(device, first, second, range(start, min(start + most, deals)), check_stop)
            for start in range(0, deals, most)
        ]
    )
    error = float(pairs.std()) / deals**0.5 if deals > 1 else 0.5
    return DuelScore(2 * deals, float(pairs.mean()), error)


def _play_pairs(
    device: ComputeDevice,
    first: ValueModel,
    second: ValueModel,
    deals: range,
    check_stop: Callable[[], None],
) -> Tensor:
    """Return the mean result of the first model in each pair of rounds."""
    count, where = 2 * len(deals), device.name
    tables = TableBatch(device, count, SEED)
    places = torch.arange(count, device=where)
    # Dealing adds the number of tables.
    tables.numbers = deals.start + places // 2 - count
    options, seats = OptionValues(tables), places % 2
    won, results = torch.full((count,), UNKNOWN, device=where), torch.zeros(2, count, device=where)
    while bool((won == UNKNOWN).any()):
        check_stop()
        tables.deal()
        options.list_options(tables.positions[:, TURN] != seats)
        chances = options.values(first, second)[0]
        options.choose(chances, torch.zeros_like(chances))
        tables.play(results)
        over = (results[0] != UNKNOWN) & (won == UNKNOWN)
        won = torch.where(over, torch.where(seats == 0, results[0], 1 - results[0]), won)
    return won.reshape(-1, 2).mean(1)
