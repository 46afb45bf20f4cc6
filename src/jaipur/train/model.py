"""The network as PyTorch trains it; `jaipur.bots.network` runs it without PyTorch."""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from ..bots.afterstate import FEATURES, ROWS
from ..bots.network import LEAK, MARGIN_SCALE, Network

CHUNK: Final = 1 << 18
"""Afterstates judged at once: their features as zeros and ones fill more than a gigabyte."""
COLUMNS: Final = -(-ROWS // 64) * 64
"""Rows of zeros at the end make the matrix as wide as the GPU likes."""


class ValueModel(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Facts to a hidden layer, a second one, and two numbers: logit of winning, and margin."""

    def __init__(self, width: int, second: int) -> None:
        super().__init__()
        self.rows = nn.Parameter(torch.randn(COLUMNS, width) / FEATURES**0.5)
        self.bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, second)
        self.last = nn.Linear(second, 2)

    def forward(self, features: Tensor) -> Tensor:
        """Logit and margin (in units of MARGIN_SCALE) of afterstates given by their features."""
        hidden = self._first_layer(features).relu_()
        return self.last(nn.functional.leaky_relu(self.second(hidden), float(LEAK)))

    def _first_layer(self, features: Tensor) -> Tensor:
        # A GPU is quickest with one large product, a processor with adding up the rows.
        if features.is_cuda:
            return torch.addmm(self.bias, one_hot(features, self.rows.dtype), self.rows)
        return nn.functional.embedding_bag(features.int(), self.rows, mode="sum") + self.bias

    def export(self) -> Network:
        """The numbers, for playing."""
        numbers = (
            self.rows[:ROWS],
            self.bias,
            self.second.weight.T,
            self.second.bias,
            self.last.weight.T,
            self.last.bias,
        )
        return Network(
            # Copies: on a processor the numbers would go on learning in the hands of who plays.
            *(np.array(some.detach().float().cpu().numpy(), order="C") for some in numbers)
        )


def one_hot(features: Tensor, kind: torch.dtype) -> Tensor:
    """Facts as zeros and ones."""
    columns = torch.zeros(len(features), COLUMNS, device=features.device, dtype=kind)
    return columns.scatter_(1, features.long(), 1.0)


def judge(model: ValueModel, features: Tensor) -> Tensor:
    """Chance to win and margin in rupees, in two rows, piece by piece."""
    with torch.no_grad():
        answers = torch.cat([model(piece) for piece in features.split(CHUNK)]).float()
    return torch.stack([torch.sigmoid(answers[:, 0]), answers[:, 1] * MARGIN_SCALE])
