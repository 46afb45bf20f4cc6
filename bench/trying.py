"""The gain from trying more actions: `python -m bench.trying` writes the table.

At some turns of the vizier against itself, its best actions are tried as the maharaja tries them,
all in the same worlds. Half of the worlds choose an action; the other half measures how much better
it is than the vizier's choice. Actions that end the round are not tried: their chance is known.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.results import table_of, write
from jaipur.arena.playing import NOBODY, start_round
from jaipur.bots.network_file import network_card
from jaipur.bots.players.maharaja import (
    LEFT,
    MOST_OPTIONS,
    OPTIONS,
    MaharajaWorkspace,
    new_maharaja_workspace,
    prior_after,
    think,
)
from jaipur.bots.rollouts import EARLY_PLIES, LATE_PLIES, play_out, plies_of
from jaipur.bots.worlds import next_world
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import DECK_LEFT, END, RUNNING, SEAT, TURN, Array, new_position, new_view
from jaipur.kernel.rules import apply

Floats = npt.NDArray[np.float64]


class Turn(NamedTuple):
    """The vizier's values of the actions, the outcome of each in every world, and the endings."""

    thought: Floats
    outcomes: Floats
    tried: int


SEED = 2031
ROUNDS = 60
EVERY = 6
"""One turn in this many is sampled."""
WORLDS = 256
COUNTS = (2, 3, 4, 5, 6, MOST_OPTIONS)
GAPS = (0.04, 0.08, 0.12, 0.2, 1.0)


def try_all(view: Array, workspace: MaharajaWorkspace) -> None:
    """Compute the outcome of each picked action in each world."""
    tried, rollouts = workspace.tried, workspace.rollouts
    plies = plies_of(int(view[DECK_LEFT]))
    for world in range(WORLDS):
        next_world(view, rollouts.hands, rollouts.chance, rollouts.cycle, rollouts.world)
        for number in range(tried.progress[LEFT]):
            action = int(tried.options[tried.numbers[number]])
            play_out(int(view[SEAT]), action, number, world, plies, rollouts)


def turns() -> list[Turn]:
    """Sample turns with a choice throughout some rounds."""
    box, found, turn = sorted_box(), list[Turn](), 0
    workspace, position, view = new_maharaja_workspace(WORLDS), new_position(), new_view()
    tried = workspace.tried
    for number in range(ROUNDS):
        start_round(position, SEED, number, NOBODY, *box)
        while position[END] == RUNNING:
            compiled(observe)(position, int(position[TURN]), view)
            compiled(think)(view, 0, SEED, True, workspace)
            best = int(tried.values[0, : tried.progress[OPTIONS]].argmax())
            action = int(tried.options[best])
            turn += 1
            if turn % EVERY == 0 and tried.progress[LEFT] > 1:
                found.append(found_at(view, workspace))
            compiled(apply)(position, action)
    return found


def found_at(view: Array, workspace: MaharajaWorkspace) -> Turn:
    """Return the outcomes at a turn."""
    known, left = workspace.tried, int(workspace.tried.progress[LEFT])
    tried, count = known.numbers[:left].tolist(), int(known.progress[OPTIONS])
    endings = [n for n in range(count) if known.found[2, n] and n not in tried]
    thought = known.values[0, [*tried, *endings]].astype(float)
    outcomes = np.repeat(thought[:, None], WORLDS, axis=1)
    compiled(try_all)(view, workspace)
    outcomes[:left] = known.outcomes[:left, :WORLDS]
    return Turn(thought, outcomes, left)


def gains(found: list[Turn], count: int, gap: float) -> Floats:
    """Return the points gained per turn by choosing among the best few within a margin."""
    points = []
    for thought, outcomes, tried in found:
        numbers = np.arange(len(thought))
        may_be = (numbers >= tried) | ((numbers < count) & (thought >= thought.max() - gap))
        for half in (0, 1):
            chosen, evaluated = outcomes[:, half::2], outcomes[:, 1 - half :: 2].mean(1)
            score = chosen.sum(1) + prior_after(WORLDS // 2) * thought
            best = int(np.where(may_be, score, -1.0).argmax())
            points.append(100 * (evaluated[best] - evaluated[int(thought.argmax())]))
    return np.array(points)


def with_error(points: Floats) -> str:
    """Format the mean and its standard error; the two halves of a turn are one measurement."""
    of_turns = points.reshape(-1, 2).mean(1)
    return f"{of_turns.mean():.2f} ± {of_turns.std() / len(of_turns) ** 0.5:.2f}"


def main() -> None:
    """Measure and write."""
    found = turns()
    rows = [
        (
            "any" if gap >= 1 else f"{100 * gap:.0f} points",
            *(f"{gains(found, count, gap).mean():.2f}" for count in COUNTS),
        )
        for gap in GAPS
    ]
    head = " | ".join(["behind the best by at most", *(f"{count} tried" for count in COUNTS)])
    most, less = gains(found, MOST_OPTIONS, 1.0), gains(found, 5, 0.08)
    write(
        "trying",
        f"""## What is worth trying

`python -m bench.trying` writes this: points of the chance to win that are gained a turn by trying
the vizier's best actions, over {len(found)} turns of {ROUNDS} rounds (network
{network_card().digest}, seed {SEED}). {WORLDS // 2} worlds choose, {EARLY_PLIES} or {LATE_PLIES}
plies each, and as many others judge in the same way. {MOST_OPTIONS} tried, however far behind, gain
{with_error(most)} points (standard error), {with_error(most - less)} more than 5 that are at most 8
points behind.

{table_of(head, rows)}""",
    )
    print(table_of(head, rows), with_error(most), with_error(most - less), sep="\n")


if __name__ == "__main__":
    main()
