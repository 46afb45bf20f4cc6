"""The learned players with the network that is shipped: it plays well and fits this program."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from jaipur import Position
from jaipur.arena.entrants import parse_entrants
from jaipur.arena.playing import Piece, play_piece
from jaipur.arena.sides import side_of, side_of_player
from jaipur.arena.statistics import deal_scores
from jaipur.bots.ladder import LADDER, Player, player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.players.maharaja import MOST_OPTIONS
from jaipur.bots.protocol import Limit
from tests.bots.test_tree_search import LAST_TURNS
from tests.laws.strategies import sample_rounds
from tests.rules.positions import position

LEARNED = [player for player in LADDER if player.engine.uses_network]
both = pytest.mark.parametrize("player", LEARNED, ids=lambda player: player.name)


def few_nodes(player: Player) -> Limit:
    return Limit(min(player.nodes, 12 * MOST_OPTIONS))


@both
def test_it_knows_what_five_diamonds_are_worth(player: Player) -> None:
    at = position(market="LLCKK", hand0="DDDDD")
    choice = LadderBot(player).choose(at.view(0), few_nodes(player))
    evaluated = {str(some.action): some for some in choice.candidates}
    sale, waste = evaluated["-DDDDD"], evaluated["+CLL-DDD"]
    assert choice.value is not None
    assert choice.value > 0.8
    assert sale.value > waste.value + 0.3
    assert sale.margin is not None
    assert waste.margin is not None
    assert sale.margin > waste.margin + 10


def test_the_vizier_beats_greedy() -> None:
    """The numbers fit the features: a network that reads them otherwise plays like a beginner."""
    sides = [side_of(entrant, 1) for entrant in parse_entrants(["vizier", "greedy"])]
    played = play_piece(Piece(0, 0, deals=25), sides, 1, whole_matches=False)
    assert deal_scores(played.games).mean() > 0.85


@both
def test_the_arena_form_plays_what_the_bot_chooses(player: Player) -> None:
    limit = few_nodes(player)
    bot, side = LadderBot(player, 5), side_of_player(player, limit, 5)
    positions = [at for played in sample_rounds(10) for at in played[:-1]]
    for at in Random(3).sample(positions, 6):
        cells = at.array.copy()[None, :]
        assert not any(side.act(cells, np.zeros(1, np.int64)))
        after = at.play(bot.choose(at.view(at.turn), limit).action)
        assert cells[0].tobytes() == after.array.tobytes()


@pytest.mark.parametrize(("good", "text"), LAST_TURNS)
def test_a_last_action_that_may_win_hides_no_better_one(text: str, good: str) -> None:
    at = Position.parse(text)
    choice = LadderBot(player_named("maharaja")).choose(at.view(at.turn), Limit(400))
    assert str(choice.action) in good.split()
    assert choice.value is not None
    assert choice.value > 0.9
