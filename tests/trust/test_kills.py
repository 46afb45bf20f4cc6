"""An acknowledged action is never lost: a quick form of `python -m bench.trust`."""

import asyncio

from .kills import WRONG, kills


def test_nothing_acknowledged_is_lost_by_a_kill() -> None:
    figures = asyncio.run(kills(2, seed=1, pairs=2))
    assert {name: figures[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
    assert figures["kills"] == 2
    assert figures["matches ended"] >= 2
