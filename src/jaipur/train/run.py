"""A training run: windows of self-play and learning, with a log, checkpoints and scores."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from enum import Enum
from pathlib import Path
from threading import Event
from typing import Final

from ..arena.statistics import Z
from ..bots.network_file import network_card
from ..errors import JaipurError, message
from ..texts import Texts, texts
from . import checkpoint
from .curve import curve_of
from .devices import NAMES, ComputeDevice
from .duel import duel
from .evaluations import Evaluations, EvaluationsStopped
from .folder import CURVE, LOG, RunFolder
from .history import RunProgress, read_history
from .learner import Learner
from .model import shipped_model, to_play
from .settings import TrainingSettings, require_same
from .strength import Score
from .trainer import Trainer, new_learner, new_model

SECONDS_BETWEEN_REPORTS: Final = 10.0
DUELS_ON: Final = ("cuda",)
"""The devices fast enough for a duel with the shipped network at every evaluation."""
DEALS_OF_A_DUEL: Final = 16384
"""Each is played twice against the shipped network, in a second or two on a GPU."""


class RunEnding(Enum):
    """Why a run ended; in any case it can be resumed."""

    DONE = "all windows are done"
    LATE = "its time is up"
    STOPPED = "the user stopped it"


class LearningFailed(JaipurError):
    """Training diverged."""


@dataclass(slots=True)
class TrainingRun:
    """A run in a folder, new or resumed."""

    settings: TrainingSettings
    folder: Path
    device: ComputeDevice
    seconds: float = math.inf
    """The time limit, after which the run ends with a checkpoint and can be resumed."""
    say: Callable[[str], None] = print
    words: Texts = field(default_factory=lambda: texts("en"))
    stop: Event = field(default_factory=Event)
    """Once it is set, the run ends with a checkpoint before the next step."""
    at: RunProgress = field(default=RunProgress(0, 0), init=False)
    scores: dict[str, Score] = field(default_factory=dict, init=False)
    """The last score against each opponent."""
    _files: RunFolder = field(init=False)
    _started: float = field(default_factory=time.monotonic, init=False)
    _reported: float = field(default=-math.inf, init=False)

    def go(self) -> RunEnding:
        """Play and learn until all windows are done; a finished run is only evaluated."""
        settings = self.settings
        evaluations = Evaluations(
            settings.opponents, settings.rounds, self._record_score, self._draw
        )
        with closing(RunFolder(self.folder)) as self._files, closing(evaluations):
            kept = checkpoint.load(self.folder)
            # A resumed run has its own weights: the file that it began with may be gone.
            first = replace(settings, start_network="") if kept else settings
            learner = new_learner(settings, new_model(first), self.device.name)
            self._resume(learner, kept)
            self._log("settings", device=self.device.name, **asdict(settings))
            try:
                ending = self._play_all(learner, evaluations)
                evaluations.wait(self._look)
            except EvaluationsStopped:
                self._save(learner)
                return RunEnding.STOPPED
        return ending

    def _resume(self, learner: Learner, kept: checkpoint.Checkpoint | None) -> None:
        _, windows = self.words, self.settings.windows
        device = _(NAMES[self.device.name])
        if not kept:
            self.say(
                _("A new run of {windows} windows on {device}.", windows=windows, device=device)
            )
            return
        require_same(kept.settings, self.settings, self.folder)
        checkpoint.restore(self.folder, kept, learner)
        self.at = RunProgress(kept.window, kept.rounds)
        numbers = {"window": kept.window, "windows": windows}
        if kept.window < windows:
            sentence = _(
                "Resuming after window {window} of {windows} on {device}.", **numbers, device=device
            )
        else:
            sentence = _("All {window} windows are done; the network is measured again.", **numbers)
        self.say(sentence)

    def _play_all(self, learner: Learner, evaluations: Evaluations) -> RunEnding:
        settings = self.settings
        if self.at.window >= settings.windows:
            self._evaluate(learner, evaluations)
            return RunEnding.DONE
        trainer = Trainer(settings, learner, self.device, windows_done=self.at.window)
        while True:
            self._train_window(trainer)
            done = self.at.window >= settings.windows
            late = time.monotonic() - self._started > self.seconds
            if self.at.window % settings.evaluate_every == 0 or done or late:
                self._save(learner)
                self._evaluate(learner, evaluations)
            if done or late:
                return RunEnding.DONE if done else RunEnding.LATE

    def _train_window(self, trainer: Trainer) -> None:
        progress = self.at.window / self.settings.windows
        trained = trainer.train_window(progress, self._look)
        self._require_finite(trained.loss)
        self.at = RunProgress(self.at.window + 1, self.at.rounds + trained.finished)
        speed = round(trained.finished / (trained.play_seconds + trained.learn_seconds))
        self._log(
            "window",
            loss=round(trained.loss, 5),
            rounds=self.at.rounds,
            rounds_a_second=speed,
            generated_a_second=round(trained.finished / trained.play_seconds),
        )
        self._report_progress(trained.loss, speed)

    def _evaluate(self, learner: Learner, evaluations: Evaluations) -> None:
        """Measure the average: in the background on the CPU and, where there is one, on the GPU."""
        evaluations.submit(learner.network(), self.at)
        if self.device.name in DUELS_ON:
            shipped = to_play(shipped_model(), self.device.name)
            found = duel(self.device, learner.player(), shipped, DEALS_OF_A_DUEL, self._look)
            low, high = found.share - Z * found.error, found.share + Z * found.error
            opponent = f"vizier ({network_card().digest})"
            self._record_score(self.at, Score(opponent, found.rounds, found.share, low, high))

    def _require_finite(self, loss: float) -> None:
        if not math.isfinite(loss):
            raise LearningFailed(
                message(
                    "Training diverged in window {window}; begin again in a new folder with a "
                    "lower --learning-rate."
                ),
                window=self.at.window + 1,
            )

    def _report_progress(self, loss: float, speed: int) -> None:
        if time.monotonic() - self._reported < SECONDS_BETWEEN_REPORTS:
            return
        self._reported, _ = time.monotonic(), self.words
        self.say(
            _(
                "Window {window} of {windows}: {rounds} rounds, {speed} a second, loss {loss}.",
                window=self.at.window,
                windows=self.settings.windows,
                rounds=f"{self.at.rounds:,}",
                speed=f"{speed:,}",
                loss=f"{loss:.4f}",
            )
        )

    def _record_score(self, at: RunProgress, score: Score) -> None:
        self.scores[score.opponent] = score
        self._log("score", of_window=at.window, of_rounds=at.rounds, **asdict(score))
        _ = self.words
        self.say(
            _(
                "After window {window}: {share} % ({low} to {high}) of {rounds} rounds against "
                "{opponent}.",
                window=at.window,
                share=f"{100 * score.share:.1f}",
                low=f"{100 * score.low:.1f}",
                high=f"{100 * score.high:.1f}",
                rounds=score.rounds,
                opponent=score.opponent,
            )
        )

    def _draw(self) -> None:
        """Redraw the learning curve."""
        with self._files.replaced(CURVE) as path:
            history = read_history(self.folder / LOG)
            path.write_text(curve_of(history, self.words), "utf-8")

    def _log(self, kind: str, **values: object) -> None:
        seconds = round(time.monotonic() - self._started, 2)
        line = {"kind": kind, "window": self.at.window, "seconds": seconds}
        self._files.log(line | values)

    def _save(self, learner: Learner) -> None:
        checkpoint.save(self._files, learner, self.settings, self.at)

    def _look(self) -> None:
        if self.stop.is_set():
            raise EvaluationsStopped
