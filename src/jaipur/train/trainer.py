"""Windows of self-play and learning, one after the other, as the settings have them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import torch

from ..bots.afterstate import AFTERSTATE
from ..bots.network_file import read_network
from ..errors import JaipurError, message
from .devices import ComputeDevice
from .learner import Learner, LearningRates
from .model import ValueModel, model_of
from .self_play import PlaySettings, SelfPlay
from .settings import TrainingSettings
from .tables import TableBatch


@dataclass(frozen=True, slots=True)
class TrainedWindow:
    """The mean loss of a window, the rounds finished in it, and the seconds that it took."""

    loss: float
    finished: int
    play_seconds: float
    learn_seconds: float


class OtherShape(JaipurError):
    """The network to begin with does not have the layers of the run."""


def new_model(settings: TrainingSettings) -> ValueModel:
    """Make the model that a run begins with; the seed decides its random weights."""
    torch.manual_seed(settings.seed)
    if settings.start_network:
        return _grown(settings)
    return ValueModel(AFTERSTATE, settings.width, settings.second_width, residual=settings.residual)


def _grown(settings: TrainingSettings) -> ValueModel:
    """Make a model with the weights of a network; further units of the first layer are fresh."""
    network, _ = read_network(Path(settings.start_network))
    width, second = network.second.shape
    if width > settings.width or (second, network.is_deep) != (
        settings.second_width,
        settings.residual,
    ):
        raise OtherShape(
            message(
                "{file} has {width} and {second} units; give --width {width} or more, "
                "--second-width {second} and {residual}."
            ),
            file=settings.start_network,
            width=width,
            second=second,
            residual="--residual" if network.is_deep else "--no-residual",
        )
    return model_of(network, width=settings.width)


def new_learner(settings: TrainingSettings, model: ValueModel, where: str) -> Learner:
    """Make the learner of a model on a device."""
    torch.backends.cuda.matmul.allow_tf32 = True
    rates = LearningRates(
        settings.learning_rate,
        settings.final_learning_rate,
        settings.batch_size,
        settings.ema_decay,
        settings.warm_up_steps,
    )
    return Learner(model.to(where), rates, is_random=not settings.start_network)


class Trainer:
    """Plays windows with the average of a learner, and has it learn from them.

    With a frozen model, that plays one seat of every table, and only the other seat learns.
    """

    def __init__(
        self,
        settings: TrainingSettings,
        learner: Learner,
        device: ComputeDevice,
        *,
        windows_done: int = 0,
        frozen: ValueModel | None = None,
    ) -> None:
        self.settings, self.learner = settings, learner
        self.chance = torch.Generator(device.name)
        self.chance.manual_seed(settings.seed + windows_done)
        # A resumed run must not deal the same rounds again.
        seed = settings.seed + (windows_done << 32)
        share = settings.rival_share
        tables = TableBatch(device, settings.tables, seed, share, frozen=frozen is not None)
        self.self_play = SelfPlay(tables, frozen)

    def train_window(
        self, progress: float, check_stop: Callable[[], None] = lambda: None
    ) -> TrainedWindow:
        """Play a window and learn from it, after this share of the run."""
        start = time.monotonic()
        player, plies = self.learner.player(), self.settings.plies
        window = self.self_play.play_window(
            player, plies, self._manner(progress), self.chance, check_stop
        )
        middle = time.monotonic()
        loss = self.learner.learn(window, progress, self.chance, check_stop)
        return TrainedWindow(loss, window.finished, middle - start, time.monotonic() - middle)

    def _manner(self, progress: float) -> PlaySettings:
        settings = self.settings
        share = 0.0 if progress >= settings.noise_until else settings.noise_share
        searching = progress >= settings.search_from
        return PlaySettings(share, settings.noise_scale, settings.td_lambda, searching)
