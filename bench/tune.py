"""Tune the one-step evaluation against its earlier versions: `python -m bench.tune SECONDS`.

It optimises all weights at once with CMA-ES (package `cma` of the bench extra), and prints the
score of the mean and, at the end, the weights.
"""

from __future__ import annotations

import sys
from time import monotonic
from typing import Any

import cma
import numpy as np
import numpy.typing as npt

from jaipur.arena.playing import NOBODY, start_round
from jaipur.bots.endings import lead_in_position, may_end, settle_endings
from jaipur.bots.evaluation import evaluate_actions
from jaipur.bots.one_step import best_action
from jaipur.bots.players.tree_search import TreeWorkspace, new_tree_workspace
from jaipur.bots.weights import SHREWD, Weights, worth_table
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.kernel.layout import END, RUNNING, TURN, Array, new_position
from jaipur.kernel.rules import apply, hand_of, winner

FloatArray = npt.NDArray[np.float64]
DEALS = 1_000
GENERATIONS_A_SELF = 15


def flat(weights: Weights) -> list[int]:
    """Flatten the weights into a vector."""
    numbers: list[int] = []
    for name in Weights.__slots__:
        value = getattr(weights, name)
        numbers += value if isinstance(value, tuple) else [value]
    return numbers


def shaped(numbers: FloatArray) -> Weights:
    """Build the weights from a vector."""
    whole = iter(np.rint(numbers).astype(int).tolist())
    values: dict[str, Any] = {}
    for name in Weights.__slots__:
        like = getattr(SHREWD, name)
        many = isinstance(like, tuple)
        values[name] = tuple(next(whole) for _ in like) if many else next(whole)
    return Weights(**values)


def act(position: Array, table: Array, workspace: TreeWorkspace) -> None:
    """Choose an action by the evaluation, including endings."""
    seat = int(position[TURN])
    hand = hand_of(position, seat)
    count = evaluate_actions(position, seat, hand, table, workspace.changes, workspace.evaluated)
    if may_end(position):
        settle_endings(position, seat, lead_in_position(position, seat), workspace.evaluated, count)
    apply(position, best_action(workspace.evaluated, count))


def points(  # noqa: PLR0913, PLR0917  # compiled code takes plain arrays
    first: int,
    deals: int,
    mine: Array,
    other: Array,
    workspace: TreeWorkspace,
    cards: Array,
    bonuses: Array,
) -> int:
    """Return the points of `mine`, at most four per deal: two rounds with the seats swapped."""
    position, total = new_position(), 0
    for number in range(first, first + deals):
        for seat in range(2):
            start_round(position, 1, number, NOBODY, cards, bonuses)
            while position[END] == RUNNING:
                act(position, mine if position[TURN] == seat else other, workspace)
            won = winner(position)
            total += 1 if won == NOBODY else 2 * int(won == seat)
    return total


def main(seconds: float) -> None:
    """Evolve until the time is up."""
    play, workspace, box = compiled(points), new_tree_workspace(1), sorted_box()
    start = np.array(flat(SHREWD), float)
    scale = np.maximum(np.abs(start) * 0.4, 10)
    evolution = cma.CMAEvolutionStrategy(
        np.zeros(len(start)), 0.4, {"popsize": 16, "seed": 3, "verbose": -9}
    )
    selves, generation, end = [worth_table(SHREWD)], 0, monotonic() + seconds
    while monotonic() < end:
        tries = evolution.ask()
        scores = []
        for some in tries:
            table, rivals = worth_table(shaped(start + scale * some)), selves[-3:]
            deals, first = DEALS // len(rivals), generation * DEALS
            won = sum(play(first, deals, table, rival, workspace, *box) for rival in rivals)
            scores.append(-won / (4 * deals * len(rivals)))
        evolution.tell(tries, scores)
        generation += 1
        if generation % GENERATIONS_A_SELF == 0:
            mean = worth_table(shaped(start + scale * evolution.mean))
            share = play(10**9, 3 * DEALS, mean, selves[0], workspace, *box) / (12 * DEALS)
            print(f"generation {generation}: {share:.3f} against the first", flush=True)
            selves.append(mean)
    print(shaped(start + scale * evolution.mean))


if __name__ == "__main__":
    main(float(sys.argv[1]))
