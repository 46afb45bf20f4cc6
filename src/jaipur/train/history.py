"""The losses and scores in the log of a run, which may have been interrupted."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .strength import Score


@dataclass(frozen=True, slots=True)
class RunProgress:
    """The progress of a run: windows done, and rounds finished in them."""

    window: int
    rounds: int


@dataclass(slots=True)
class LearningHistory:
    """The loss of every window and the scores of those evaluated, each with the rounds played."""

    losses: dict[int, tuple[int, float]] = field(default_factory=dict)
    scores: dict[str, dict[int, tuple[int, Score]]] = field(default_factory=dict)

    def add(self, line: dict[str, Any]) -> None:
        """Add one line; raises KeyError, TypeError or ValueError if it is invalid."""
        if line["kind"] == "settings":
            self._go_back(int(line["window"]))
        elif line["kind"] == "window":
            self.losses[int(line["window"])] = int(line["rounds"]), _number(line["loss"])
        elif line["kind"] == "score":
            shares = (_number(line[name]) for name in ("share", "low", "high"))
            score = Score(str(line["opponent"]), int(line["rounds"]), *shares)
            at = self.scores.setdefault(score.opponent, {})
            at[int(line["of_window"])] = int(line["of_rounds"]), score

    def _go_back(self, window: int) -> None:
        """Discard what came after the checkpoint from which a killed run resumed."""
        self.losses = {at: some for at, some in self.losses.items() if at <= window}
        for opponent, scores in self.scores.items():
            self.scores[opponent] = {at: some for at, some in scores.items() if at <= window}


def read_history(log: Path) -> LearningHistory:
    """Read the history from a log; invalid lines are skipped."""
    history = LearningHistory()
    for line in _lines(log):
        try:
            history.add(line)
        except (KeyError, TypeError, ValueError):
            continue
    return history


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError
    return number


def _lines(log: Path) -> Iterator[Any]:
    for line in log.read_text("utf-8", errors="replace").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue
