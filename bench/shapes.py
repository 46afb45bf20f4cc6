"""Shapes of a network: `python -m bench.shapes SECONDS [SHAPE …]` trains and measures each.

A shape is the units of the first layer, those of the second and perhaps `res` for a residual layer:
1024-256-res, 512-16. Each is trained for SECONDS seconds from random weights, with the whole
schedule in that time, and plays mirrored rounds against the shipped network. Needs PyTorch, and a
GPU to be of use.
"""

from __future__ import annotations

import shlex
import sys
import time
from dataclasses import dataclass, replace

from bench.results import paragraph, table_of, write
from jaipur.bots.network_file import network_card
from jaipur.train.devices import ComputeDevice, device_named
from jaipur.train.duel import DuelScore, duel
from jaipur.train.model import shipped_model, to_play
from jaipur.train.settings import TrainingSettings
from jaipur.train.trainer import Trainer, new_learner, new_model

SHAPES = ("512-16", "512-64", "1024-64", "1024-64-res", "1024-256-res", "1536-256-res")
DEALS = 65_536
"""Deals of a duel, each played twice."""


@dataclass(frozen=True)
class Trained:
    """What came of a shape."""

    shape: str
    parameters: int
    rounds: int
    generated_a_second: float
    score: DuelScore


def settings_of(shape: str) -> TrainingSettings:
    """Return the settings of training for a shape."""
    width, second, *rest = shape.split("-")
    if rest not in ([], ["res"]):
        raise SystemExit(f"{shape} is no shape; such are 1024-256-res and 512-16.")
    return replace(
        TrainingSettings(), width=int(width), second_width=int(second), residual=rest == ["res"]
    )


def train(shape: str, seconds: float, device: ComputeDevice) -> Trained:
    """Train a network of some shape and measure it; compiling does not count."""
    settings = settings_of(shape)
    learner = new_learner(settings, new_model(settings), device.name)
    trainer = Trainer(settings, learner, device)
    rounds = trainer.train_window(0.0).finished
    generated, playing, begun = 0, 0.0, time.monotonic()
    while (progress := (time.monotonic() - begun) / seconds) < 1:
        window = trainer.train_window(progress)
        generated, playing = generated + window.finished, playing + window.play_seconds
    rounds += generated
    score = duel(device, learner.player(), to_play(shipped_model(), device.name), DEALS)
    parameters = sum(some.numel() for some in learner.model.parameters())
    return Trained(shape, parameters, rounds, generated / max(playing, 1e-9), score)


def row_of(trained: Trained) -> tuple[str, ...]:
    """Return a row of the table."""
    share, error = 100 * trained.score.share, 100 * trained.score.error
    return (
        trained.shape,
        f"{trained.parameters:,}",
        f"{trained.rounds:,}",
        f"{trained.generated_a_second:,.0f}",
        f"{share:.2f} ± {error:.2f} %",
    )


def main() -> None:
    """Train every shape and write the table."""
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    seconds, shapes = float(sys.argv[1]), sys.argv[2:] or SHAPES
    device, rows = device_named("auto"), []
    for shape in shapes:
        rows.append(row_of(train(shape, seconds, device)))
        print(*rows[-1], sep=", ", flush=True)
    head = "shape | parameters | rounds learned from | rounds generated a second | share won"
    told = f"""`python -m bench.shapes {shlex.join(sys.argv[1:])}` writes this: each shape was
    trained for {seconds:g} seconds from random weights and then played {2 * DEALS:,} mirrored
    rounds against the network {network_card().digest} (± one standard error)."""
    write("shapes", f"## Shapes of the network\n\n{paragraph(told)}\n\n{table_of(head, rows)}")


if __name__ == "__main__":
    main()
