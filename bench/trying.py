"""What it is worth to try more actions: `python -m bench.trying` writes the table.

At some turns of the vizier against itself, the actions it likes best are tried as the maharaja
tries them, all in the same worlds. Half of the worlds choose; the other half says how much better
than the vizier's choice that was.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bench.results import table_of, write
from jaipur.arena.playing import NOBODY, start_round
from jaipur.bots.choosing import seed_from_view
from jaipur.bots.judging import best_option, judge_options, new_desk
from jaipur.bots.network import Rounded
from jaipur.bots.rollouts import (
    LEFT,
    PLIES,
    PRIOR,
    TRIED,
    Room,
    begin,
    go_to_next_world,
    new_room,
    play_on,
)
from jaipur.bots.weights_file import network_card, shipped_network
from jaipur.compiled import compiled
from jaipur.deals import sorted_box
from jaipur.kernel.knowledge import observe
from jaipur.kernel.layout import END, RUNNING, SEAT, TURN, Array, new_position, new_view
from jaipur.kernel.rules import apply

Floats = npt.NDArray[np.float64]
Turns = list[tuple[Floats, Floats]]
"""For each turn what the vizier thought of the actions, and what came of them in each world."""

SEED = 2031
ROUNDS = 60
EVERY = 6
"""One turn in so many is looked at."""
WORLDS = 256
COUNTS = (2, 3, 4, 5, 6, TRIED)
GAPS = (0.04, 0.08, 0.12, 0.2, 1.0)


def try_all(view: Array, network: Rounded, room: Room, outcomes: Floats) -> None:
    """What comes of each action that was picked, in each world."""
    for world in range(WORLDS):
        go_to_next_world(view, room)
        for number in range(room.progress[LEFT]):
            action = int(room.options[room.tried[number]])
            outcomes[number, world] = play_on(int(view[SEAT]), action, network, room)


def turns() -> Turns:
    """What was found at turns all over some rounds, where there was something to choose."""
    network, box, found, turn = shipped_network(), sorted_box(), Turns(), 0
    desk, room, position, view = new_desk(network), new_room(network, 1), new_position(), new_view()
    for number in range(ROUNDS):
        start_round(position, SEED, number, NOBODY, *box)
        while position[END] == RUNNING:
            compiled(observe)(position, int(position[TURN]), view)
            count = compiled(judge_options)(view, network, desk)
            action = int(desk.options[best_option(desk.values, count)])
            compiled(seed_from_view)(room.chance, SEED, view)
            compiled(begin)(view, count, desk, room)
            picked, turn = int(room.progress[LEFT]), turn + 1
            if turn % EVERY == 0 and picked > 1:
                outcomes = np.zeros((picked, WORLDS))
                compiled(try_all)(view, network, room, outcomes)
                found.append((room.values[0, room.tried[:picked]].astype(float), outcomes))
            compiled(apply)(position, action)
    return found


def gain(found: Turns, count: int, gap: float) -> float:
    """Points a turn that are won by choosing among the best so many, not further behind."""
    gains = []
    for thought, outcomes in found:
        picked = int((thought[:count] >= thought[0] - gap).sum())
        for half in (0, 1):
            tried, judged = outcomes[:picked, half::2], outcomes[:, 1 - half :: 2].mean(1)
            score = tried.sum(1) + PRIOR * thought[:picked]
            gains.append(judged[int(score.argmax())] - judged[0])
    return 100 * float(np.mean(gains))


def main() -> None:
    """Measure and write."""
    found = turns()
    rows = [
        (
            "any" if gap >= 1 else f"{100 * gap:.0f} points",
            *(f"{gain(found, count, gap):.2f}" for count in COUNTS),
        )
        for gap in GAPS
    ]
    head = " | ".join(["behind the best by at most", *(f"{count} tried" for count in COUNTS)])
    write(
        "trying",
        f"""## What is worth trying

`python -m bench.trying` writes this: points of the chance to win that are gained a turn by trying
the vizier's best actions, over {len(found)} turns of {ROUNDS} rounds (network
{network_card().digest}, seed {SEED}). {WORLDS // 2} worlds choose, {PLIES} plies each, and as
many others judge.

{table_of(head, rows)}""",
    )
    print(table_of(head, rows))


if __name__ == "__main__":
    main()
