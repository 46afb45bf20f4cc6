"""Evaluations in background threads, while the run continues."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from threading import Event
from typing import Final

from ..bots.network import Network
from .history import RunProgress
from .strength import Score, score_against

SECONDS_BETWEEN_CHECKS: Final = 0.2


class EvaluationsStopped(Exception):  # not an error: the user asked for it
    """The run was stopped before it was done."""


@dataclass(slots=True)
class Evaluations:
    """Scores networks one at a time: `hear` gets each score, then `finish` is called."""

    opponents: tuple[str, ...]
    rounds: int
    hear: Callable[[RunProgress, Score], None]
    finish: Callable[[], None]
    _stop: Event = field(default_factory=Event)
    _order: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1))
    _threads: ThreadPoolExecutor = field(default_factory=ThreadPoolExecutor)
    _waiting: list[Future[None]] = field(default_factory=list)

    def submit(self, network: Network, at: RunProgress) -> None:
        """Queue a network for scoring; raises the errors of evaluations that are done."""
        for score in self._waiting:
            if score.done():
                score.result()
        self._waiting.append(self._order.submit(self._score, network, at))

    def wait(self, check_stop: Callable[[], None]) -> None:
        """Wait for all scores; `check_stop` is called periodically and may raise."""
        for score in self._waiting:
            while not score.done():
                check_stop()
                wait([score], timeout=SECONDS_BETWEEN_CHECKS)
            score.result()

    def close(self) -> None:
        """Cancel the evaluations in the queue, and wait for the threads to end."""
        self._stop.set()
        self._order.shutdown(cancel_futures=True)
        self._threads.shutdown(cancel_futures=True)

    def _score(self, network: Network, at: RunProgress) -> None:
        for opponent in self.opponents:
            score = score_against(network, opponent, self.rounds, self._threads, self._look)
            self.hear(at, score)
        self.finish()

    def _look(self) -> None:
        if self._stop.is_set():
            raise EvaluationsStopped
