"""A confirmed action is never lost: a fast form of `python -m bench.trust`."""

import asyncio

from tests.depth import tried

from .kills import WRONG, kills

KILLS, PAIRS = tried(1, 3), tried(2, 4)


def test_nothing_acknowledged_is_lost_by_a_kill() -> None:
    figures = asyncio.run(kills(KILLS, seed=1, pairs=PAIRS))
    assert {name: figures[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
    assert figures["kills"] == KILLS
    assert figures["matches ended"] >= PAIRS
