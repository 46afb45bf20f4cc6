"""What the maharaja's search gains a turn: `python -m bench.search_gain FILE [ROUNDS]`.

At some turns of the vizier against itself every action that the search may try is played out many
times: the reference. It knows the opponent's real hand, only the deck is shuffled, and its rollouts
are longer than those of play. It is kept in FILE, for it takes half a second a turn. The maharaja
then chooses at the same turns, and the reference says how much better its choice is than the
vizier's: what the search wrongly believes of hidden hands counts against it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench.results import MACHINE, table_of, write
from jaipur.arena.playing import NOBODY, start_round
from jaipur.bots.engine import seed_from_view
from jaipur.bots.ladder import player_named
from jaipur.bots.network_file import network_card
from jaipur.bots.players.maharaja import (
    EARLY_OPTIONS,
    ENGINE,
    LEFT,
    MOST_OPTIONS,
    OPTIONS,
    SPENT,
    MaharajaWorkspace,
    new_maharaja_workspace,
    think,
)
from jaipur.bots.rollouts import LATE_DECK, RolloutArrays
from jaipur.bots.worlds import start_worlds
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.judge.statistics import new_statistics, try_options
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import (
    DECK_LEFT,
    END,
    HIDDEN,
    RUNNING,
    SEAT,
    TURN,
    Array,
    new_position,
    new_view,
)
from jaipur.kernel.rules import apply
from jaipur.view import View

Floats = npt.NDArray[np.float64]

SEED, OTHER_SEED = 2033, 2034
EVERY = 7
"""One turn in this many is sampled."""
ROUNDS = 290
"""About 2,000 turns."""
WORLDS = 48
PLIES, TO_THE_END = 12, 1_000
PIECE = 50
"""Turns that one process judges at a time."""
NODES = (125, 250, 500, 1_000, 4_000)


class Turn(NamedTuple):
    """A view, the actions tried, the vizier's choice first, and the reference's chances."""

    view: str
    options: list[int]
    chances: list[float]


def turns_of(number: int, workspace: MaharajaWorkspace) -> list[Turn]:
    """Sample turns with a choice from a round."""
    box, found, turn = sorted_box(), list[Turn](), number % EVERY
    position, view, tried = new_position(), new_view(), workspace.tried
    start_round(position, SEED, number, NOBODY, *box)
    while position[END] == RUNNING:
        compiled(observe)(position, int(position[TURN]), view)
        compiled(think)(view, 0, SEED, True, workspace)
        best = int(tried.values[0, : tried.progress[OPTIONS]].argmax())
        turn += 1
        if turn % EVERY == 0 and tried.progress[LEFT] > 1 and best == tried.numbers[0]:
            options = tried.options[tried.numbers[: tried.progress[LEFT]]]
            found.append(reference(position, view, options, workspace.rollouts))
        compiled(apply)(position, int(tried.options[best]))
    return found


def reference(position: Array, view: Array, options: Array, rollouts: RolloutArrays) -> Turn:
    """Play the actions out in worlds with the opponent's real hand."""
    plies = PLIES if view[DECK_LEFT] >= LATE_DECK else TO_THE_END
    compiled(seed_from_view)(rollouts.chance, SEED, view)
    rollouts.hands[:, 0] = position[HIDDEN + 1 - view[SEAT]], 1
    start_worlds(1, rollouts.hands, rollouts.chance, rollouts.cycle)
    count = len(options)
    compiled(try_options)(
        view, options, np.arange(count), 0, WORLDS, plies, rollouts, new_statistics(count)
    )
    chances = rollouts.outcomes[:count, :WORLDS].mean(1)
    return Turn(str(View.from_array(view)), options.tolist(), chances.tolist())


def sampled(number: int) -> list[Turn]:
    """Sample the turns of a round in one process."""
    return turns_of(number, new_maharaja_workspace(WORLDS))


def all_turns(file: Path, rounds: int) -> list[Turn]:
    """Read the turns from the file, which has a line for each round; first add those it lacks."""
    options = f"{EARLY_OPTIONS}/{MOST_OPTIONS}"
    head = f"{network_card().digest} {SEED} {options} {WORLDS} {PLIES}"
    if not file.exists():
        file.write_text(head + "\n", "utf-8")
    told, *lines = file.read_text("utf-8").splitlines()
    if told != head:
        sys.exit(f"{file} is of network, seed and settings {told}, not {head}; name a new file.")
    with ProcessPoolExecutor(os.cpu_count()) as processes, file.open("a", encoding="utf-8") as out:
        for turns in processes.map(sampled, range(len(lines), rounds)):
            lines.append(json.dumps(turns))
            print(lines[-1], file=out, flush=True)
            print(f"\r{len(lines)} of {rounds} rounds", end="", flush=True)
    return [Turn(*fields) for line in lines[:rounds] for fields in json.loads(line)]


def gains(turns: list[Turn], nodes: int) -> Floats:
    """Return a row for each turn: the points gained, the nodes spent and the milliseconds."""
    pieces = [turns[start : start + PIECE] for start in range(0, len(turns), PIECE)]
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        found = processes.map(gains_of_piece, pieces, [nodes] * len(pieces))
        return np.array([row for rows in found for row in rows])


def gains_of_piece(turns: list[Turn], nodes: int) -> list[tuple[float, int, float]]:
    """Choose at some turns in one process."""
    workspace, found, run = new_maharaja_workspace(nodes), [], compiled(think)
    run(View.parse(turns[0].view).array.copy(), 1, SEED, True, workspace)  # compiles it
    for turn in turns:
        view, start = View.parse(turn.view).array.copy(), time.process_time()
        run(view, nodes, OTHER_SEED, True, workspace)
        took = time.process_time() - start
        chosen = ENGINE.choose(workspace)
        # An action that ends the round is not tried; whatever it gains does not count.
        place = turn.options.index(chosen) if chosen in turn.options else 0
        points = 100 * (turn.chances[place] - turn.chances[0])
        found.append((points, int(workspace.tried.progress[SPENT]), 1000 * took))
    return found


def main() -> None:
    """Measure and write."""
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    turns = all_turns(Path(sys.argv[1]), rounds)
    rows, before = [], np.zeros(len(turns))
    for nodes in NODES:
        points, spent, took = gains(turns, nodes).T
        rows.append((f"{nodes:,}", with_error(points), with_error(points - before),
                     f"{spent.mean():.0f}", f"{took.mean():.0f}"))  # fmt: skip
        before = points
        print(*rows[-1], flush=True)
    head = "nodes at most | points gained a turn | more than the row above | nodes spent | ms"
    write(
        "search gain",
        f"""## What the search gains

`python -m bench.search_gain FILE {rounds}` writes this ({MACHINE}): points of the chance to win the
round that the maharaja's choice gains over the vizier's, at {len(turns)} turns of the vizier
against itself (network {network_card().digest}, seed {SEED}), ± one standard error. The reference
tries up to {EARLY_OPTIONS} actions, late in the round {MOST_OPTIONS}, in {WORLDS} worlds with the
opponent's real hand, {PLIES} plies
each or, with fewer than {LATE_DECK} cards in the deck, to the end of the round. `maharaja` has
{player_named("maharaja").nodes:,} nodes.

{table_of(head, rows)}""",
    )


def with_error(points: Floats) -> str:
    """Format a mean and its standard error."""
    return f"{points.mean():.2f} ± {points.std() / len(points) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
