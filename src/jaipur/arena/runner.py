"""A run: every pair of entrants over the same deals, on all cores, until done or sure."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations
from threading import Event
from typing import Any, Final

import numpy as np

from ..bots.choosing import choose_action
from ..compiled import state_of_source
from ..kernel.layout import Array
from .entrants import Entrant
from .playing import Piece, Played, play_piece
from .results import COLUMNS, DEAL, SEAT_A, PairResult
from .results_file import ResultsFile
from .sides import side_of, warm_up
from .sprt import Sprt
from .statistics import deal_scores
from .summary import Unit

DEALS_OF_QUICK_BOTS: Final = 64
DEALS_OF_OTHERS: Final = 4


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played."""

    entrants: tuple[Entrant, ...]
    deals: int
    """How many deals for every pair, each played twice."""
    seed: int
    unit: Unit = "round"
    sprt: Sprt | None = None
    """If given, a pair stops as soon as this test is sure."""

    @property
    def pairs(self) -> list[tuple[Entrant, Entrant]]:
        """Everybody against everybody."""
        return list(combinations(self.entrants, 2))

    def describe(self) -> dict[str, Any]:
        """What must be the same for results to belong together."""
        return {
            "unit": self.unit,
            "seed": self.seed,
            "bots": [entrant.name for entrant in self.entrants],
            "nodes": [entrant.limit.nodes for entrant in self.entrants],
            "source": state_of_source(choose_action),
        }


@dataclass(slots=True)
class Run:
    """A run under way; `results` can be asked for at any time."""

    plan: Plan
    played: list[list[Played]]
    """The pieces of each pair."""

    def results(self) -> list[PairResult]:
        """What was played of the plan, pair by pair."""
        return [self._result(pair) for pair in range(len(self.plan.pairs))]

    def sentences(self) -> list[str]:
        """What was said about failures, each sentence once."""
        said = (sentence for pieces in self.played for p in pieces for sentence in p.sentences)
        return list(dict.fromkeys(said))

    def sure_after(self, pair: int) -> int | None:
        """After how many deals the sequential test is sure about a pair; None if it is not."""
        if self.plan.sprt is None:
            return None
        rows = self._rows(pair)
        together = np.arange(len(rows)) // 2 == rows[:, DEAL]
        # Only deals without a gap count, so that it does not matter in which order they came.
        rows = rows[: len(rows) if together.all() else int(together.argmin())]
        return self.plan.sprt.decided_after(deal_scores(rows)) if len(rows) else None

    def _rows(self, pair: int) -> Array:
        pieces = [np.zeros((0, COLUMNS), np.int64), *(p.games for p in self.played[pair])]
        rows = np.concatenate(pieces)
        ordered: Array = rows[np.lexsort((rows[:, SEAT_A], rows[:, DEAL]))]
        return ordered

    def _result(self, pair: int) -> PairResult:
        (a, b), rows = self.plan.pairs[pair], self._rows(pair)
        deals = min(self.plan.deals, self.sure_after(pair) or self.plan.deals)
        games = rows[rows[:, DEAL] < deals]
        # More may have been played than counts: its time does not count either.
        share = len(games) / max(1, len(rows))
        seconds = [share * sum(p.seconds[side] for p in self.played[pair]) for side in (0, 1)]
        return PairResult(a.name, b.name, games, (seconds[0], seconds[1]))


def play(
    plan: Plan,
    *,
    jobs: int | None = None,
    file: ResultsFile | None = None,
    progress: Callable[[int], None] | None = None,
) -> Run:
    """Play a plan; `progress` hears how many more games are done.

    What is in the file is not played again. The results are the same for any number of jobs.
    """
    run = Run(plan, [[] for _ in plan.pairs])
    for played in file.read() if file else []:
        run.played[played.piece.pair].append(played)
    warm_up(plan.entrants)
    for played in _played_in_order(run, jobs or os.cpu_count() or 1, progress):
        run.played[played.piece.pair].append(played)
        if file:
            file.append(played)
    return run


def _played_in_order(
    run: Run, jobs: int, progress: Callable[[int], None] | None
) -> Iterator[Played]:
    """The missing pieces as they are played, in their order; stops everything when abandoned."""
    stop = Event()
    waiting: deque[Future[Played]] = deque()
    pieces = _missing_pieces(run, progress)
    with ThreadPoolExecutor(jobs) as threads:
        try:
            for piece in pieces:
                waiting.append(threads.submit(_play, run.plan, piece, stop))
                while len(waiting) >= 2 * jobs:
                    yield _count(_result(waiting.popleft()), progress)
            while waiting:
                yield _count(_result(waiting.popleft()), progress)
        finally:
            stop.set()
            for future in waiting:
                future.cancel()


def _result(future: Future[Played]) -> Played:
    """Wait in short stretches, so that Ctrl-C is heard."""
    while True:
        try:
            return future.result(timeout=0.2)
        except TimeoutError:
            if future.done():
                raise


def _count(played: Played, progress: Callable[[int], None] | None) -> Played:
    if progress:
        progress(len(played.games))
    return played


def _play(plan: Plan, piece: Piece, stop: Event) -> Played:
    sides = [side_of(entrant, plan.seed) for entrant in plan.pairs[piece.pair]]
    try:
        return play_piece(piece, sides, plan.seed, plan.unit == "match", stop.is_set)
    finally:
        for side in sides:
            side.close()


def _missing_pieces(run: Run, progress: Callable[[int], None] | None) -> Iterator[Piece]:
    """What is left to play, the pairs side by side; a pair that is sure gets no more."""
    plan = run.plan
    known = [{deal for p in pieces for deal in p.games[:, DEAL].tolist()} for pieces in run.played]
    sizes = [_deals_a_piece(*pair) for pair in plan.pairs]
    sure = [False] * len(sizes)
    for start in range(0, plan.deals, DEALS_OF_QUICK_BOTS):
        for pair, size in enumerate(sizes):
            end = min(plan.deals, start + DEALS_OF_QUICK_BOTS)
            for first in range(start, end, size):
                sure[pair] = sure[pair] or run.sure_after(pair) is not None
                if sure[pair]:
                    break
                missing = [d for d in range(first, min(end, first + size)) if d not in known[pair]]
                skipped = min(end, first + size) - first - len(missing)
                if progress and skipped:
                    progress(2 * skipped)
                yield from _stretches(pair, missing)


def _deals_a_piece(a: Entrant, b: Entrant) -> int:
    quick = all(entrant.player and not entrant.player.searches for entrant in (a, b))
    return DEALS_OF_QUICK_BOTS if quick else DEALS_OF_OTHERS


def _stretches(pair: int, deals: Sequence[int]) -> Iterator[Piece]:
    """Deals that follow each other, as pieces."""
    start = 0
    for place in range(1, len(deals) + 1):
        if place == len(deals) or deals[place] != deals[place - 1] + 1:
            yield Piece(pair, deals[start], place - start)
            start = place
