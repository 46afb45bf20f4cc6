"""Calibration of the judge: `python -m bench.judge_calibration DEPTH DECISIONS` prints a table.

Every decision comes from a round of its own, in which the vizier plays itself. The judge's chance
for the action played is compared with who won the round.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

from bench.results import MACHINE, table_of
from jaipur.arena.playing import NOBODY, start_round
from jaipur.arena.sides import side_of_player
from jaipur.bots.action_values import best_option, new_value_workspace, value_options
from jaipur.bots.ladder import parse_player
from jaipur.bots.network_file import shipped_network
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.judge.judging import Judge
from jaipur.judge.model import Depth
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import END, RUNNING, TURN, new_position, new_view
from jaipur.kernel.rules import winner
from jaipur.notation import action_of_code
from jaipur.view import View

SEED = 71
LATEST = 48
BINS = 10


def pairs(depth: Depth, decisions: int) -> npt.NDArray[np.float64]:
    """Return the judge's chance and the result of each decision."""
    judge, network = Judge(depth), shipped_network()
    valuing = new_value_workspace(network)
    side, box = side_of_player(*parse_player("vizier"), SEED), sorted_box()
    found, number, only = list[tuple[float, float]](), 0, np.zeros(1, np.int64)
    while len(found) < decisions:
        number += 1
        stop = int(np.random.default_rng((SEED, number)).integers(LATEST))
        position, view, chance, seat = new_position(), new_view(), None, 0
        compiled(start_round)(position, SEED, number, NOBODY, *box)
        played = 0
        while position[END] == RUNNING:
            if played == stop:
                seat = int(position[TURN])
                compiled(observe)(position, seat, view)
                count = compiled(value_options)(view, network, valuing)
                best = compiled(best_option)(valuing.values, count)
                action = action_of_code(int(valuing.options[best]))
                chance = judge.judge(View.from_array(view), action).played.chance
            side.act_at_once(position[None], only)
            played += 1
        if chance is not None:
            won = compiled(winner)(position)
            found.append((chance, 0.5 if won < 0 else float(won == seat)))
    return np.array(found)


def main() -> None:
    """Print the ten bins, and the expected calibration error."""
    depth, decisions = Depth(sys.argv[1]), int(sys.argv[2])
    rows, found = [], pairs(depth, decisions)
    places = np.minimum((found[:, 0] * BINS).astype(int), BINS - 1)
    total = 0.0
    for place in range(BINS):
        some = found[places == place]
        if not len(some):
            continue
        said, won = some[:, 0].mean(), some[:, 1].mean()
        error = max(1e-9, (said * (1 - said) / len(some)) ** 0.5)
        total += len(some) * abs(said - won)
        rows.append((f"{100 * said:.1f} %", f"{len(some):,}", f"{100 * won:.1f} %",
                     f"{(won - said) / error:+.1f}"))  # fmt: skip
    print(f"`python -m bench.judge_calibration {depth} {decisions}` ({MACHINE}): expected")
    print(f"calibration error {100 * total / len(found):.2f} points.\n")
    print(table_of("chance by the judge | decisions | rounds won | in standard errors", rows))


if __name__ == "__main__":
    main()
