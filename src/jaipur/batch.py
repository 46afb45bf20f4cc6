"""Many rounds at once in compiled code: all cores, and the same for a seed on any number of them.

Each round draws from a stream of its own, numbered by the round, so that it does not matter who
plays it. The threads run machine code that lets go of Python's lock.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from .compiled import compiled
from .deals import shuffle_box, sorted_box
from .kernel.chance import new_chance, seed_chance
from .kernel.layout import BONUS_LEFT, END, Array, copy_cells, new_actions, new_position
from .kernel.playout import play_random_round
from .kernel.rules import deal, score, winner

ACTIONS = 0
LEGAL_TOTAL = 1
LEGAL_MOST = 2
RUPEES = 3
WINNER = 5
STARTER = 6
END_CAUSE = 7
BONUS_EMPTIED = 8
FACTS = 9

ROUNDS_A_PIECE = 5_000


@dataclass(frozen=True, slots=True)
class Batch:
    """The facts of many rounds, one entry of each array a round."""

    facts: Array

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return len(self.facts)

    @property
    def actions(self) -> Array:
        """Actions played."""
        return self.facts[:, ACTIONS]

    @property
    def legal_total(self) -> Array:
        """Legal actions, summed over the turns."""
        return self.facts[:, LEGAL_TOTAL]

    @property
    def legal_most(self) -> Array:
        """The most legal actions of one turn."""
        return self.facts[:, LEGAL_MOST]

    @property
    def rupees(self) -> Array:
        """Rupees of seat 0 and seat 1, camel token included."""
        return self.facts[:, RUPEES : RUPEES + 2]

    @property
    def winner(self) -> Array:
        """The seat that took the seal, -1 for a complete tie."""
        return self.facts[:, WINNER]

    @property
    def starter(self) -> Array:
        """The seat that began."""
        return self.facts[:, STARTER]

    @property
    def end(self) -> Array:
        """The end cause: 1 tokens, 2 deck, 3 exchanges."""
        return self.facts[:, END_CAUSE]

    @property
    def bonus_emptied(self) -> Array:
        """1 if at least one bonus pile was emptied."""
        return self.facts[:, BONUS_EMPTIED]


def play_random_rounds(
    rounds: int,
    seed: int,
    jobs: int | None = None,
    exchange_limit: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Play rounds between random players; `progress` hears how many more are done."""
    play = compiled(play_rounds)
    facts = np.zeros((rounds, FACTS), np.int64)

    def play_piece(first: int) -> int:
        piece = facts[first : first + ROUNDS_A_PIECE]
        cards, bonuses = sorted_box()
        play(seed, first, exchange_limit or 0, cards, bonuses, piece)
        return len(piece)

    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as threads:
        for done in _in_order(threads, play_piece, range(0, rounds, ROUNDS_A_PIECE)):
            if progress:
                progress(done)
    return Batch(facts)


def _in_order(
    threads: ThreadPoolExecutor, work: Callable[[int], int], pieces: range
) -> Iterator[int]:
    """The results as they come; on an interruption what has not begun is dropped."""
    try:
        yield from threads.map(work, pieces)
    except BaseException:
        threads.shutdown(wait=False, cancel_futures=True)
        raise


def play_rounds(
    seed: int, first: int, exchange_limit: int, cards: Array, bonuses: Array, facts: Array
) -> None:
    """Play a piece of a batch; `cards` and `bonuses` are the box, sorted."""
    position, chance, actions = new_position(), new_chance(), new_actions()
    order, piles = cards.copy(), bonuses.copy()
    for number in range(len(facts)):
        seed_chance(chance, seed, first + number)
        copy_cells(cards, order, len(cards))
        copy_cells(bonuses, piles, len(bonuses))
        starter = shuffle_box(chance, order, piles)
        deal(position, order, piles, starter, exchange_limit)
        played, total, most = play_random_round(position, chance, actions)
        fact = facts[number]
        fact[ACTIONS], fact[LEGAL_TOTAL], fact[LEGAL_MOST] = played, total, most
        fact[RUPEES], fact[RUPEES + 1] = score(position, 0), score(position, 1)
        fact[WINNER] = winner(position)
        fact[STARTER], fact[END_CAUSE] = starter, position[END]
        three, four, five = BONUS_LEFT, BONUS_LEFT + 1, BONUS_LEFT + 2
        fact[BONUS_EMPTIED] = position[three] * position[four] * position[five] == 0
