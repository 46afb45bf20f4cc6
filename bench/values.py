"""The time of one `legal_actions()` and one `play()` through the public classes."""

from __future__ import annotations

import random
import time

from bench.speed import best
from jaipur import Position, SeededDeals, use_compiled, use_interpreted


def microseconds_a_turn(is_compiled: bool, rounds: int = 20) -> float:
    """Return the time of `legal_actions()` + `play()`, over whole random rounds."""
    (use_compiled if is_compiled else use_interpreted)()
    deals = [Position.deal(SeededDeals(1).deal(number)) for number in range(rounds)]
    for position in deals[:2]:
        position.play(position.legal_actions()[0])

    def measure() -> float:
        chance, turns, spent = random.Random(1), 0, 0.0
        for dealt in deals:
            position = dealt
            while position.end is None:
                start = time.perf_counter()
                actions = position.legal_actions()
                spent += time.perf_counter() - start
                action = chance.choice(actions)
                start = time.perf_counter()
                position = position.play(action)
                spent += time.perf_counter() - start
                turns += 1
        return turns / spent

    per_second = best(measure)
    use_interpreted()
    return 1e6 / per_second
