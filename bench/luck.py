"""Luck: `python -m bench.luck [ROUNDS]` measures it and writes its part of bench/results.md.

For self-play and for unequal players it reports the mean luck, the plain and the adjusted score,
and how many times fewer rounds give the same interval. It also measures what the luck of a deal is
compared with: the mean value of a deal for its starter.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bench.results import MACHINE, table_of, write
from jaipur.arena.playing import NOBODY, start_round
from jaipur.arena.sides import EngineSide, side_of_player
from jaipur.bots.ladder import parse_player
from jaipur.bots.luck import SAMPLES, LuckWorkspace, add_luck, luck_of_deal, new_luck_workspace
from jaipur.bots.position_network import value_of
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.kernel.layout import (
    END,
    POSITION_CELLS,
    RUNNING,
    TURN,
    Array,
    new_position,
)
from jaipur.kernel.rules import winner

FloatArray = npt.NDArray[np.float64]

SEED = 31
BLOCK = 500
DEALS = 2_000_000
PAIRS = (
    ("vizier", "vizier"),
    ("greedy", "greedy"),
    ("novice", "greedy"),
    ("trader", "vizier"),
    ("merchant:100", "vizier"),
)


@dataclass(frozen=True, slots=True)
class Played:
    """Results and luck of the first player in many rounds."""

    results: FloatArray
    luck: FloatArray


def mean_of_deals(deals: int, box: tuple[Array, Array], workspace: LuckWorkspace) -> float:
    """Return the mean value of a deal for its starter."""
    position, total = new_position(), 0.0
    for number in range(deals):
        start_round(position, SEED + 1, number, 0, box[0], box[1])
        total += value_of(position, workspace.values)
    return total / deals


def play(a: str, b: str, rounds: int) -> Played:
    """Play rounds; equal players keep their seats, others swap them after every round."""
    swaps = a != b
    sides = [side_of_player(*parse_player(name), SEED) for name in (a, b)]
    workspace, pieces = new_luck_workspace(SAMPLES), list[Played]()
    for first in range(0, rounds, BLOCK):
        pieces.append(_block(sides, first, min(BLOCK, rounds - first), workspace, swaps=swaps))
    return Played(
        np.concatenate([piece.results for piece in pieces]),
        np.concatenate([piece.luck for piece in pieces]),
    )


def _block(
    sides: list[EngineSide], first: int, count: int, workspace: LuckWorkspace, *, swaps: bool
) -> Played:
    positions = np.zeros((count, POSITION_CELLS), np.int64)
    numbers = first + np.arange(count)
    deals = numbers // 2 if swaps else numbers
    for game, number in enumerate(deals.tolist()):
        compiled(start_round)(positions[game], SEED, number, NOBODY, *sorted_box())
    seat_a = numbers % 2 if swaps else np.zeros(count, np.int64)
    luck = np.array([compiled(luck_of_deal)(some, workspace) for some in positions])
    while (positions[:, END] == RUNNING).any():
        for number, side in enumerate(sides):
            seats = seat_a if number == 0 else 1 - seat_a
            acting = np.flatnonzero((positions[:, END] == RUNNING) & (positions[:, TURN] == seats))
            if len(acting):
                before = positions[acting].copy()
                for _ in side.act(positions, acting):
                    pass
                compiled(add_luck)(before, positions, acting, luck, workspace)
    won = np.array([compiled(winner)(some) for some in positions])
    results = np.where(won < 0, 0.5, won == seat_a)
    return Played(results.astype(float), np.where(seat_a == 0, luck, -luck))


def row_of(a: str, b: str, played: Played) -> tuple[str, ...]:
    """Return the row of a pair: scores, luck in standard errors, and the gain."""
    plain, luck = played.results, played.luck
    adjusted = plain - luck
    unit = 2 if a != b else 1  # the two rounds of a deal are not independent
    deals = [some.reshape(-1, unit).mean(1) for some in (plain, adjusted, luck)]
    means = [float(some.mean()) for some in deals]
    errors = [float(some.std(ddof=1) / len(some) ** 0.5) for some in deals]
    return (
        a, b, f"{len(plain):,}",
        f"{100 * means[0]:.2f} ± {100 * errors[0]:.2f}",
        f"{100 * means[1]:.2f} ± {100 * errors[1]:.2f}",
        f"{100 * means[2]:+.2f}",
        f"{means[2] / errors[2]:+.1f}",
        f"{plain.var() / adjusted.var():.2f}",
        f"{(errors[0] / errors[1]) ** 2:.2f}",
    )  # fmt: skip


def main() -> None:
    """Measure all pairs."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    mean = compiled(mean_of_deals)(DEALS, sorted_box(), new_luck_workspace())
    print(f"mean value of a deal for its starter: {mean:.5f} ({DEALS:,} deals)", flush=True)
    rows = []
    for a, b in PAIRS:
        played = play(a, b, rounds)
        rows.append(row_of(a, b, played))
        print(*rows[-1], flush=True)
    head = (
        "first | second | rounds | score % | adjusted % | mean luck % | in standard errors | "
        "fewer rounds | fewer deals"
    )
    told = [
        f"`python -m bench.luck {rounds}` writes this ({MACHINE}).",
        f"Mean value of a deal for its starter: {mean:.5f} ({DEALS:,} deals).",
    ]
    write("luck", "\n".join(told) + "\n\n" + table_of(head, rows))


if __name__ == "__main__":
    main()
