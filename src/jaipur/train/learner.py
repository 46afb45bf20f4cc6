"""Learning from self-play: Adam, a decaying learning rate, and a moving average that plays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from ..bots.afterstate import FEATURES
from ..bots.network import MARGIN_SCALE, Network
from .model import ValueModel
from .self_play import Tries, Window
from .self_play_steps import UNKNOWN


@dataclass(frozen=True, slots=True)
class LearningRates:
    """The first and last learning rate, samples per step, and the decay of the moving average."""

    first: float
    last: float
    batch_size: int
    ema_decay: float
    margin_share: float = 0.1
    tries_share: float = 4.0

    def at(self, progress: float) -> float:
        """Return the rate after this share of the run: a cosine from the first to the last."""
        return self.last + (self.first - self.last) * (1 + math.cos(math.pi * progress)) / 2


class Learner:
    """The network that learns, and the moving average of its weights that plays."""

    def __init__(self, model: ValueModel, rates: LearningRates) -> None:
        self.model, self.rates = model, rates
        self.average = deepcopy(model).requires_grad_(False)
        self.optimizer = torch.optim.Adam(model.parameters(), lr=rates.first, eps=1e-7)
        self.steps = 0

    def player(self) -> ValueModel:
        """Return the average; on a GPU in half precision, which is twice as fast."""
        on_gpu = next(self.average.parameters()).is_cuda
        player: ValueModel = deepcopy(self.average).half() if on_gpu else self.average
        return player

    def network(self) -> Network:
        """Return the average for play, with zeros for features that never occurred."""
        network: Network = self.average.export()
        kept = self.optimizer.state.get(self.model.rows)
        if kept:
            untouched = (kept["exp_avg_sq"][: len(network.rows)] == 0).all(1).cpu().numpy()
            network.rows[untouched] = 0
        return network

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
        for group in self.optimizer.param_groups:
            group["lr"] = self.rates.at(progress)
        features, targets = window.features.reshape(-1, FEATURES), window.targets.reshape(2, -1)
        known = torch.nonzero(targets[0] != UNKNOWN)[:, 0]
        order = known[torch.randperm(len(known), device=known.device, generator=chance)]
        pieces = order.split(self.rates.batch_size)
        if len(pieces) > 1 and len(pieces[-1]) < self.rates.batch_size:
            pieces = pieces[:-1]
        tries = _dealt_out(window.tries, len(pieces), chance)
        losses: list[Tensor] = []
        for some, tried in zip(pieces, tries, strict=True):
            check_stop()
            losses.append(self._step(features[some], targets[:, some], tried))
        return float(torch.stack(losses).mean())

    def _step(self, features: Tensor, targets: Tensor, tries: Tries | None) -> Tensor:
        answers = self.model(features)
        loss = nn.functional.binary_cross_entropy_with_logits(answers[:, 0], targets[0])
        margin = nn.functional.mse_loss(answers[:, 1], targets[1] / MARGIN_SCALE)
        whole = loss + self.rates.margin_share * margin
        if tries:
            whole = whole + self.rates.tries_share * disagreement(self.model, tries)
        self.optimizer.zero_grad()
        whole.backward()
        self.optimizer.step()
        self.steps += 1
        self._remember()
        return loss.detach()

    def _remember(self) -> None:
        """Update the moving average; at first it follows closely."""
        ema_decay = min(self.rates.ema_decay, self.steps / (self.steps + 10))
        pairs = zip(self.average.parameters(), self.model.parameters(), strict=True)
        with torch.no_grad():
            for old, new in pairs:
                old.lerp_(new, 1 - ema_decay)


def disagreement(model: ValueModel, tries: Tries) -> Tensor:
    """Return the loss of the network against search, in the differences between options.

    What all options of a group have in common, such as the luck of the cards, does not count. An
    option without another one to compare it with adds nothing, but lowers the mean.
    """
    thought = torch.sigmoid(model(tries.features.reshape(-1, FEATURES))[:, 0]).reshape(
        tries.found.shape
    )
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
