"""No player of the ladder peeks: in worlds it cannot tell apart it does the same."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur import Position
from jaipur.arena.sides import side_of_player
from jaipur.bots.ladder import LADDER, Player
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.protocol import Limit
from tests.bots.test_worlds import late_positions
from tests.depth import tried
from tests.laws.strategies import running_positions
from tests.laws.test_two_worlds import other_world

SEED = 11
pytestmark = pytest.mark.usefixtures("tiny_network")
every_player = pytest.mark.parametrize("player", LADDER, ids=lambda player: player.name)


def small_limit(player: Player) -> Limit:
    """Enough nodes to go through many worlds and a few turns."""
    return Limit(min(player.nodes, 50 if player.engine.uses_network else 150))


def assert_alike(player: Player, bot: LadderBot, here: Position, there: Position) -> None:
    """The same choice to the last digit, and the same action in the arena on whole positions."""
    limit, seat = small_limit(player), here.turn
    choice = bot.choose(here.view(seat), limit)
    assert LadderBot(player, SEED, is_compiled=True).choose(there.view(seat), limit) == choice
    side = side_of_player(player, limit, SEED)
    cells = np.stack([here.array, there.array])
    assert not any(side.act(cells, np.arange(2)))
    for number, world in enumerate((here, there)):
        assert cells[number].tobytes() == world.play(choice.action).array.tobytes()


@every_player
@given(at=running_positions(), seed=st.integers(0, 2**32))
@settings(max_examples=tried(8, 40))
def test_worlds_that_look_the_same_are_played_the_same(
    player: Player, at: Position, seed: int
) -> None:
    assert_alike(
        player,
        LadderBot(player, SEED, is_compiled=True),
        at,
        other_world(at, at.turn, Random(seed)),
    )


@every_player
def test_so_are_the_last_turns_where_peeking_would_pay_most(player: Player) -> None:
    random, bot, other_secrets = Random(5), LadderBot(player, SEED, is_compiled=True), 0
    for at in late_positions(rounds=40, turns=4)[:: tried(9, 3)]:
        twin = other_world(at, at.turn, random)
        other_secrets += twin != at
        assert_alike(player, bot, at, twin)
    assert other_secrets > tried(8, 25)
