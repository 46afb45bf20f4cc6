"""Rounds between players that choose uniformly among all legal actions."""

from __future__ import annotations

from .chance import below
from .layout import END, HERD, MARKET, RUNNING, TURN, Array
from .rules import (
    apply,
    count_exchanges,
    count_without_exchange,
    hand_of,
    legal_without_exchange,
    nth_exchange,
)


def play_random_round(position: Array, chance: Array, actions: Array) -> tuple[int, int, int]:
    """Play a round to its end; return its length and the sum and maximum of legal actions per turn.

    Exchanges are counted but not listed; `actions` is scratch space.
    """
    played = total = most = 0
    while position[END] == RUNNING:
        seat = position[TURN]
        market, hand, herd = position[MARKET], hand_of(position, seat), position[HERD + seat]
        others = count_without_exchange(market, hand)
        options = others + count_exchanges(market, hand, herd)
        chosen = below(chance, options)
        if chosen < others:
            legal_without_exchange(market, hand, actions)
            action = int(actions[chosen])
        else:
            action = nth_exchange(market, hand, herd, chosen - others)
        apply(position, action)
        played += 1
        total += options
        most = max(most, options)
    return played, total, most
