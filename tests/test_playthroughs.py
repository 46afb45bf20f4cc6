"""Recorded rounds: every value of a round as text, played again and compared.

`python -m tests.test_playthroughs` writes them anew.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from jaipur import SEATS, Match, SeededDeals
from jaipur.view_json import view_to_json

FOLDER = Path(__file__).with_name("playthroughs")
SEEDS = (1, 2, 3)


def playthrough(seed: int) -> str:
    """Everything there is to know of a round, line by line."""
    return "\n".join(_lines(seed)) + "\n"


def _lines(seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    match = Match.start(SeededDeals(seed).deal(0))
    yield f"seed {seed}"
    while True:
        yield f"position {match.position}"
        for seat in SEATS:
            yield f"view {match.view(seat)}"
            if not match.events or match.position.end is not None:
                yield f"json {json.dumps(view_to_json(match.view(seat)))}"
        if match.position.end is not None:
            break
        action = chance.choice(match.position.legal_actions())
        match = match.play(action)
        yield f"action {action}"
        yield f"event {json.dumps(match.events[-1].to_json())}"
    yield f"result {match.position.result}"
    yield f"next {match.next_starter}"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_recorded_round_plays_the_same_today(seed: int) -> None:
    assert playthrough(seed) == (FOLDER / f"{seed}.txt").read_text("utf-8")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for number in SEEDS:
        (FOLDER / f"{number}.txt").write_text(playthrough(number), "utf-8")
