"""Train the position network: `python -m bench.position_network SECONDS FILE`.

The vizier plays against itself at many tables at once, with a little noise. The network learns the
chance to win of every position from what came later (TD(λ), λ falling during the run). It needs
PyTorch, and a GPU to be of use. Then measure it: `python -m bench.luck`.
"""

from __future__ import annotations

import time

import torch
from torch import Tensor

from bench.arguments import training_arguments
from jaipur.bots.network_file import network_card, save_network
from jaipur.bots.position_network import FEATURES, POSITION_FEATURES, position_features
from jaipur.kernel.layout import TURN, Array
from jaipur.train.devices import device_named
from jaipur.train.learner import Learner, LearningRates
from jaipur.train.model import ValueModel, predict, shipped_model, to_play
from jaipur.train.option_values import OptionValues
from jaipur.train.self_play import Window, gumbel_noise
from jaipur.train.self_play_steps import UNKNOWN, Shorts
from jaipur.train.tables import TableBatch

WIDTH, SECOND = 512, 64
PLIES = 32
RATES = LearningRates(first=2e-3, last=1e-5, batch_size=8192, ema_decay=0.999, warm_up=2000)
LAMBDAS = (0.95, 0.6)
"""At first from results, in the end mostly from the next values: luck is about small steps."""
NOISE_SHARE, NOISE_SCALE, NOISE_UNTIL = 0.05, 0.04, 0.6
SEED = 77


def describe_position(table: int, positions: Array, features: Shorts) -> None:
    """Write the features of a position (a step of self-play)."""
    position_features(positions[table], features[table])


class Played:
    """The positions of a window: features, seats to act, results and margins of seat 0."""

    def __init__(self, tables: TableBatch) -> None:
        where, count = tables.device.name, tables.count
        self.features = torch.empty(PLIES, count, FEATURES, dtype=torch.int16, device=where)
        self.seats = torch.empty(PLIES, count, device=where)
        self.results = torch.zeros(PLIES, 2, count, device=where)


def play(
    options: OptionValues, player: ValueModel, noise_share: float, chance: torch.Generator
) -> Played:
    """Play a window of plies at every table."""
    tables = options.tables
    played = Played(tables)
    for ply in range(PLIES):
        tables.deal()
        tables.device.each(describe_position, tables.count, tables.positions, played.features[ply])
        played.seats[ply] = tables.positions[:, TURN]
        options.list_options()
        chances = options.values(player)[0]
        draws = torch.rand(tables.count, device=chances.device, generator=chance)
        noise = gumbel_noise(options.count, NOISE_SCALE, chance)
        options.choose(chances, noise * (draws < noise_share)[options.table_of])
        tables.play(played.results[ply])
    return played


def targets_of(played: Played, values: Tensor, td_lambda: float) -> Tensor:
    """Return the TD(λ) targets of the seat to act; `values` are those of seat 0."""
    found = torch.empty_like(values)
    later = values[:, -1]  # beyond the window nothing is known but the value itself
    for ply in range(PLIES - 1, -1, -1):
        over = played.results[ply, 0] != UNKNOWN
        if ply < PLIES - 1:
            later = (1 - td_lambda) * values[:, ply + 1] + td_lambda * later
        later = torch.where(over, played.results[ply], later)
        found[:, ply] = later
    mine = played.seats == 0
    return torch.stack(
        [torch.where(mine, found[0], 1 - found[0]), torch.where(mine, found[1], -found[1])]
    )


def values_of_seat_0(model: ValueModel, played: Played) -> Tensor:
    """Value every position of a window."""
    values = predict(model, played.features.reshape(-1, FEATURES))
    chance, margin = values.reshape(2, *played.seats.shape)
    mine = played.seats == 0
    return torch.stack([torch.where(mine, chance, 1 - chance), torch.where(mine, margin, -margin)])


def main() -> None:
    """Train for some seconds and write the network."""
    given = training_arguments(__doc__ or "", WIDTH, SECOND)
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(SEED)
    device = device_named("auto")
    chance = torch.Generator(device.name).manual_seed(SEED)
    options = OptionValues(TableBatch(device, given.tables, SEED))
    player = to_play(shipped_model(), device.name)
    model = ValueModel(POSITION_FEATURES, given.width, given.second, residual=True)
    learner = Learner(model.to(device.name), RATES)
    start, windows, rounds, told = time.monotonic(), 0, 0, 0.0
    while (progress := (time.monotonic() - start) / given.seconds) < 1:
        noise_share = NOISE_SHARE if progress < NOISE_UNTIL else 0.0
        played = play(options, player, noise_share, chance)
        td_lambda = LAMBDAS[0] + (LAMBDAS[1] - LAMBDAS[0]) * progress
        targets = targets_of(played, values_of_seat_0(learner.average, played), td_lambda)
        window = Window(played.features[:-1], targets[:, :-1], 0)
        loss = learner.learn(window, progress, chance)
        windows += 1
        rounds += int((played.results[:, 0] != UNKNOWN).sum())
        if time.monotonic() - told > 20:
            told = time.monotonic()
            passed = time.monotonic() - start
            print(f"{passed:.0f} s, {windows} windows, {rounds:,} rounds, loss {loss:.5f}",
                  flush=True)  # fmt: skip
    name = f"position {given.width}x{given.second}, {rounds:,} rounds of {network_card().digest}"
    save_network(given.file, learner.network(), name, POSITION_FEATURES)
    print(f"{windows} windows, {rounds:,} rounds")


if __name__ == "__main__":
    main()
