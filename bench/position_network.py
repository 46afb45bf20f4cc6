"""Train the position network: `python -m bench.position_network SECONDS FILE [TABLES]`.

The vizier plays against itself at many tables at once, with a little noise. The network learns the
chance to win of every position from what came later (TD(λ), λ falling during the run). It needs
PyTorch, and a GPU to be of use. Then measure it: `python -m bench.luck`.
"""

from __future__ import annotations

import sys
import time
from copy import deepcopy
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from jaipur.bots.afterstate import ROWS
from jaipur.bots.network import LEAK, MARGIN_SCALE, Network
from jaipur.bots.network_file import read_network, save_network
from jaipur.judge.position_network import FEATURES, POSITION_FEATURES, position_features
from jaipur.kernel.layout import STARTER, TURN, Array
from jaipur.train import self_play_steps
from jaipur.train.devices import device_named
from jaipur.train.model import ValueModel, predict
from jaipur.train.self_play import PlaySettings, TableBatch, _noise
from jaipur.train.self_play_steps import UNKNOWN, Shorts

WIDTH, SECOND = 256, 16
PLIES = 32
BATCH = 32_768
RATES = (2e-3, 1e-5)
LAMBDAS = (0.95, 0.6)
"""At first from results, in the end mostly from the next values: luck is about small steps."""
NOISE = PlaySettings(noise_share=0.05, noise_scale=0.04, td_lambda=0.0)
EMA_DECAY = 0.998
COLUMNS = -(-POSITION_FEATURES.rows // 64) * 64
MARGIN_SHARE = 0.1
SEED = 77


class PositionModel(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Maps the features of a position to the logit of winning and the margin."""

    def __init__(self, width: int, second: int) -> None:
        super().__init__()
        self.rows = nn.Parameter(torch.randn(COLUMNS, width) / FEATURES**0.5)
        self.bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, second)
        self.last = nn.Linear(second, 2)

    def forward(self, features: Tensor) -> Tensor:
        """Return logit and margin (in units of MARGIN_SCALE)."""
        if features.is_cuda:
            hot = torch.zeros(len(features), COLUMNS, device=features.device, dtype=self.rows.dtype)
            first = torch.addmm(self.bias, hot.scatter_(1, features.long(), 1.0), self.rows)
        else:
            bag = nn.functional.embedding_bag(features.int(), self.rows, mode="sum")
            first = bag + self.bias
        return self.last(nn.functional.leaky_relu(self.second(first.relu()), float(LEAK)))

    def export(self) -> Network:
        """Return the parameters for play."""
        numbers = (
            self.rows[: POSITION_FEATURES.rows],
            self.bias,
            self.second.weight.T,
            self.second.bias,
            self.last.weight.T,
            self.last.bias,
        )
        return Network(
            *(np.array(some.detach().float().cpu().numpy(), order="C") for some in numbers)
        )


def describe_position(table: int, positions: Array, features: Shorts) -> None:
    """Write the features of a position (a step of self-play)."""
    position_features(positions[table], features[table])


def vizier(where: str) -> ValueModel:
    """Return the learned players' network as a model that plays."""
    network, _ = read_network(Path("src/jaipur/bots/maharaja.npz"))
    width, second = network.second.shape
    model = ValueModel(width, second)
    with torch.no_grad():
        model.rows.zero_()
        model.rows[:ROWS] = torch.from_numpy(network.rows)
        model.bias.copy_(torch.from_numpy(network.bias))
        model.second.weight.copy_(torch.from_numpy(network.second.T.copy()))
        model.second.bias.copy_(torch.from_numpy(network.second_bias))
        model.last.weight.copy_(torch.from_numpy(network.last.T.copy()))
        model.last.bias.copy_(torch.from_numpy(network.last_bias))
    player: ValueModel = model.to(where).requires_grad_(False)
    return player.half() if where == "cuda" else player


class Played:
    """The positions of a window: features, seats to act, results and margins of seat 0."""

    def __init__(self, tables: TableBatch) -> None:
        where, count = tables.device.name, tables.count
        self.features = torch.empty(PLIES, count, FEATURES, dtype=torch.int16, device=where)
        self.seats = torch.empty(PLIES, count, device=where)
        self.results = torch.zeros(PLIES, 2, count, device=where)
        self.starters = torch.zeros(PLIES, count, device=where)


def play(tables: TableBatch, player: ValueModel, chance: torch.Generator) -> Played:
    """Play a window of plies at every table."""
    played = Played(tables)
    for ply in range(PLIES):
        tables.deal()
        tables.device.each(describe_position, tables.count, tables.positions, played.features[ply])
        played.seats[ply] = tables.positions[:, TURN]
        played.starters[ply] = tables.positions[:, STARTER]
        tables.list_options()
        table_of, first, every = tables.describe()
        values = predict(player, every)
        noise = _noise(tables.count, table_of, NOISE, chance)
        choices = (first, tables.counts, tables.exact, values[0], noise, tables.chosen)
        tables.device.each(self_play_steps.choose_best, tables.count, *choices)
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


def values_of_seat_0(model: PositionModel, played: Played) -> Tensor:
    """Value every position of a window."""
    with torch.no_grad():
        flat = played.features.reshape(-1, FEATURES)
        answers = torch.cat([model(piece) for piece in flat.split(1 << 18)]).float()
    chance = torch.sigmoid(answers[:, 0]).reshape(played.seats.shape)
    margin = (answers[:, 1] * MARGIN_SCALE).reshape(played.seats.shape)
    mine = played.seats == 0
    return torch.stack([torch.where(mine, chance, 1 - chance), torch.where(mine, margin, -margin)])


def learn(
    model: PositionModel, average: PositionModel, optimizer: torch.optim.Adam,
    played: Played, targets: Tensor, chance: torch.Generator,
) -> float:  # fmt: skip
    """One pass over a window in random order; return the mean loss of the chance to win."""
    features = played.features[:-1].reshape(-1, FEATURES)
    wanted = targets[:, :-1].reshape(2, -1)
    order = torch.randperm(len(features), device=features.device, generator=chance)
    losses = []
    for some in order.split(BATCH):
        answers = model(features[some])
        loss = nn.functional.binary_cross_entropy_with_logits(answers[:, 0], wanted[0, some])
        margin = nn.functional.mse_loss(answers[:, 1], wanted[1, some] / MARGIN_SCALE)
        optimizer.zero_grad()
        (loss + MARGIN_SHARE * margin).backward()
        optimizer.step()
        with torch.no_grad():
            torch._foreach_lerp_(
                list(average.parameters()), list(model.parameters()), 1 - EMA_DECAY
            )
        losses.append(loss.detach())
    return float(torch.stack(losses).mean())


def main() -> None:
    """Train for some seconds and write the network."""
    seconds, file = float(sys.argv[1]), Path(sys.argv[2])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 65_536
    width, second = (int(sys.argv[4]), int(sys.argv[5])) if len(sys.argv) > 5 else (WIDTH, SECOND)
    torch.set_float32_matmul_precision("high")
    torch.manual_seed(SEED)
    device = device_named("auto")
    chance = torch.Generator(device.name).manual_seed(SEED)
    tables, player = TableBatch(device, count, SEED), vizier(device.name)
    model = PositionModel(width, second).to(device.name)
    average = deepcopy(model).requires_grad_(False)
    optimizer = torch.optim.Adam(model.parameters(), lr=RATES[0], eps=1e-7)
    start, windows, rounds, told = time.monotonic(), 0, 0, 0.0
    while (progress := (time.monotonic() - start) / seconds) < 1:
        for group in optimizer.param_groups:
            cosine = (1 + np.cos(np.pi * progress)) / 2
            group["lr"] = RATES[1] + (RATES[0] - RATES[1]) * cosine
        played = play(tables, player, chance)
        td_lambda = LAMBDAS[0] + (LAMBDAS[1] - LAMBDAS[0]) * progress
        targets = targets_of(played, values_of_seat_0(average, played), td_lambda)
        loss = learn(model, average, optimizer, played, targets, chance)
        windows += 1
        rounds += int((played.results[:, 0] != UNKNOWN).sum())
        if time.monotonic() - told > 20:
            told = time.monotonic()
            passed = time.monotonic() - start
            print(f"{passed:.0f} s, {windows} windows, {rounds:,} rounds, loss {loss:.5f}",
                  flush=True)  # fmt: skip
    save_network(file, average.export(), f"position {width}x{second}", POSITION_FEATURES)
    print(f"{windows} windows, {rounds:,} rounds")


if __name__ == "__main__":
    main()
