"""The state of a run: its schedule, what was played, and what is missing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import numpy as np

from ..bots.leaf_network import LEAF_NETWORK_FILE
from ..bots.luck import add_luck
from ..bots.network_file import ROLLOUT_NETWORK_FILE, network_card
from ..bots.players import maharaja
from ..bots.position_network import POSITION_NETWORK_FILE
from ..compiled import state_of_source
from ..errors import Translate, message
from ..kernel.layout import Array
from .entrants import Entrant
from .playing import Piece, PlayedPiece
from .results import COLUMNS, DEAL, SEAT_A, PairResult
from .results_file import ResultsFile
from .sprt import Sprt
from .statistics import deal_scores
from .summary import Unit

DEALS_OF_ONE_STEP: Final = 64
DEALS_OF_SEARCH: Final = 4
DEALS_OF_PROGRAMS: Final = 16
"""Deals per piece. A piece is saved when complete; programs are restarted for each piece."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """What is to be played."""

    entrants: tuple[Entrant, ...]
    deals: int
    """How many deals for every pair, each played twice."""
    seed: int
    unit: Unit = "round"
    sprt: Sprt | None = None
    """If given, a pair stops as soon as this test has a verdict."""

    @property
    def pairs(self) -> list[tuple[Entrant, Entrant]]:
        """All pairs of entrants (round robin)."""
        return list(combinations(self.entrants, 2))

    def describe(self) -> dict[str, Any]:
        """Describe the run for the results file: what must match to resume it."""
        return {
            "unit": self.unit,
            "seed": self.seed,
            "bots": [entrant.name for entrant in self.entrants],
            "nodes": [entrant.limit.nodes for entrant in self.entrants],
            "source": _state_of_players(self.entrants),
            "programs": [_state_of_program(entrant) for entrant in self.entrants],
            "luck": _state_of_judge(),
        }


def _state_of_players(entrants: Sequence[Entrant]) -> str:
    """Return a hash of the source and the networks that the players of the ladder depend on."""
    digest = hashlib.sha256(state_of_source(maharaja.think).encode())
    digest.update(LEAF_NETWORK_FILE.read_bytes())
    if any(entrant.player and entrant.player.engine.uses_network for entrant in entrants):
        digest.update(network_card().digest.encode())
        digest.update(ROLLOUT_NETWORK_FILE.read_bytes())
    return digest.hexdigest()[:16]


def _state_of_program(entrant: Entrant) -> str:
    """Return a hash of the source files of a user's bot."""
    if entrant.player:
        return ""
    digest = hashlib.sha256()
    for path in entrant.source_files():
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _state_of_judge() -> str:
    """Return a hash of the source, its constants and the network that luck is measured with."""
    digest = hashlib.sha256(state_of_source(add_luck).encode())
    digest.update(POSITION_NETWORK_FILE.read_bytes())
    return digest.hexdigest()[:16]


class Contest:
    """The games of one pair, each deal of the schedule once, and the state of its test."""

    def __init__(self, schedule: Schedule) -> None:
        self.sure_after: int | None = None
        """The number of deals after which the sequential test had a verdict."""
        self._sprt, self._deals = schedule.sprt, schedule.deals
        self._scores_of = schedule.sprt.scores if schedule.sprt else deal_scores
        self._scores = np.full(schedule.deals, np.nan)
        self._checked = 0
        self._pieces: list[PlayedPiece] = []

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(len(piece.games) for piece in self._pieces)

    def add(self, played: PlayedPiece) -> None:
        """Add a piece; deals already known or not in the schedule are left out."""
        wanted = played.deals < self._deals
        wanted[wanted] = np.isnan(self._scores[played.deals[wanted]])
        if wanted.any():
            new = played.only(wanted)
            self._pieces.append(new)
            self._scores[new.deals] = self._scores_of(new.games)
            self._test()

    def missing(self, first: int, end: int) -> list[int]:
        """Return the deals of a range that were not played."""
        gaps: list[int] = (first + np.flatnonzero(np.isnan(self._scores[first:end]))).tolist()
        return gaps

    def counted(self) -> list[PlayedPiece]:
        """Return the pieces of the schedule, up to the deal at which the test had a verdict."""
        deals = self.sure_after or self._deals
        return [piece.only(piece.deals < deals) for piece in self._pieces]

    def _test(self) -> None:
        """Run the test on deals without a gap, so that their order of arrival does not matter."""
        if self._sprt is None or self.sure_after is not None:
            return
        ready = self._checked
        while ready < self._deals and not np.isnan(self._scores[ready]):
            ready += 1
        self.sure_after = self._sprt.decided_after(self._scores[:ready], self._checked)
        self._checked = ready


class ArenaRun:
    """A run in progress; `results` is available at any time."""

    def __init__(self, schedule: Schedule, file: ResultsFile | None = None) -> None:
        """Load the pieces in the file; they are not played again. New pieces are appended."""
        self.schedule = schedule
        self._file = file
        self._contests = [Contest(schedule) for _ in schedule.pairs]
        for played in file.read() if file else []:
            self._contests[played.piece.pair].add(played)

    def close(self) -> None:
        """Release the file for other runs."""
        if self._file:
            self._file.close()

    @property
    def games(self) -> int:
        """The number of games of the schedule played."""
        return sum(contest.games for contest in self._contests)

    def add(self, played: PlayedPiece) -> None:
        """Add a piece, and append it to the file."""
        if self._file:
            self._file.append(played)
        self._contests[played.piece.pair].add(played)

    def results(self) -> list[PairResult]:
        """Return the results of the schedule so far, pair by pair."""
        return [
            _result(a.name, b.name, contest.counted())
            for (a, b), contest in zip(self.schedule.pairs, self._contests, strict=True)
        ]

    def sentences(self, translate: Translate = message) -> list[str]:
        """Return the messages of all failures, each once."""
        pieces = (piece for contest in self._contests for piece in contest.counted())
        found = (failed.error.sentence(translate) for piece in pieces for failed in piece.failures)
        return list(dict.fromkeys(found))

    def sure_after(self, pair: int) -> int | None:
        """Return after how many deals the test of a pair had a verdict; None if it has none."""
        return self._contests[pair].sure_after

    def missing_pieces(self) -> Iterator[Piece]:
        """Yield the pieces left to play, alternating pairs; a pair with a verdict gets no more."""
        sizes = [_deals_a_piece(*pair) for pair in self.schedule.pairs]
        for start in range(0, self.schedule.deals, DEALS_OF_ONE_STEP):
            end = min(self.schedule.deals, start + DEALS_OF_ONE_STEP)
            for pair, contest in enumerate(self._contests):
                for first in range(start, end, sizes[pair]):
                    if contest.sure_after is None:
                        deals = contest.missing(first, min(end, first + sizes[pair]))
                        yield from _stretches(pair, deals)


def _result(a: str, b: str, pieces: Sequence[PlayedPiece]) -> PairResult:
    rows: Array = np.concatenate([np.zeros((0, COLUMNS), np.int64), *(p.games for p in pieces)])
    seconds = [sum(piece.seconds[side] for piece in pieces) for side in (0, 1)]
    rows = rows[np.lexsort((rows[:, SEAT_A], rows[:, DEAL]))]
    return PairResult(a, b, rows, (seconds[0], seconds[1]))


def _deals_a_piece(a: Entrant, b: Entrant) -> int:
    if not (a.player and b.player):
        return DEALS_OF_PROGRAMS
    return (
        DEALS_OF_SEARCH
        if a.player.engine.searches or b.player.engine.searches
        else DEALS_OF_ONE_STEP
    )


def _stretches(pair: int, deals: Sequence[int]) -> Iterator[Piece]:
    """Group consecutive deals into pieces."""
    start = 0
    for place in range(1, len(deals) + 1):
        if place == len(deals) or deals[place] != deals[place - 1] + 1:
            yield Piece(pair, deals[start], place - start)
            start = place
