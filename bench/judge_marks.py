"""Losses of bots of known strength: `python -m bench.judge_marks [DECISIONS]` writes a table.

Every decision comes from a round of its own, of the bot against itself, and is judged at depth
`standard`. The thresholds in judge/marks.py were chosen from this table.
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
from jaipur.judge.judging import SURE, Judge
from jaipur.judge.marks import mark_of
from jaipur.judge.model import Depth, Mark
from jaipur.kernel.layout import END, RUNNING, TURN, new_position
from jaipur.position import Position

SEED = 83
LATEST = 44
BOTS = ("random", "novice", "greedy", "trader", "vizier")
QUANTILES = (0.5, 0.8, 0.9, 0.95, 0.99)


def losses_of(name: str, decisions: int) -> tuple[list[float], list[Mark]]:
    """Return the loss and the mark of many decisions of a bot."""
    judge, only, number = Judge(Depth.STANDARD), np.zeros(1, np.int64), 0
    sides = [side_of_player(*parse_player(some), SEED) for some in (name, name)]
    losses, marks = list[float](), list[Mark]()
    while len(losses) < decisions:
        number += 1
        stop, cells = int(np.random.default_rng((SEED, number)).integers(LATEST)), new_position()
        compiled(start_round)(cells, SEED, number, NOBODY, *sorted_box())
        turns = 0
        while cells[END] == RUNNING:
            seat, before = int(cells[TURN]), cells.copy()
            for _ in sides[seat].act(cells[None], only):
                pass
            if turns == stop:
                loss, mark = judged(Position._wrap(before), Position._wrap(cells.copy()), judge)
                losses.append(loss)
                marks.append(mark)
                break
            turns += 1
    return losses, marks


def judged(before: Position, after: Position, judge: Judge) -> tuple[float, Mark]:
    """Judge the action between two positions, as a review does."""
    played = next(action for action in before.legal_actions() if before.play(action) == after)
    found = judge.judge(before.view(before.turn), played)
    is_best = found.best.action == played
    loss = 0.0 if is_best or found.gap <= SURE * found.gap_error else found.gap
    return loss, mark_of(loss, is_best=is_best)


def main() -> None:
    """Judge every bot."""
    decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rows = []
    for name in BOTS:
        losses, marks = losses_of(name, decisions)
        rows.append(
            (
                name,
                f"{100 * float(np.mean(losses)):.2f}",
                *(f"{100 * float(np.quantile(losses, part)):.1f}" for part in QUANTILES),
                *(f"{100 * marks.count(mark) / decisions:.0f} %" for mark in Mark),
            )
        )
        print(*rows[-1], flush=True)
    parts = " | ".join(f"{100 * part:.0f} % below" for part in QUANTILES)
    head = f"bot | mean loss | {parts} | " + " | ".join(mark.value for mark in Mark)
    told = (
        f"`python -m bench.judge_marks {decisions}` writes this ({MACHINE}): losses in points of\n"
        f"the chance to win the round, {decisions} decisions a bot, judged at depth standard.\n\n"
    )
    write("marks", told + table_of(head, rows))


if __name__ == "__main__":
    main()
