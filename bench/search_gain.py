"""What the maharaja's search gains a turn: `python -m bench.search_gain FILE [ROUNDS]`.

At some turns of the vizier against itself every action that the search may try is played out in
many worlds, with longer rollouts than those of play: the reference. It is kept in FILE, for it
takes seconds a turn. The maharaja then chooses at the same turns, with other worlds, and the
reference says how much better its choice is than the vizier's. The reference believes the same of
hidden hands as the search, so its gains are too large, but settings can be compared by them.
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
from jaipur.bots.ladder import player_named
from jaipur.bots.network_file import network_card
from jaipur.bots.players.maharaja import (
    ENGINE,
    LEFT,
    MOST_OPTIONS,
    OPTIONS,
    SPENT,
    MaharajaWorkspace,
    new_maharaja_workspace,
    think,
)
from jaipur.bots.rollouts import LATE_DECK, start_rollouts
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.judge.statistics import new_statistics, try_options
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import DECK_LEFT, END, RUNNING, TURN, Array, new_position, new_view
from jaipur.kernel.rules import apply
from jaipur.view import View

Floats = npt.NDArray[np.float64]

SEED, OTHER_SEED = 2031, 2032
EVERY = 7
"""One turn in this many is sampled."""
ROUNDS = 84
"""About 500 turns."""
WORLDS, FIRST_WORLDS = 512, 64
PLIES, TO_THE_END = 12, 1_000
CLEAR_ERRORS, CLEAR = 3.5, 0.004
"""An action behind by so many errors and so much is left out after the first worlds."""
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
            found.append(reference(view, options, workspace))
        compiled(apply)(position, int(tried.options[best]))
    return found


def reference(view: Array, options: Array, workspace: MaharajaWorkspace) -> Turn:
    """Play the actions out in many worlds, those clearly behind in fewer."""
    rollouts, count = workspace.rollouts, len(options)
    plies = PLIES if view[DECK_LEFT] >= LATE_DECK else TO_THE_END
    counted, rows = new_statistics(count), np.arange(count)
    compiled(start_rollouts)(view, SEED, rollouts)
    play_on = compiled(try_options)
    play_on(view, options, rows, 0, FIRST_WORLDS, plies, rollouts, counted)
    first = rollouts.outcomes[:count, :FIRST_WORLDS]
    behind = first[first.mean(1).argmax()] - first
    limit = CLEAR_ERRORS * behind.std(1) / FIRST_WORLDS**0.5 + CLEAR
    is_open = (behind.mean(1) <= limit) | (rows == 0)
    if is_open.sum() > 1:
        play_on(
            view, options, rows[is_open], FIRST_WORLDS, WORLDS, plies, rollouts, counted
        )  # fmt: skip
    worlds = np.where(is_open & (is_open.sum() > 1), WORLDS, FIRST_WORLDS)
    means = [float(rollouts.outcomes[row, : worlds[row]].mean()) for row in rows]
    return Turn(str(View.from_array(view)), options.tolist(), means)


def sampled(number: int) -> list[Turn]:
    """Sample the turns of a round in one process."""
    return turns_of(number, new_maharaja_workspace(WORLDS))


def all_turns(file: Path, rounds: int) -> list[Turn]:
    """Read the turns from the file, which has a line for each round; first add those it lacks."""
    head = f"{network_card().digest} {SEED}"
    if not file.exists():
        file.write_text(head + "\n", "utf-8")
    told, *lines = file.read_text("utf-8").splitlines()
    if told != head:
        sys.exit(f"{file} is of network and seed {told}, not {head}; name a new file.")
    with ProcessPoolExecutor(os.cpu_count()) as processes, file.open("a", encoding="utf-8") as out:
        for turns in processes.map(sampled, range(len(lines), rounds)):
            lines.append(json.dumps(turns))
            print(lines[-1], file=out, flush=True)
            print(f"\r{len(lines)} of {rounds} rounds", end="", flush=True)
    return [Turn(*fields) for line in lines[:rounds] for fields in json.loads(line)]


def gains(turns: list[Turn], nodes: int) -> tuple[Floats, float, float]:
    """Return the points gained at each turn, the mean nodes spent, and the milliseconds."""
    workspace, found = new_maharaja_workspace(nodes), list[float]()
    run, start, spent = compiled(think), 0.0, 0
    for turn in (turns[0], *turns):
        if len(found) == 1:
            start, spent = time.process_time(), 0
        view = View.parse(turn.view).array.copy()
        run(view, nodes, OTHER_SEED, True, workspace)
        spent += int(workspace.tried.progress[SPENT])
        chosen = ENGINE.choose(workspace)
        # An action that ends the round is not tried; whatever it gains does not count.
        place = turn.options.index(chosen) if chosen in turn.options else 0
        found.append(100 * (turn.chances[place] - turn.chances[0]))
    took = 1000 * (time.process_time() - start) / len(turns)
    return np.array(found[1:]), spent / len(turns), took


def main() -> None:
    """Measure and write."""
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    turns = all_turns(Path(sys.argv[1]), rounds)
    rows, before = [], np.zeros(len(turns))
    for nodes in NODES:
        points, spent, took = gains(turns, nodes)
        rows.append((f"{nodes:,}", with_error(points), with_error(points - before),
                     f"{spent:.0f}", f"{took:.0f}"))  # fmt: skip
        before = points
        print(*rows[-1], flush=True)
    head = "nodes at most | points gained a turn | more than the row above | nodes spent | ms"
    write(
        "search gain",
        f"""## What the search gains

`python -m bench.search_gain FILE {rounds}` writes this ({MACHINE}): points of the chance to win the
round that the maharaja's choice gains over the vizier's, at {len(turns)} turns of the vizier
against itself (network {network_card().digest}, seed {SEED}), ± one standard error. The reference
tries up to {MOST_OPTIONS} actions in {FIRST_WORLDS} worlds and those not clearly behind in
{WORLDS}, {PLIES} plies each or, with fewer than {LATE_DECK} cards in the deck, to the end of the
round. `maharaja` has {player_named("maharaja").nodes:,} nodes.

{table_of(head, rows)}""",
    )


def with_error(points: Floats) -> str:
    """Format a mean and its standard error."""
    return f"{points.mean():.2f} ± {points.std() / len(points) ** 0.5:.2f}"


if __name__ == "__main__":
    main()
