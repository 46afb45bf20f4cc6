"""Train the rollout network: `python -m bench.rollout_network SECONDS FILE`.

The vizier plays against itself at many tables at once, with a little noise, and a smaller network
learns the values that the vizier's gives to all options of a turn, above all which of them is best.
Needs PyTorch, and a GPU to be of use.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise

import torch
from torch import Tensor, nn

from bench.arguments import training_arguments
from jaipur.bots.afterstate import AFTERSTATE
from jaipur.bots.network_file import network_card, save_network
from jaipur.train.devices import device_named
from jaipur.train.learner import Learner, LearningRates
from jaipur.train.model import ValueModel, predict, shipped_model, to_play
from jaipur.train.option_values import OptionValues
from jaipur.train.self_play import gumbel_noise
from jaipur.train.self_play_steps import UNKNOWN
from jaipur.train.tables import TableBatch

WIDTH, SECOND = 256, 64
RATES = LearningRates(first=3e-3, last=1e-5, batch_size=2048, ema_decay=0.998, warm_up=500)
"""A batch counts turns here, with all their options."""
EVERY = 4
"""One ply in so many is learned from: neighbouring turns have much in common."""
NOISE_SHARE, NOISE_SCALE = 0.15, 0.04
SHARPNESS = 100.0
"""How strongly the policy that learns prefers what it values higher by a share of 1."""
REGRET_SHARE = 20.0
"""The weight of regret beside the error of the values."""
SEED = 78


@dataclass(frozen=True)
class Turns:
    """Turns with all their options: features, the vizier's chances, and the turn of each."""

    features: Tensor
    chances: Tensor
    turns: Tensor
    count: int


def learned_turns(options: OptionValues, chances: Tensor) -> Turns:
    """Return the turns with a choice in which no option ends the round."""
    tables = options.tables
    numbers = torch.arange(options.count, device=chances.device) - options.first[options.table_of]
    ends = tables.exact[options.table_of, numbers] != UNKNOWN
    ending = torch.zeros(tables.count, device=chances.device).index_add_(
        0, options.table_of, ends.float()
    )
    is_open = (ending == 0) & (tables.counts > 1)
    kept = torch.nonzero(is_open[options.table_of])[:, 0]
    places = torch.cumsum(is_open, 0) - 1
    turns = places[options.table_of[kept]]
    return Turns(options.describe_all()[kept], chances[kept], turns, int(is_open.sum()))


def batches_of(learned: Turns, size: int) -> list[Turns]:
    """Split into batches of so many turns; the last one may be smaller."""
    starts = torch.arange(0, learned.count + size, size, device=learned.turns.device)
    bounds = torch.searchsorted(learned.turns, starts).tolist()
    return [
        Turns(
            learned.features[begin:end],
            learned.chances[begin:end],
            learned.turns[begin:end] - number * size,
            min(size, learned.count - number * size),
        )
        for number, (begin, end) in enumerate(pairwise(bounds))
        if end > begin
    ]


def best_in(values: Tensor, some: Turns) -> Tensor:
    """Return the largest value of each turn."""
    start = values.new_full((some.count,), -1.0)
    return start.scatter_reduce(0, some.turns, values, "amax")


def policy_loss(model: ValueModel, some: Turns) -> Tensor:
    """Return the error of the values and the regret of a policy that follows them."""
    logits = model(some.features)[:, 0]
    chances = torch.sigmoid(logits)
    error = nn.functional.binary_cross_entropy_with_logits(logits, some.chances)
    leads = chances - best_in(chances.detach(), some)[some.turns]
    weights = torch.exp(SHARPNESS * leads)
    total = torch.zeros_like(weights[: some.count]).index_add(0, some.turns, weights)
    behind = best_in(some.chances, some)[some.turns] - some.chances
    return error + REGRET_SHARE * (weights / total[some.turns] * behind).sum() / some.count


def regret_of(model: ValueModel, some: Turns) -> tuple[float, float]:
    """Return the mean regret of the model's choices, and how often it chooses otherwise."""
    found = predict(model, some.features)[0]
    is_chosen = found == best_in(found, some)[some.turns]
    chosen = best_in(torch.where(is_chosen, some.chances, -1.0), some)
    behind = best_in(some.chances, some) - chosen
    return float(behind.mean()), float((behind > 0).float().mean())


def main() -> None:
    """Train for some seconds and write the network."""
    given = training_arguments(__doc__ or "", WIDTH, SECOND)
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(SEED)
    device, card = device_named("auto"), network_card()
    chance = torch.Generator(device.name).manual_seed(SEED)
    options = OptionValues(TableBatch(device, given.tables, SEED))
    results = torch.zeros(2, given.tables, device=device.name)
    player = to_play(shipped_model(), device.name)
    model = ValueModel(AFTERSTATE, given.width, given.second, residual=True)
    learner = Learner(model.to(device.name), RATES)
    start, ply, turns, told = time.monotonic(), 0, 0, 0.0
    while (progress := (time.monotonic() - start) / given.seconds) < 1:
        options.tables.deal()
        options.list_options()
        chances = options.values(player)[0]
        noise = gumbel_noise(options.count, NOISE_SCALE, chance)
        draws = torch.rand(given.tables, device=device.name, generator=chance)
        options.choose(chances, noise * (draws < NOISE_SHARE)[options.table_of])
        if ply % EVERY == 0:
            learned = learned_turns(options, chances)
            passed = time.monotonic() - start
            if passed - told > 20:
                told, (regret, other) = passed, regret_of(learner.average, learned)
                print(f"{passed:.0f} s, {turns:,} turns, regret {100 * regret:.3f} points, "
                      f"other choices {100 * other:.1f} %", flush=True)  # fmt: skip
            shuffled = torch.randperm(len(learned.features), device=device.name, generator=chance)
            learner.remember(learned.features[shuffled[:32_768]])
            batches = batches_of(learned, RATES.batch_size)
            learner.set_rate(progress, len(batches))
            for some in batches:
                learner.take_step(policy_loss(learner.model, some))
            turns += learned.count
        options.tables.play(results)
        ply += 1
    name = f"rollouts {given.width}x{given.second}, {turns:,} turns of {card.digest}"
    save_network(given.file, learner.network(), name)
    regret, other = regret_of(learner.average, learned_turns(options, chances))
    print(f"{turns:,} turns; regret {100 * regret:.3f} points, "
          f"other choices {100 * other:.1f} %", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
