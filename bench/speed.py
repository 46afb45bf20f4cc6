"""Random play in compiled code, compared with OpenSpiel's go_fish in the same run."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from jaipur.batch import ACTIONS, COLUMNS, play_rounds
from jaipur.compiled import compiled
from jaipur.deals import shuffle_box, sorted_box
from jaipur.kernel.chance import below, new_chance, seed_chance
from jaipur.kernel.layout import END, RUNNING, Array, new_actions, new_position
from jaipur.kernel.rules import apply, deal, legal

REPEATS = 7


def best(measure: Callable[[], float]) -> float:
    """Return the best of several measurements, which is least affected by other load."""
    return max(measure() for _ in range(REPEATS))


def counted_play(rounds: int = 20_000) -> float:
    """Return decisions per second when the legal actions are counted and the n-th is found."""
    play, facts = compiled(play_rounds), np.zeros((rounds, COLUMNS), np.int64)
    cards, bonuses = sorted_box()
    play(1, 0, 0, cards, bonuses, facts[:10])

    def measure() -> float:
        start = time.perf_counter()
        play(1, 0, 0, cards, bonuses, facts)
        return float(facts[:, ACTIONS].sum()) / (time.perf_counter() - start)

    return best(measure)


def play_listed(seed: int, rounds: int, cards: Array, bonuses: Array) -> int:
    """Play random rounds with the full list of legal actions at every turn."""
    position, chance, actions = new_position(), new_chance(), new_actions()
    order, piles, played = cards.copy(), bonuses.copy(), 0
    for number in range(rounds):
        seed_chance(chance, seed, number)
        order[:] = cards
        piles[:] = bonuses
        starter = shuffle_box(chance, order, piles)
        deal(position, order, piles, starter, 0)
        while position[END] == RUNNING:
            options = legal(position, actions)
            apply(position, actions[below(chance, options)])
            played += 1
    return played


def listed_play(rounds: int = 20_000) -> float:
    """Return decisions per second with the full list of legal actions at every turn."""
    play = compiled(play_listed)
    cards, bonuses = sorted_box()
    play(1, 10, cards, bonuses)

    def measure() -> float:
        start = time.perf_counter()
        played = play(1, rounds, cards, bonuses)
        return played / (time.perf_counter() - start)

    return best(measure)


def go_fish_play(rounds: int = 4_000) -> float:
    """Return decisions per second of OpenSpiel's go_fish with its own random bots, all in C++."""
    import pyspiel

    game = pyspiel.load_game("go_fish")

    def play(count: bool) -> int:
        bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(2)]
        decisions = 0
        for seed in range(rounds):
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            if count:
                decisions += sum(step.player >= 0 for step in state.full_history())
        return decisions

    decisions = play(count=True)

    def measure() -> float:
        start = time.perf_counter()
        play(count=False)
        return decisions / (time.perf_counter() - start)

    return best(measure)
