"""Plays a run in threads: every pair over the same deals, until done or the test is sure."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import closing
from threading import Event

from .luck import warm_up_luck
from .playing import Piece, PlayedPiece, play_piece
from .results_file import ResultsFile
from .run import ArenaRun, Schedule
from .sides import side_of, warm_up


class RunStopped(Exception):  # not an error: the user asked for it
    """The run was stopped in the middle of a piece."""


def play(
    schedule: Schedule,
    *,
    jobs: int | None = None,
    file: ResultsFile | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> ArenaRun:
    """Play a schedule; `progress` is called with the number of games just finished.

    Games in the file are not played again. The results are the same for any number of jobs.
    """
    with closing(ArenaRun(schedule, file)) as run, closing(go_on(run, jobs)) as pieces:
        if run.games:
            progress(run.games)
        for played in pieces:
            progress(len(played.games))
    return run


def go_on(run: ArenaRun, jobs: int | None = None) -> Generator[PlayedPiece, None, None]:
    """Play the missing pieces, and yield them in order; closing the generator stops everything."""
    warm_up(run.schedule.entrants)
    warm_up_luck()
    jobs = jobs or os.cpu_count() or 1
    stop = Event()
    waiting: deque[Future[PlayedPiece]] = deque()
    with ThreadPoolExecutor(jobs) as threads:
        try:
            for piece in run.missing_pieces():
                waiting.append(threads.submit(_play, run.schedule, piece, stop))
                while len(waiting) >= 2 * jobs:
                    yield _keep(run, waiting.popleft())
            while waiting:
                yield _keep(run, waiting.popleft())
        finally:
            stop.set()
            for future in waiting:
                future.cancel()


def _keep(run: ArenaRun, future: Future[PlayedPiece]) -> PlayedPiece:
    # With short timeouts: on some systems Ctrl-C does not interrupt a long wait.
    while not future.done():
        wait([future], timeout=0.2)
    played = future.result()
    run.add(played)
    return played


def _play(schedule: Schedule, piece: Piece, stop: Event) -> PlayedPiece:
    def check_stop() -> None:
        if stop.is_set():
            raise RunStopped

    sides = [side_of(entrant, schedule.seed, check_stop) for entrant in schedule.pairs[piece.pair]]
    try:
        return play_piece(piece, sides, schedule.seed, schedule.unit == "match", check_stop)
    finally:
        for side in sides:
            side.close()
