"""Learning from self-play: Adam, a decaying learning rate, and a moving average that plays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn

from ..bots.network import MARGIN_SCALE, FeatureSet, Network
from .captured_steps import CapturedSteps, LearningBatch
from .model import ValueModel, to_play, without_silent_units
from .self_play import Tries, Window
from .self_play_steps import UNKNOWN

SAMPLE: Final = 32768
"""Afterstates of the last window on which the peaks of the network's units are measured."""


@dataclass(frozen=True, slots=True)
class LearningRates:
    """The first and last learning rate, samples per step, and the decay of the moving average."""

    first: float
    last: float
    batch_size: int
    ema_decay: float
    warm_up: int = 1
    """Steps in which the rate rises from zero."""
    margin_share: float = 0.1
    tries_share: float = 4.0

    def at(self, progress: float, steps: int) -> float:
        """Return the rate after this share of the run: a cosine from the first to the last."""
        rate = self.last + (self.first - self.last) * (1 + math.cos(math.pi * progress)) / 2
        return rate * min(1.0, steps / self.warm_up)


class Learner:
    """The network that learns, and the moving average of its weights that plays."""

    def __init__(self, model: ValueModel, rates: LearningRates, *, is_random: bool = True) -> None:
        """Make a learner of a model, whose weights are random or were learned before."""
        self.model, self.rates, self._was_random = model, rates, is_random
        self.average = deepcopy(model).requires_grad_(False)
        self.steps = 0
        where = model.rows.device
        self._on_gpu = model.rows.is_cuda
        # Tensors, because a captured step cannot read numbers of Python.
        self._rate = torch.tensor(rates.first, device=where)
        self._pull = torch.zeros((), device=where)
        self._loss = torch.zeros((), device=where)
        self.optimizer = self._new_optimizer()
        self.sample = drawn_features(model.features, SAMPLE).to(where)
        self._captured = CapturedSteps(self._step, lambda: self.tensors() | {"loss": self._loss})

    def _new_optimizer(self) -> torch.optim.Adam:
        """Make the optimizer with its whole state, so that a checkpoint can be restored into it."""
        parameters = list(self.model.parameters())
        optimizer = torch.optim.Adam(
            parameters, lr=self._rate, eps=1e-7, fused=self._on_gpu, capturable=self._on_gpu
        )
        for parameter in parameters:
            where = parameter.device if self._on_gpu else None
            optimizer.state[parameter] = {
                "step": torch.zeros((), device=where),
                "exp_avg": torch.zeros_like(parameter),
                "exp_avg_sq": torch.zeros_like(parameter),
            }
        return optimizer

    def player(self) -> ValueModel:
        """Return the average for play."""
        return to_play(deepcopy(self.average), self.model.rows.device.type)

    def network(self) -> Network:
        """Return the average for play, without units that never fire.

        Features that never occurred have zeros, unless their weights were learned before.
        """
        network = without_silent_units(self.average.export(self.sample))
        if self.steps and self._was_random:
            kept = self.optimizer.state[self.model.rows]["exp_avg_sq"]
            untouched = (kept[: len(network.rows)] == 0).all(1).cpu().numpy()
            network.rows[untouched] = 0
        return network

    def tensors(self) -> dict[str, Tensor]:
        """Return everything that learning changes, by name."""
        found = {"sample": self.sample}
        averages = dict(self.average.named_parameters())
        for name, parameter in self.model.named_parameters():
            found[f"model.{name}"] = parameter.data
            found[f"average.{name}"] = averages[name].data
            for key, value in self.optimizer.state[parameter].items():
                found[f"{key}.{name}"] = value
        return found

    def restore(self, kept: dict[str, Tensor], steps: int) -> None:
        """Restore the tensors of a learner; raises KeyError or RuntimeError if they do not fit."""
        for name, mine in self.tensors().items():
            mine.copy_(kept[name])
        self.steps = steps

    def learn(
        self,
        window: Window,
        progress: float,
        chance: torch.Generator,
        check_stop: Callable[[], None] = lambda: None,
    ) -> float:
        """One pass over a window in random order; returns the mean loss of the chance to win.

        `check_stop` is called before each step and may raise.
        """
        self._loss.zero_()
        features = window.features.reshape(-1, self.model.features.count)
        targets = window.targets.reshape(2, -1)
        known = torch.nonzero(targets[0] != UNKNOWN)[:, 0]
        order = known[torch.randperm(len(known), device=known.device, generator=chance)]
        self.remember(features[order[:SAMPLE]])
        pieces = order.split(self.rates.batch_size)
        if len(pieces) > 1 and len(pieces[-1]) < self.rates.batch_size:
            pieces = pieces[:-1]
        tries = _dealt_out(window.tries, len(pieces), chance)
        self.set_rate(progress, len(pieces))
        for some, tried in zip(pieces, tries, strict=True):
            check_stop()
            self._advance(LearningBatch(features[some], targets[:, some], tried))
        return float(self._loss) / len(pieces)

    def remember(self, features: Tensor) -> None:
        """Keep the latest features for the peaks; a window may have fewer than are kept."""
        if self.steps == 0:
            # Features that were only drawn would give peaks that no play comes near.
            features = features.repeat(-(-SAMPLE // len(features)), 1)
        self.sample.copy_(torch.cat([features, self.sample])[:SAMPLE])

    def set_rate(self, progress: float, steps: int) -> None:
        """Set the learning rate of the next steps, after this share of the run."""
        self._rate.fill_(self.rates.at(progress, self.steps + steps))

    def _advance(self, batch: LearningBatch) -> None:
        self._count_step()
        # A window with fewer samples than a batch has another number of them every time.
        if self._on_gpu and len(batch.features) == self.rates.batch_size:
            self._captured(batch)
        else:
            self._step(batch)

    def _step(self, batch: LearningBatch) -> None:
        answers = self.model(batch.features)
        loss = nn.functional.binary_cross_entropy_with_logits(answers[:, 0], batch.targets[0])
        margin = nn.functional.mse_loss(answers[:, 1], batch.targets[1] / MARGIN_SCALE)
        whole = loss + self.rates.margin_share * margin
        if batch.tries:
            whole = whole + self.rates.tries_share * disagreement(self.model, batch.tries)
        self._follow(whole)
        self._loss += loss.detach()

    def take_step(self, loss: Tensor) -> None:
        """Take a step down the gradient of another loss of the model."""
        self._count_step()
        self._follow(loss)

    def _count_step(self) -> None:
        """Count a step; the average follows closely at first."""
        self.steps += 1
        self._pull.fill_(1 - min(self.rates.ema_decay, self.steps / (self.steps + 10)))

    def _follow(self, loss: Tensor) -> None:
        """Move the model down the gradient, and the average towards the model."""
        loss.backward()
        self.optimizer.step()
        # At the end: a recorded step must not begin with gradients from outside of it.
        self.optimizer.zero_grad()
        pairs = zip(self.average.parameters(), self.model.parameters(), strict=True)
        with torch.no_grad():
            for old, new in pairs:
                old.lerp_(new, self._pull)


def drawn_features(features: FeatureSet, count: int) -> Tensor:
    """Draw features, each from its own rows, before any round was played."""
    chance = torch.Generator().manual_seed(1)
    starts = torch.from_numpy(features.starts)
    draws = torch.rand(count, features.count, generator=chance, dtype=torch.float64)
    return (starts[:-1] + draws * starts.diff()).to(torch.int16)


def disagreement(model: ValueModel, tries: Tries) -> Tensor:
    """Return the loss of the network against search, in the differences between options.

    What all options of a group have in common, such as the luck of the cards, does not count. An
    option without another one to compare it with adds nothing, but lowers the mean.
    """
    features = tries.features.reshape(-1, tries.features.shape[-1])
    thought = torch.sigmoid(model(features)[:, 0]).reshape(tries.found.shape)
    counts = tries.compared.float()
    off = (thought - tries.found) * counts
    common = off.sum(1, keepdim=True) / counts.sum(1, keepdim=True).clamp(min=1)
    apart = (off - common * counts).square().sum()
    return apart / counts.sum().clamp(min=1)


def _dealt_out(tries: Tries | None, pieces: int, chance: torch.Generator) -> Sequence[Tries | None]:
    """Split the tries in random order into about equal parts, one for each step of a pass."""
    if tries is None:
        return [None] * pieces
    where = tries.found.device
    order = torch.randperm(len(tries.found), device=where, generator=chance)
    parts = order.tensor_split(pieces)
    return [Tries(tries.features[p], tries.found[p], tries.compared[p]) for p in parts]
