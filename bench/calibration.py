"""Calibration of the network: `python -m bench.calibration [ROUNDS]` writes the table and the plot.

The vizier plays against itself; its estimated chance to win after each chosen action is compared
with the result of the round.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
import numpy.typing as npt

from bench.results import table_of, write
from jaipur.arena.playing import NOBODY, start_round
from jaipur.bots.action_values import (
    ValueWorkspace,
    best_option,
    new_value_workspace,
    value_options,
)
from jaipur.bots.network import RoundedNetwork
from jaipur.bots.network_file import network_card, shipped_network
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import END, RUNNING, TURN, Array, new_position, new_view
from jaipur.kernel.rules import apply, score, winner
from jaipur.plots import COLOURS, Panel, circle, line, path, scale, svg_file, text

FloatArray = npt.NDArray[np.float64]

SEED = 2027
ROUNDS = 3_000
PIECE = 64
"""Rounds that a process plays at a time."""
MOST_TURNS = 600
BINS = 20
PICTURE = Path(__file__).with_name("reliability.svg")
LEFT, RIGHT = 9.0, 97.0
HEIGHT = 480
SEAT, CHANCE, MARGIN, WON, RUPEES = 0, 1, 2, 3, 4


def play_round(
    number: int,
    box: tuple[Array, Array],
    network: RoundedNetwork,
    workspace: ValueWorkspace,
    rows: FloatArray,
) -> int:
    """Play a round, write a row for each decision, and return their number."""
    position, view, turns = new_position(), new_view(), 0
    start_round(position, SEED, number, NOBODY, box[0], box[1])
    while position[END] == RUNNING:
        seat = int(position[TURN])
        observe(position, seat, view)
        best = best_option(workspace.values, value_options(view, network, workspace))
        rows[turns, SEAT] = seat
        rows[turns, CHANCE], rows[turns, MARGIN] = (
            workspace.values[0, best],
            workspace.values[1, best],
        )
        apply(position, int(workspace.options[best]))
        turns += 1
    won, rupees = winner(position), score(position, 0) - score(position, 1)
    for turn in range(turns):
        mine = 1.0 if rows[turn, SEAT] == won else 0.0
        rows[turn, WON] = 0.5 if won == NOBODY else mine
        rows[turn, RUPEES] = rupees if rows[turn, SEAT] == 0 else -rupees
    return turns


def decisions(first: int, end: int) -> FloatArray:
    """Return every decision of some rounds."""
    network = shipped_network()
    workspace, box, play = new_value_workspace(network), sorted_box(), compiled(play_round)
    pieces = [np.zeros((0, 5))]
    for number in range(first, end):
        rows = np.zeros((MOST_TURNS, 5))
        pieces.append(rows[: play(number, box, network, workspace, rows)])
    return np.concatenate(pieces)


def all_decisions(rounds: int) -> FloatArray:
    """Return every decision of so many rounds, played on all cores."""
    decisions(0, 1)  # Compiled here, and not again in every process.
    starts = range(0, rounds, PIECE)
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        ends = (min(start + PIECE, rounds) for start in starts)
        return np.concatenate(list(processes.map(decisions, starts, ends)))


def bins_of(rows: FloatArray) -> list[tuple[int, float, float]]:
    """Return decisions, mean chance and share won for each of 20 bins."""
    places = np.minimum((rows[:, CHANCE] * BINS).astype(int), BINS - 1)
    groups = [rows[places == place] for place in range(BINS)]
    return [
        (len(some), float(some[:, CHANCE].mean()), float(some[:, WON].mean()))
        for some in groups
        if len(some)
    ]


def calibration_error(bins: list[tuple[int, float, float]]) -> float:
    """Return the expected calibration error: bins weighted by their decisions."""
    total = sum(count for count, _, _ in bins)
    return sum(count * abs(chance - won) for count, chance, won in bins) / total


def picture(bins: list[tuple[int, float, float]], caption: str) -> str:
    """Draw the reliability diagram: share won by estimated chance, with the diagonal."""
    panel = Panel(60, 60 + HEIGHT, 0.0, 1.0, 0.2)
    x = scale(0, 1, LEFT, RIGHT)
    most = max(count for count, _, _ in bins)
    parts = [
        text(caption, LEFT, 28, kind="title"),
        text("share of rounds won", LEFT, panel.top - 12),
        *panel.frame(lambda tick: f"{100 * tick:.0f} %", LEFT, RIGHT),
        *(text(f"{20 * tick} %", x(tick / 5), panel.bottom + 20, "middle") for tick in range(6)),
        text("chance to win by the network", RIGHT, panel.bottom + 40, "end"),
        line("base", x(0), panel.y(0), x(1), panel.y(1)),
    ]
    for count, chance, won in bins:
        parts.append(circle(x(chance), panel.y(won), 3 + 6 * (count / most) ** 0.5, COLOURS[1]))
    height = 60 + HEIGHT + 60
    curve = [(x(chance), panel.y(won)) for _, chance, won in bins]
    parts.append(path("line", curve, height, COLOURS[1]))
    return svg_file("Calibration", caption, height, parts)


def main() -> None:
    """Measure, draw and write."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    rows = all_decisions(rounds)
    bins = bins_of(rows)
    error, off = calibration_error(bins), rows[:, MARGIN] - rows[:, RUPEES]
    caption = f"{len(rows):,} decisions of self-play, calibration error {100 * error:.2f} points"
    PICTURE.write_text(picture(bins, caption), "utf-8")
    table = table_of(
        "chance by the network | decisions | rounds won",
        [(f"{100 * c:.1f} %", f"{n:,}", f"{100 * w:.1f} %") for n, c, w in bins],
    )
    card = network_card()
    too_much = round(float(off.mean()), 2) or 0.0  # not minus zero
    write(
        "calibration",
        f"""## Calibration

`python -m bench.calibration {rounds}` writes this: the vizier (network {card.digest}) plays
{rounds:,} rounds against itself, deals of seed {SEED}. Its chance to win after each action is
compared with who won the round. Expected calibration error over {BINS} bins:
**{100 * error:.2f} percentage points** in {len(rows):,} decisions (wanted: at most 0.3
over 65,536 rounds). The margin is off by {too_much:+.2f} rupees on average.

![Reliability: share won by chance]({PICTURE.name})

{table}""",
    )
    print(caption)


if __name__ == "__main__":
    main()
