"""The speed of the players and of the arena."""

from __future__ import annotations

import time

from jaipur.arena.entrants import parse_entrants
from jaipur.arena.run import Schedule
from jaipur.arena.runner import play
from jaipur.bots.ladder import player_named
from jaipur.bots.ladder_bot import LadderBot
from jaipur.bots.protocol import Limit
from jaipur.deals import SeededDeals
from jaipur.position import Position
from jaipur.view import View

VIEWS = 12


def leaves_a_second() -> float:
    """Return the leaves valued per second on one core, at the merchant's limit."""
    bot, spent = LadderBot(player_named("merchant")), 0.0
    nodes = bot.player.nodes
    for number in range(VIEWS):
        view = _view(number)
        bot.choose(view, Limit(10))
        start = time.thread_time()
        bot.choose(view, Limit(nodes))
        spent += time.thread_time() - start
    return VIEWS * nodes / spent


def _view(number: int) -> View:
    """Return a view from the middle of a round played by greedy."""
    position, greedy = Position.deal(SeededDeals(1).deal(number)), LadderBot(player_named("greedy"))
    for _ in range(2 * number):
        position = position.play(greedy.choose(position.view(position.turn), Limit()).action)
    return position.view(position.turn)


def arena_rounds_a_second(rounds: int = 20_000) -> float:
    """Return the rounds of greedy against greedy per second on two cores."""
    plan = Schedule(parse_entrants(["greedy", "greedy"]), rounds // 2, seed=1)
    play(Schedule(plan.entrants, 64, seed=1), jobs=2)
    start = time.perf_counter()
    play(plan, jobs=2)
    return rounds / (time.perf_counter() - start)
