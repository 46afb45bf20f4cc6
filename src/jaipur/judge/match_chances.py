"""The chance to win a match, from the seals and who starts the next round.

Between equal players only the starter of a round has an advantage. How often it wins, and how often
a round is a complete tie, was measured in self-play of the vizier (`python -m bench.match_chances`,
bench/results.md); the chance of a match follows from the rules: two seals win (R92), the loser of a
round starts the next one (R90), after a tie the other seat (R91).
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final

from ..goods import SEALS_TO_WIN
from ..seats import SEATS, BySeat, Seat, other

STARTER_WINS: Final = 0.5994
"""The share of rounds that the starter wins."""
TIES: Final = 0.0016
"""The share of rounds that are complete ties."""

_Standing = tuple[int, int, Seat]


def match_chance(seals: BySeat[int], starter: Seat) -> float:
    """Return seat 0's chance to win the match before a round that `starter` starts."""
    if max(seals) >= SEALS_TO_WIN:
        return 1.0 if seals[0] > seals[1] else 0.0
    return _chances()[seals[0], seals[1], starter]


def after_round(seals: BySeat[int], winner: Seat) -> float:
    """Return seat 0's chance to win the match after a round that `winner` wins."""
    return match_chance(seals.replace(winner, seals[winner] + 1), other(winner))


def match_weight(seals: BySeat[int]) -> float:
    """Return how much of the match is at stake in a round: a won round less a lost one."""
    return after_round(seals, 0) - after_round(seals, 1)


def from_round(seals: BySeat[int], chance: float) -> float:
    """Return seat 0's chance to win the match, given its chance to win this round."""
    return chance * after_round(seals, 0) + (1 - chance) * after_round(seals, 1)


@cache
def _chances() -> dict[_Standing, float]:
    """Return seat 0's chance at every standing; ties lead back to one, so they are iterated."""
    most = range(SEALS_TO_WIN)
    found: dict[_Standing, float] = dict.fromkeys(product(most, most, SEATS), 0.5)

    def at(zero: int, one: int, starter: Seat) -> float:
        if zero == SEALS_TO_WIN:
            return 1.0
        return 0.0 if one == SEALS_TO_WIN else found[zero, one, starter]

    for _ in range(50):  # ties are so rare that a few passes are enough
        for zero, one, starter in list(found):
            win = STARTER_WINS if starter == 0 else 1 - STARTER_WINS - TIES
            lose = 1 - TIES - win
            found[zero, one, starter] = (
                win * at(zero + 1, one, 1)
                + lose * at(zero, one + 1, 0)
                + TIES * at(zero, one, other(starter))
            )
    return found
