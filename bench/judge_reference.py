"""The reference judge: `python -m bench.judge_reference DECISIONS FILE` writes what it finds.

Decisions come from different rounds between bots of different strength. Every action that could be
the best is played out to the end of the round in at least 4,000 common worlds; those clearly behind
after 500 worlds are left at that. `python -m bench.judge FILE` compares our depths with it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from jaipur.arena.playing import NOBODY, start_round
from jaipur.arena.sides import side_of_player
from jaipur.bots.action_values import new_value_workspace, value_options
from jaipur.bots.ladder import parse_player
from jaipur.bots.network_file import shipped_network
from jaipur.bots.rollouts import RolloutArrays, new_rollout_arrays, start_rollouts
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.judge.statistics import new_statistics, try_options
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import END, RUNNING, TURN, Array, new_position, new_view
from jaipur.view import View

SEED = 4242
WORLDS = 4_000
FIRST_WORLDS = 500
MOST_OPTIONS = 8
NEAR = 0.2
"""Actions that the network values lower than its best by more than this are left out."""
TO_THE_END = 1_000
SHORT, SHORT_WORLDS = (2, 4, 8), 200
"""Shorter rollouts of the same actions, to choose their length and the weight of the network."""
PLAYERS = ("novice", "greedy", "trader", "vizier")
LATEST = 45


def decision(number: int) -> tuple[Array, int] | None:
    """Return the view of a decision in a round of its own, and the action chosen there."""
    draw = np.random.default_rng((SEED, number))
    position = new_position()
    compiled(start_round)(position, SEED, number, NOBODY, *sorted_box())
    names = draw.choice(PLAYERS, 2)
    sides = [side_of_player(*parse_player(str(name)), number) for name in names]
    stop = int(draw.integers(0, LATEST))
    only, view = np.zeros(1, np.int64), new_view()
    for _ in range(stop + 1):
        if position[END] != RUNNING:
            return None
        seat, before = int(position[TURN]), position.copy()
        for _ in sides[seat].act(position[None], only):
            pass
    compiled(observe)(before, seat, view)
    return view, played(before, position)


def played(before: Array, after: Array) -> int:
    """Return the action between two positions."""
    from jaipur.kernel.layout import new_actions
    from jaipur.kernel.rules import apply, legal

    actions = new_actions()
    for action in actions[: legal(before, actions)].tolist():
        tried = before.copy()
        apply(tried, action)
        if (tried == after).all():
            return int(action)
    raise AssertionError


def judge(number: int, arrays: RolloutArrays) -> dict[str, Any] | None:
    """Play out the best actions of one decision."""
    found = decision(number)
    if found is None:
        return None
    view, chosen = found
    network = shipped_network()
    valuing = new_value_workspace(network)
    count = compiled(value_options)(view, network, valuing)
    if count < 2:
        return None
    codes = valuing.options[:count].copy()
    values = valuing.values[0, :count].astype(float)
    order = np.argsort(-values, kind="stable")
    near = [row for row in order[:MOST_OPTIONS] if values[row] > values[order[0]] - NEAR]
    at = codes.tolist().index(chosen)
    rows = np.array([*near, *([] if at in near else [at])])
    options = codes[rows]
    every = np.arange(len(rows))
    compiled(start_rollouts)(view, SEED, arrays)
    run, counted = compiled(try_options), new_statistics(len(rows))
    run(view, options, every, 0, FIRST_WORLDS, TO_THE_END, arrays, counted)
    outcomes = arrays.outcomes[: len(rows), :FIRST_WORLDS]
    best = int(outcomes.mean(1).argmax())
    behind = outcomes[best] - outcomes
    clear = behind.mean(1) > 4 * behind.std(1) / FIRST_WORLDS**0.5 + 1e-9
    left = every[~clear]
    worlds = np.where(clear | (len(left) == 1), FIRST_WORLDS, WORLDS)
    if len(left) > 1:
        run(view, options, left, FIRST_WORLDS, WORLDS, TO_THE_END, arrays, counted)
    means = [float(arrays.outcomes[row, : worlds[row]].mean()) for row in every]
    errors = [
        float(arrays.outcomes[row, : worlds[row]].std() / worlds[row] ** 0.5) for row in every
    ]
    best = int(np.argmax([means[row] if not clear[row] else -1 for row in every]))
    gaps = [arrays.outcomes[best, : worlds[row]] - arrays.outcomes[row, : worlds[row]]
            for row in every]  # fmt: skip
    short = {}
    for plies in SHORT:
        compiled(start_rollouts)(view, SEED + 1, arrays)
        run(view, options, every, 0, SHORT_WORLDS, plies, arrays, counted)
        short[plies] = np.round(arrays.outcomes[: len(rows), :SHORT_WORLDS], 3).tolist()
    return {
        "short": short,
        "view": str(View.from_array(view)),
        "chosen": int(chosen),
        "options": options.tolist(),
        "network": values[rows].tolist(),
        "means": means,
        "errors": errors,
        "gaps": [float(gap.mean()) for gap in gaps],
        "gap_errors": [float(gap.std() / len(gap) ** 0.5) for gap in gaps],
    }


def piece(numbers: list[int]) -> list[dict[str, Any]]:
    """Judge some decisions in one process."""
    arrays = new_rollout_arrays(MOST_OPTIONS + 1, WORLDS)
    return [found for number in numbers if (found := judge(number, arrays))]


def main() -> None:
    """Judge decisions on all cores until enough are found, or the time is up."""
    wanted, file = int(sys.argv[1]), Path(sys.argv[2])
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 1e9
    start, found = time.monotonic(), list[dict[str, Any]]()
    piece([0])  # compile once
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        jobs = [processes.submit(piece, [number]) for number in range(2 * wanted)]
        for job in jobs:
            left = limit - (time.monotonic() - start)
            if len(found) >= wanted or left <= 0:
                break
            try:
                found += job.result(timeout=left)
            except TimeoutError:
                break
            file.write_text(json.dumps(found), "utf-8")
        for job in jobs:
            job.cancel()
        print(f"{len(found)} decisions in {time.monotonic() - start:.0f} s", flush=True)
        os._exit(0)


if __name__ == "__main__":
    main()
