"""The judge against the reference: `python -m bench.judge` writes its part of bench/results.md.

The reference (bench/judge_reference.json) is from `python -m bench.judge_reference`. Every decision
is judged with several seeds, each of which draws other worlds.
"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from bench.judge_reference import read
from bench.results import MACHINE, table_of, write
from jaipur.bots.network import Doubles
from jaipur.judge.judging import NETWORK_ERRORS, SURE, Judge
from jaipur.judge.marks import THRESHOLDS
from jaipur.judge.model import Depth, Mark
from jaipur.kernel.layout import DECK_LEFT
from jaipur.notation import action_of_code, code_of
from jaipur.view import View

REFERENCE = Path(__file__).with_name("judge_reference.json")
Decision = dict[str, Any]
POINT = 0.01
SEEDS = 6
LEAST = THRESHOLDS[Mark.INACCURACY]
DEPTHS = (Depth.INSTANT, Depth.QUICK, Depth.STANDARD, Depth.DEEP)


def place_of(code: int, found: Decision) -> int:
    """Return the place of an action in the reference."""
    if code not in found["options"]:
        sys.exit(
            f"{REFERENCE.name} lacks {action_of_code(code)} in {found['view']}, the best action "
            "today: make it again with python -m bench.judge_reference."
        )
    return int(found["options"].index(code))


def row_of(depth: Depth, decisions: list[Decision]) -> tuple[str, ...]:
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


def is_worse(found: Decision, place: int, least: float = POINT) -> bool:
    """Whether the reference finds an action worse than the best, beyond two of its errors."""
    return bool(found["gaps"][place] > max(least, 2 * found["gap_errors"][place]))


def network_errors(decisions: list[Decision]) -> list[tuple[str, ...]]:
    """Compare the network's values with the reference, by the cards in the deck."""
    rows: list[tuple[str, ...]] = []
    below = math.inf
    for least, used in NETWORK_ERRORS:
        some = [one for one in decisions if least <= cards_left(one) < below]
        below = least
        chances = [(np.subtract(one["network"], one["means"]), one["errors"]) for one in some]
        gaps = [(network_gaps(one) - one["gaps"], one["gap_errors"]) for one in some]
        rows.append(
            (f"at least {least}", f"{len(some)}", rms(chances), rms(gaps), f"{100 * used:g}")
        )
    return rows


def cards_left(found: Decision) -> int:
    """Return the number of cards in the deck."""
    return int(View.parse(found["view"]).array[DECK_LEFT])


def network_gaps(found: Decision) -> Doubles:
    """Return what the network sees between the best action of the reference and each."""
    values = np.array(found["network"])
    return np.asarray(values[found["gaps"].index(0.0)] - values)


def rms(errors: list[tuple[Doubles, list[float]]]) -> str:
    """Return the root mean square of errors in points, without the reference's own errors."""
    off, own = (np.concatenate(some) for some in zip(*errors, strict=True))
    return f"{100 * max(0.0, float(np.mean(off**2 - own**2))) ** 0.5:.1f}"


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
    errors = table_of(
        "cards in the deck | decisions | errors of the network's chances, in points (rms) | "
        "of gaps to the best action (rms) | used",
        network_errors(decisions),
    )
    print(errors)
    if len(rows) == len(DEPTHS):
        write("judge", f"{told}{table_of(head, rows)}\n\n{errors}")


if __name__ == "__main__":
    main()
