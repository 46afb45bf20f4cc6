"""Steps of learning as CUDA graphs: a GPU repeats a recorded step without waiting for Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import torch
from torch import Tensor

from .self_play import Tries

WARM_UP: Final = 3
"""Steps taken before the recording, so that libraries choose their algorithms."""
TRIES_A_TILE: Final = 64
"""Tries are padded to a multiple of it; their number varies, and each needs its own recording."""


@dataclass(frozen=True, slots=True)
class LearningBatch:
    """What one step learns from: afterstates with their targets, and perhaps tries."""

    features: Tensor
    targets: Tensor
    tries: Tries | None = None


class CapturedSteps:
    """Records a step once for each number of tries, and repeats it for other batches."""

    def __init__(
        self, step: Callable[[LearningBatch], None], tensors: Callable[[], dict[str, Tensor]]
    ) -> None:
        self._step, self._tensors = step, tensors
        self._recorded: dict[int, tuple[Any, LearningBatch]] = {}
        self._memory: Any = None

    def __call__(self, batch: LearningBatch) -> None:
        """Take a step; all batches must have the same number of afterstates."""
        groups = _padded(len(batch.tries.found)) if batch.tries else 0
        if groups not in self._recorded:
            self._recorded[groups] = self._record(_like(batch, groups))
        graph, inputs = self._recorded[groups]
        _copy(batch, inputs)
        graph.replay()

    def _record(self, inputs: LearningBatch) -> tuple[Any, LearningBatch]:
        """Record a step; whatever learning changes is as before afterwards."""
        before = {name: some.clone() for name, some in self._tensors().items()}
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(WARM_UP):
                self._step(inputs)
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._memory):
            self._step(inputs)
        self._memory = graph.pool()
        for name, some in self._tensors().items():
            some.copy_(before[name])
        return graph, inputs


def _padded(groups: int) -> int:
    return -(-groups // TRIES_A_TILE) * TRIES_A_TILE


def _like(batch: LearningBatch, groups: int) -> LearningBatch:
    """Make an empty batch of the same size, with so many groups of tries."""
    features, targets = torch.zeros_like(batch.features), torch.zeros_like(batch.targets)
    if batch.tries is None:
        return LearningBatch(features, targets)
    given = (batch.tries.features, batch.tries.found, batch.tries.compared)
    tries = Tries(*(some.new_zeros(groups, *some.shape[1:]) for some in given))
    return LearningBatch(features, targets, tries)


def _copy(batch: LearningBatch, inputs: LearningBatch) -> None:
    """Copy a batch; groups of tries beyond its own are not compared."""
    inputs.features.copy_(batch.features)
    inputs.targets.copy_(batch.targets)
    if batch.tries and inputs.tries:
        count = len(batch.tries.found)
        inputs.tries.features[:count] = batch.tries.features
        inputs.tries.found[:count] = batch.tries.found
        inputs.tries.compared.zero_()
        inputs.tries.compared[:count] = batch.tries.compared
