"""Many rounds at once in compiled code, on all cores.

Each round has its own random stream, numbered by the round, so the results for a seed do not depend
on the number of cores. The threads run machine code that releases the GIL.
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
COLUMNS = 9

ROUNDS_PER_CHUNK = 5_000


@dataclass(frozen=True, slots=True)
class Batch:
    """Statistics of many rounds: each property has one entry per round."""

    data: Array

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return len(self.data)

    @property
    def actions(self) -> Array:
        """Actions played."""
        return self.data[:, ACTIONS]

    @property
    def legal_total(self) -> Array:
        """The sum of the numbers of legal actions of all turns."""
        return self.data[:, LEGAL_TOTAL]

    @property
    def legal_most(self) -> Array:
        """The largest number of legal actions in one turn."""
        return self.data[:, LEGAL_MOST]

    @property
    def rupees(self) -> Array:
        """Rupees of seat 0 and seat 1, camel token included."""
        return self.data[:, RUPEES : RUPEES + 2]

    @property
    def winner(self) -> Array:
        """The seat that took the seal, -1 for a complete tie."""
        return self.data[:, WINNER]

    @property
    def starter(self) -> Array:
        """The seat that began."""
        return self.data[:, STARTER]

    @property
    def end(self) -> Array:
        """The end cause: 1 tokens, 2 deck, 3 exchanges."""
        return self.data[:, END_CAUSE]

    @property
    def bonus_emptied(self) -> Array:
        """1 if at least one bonus pile was emptied."""
        return self.data[:, BONUS_EMPTIED]


def play_random_rounds(
    rounds: int,
    seed: int,
    jobs: int | None = None,
    exchange_limit: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Batch:
    """Play rounds between random players; `progress` gets the number of newly finished rounds."""
    play = compiled(play_rounds)
    data = np.zeros((rounds, COLUMNS), np.int64)

    def play_chunk(first: int) -> int:
        chunk = data[first : first + ROUNDS_PER_CHUNK]
        cards, bonuses = sorted_box()
        play(seed, first, exchange_limit or 0, cards, bonuses, chunk)
        return len(chunk)

    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as threads:
        for done in _in_order(threads, play_chunk, range(0, rounds, ROUNDS_PER_CHUNK)):
            if progress:
                progress(done)
    return Batch(data)


def _in_order(
    threads: ThreadPoolExecutor, work: Callable[[int], int], chunks: range
) -> Iterator[int]:
    """Yield the results in order; on an interruption cancel the chunks not yet started."""
    try:
        yield from threads.map(work, chunks)
    except BaseException:
        threads.shutdown(wait=False, cancel_futures=True)
        raise


def play_rounds(
    seed: int, first: int, exchange_limit: int, cards: Array, bonuses: Array, data: Array
) -> None:
    """Play a chunk of a batch; `cards` and `bonuses` are the sorted box."""
    position, chance, actions = new_position(), new_chance(), new_actions()
    order, piles = cards.copy(), bonuses.copy()
    for number in range(len(data)):
        seed_chance(chance, seed, first + number)
        copy_cells(cards, order, len(cards))
        copy_cells(bonuses, piles, len(bonuses))
        starter = shuffle_box(chance, order, piles)
        deal(position, order, piles, starter, exchange_limit)
        played, total, most = play_random_round(position, chance, actions)
        row = data[number]
        row[ACTIONS], row[LEGAL_TOTAL], row[LEGAL_MOST] = played, total, most
        row[RUPEES], row[RUPEES + 1] = score(position, 0), score(position, 1)
        row[WINNER] = winner(position)
        row[STARTER], row[END_CAUSE] = starter, position[END]
        three, four, five = BONUS_LEFT, BONUS_LEFT + 1, BONUS_LEFT + 2
        row[BONUS_EMPTIED] = position[three] * position[four] * position[five] == 0
