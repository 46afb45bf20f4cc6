"""Match chances: `python -m bench.match_chances [ROUNDS]` measures how often a starter wins.

The vizier plays against itself. The table of match chances in `judge/match_chances.py` follows from
two numbers of this run; it is written to bench/results.md.
"""

from __future__ import annotations

import sys

import numpy as np

from bench.results import MACHINE, table_of, write
from jaipur.arena.playing import NOBODY, start_round
from jaipur.arena.sides import side_of_player
from jaipur.bots.ladder import parse_player
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.judge.match_chances import match_chance
from jaipur.kernel.layout import END, POSITION_CELLS, RUNNING, STARTER
from jaipur.kernel.rules import winner
from jaipur.seats import SEATS, BySeat

SEED = 53
BLOCK = 1_000


def main() -> None:
    """Play, count, and write the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    side, wins, ties = side_of_player(*parse_player("vizier"), SEED), 0, 0
    positions = np.zeros((BLOCK, POSITION_CELLS), np.int64)
    for first in range(0, rounds, BLOCK):
        block = positions[: min(BLOCK, rounds - first)]
        for game, position in enumerate(block):
            compiled(start_round)(position, SEED, first + game, NOBODY, *sorted_box())
        while len(running := np.flatnonzero(block[:, END] == RUNNING)):
            side.act_at_once(block, running)
        won = np.array([compiled(winner)(position) for position in block])
        wins += int((won == block[:, STARTER]).sum())
        ties += int((won == NOBODY).sum())
    share, error = wins / rounds, (wins * (rounds - wins) / rounds**3) ** 0.5
    told = (
        f"`python -m bench.match_chances {rounds}` writes this ({MACHINE}): in {rounds:,}\n"
        f"rounds of the vizier against itself the starter won {100 * share:.2f} ± "
        f"{100 * error:.2f} %, and {100 * ties / rounds:.2f} % were complete ties.\n"
        "The chance to win the match, by seals and by who starts the next round:\n\n"
    )
    print(told)
    rows = [
        (f"{mine}–{theirs}", *(f"{100 * match_chance(BySeat(mine, theirs), starter):.1f} %"
                               for starter in SEATS))
        for mine in (0, 1)
        for theirs in (0, 1)
    ]  # fmt: skip
    write("match chances", told + table_of("seals | I start | the opponent starts", rows))


if __name__ == "__main__":
    main()
