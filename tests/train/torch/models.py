"""Small models, features and windows for the tests."""

import numpy as np
import torch

from jaipur.bots.afterstate import AFTERSTATE, FEATURES, FROM
from jaipur.train.model import ValueModel
from jaipur.train.self_play import PlaySettings, SelfPlay, Window
from jaipur.train.tables import TableBatch


def small_model(width: int, second: int, *, residual: bool = False) -> ValueModel:
    return ValueModel(AFTERSTATE, width, second, residual=residual)


def some_features(count: int) -> torch.Tensor:
    """Features that could be, each in its stretch of rows."""
    chance = np.random.default_rng(1)
    return torch.from_numpy(
        chance.integers(FROM[:-1], FROM[1:], (count, FEATURES)).astype(np.int16)
    )


def play(
    tables: TableBatch, model: ValueModel, plies: int, manner: PlaySettings, chance: torch.Generator
) -> Window:
    return SelfPlay(tables).play_window(model, plies, manner, chance)
