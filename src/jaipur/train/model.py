"""The network as PyTorch trains it; `jaipur.bots.network` runs it without PyTorch."""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from ..bots.afterstate import FEATURES, ROWS
from ..bots.network import LEAK, MARGIN_SCALE, Network

CHUNK: Final = 1 << 18
"""Afterstates valued at once: their one-hot features fill more than a gigabyte."""
COLUMNS: Final = -(-ROWS // 64) * 64
"""The number of rows, padded with zeros to a multiple that suits the GPU."""


class ValueModel(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Maps features through two hidden layers to the logit of winning and the margin."""

    def __init__(self, width: int, second: int) -> None:
        super().__init__()
        self.rows = nn.Parameter(torch.randn(COLUMNS, width) / FEATURES**0.5)
        self.bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, second)
        self.last = nn.Linear(second, 2)

    def forward(self, features: Tensor) -> Tensor:
        """Return logit and margin (in units of MARGIN_SCALE) of afterstates by their features."""
        hidden = self._first_layer(features).relu_()
        return self.last(nn.functional.leaky_relu(self.second(hidden), float(LEAK)))

    def _first_layer(self, features: Tensor) -> Tensor:
        # A GPU is fastest with one large matrix product, a CPU with adding up the rows.
        if features.is_cuda:
            return torch.addmm(self.bias, one_hot(features, self.rows.dtype), self.rows)
        return nn.functional.embedding_bag(features.int(), self.rows, mode="sum") + self.bias

    def export(self) -> Network:
        """Return the parameters for play."""
        numbers = (
            self.rows[:ROWS],
            self.bias,
            self.second.weight.T,
            self.second.bias,
            self.last.weight.T,
            self.last.bias,
        )
        return Network(
            # Copies: on a CPU these would otherwise share memory with the training weights.
            *(np.array(some.detach().float().cpu().numpy(), order="C") for some in numbers)
        )


def one_hot(features: Tensor, kind: torch.dtype) -> Tensor:
    """Encode features as zeros and ones."""
    columns = torch.zeros(len(features), COLUMNS, device=features.device, dtype=kind)
    return columns.scatter_(1, features.long(), 1.0)


def predict(model: ValueModel, features: Tensor) -> Tensor:
    """Value afterstates in chunks: a row of chances to win and a row of margins in rupees."""
    with torch.no_grad():
        answers = torch.cat([model(piece) for piece in features.split(CHUNK)]).float()
    return torch.stack([torch.sigmoid(answers[:, 0]), answers[:, 1] * MARGIN_SCALE])
