"""A whole match at the drawn table, by keys and by the mouse, in a small and a large terminal."""

import pytest

from jaipur.session.contract.basics import Phase
from jaipur.session.table_request import TableRequest
from tests.depth import tried

from .pilot import LARGE, SMALL, run, screen_text, until_screen
from .table_hands import (
    KINDS,
    Chooser,
    Hands,
    Keys,
    Mouse,
    controller_of,
    new_app,
    new_server,
    play_match,
)

WAYS = [(Keys, SMALL), (Mouse, LARGE), (Keys, LARGE), (Mouse, SMALL)]


@pytest.mark.parametrize(("way", "size"), WAYS[: tried(1, 4)])
def test_a_whole_match(way: type[Keys] | type[Mouse], size: tuple[int, int]) -> None:
    async def test() -> None:
        with new_server() as server:
            app = new_app(server, TableRequest("Ana", bot="greedy", seed=SEED))
            async with app.run_test(size=size) as pilot:
                hands: Hands = way(pilot)
                choose = Chooser()
                await play_match(pilot, hands, choose)
                await until_screen(pilot, "MatchOver")
                state = controller_of(pilot).update
                assert state is not None
                assert state.state.phase is Phase.OVER
                assert all(choose.played[kind] for kind in KINDS)
                assert "Rematch" in screen_text(app)

    run(test())


SEED = 3
