"""Checks that a device follows the kernel's rules: it plays the same rounds as the CPU."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import torch

from ..errors import JaipurError, message
from .devices import ComputeDevice, Processor
from .self_play import AHEAD, TableBatch
from .self_play_steps import UNKNOWN

RIVAL_SHARE: Final = 0.25
"""Rivals play at some of the tables, so that their choices are compared too."""


class DeviceDiffers(JaipurError):
    """A device gave another result than the CPU."""


@dataclass(frozen=True, slots=True)
class CheckedRounds:
    """The amounts compared without a difference."""

    actions: int
    afterstates: int
    rounds: int


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
    here, there = (TableBatch(some, tables, seed, RIVAL_SHARE) for some in (Processor(), device))
    chance = torch.Generator().manual_seed(seed)
    afterstates = rounds = 0
    for ply in range(plies):
        for side in (here, there):
            side.deal()
            if ply % AHEAD == 0:
                side.copy_groups()
            side.list_options()
        listed = torch.arange(here.options.shape[1]) < here.counts[:, None]
        _same(ply, "counts", here.counts, there.counts)
        _same(ply, "views", here.views, there.views)
        _same(ply, "options", here.options[listed], there.options.cpu()[listed])
        _same(ply, "exact values", here.exact[listed], there.exact.cpu()[listed])
        features = here.describe()[2]
        _same(ply, "features", features, there.describe()[2])
        draws = torch.rand(tables, generator=chance, dtype=torch.float64)
        chosen = (draws * here.counts).long()
        for side in (here, there):
            side.chosen[:] = chosen
        results = [torch.zeros(2, tables, device=side.device.name) for side in (here, there)]
        here.play(results[0])
        there.play(results[1])
        _same(ply, "positions", here.positions, there.positions)
        _same(ply, "results", *results)
        afterstates += len(features)
        rounds += int((results[0][0] != UNKNOWN).sum())
        progress(1)
    return CheckedRounds(plies * tables, afterstates, rounds)


def _same(ply: int, what: str, here: torch.Tensor, there: torch.Tensor) -> None:
    if not torch.equal(here, there.cpu()):
        raise DeviceDiffers(
            message("The device differs from the processor: {what}, after {ply} plies."),
            what=what,
            ply=ply,
        )
