"""Make one file of two networks: `python -m bench.join ONE.npz TWO.npz OUT.npz NAME`.

Both are files that `jaipur train` made. Units of the second layer that say next to nothing are
taken out: that saves time.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

from jaipur.arena.playing import NOBODY, start_round
from jaipur.bots.afterstate import FACTS
from jaipur.bots.judging import Desk, best_option, judge_options, new_desk, see
from jaipur.bots.network import LEAK, Council, Network, council_of
from jaipur.bots.weights_file import read_networks, save_networks
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import END, RUNNING, TURN, Array, new_position, new_view
from jaipur.kernel.rules import apply

SEED = 2029
ROUNDS = 300
MOST_TURNS = 600
SILENT = 0.012
"""A unit is silent if what it adds to the logit varies by less than this."""
TOGETHER = 8
"""As many units as a processor adds at once."""


def play_round(
    number: int, box: tuple[Array, Array], council: Council, desk: Desk, rows: Array
) -> int:
    """Play a round and write the facts of every afterstate; how many there were."""
    position, view, turns = new_position(), new_view(), 0
    start_round(position, SEED, number, NOBODY, box[0], box[1])
    while position[END] == RUNNING:
        observe(position, int(position[TURN]), view)
        count = judge_options(view, council, desk)
        action = int(desk.options[best_option(desk.values, count)])
        see(view, action, desk)
        for fact in range(FACTS):
            rows[turns, fact] = desk.facts[fact]
        apply(position, action)
        turns += 1
    return turns


def afterstates(network: Network) -> Array:
    """The facts of many afterstates of a network against itself."""
    council, box, pieces = council_of((network,)), sorted_box(), []
    desk = new_desk(council)
    for number in range(ROUNDS):
        rows = np.zeros((MOST_TURNS, FACTS), np.int64)
        pieces.append(rows[: compiled(play_round)(number, box, council, desk, rows)])
    return np.concatenate(pieces)


def second_layer(network: Network, facts: Array) -> npt.NDArray[np.float32]:
    """What the units of the second layer say about afterstates."""
    hidden = np.maximum(network.rows[facts].sum(1) + network.bias, 0)
    layer = hidden @ network.second + network.second_bias
    says: npt.NDArray[np.float32] = np.where(layer > 0, layer, layer * LEAK)
    return says


def without_silent_units(network: Network) -> Network:
    """The same network without the units that hardly ever say anything new."""
    says = second_layer(network, afterstates(network))
    spread = (says * network.last[:, 0]).std(0)
    order = np.argsort(-spread)
    keep = -(-int((spread >= SILENT).sum()) // TOGETHER) * TOGETHER
    stay, go = np.sort(order[:keep]), order[keep:]
    print(
        f"{len(stay)} units of {len(order)} stay; the loudest that goes varies by "
        f"{spread[go].max(initial=0):.4f}"
    )
    return Network(
        network.rows,
        network.bias,
        network.second[:, stay],
        network.second_bias[stay],
        network.last[stay],
        network.last_bias + says[:, go].mean(0) @ network.last[go],
    )


def main() -> None:
    """Read, thin out, write."""
    one, two, out, name = sys.argv[1:]
    networks: list[Network] = []
    for file in (one, two):
        there = read_networks(Path(file))[0]
        if len(there) != 1:
            sys.exit(
                f"{file} holds {len(there)} networks; expected: one, as jaipur train makes it."
            )
        networks += there
    save_networks(Path(out), tuple(map(without_silent_units, networks)), name)
    print(f"{out}: {Path(out).stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
