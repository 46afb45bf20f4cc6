"""The judge against the reference: `python -m bench.judge` writes its part of bench/results.md.

The reference (bench/judge_reference.json) is from `python -m bench.judge_reference`. Every decision
is judged with several seeds, each of which draws other worlds.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.judge_reference import read
from bench.results import MACHINE, table_of, write
from jaipur.judge.judging import SURE, Judge
from jaipur.judge.marks import THRESHOLDS
from jaipur.judge.model import Depth, Mark
from jaipur.notation import action_of_code, code_of
from jaipur.view import View

REFERENCE = Path(__file__).with_name("judge_reference.json")
POINT = 0.01
SEEDS = 6
LEAST = THRESHOLDS[Mark.INACCURACY]
DEPTHS = (Depth.INSTANT, Depth.QUICK, Depth.STANDARD, Depth.DEEP)


def place_of(code: int, found: dict[str, Any]) -> int:
    """Return the place of an action in the reference."""
    if code not in found["options"]:
        sys.exit(
            f"{REFERENCE.name} lacks {action_of_code(code)} in {found['view']}, the best action "
            "today: make it again with python -m bench.judge_reference."
        )
    return int(found["options"].index(code))


def row_of(depth: Depth, decisions: list[dict[str, Any]]) -> tuple[str, ...]:
    """Judge all decisions at one depth and compare best actions and marks with the reference."""
    worse, losses, rollouts, errors, spent = 0, [], [], [], 0.0
    marked = false = missed = 0
    for seed in range(SEEDS):
        judge = Judge(depth, seed)
        judge.judge(View.parse(decisions[0]["view"]))
        start = time.process_time()
        for found in decisions:
            judged = judge.judge(View.parse(found["view"]), action_of_code(found["chosen"]))
            best = judged.best
            place = place_of(code_of(best.action), found)
            worse += is_worse(found, place)
            losses.append(max(0.0, found["gaps"][place]))
            errors.append(best.chance - found["means"][place])
            rollouts.append(sum(one.worlds for one in judged.actions))
            played = found["options"].index(found["chosen"])
            is_marked = judged.gap > SURE * judged.gap_error and judged.gap >= LEAST
            marked += is_marked
            false += is_marked and not is_worse(found, played)
            missed += not is_marked and is_worse(found, played, THRESHOLDS[Mark.MISTAKE])
        spent += time.process_time() - start
    total = SEEDS * len(decisions)
    return (
        depth.value,
        f"{100 * worse / total:.1f} %",
        f"{100 * float(np.mean(losses)):.2f}",
        f"{100 * float(np.sqrt(np.mean(np.square(errors)))):.1f}",
        f"{np.mean(rollouts):.0f}",
        f"{1000 * spent / total:.1f}",
        f"{marked / SEEDS:.1f}",
        f"{false / SEEDS:.1f}",
        f"{missed / SEEDS:.1f}",
    )


def is_worse(found: dict[str, Any], place: int, least: float = POINT) -> bool:
    """Whether the reference finds an action worse than the best, beyond two of its errors."""
    return bool(found["gaps"][place] > max(least, 2 * found["gap_errors"][place]))


def main() -> None:
    """Compare every depth."""
    decisions = read(REFERENCE)
    rows = []
    for depth in DEPTHS if len(sys.argv) < 2 else [Depth(sys.argv[1])]:
        rows.append(row_of(depth, decisions))
        print(*rows[-1], flush=True)
    head = (
        "depth | best action worse by over 1 point and 2 errors | mean loss in points | "
        "error of the chance in points (rms) | rollouts a decision | CPU ms a decision | "
        "marked | of them no loss | losses of 6 points not marked"
    )
    told = (
        f"`python -m bench.judge` writes this ({MACHINE}): {len(decisions)} decisions, means of "
        f"{SEEDS} seeds.\n\n"
    )
    if len(rows) == len(DEPTHS):
        write("judge", told + table_of(head, rows))


if __name__ == "__main__":
    main()
