"""The reference judge: `python -m bench.judge_reference DECISIONS FILE` writes what it finds.

Decisions come from different rounds between bots of different strength. Every action that could be
the best is played out to the end of the round in 4,000 common worlds; those clearly behind after
500, 1,000 or 2,000 are left at that. One decision takes minutes; the same command continues with
the FILE of an earlier call. `python -m bench.judge` compares our depths with it.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from jaipur.arena.playing import NOBODY, start_round
from jaipur.arena.sides import side_of_player
from jaipur.bots.action_values import new_value_workspace, value_options
from jaipur.bots.ladder import parse_player
from jaipur.bots.network import Doubles
from jaipur.bots.network_file import network_card, shipped_network
from jaipur.bots.rollouts import RolloutArrays, new_rollout_arrays, start_rollouts
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.judge.statistics import new_statistics, try_options
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import END, RUNNING, TURN, Array, new_actions, new_position, new_view
from jaipur.kernel.rules import apply, legal
from jaipur.view import View

Rows = npt.NDArray[np.int64]

SEED = 4242
WORLDS = (500, 1_000, 2_000, 4_000)
"""After so many worlds, actions that are clearly behind are left."""
CLEAR_ERRORS = 4
"""An action is clearly behind by this many standard errors."""
MOST_OPTIONS = 8
NEAR = 0.2
"""Actions that the network values lower than its best by more than this are left out."""
TO_THE_END = 1_000
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
    tried, left, done = np.zeros(len(rows), np.int64), every, 0
    for worlds in WORLDS:
        run(view, options, left, done, worlds, TO_THE_END, arrays, counted)
        tried[left], done = worlds, worlds
        left = still_open(arrays.outcomes[:, :worlds], left)
        if len(left) < 2:
            break
    outcomes = [arrays.outcomes[row, : tried[row]] for row in every]
    best = max(np.flatnonzero(tried == tried.max()), key=lambda row: outcomes[row].mean())
    gaps = [outcomes[best][: tried[row]] - outcomes[row] for row in every]
    return {
        "number": number,
        "view": str(View.from_array(view)),
        "chosen": int(chosen),
        "options": options.tolist(),
        "network": values[rows].tolist(),
        "means": [float(some.mean()) for some in outcomes],
        "errors": [float(some.std() / len(some) ** 0.5) for some in outcomes],
        "gaps": [float(gap.mean()) for gap in gaps],
        "gap_errors": [float(gap.std() / len(gap) ** 0.5) for gap in gaps],
    }


def still_open(outcomes: Doubles, rows: Rows) -> Rows:
    """Return the rows that are not clearly behind the best of them."""
    best = rows[outcomes[rows].mean(1).argmax()]
    behind = outcomes[best] - outcomes[rows]
    clear = behind.mean(1) > CLEAR_ERRORS * behind.std(1) / outcomes.shape[1] ** 0.5 + 1e-9
    return np.asarray(rows[~clear])


def judged(number: int) -> dict[str, Any] | None:
    """Judge a decision in a process of its own."""
    return judge(number, new_rollout_arrays(MOST_OPTIONS + 1, WORLDS[-1]))


def read(file: Path) -> list[dict[str, Any]]:
    """Read the decisions of a reference made with today's network."""
    kept, digest = json.loads(file.read_text("utf-8")), network_card().digest
    if kept["network"] != digest:
        sys.exit(f"{file} is of network {kept['network']}, not {digest}: make a new one.")
    return list(kept["decisions"])


def keep(file: Path, found: list[dict[str, Any]]) -> None:
    """Write the decisions found so far; a write that is cut off loses none."""
    whole = {"network": network_card().digest, "decisions": found}
    new = file.with_suffix(".new")
    new.write_text(json.dumps(whole), "utf-8")
    new.replace(file)


def main() -> None:
    """Judge decisions on all cores until enough are found, or the time is up."""
    wanted, file = int(sys.argv[1]), Path(sys.argv[2])
    limit = float(sys.argv[3]) if len(sys.argv) > 3 else 1e9
    start, found = time.monotonic(), read(file) if file.exists() else []
    first = found[-1]["number"] + 1 if found else 0
    decision(0)  # compile once
    with multiprocessing.Pool() as pool:
        results = pool.imap(judged, range(first, 2 * wanted))
        while len(found) < wanted and (left := limit - (time.monotonic() - start)) > 0:
            try:
                one = results.next(timeout=left)
            except (StopIteration, multiprocessing.TimeoutError):
                break
            if one:
                found.append(one)
                keep(file, found)
    print(f"{len(found)} decisions after {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
