"""The network as PyTorch trains it; `jaipur.bots.network` runs it without PyTorch."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor, nn

from ..bots.afterstate import AFTERSTATE
from ..bots.network import LEAK, MARGIN_SCALE, FeatureSet, Floats, Network
from ..bots.network_file import NETWORK_FILE, NETWORK_VARIABLE, read_network

CHUNK: Final = 1 << 18
"""Afterstates valued at once: their one-hot features fill more than a gigabyte."""
COLUMNS_A_TILE: Final = 64
"""The rows of the first layer are padded with zeros to a multiple of it, which suits a GPU."""
UNITS_A_TILE: Final = 8
LEAST_PEAK: Final = 0.01
"""The peak of a unit that was never seen to be larger."""


class ValueModel(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Maps features through the hidden layers to the logit of winning and the margin.

    With `residual`, a third layer is added to its input.
    """

    def __init__(self, features: FeatureSet, width: int, second: int, *, residual: bool) -> None:
        super().__init__()
        self.features = features
        columns = -(-features.rows // COLUMNS_A_TILE) * COLUMNS_A_TILE
        self.rows = nn.Parameter(torch.randn(columns, width) / features.count**0.5)
        self.bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, second)
        self.third = nn.Linear(second, second) if residual else None
        self.last = nn.Linear(second, 2)

    def forward(self, features: Tensor) -> Tensor:
        """Return logit and margin (in units of MARGIN_SCALE) of afterstates by their features."""
        return self.upper(self.first_layer(features))

    def first_layer(self, features: Tensor) -> Tensor:
        """Return the first layer, after ReLU."""
        # A GPU is fastest with one large matrix product, a CPU with adding up the rows.
        if features.is_cuda:
            hot = one_hot(features, len(self.rows), self.rows.dtype)
            return torch.addmm(self.bias, hot, self.rows).relu_()
        sums = nn.functional.embedding_bag(features.int(), self.rows, mode="sum")
        return (sums + self.bias).relu_()

    def second_layer(self, hidden: Tensor) -> Tensor:
        """Return the second layer, after its leaky ReLU."""
        return nn.functional.leaky_relu(self.second(hidden), float(LEAK))

    def upper(self, hidden: Tensor) -> Tensor:
        """Return logit and margin from the first layer."""
        out = self.second_layer(hidden)
        if self.third is not None:
            out = out + nn.functional.leaky_relu(self.third(out), float(LEAK))
        return self.last(out)

    def export(self, sample: Tensor) -> Network:
        """Return the parameters for play, with the peaks of the units on a sample of features."""
        with torch.no_grad():
            peaks, second_peaks = self._peaks(sample)
        no_third = (self.bias.new_zeros(len(self.second.bias), 0), self.bias.new_zeros(0))
        third = self.third
        numbers = (
            self.rows[: self.features.rows],
            self.bias,
            peaks,
            self.second.weight.T,
            self.second.bias,
            second_peaks,
            *((third.weight.T, third.bias) if third is not None else no_third),
            self.last.weight.T,
            self.last.bias,
        )
        return Network(*map(_as_array, numbers))

    def _peaks(self, sample: Tensor) -> tuple[Tensor, Tensor]:
        """Return the largest output of each unit of the first and of the second layer."""
        first = torch.full_like(self.bias, LEAST_PEAK)
        second = torch.full_like(self.second.bias, LEAST_PEAK)
        for piece in sample.split(CHUNK):
            hidden = self.first_layer(piece)
            first = torch.maximum(first, hidden.amax(0))
            second = torch.maximum(second, self.second_layer(hidden).abs().amax(0))
        return first, second


def without_silent_units(network: Network) -> Network:
    """Leave out the units of the first layer that never fired on the sample of the peaks."""
    fires = network.peaks > LEAST_PEAK
    if not fires.any():
        return network
    return network._replace(
        rows=np.ascontiguousarray(network.rows[:, fires]),
        bias=network.bias[fires],
        peaks=network.peaks[fires],
        second=np.ascontiguousarray(network.second[fires]),
    )


def model_of(network: Network, features: FeatureSet = AFTERSTATE, width: int = 0) -> ValueModel:
    """Return the model of a network, with `width` units in the first layer.

    Without it, the number is the next multiple of UNITS_A_TILE, which a GPU likes best. Units that
    are added have no influence, but can learn.
    """
    own, second = network.second.shape
    residual = len(network.third_bias) > 0
    units = width or -(-own // UNITS_A_TILE) * UNITS_A_TILE
    unseen = torch.from_numpy(~network.rows.any(1))
    model = ValueModel(features, units, second, residual=residual)
    with torch.no_grad():
        model.second.weight.zero_()
        model.rows[: features.rows, :own] = torch.from_numpy(network.rows)
        model.rows[: features.rows, own:][unseen] = 0
        model.bias[:own] = torch.from_numpy(network.bias)
        for layer, weights, bias in _layers(model, network):
            layer.weight[:, : len(weights)] = torch.from_numpy(weights).T
            layer.bias.copy_(torch.from_numpy(bias))
    return model


def _layers(model: ValueModel, network: Network) -> Iterator[tuple[nn.Linear, Floats, Floats]]:
    """Yield each layer above the first, with its weights and its bias."""
    yield model.second, network.second, network.second_bias
    if model.third is not None:
        yield model.third, network.third, network.third_bias
    yield model.last, network.last, network.last_bias


def shipped_model() -> ValueModel:
    """Return the model of the learned players' network."""
    path = Path(os.environ.get(NETWORK_VARIABLE) or NETWORK_FILE)
    return model_of(read_network(path)[0])


def to_play(model: ValueModel, where: str) -> ValueModel:
    """Return a model for play on a device; on a GPU in half precision, which is twice as fast."""
    player: ValueModel = model.to(where).requires_grad_(False)
    return player.half() if where == "cuda" else player


def one_hot(features: Tensor, rows: int, kind: torch.dtype) -> Tensor:
    """Encode features as zeros and ones, with a column for each row of the first layer."""
    columns = torch.zeros(len(features), rows, device=features.device, dtype=kind)
    return columns.scatter_(1, features.long(), 1.0)


def chances_and_margins(answers: Tensor) -> Tensor:
    """Convert answers of a model: a row of chances to win and a row of margins in rupees."""
    return torch.stack([torch.sigmoid(answers[:, 0]), answers[:, 1] * MARGIN_SCALE])


def predict(model: ValueModel, features: Tensor) -> Tensor:
    """Value afterstates in chunks: a row of chances to win and a row of margins in rupees."""
    with torch.no_grad():
        answers = torch.cat([model(piece) for piece in features.split(CHUNK)]).float()
    return chances_and_margins(answers)


def _as_array(some: Tensor) -> Floats:
    # A copy: on a CPU it would otherwise share memory with the training weights.
    return np.array(some.detach().float().cpu().numpy(), order="C")
