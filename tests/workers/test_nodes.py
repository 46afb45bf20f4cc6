"""A bot spends the same nodes whatever the hidden cards, so its time reveals nothing."""

from __future__ import annotations

from random import Random

import pytest

from jaipur import Action, Position, View
from jaipur.bots.ladder import parse_player
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.protocol import Choice, Limit
from jaipur.workers.worker import answer_line, request_line
from tests.laws.strategies import sample_rounds
from tests.laws.test_two_worlds import other_world


@pytest.mark.parametrize("bot", ["trader", "merchant", "merchant:100", "merchant:5000"])
def test_the_same_nodes_whatever_the_hidden_cards(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choices: list[Choice] = []

    def act_noting(self: LadderBot, view: View, limit: Limit) -> Action:
        choices.append(self.choose(view, limit))
        return choices[-1].action

    monkeypatch.setattr(LadderBot, "act", act_noting)
    player, limit = parse_player(bot)
    bots = {player.name: LadderBot(player)}
    positions = [at for played in sample_rounds(2) for at in played[:-1:12]]
    for world in worlds(positions):
        answer_line(request_line(bot, world.view(world.turn), 3, is_compiled=True), bots)
    assert len(choices) == 2 * len(positions)
    # The walks that were made, counted in the tree, and not only what the bot says of itself.
    walks = [sum(candidate.nodes for candidate in choice.candidates) for choice in choices]
    assert {choice.nodes for choice in choices} == set(walks) == {limit.nodes}


def worlds(positions: list[Position]) -> list[Position]:
    """Each position and another that its seat to act cannot tell from it."""
    random = Random(6)
    twins = [other_world(at, at.turn, random) for at in positions]
    assert all(map(Position.__ne__, positions, twins))
    return positions + twins
