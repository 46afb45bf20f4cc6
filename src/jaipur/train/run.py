"""A training run: windows of self-play and learning, a log, checkpoints and scores on the way."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import torch

from ..bots.weights_file import save_network
from .devices import Device
from .ladder import Score, score_against
from .learner import Learner, Rates
from .model import Model
from .selfplay import Noise, Tables, play_window

LOG: Final = "log.jsonl"
MODEL: Final = "model.pt"
MEMORY: Final = "optimizer.pt"
NETWORK: Final = "network.npz"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything a run depends on; two runs with the same settings on one machine are alike."""

    seed: int = 1
    windows: int = 1000
    tables: int = 65536
    plies: int = 32
    width: int = 512
    second: int = 32
    trust: float = 0.85
    """λ: how far what came of an action counts beside what was thought of the next one."""
    noise_share: float = 0.03
    loudness: float = 0.04
    quiet_from: float = 0.75
    """After this share of the run no action is noisy: the values then are those of good play."""
    rate: float = 1e-3
    last_rate: float = 1e-5
    samples: int = 32768
    memory: float = 0.998
    opponents: tuple[str, ...] = ("greedy", "trader", "merchant:1000")
    rounds: int = 400
    every: int = 100
    """Windows between two evaluations, each with a checkpoint."""


@dataclass(slots=True)
class Run:
    """A run in a folder, new or going on."""

    settings: Settings
    folder: Path
    device: Device
    seconds: float = math.inf
    """It stops with a checkpoint after so many, and goes on when started again."""
    say: Callable[[str], None] = print
    _rounds: int = 0
    _window: int = 0
    _started: float = field(default_factory=time.monotonic)

    def go(self) -> None:
        """Play and learn until all windows are done."""
        settings, where = self.settings, self.device.name
        self.folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(settings.seed)
        torch.backends.cuda.matmul.allow_tf32 = True
        learner = Learner(
            Model(settings.width, settings.second).to(where),
            Rates(settings.rate, settings.last_rate, settings.samples, settings.memory),
        )
        self._resume(learner)
        self._log("settings", device=where, **asdict(settings))
        chance = torch.Generator(where)
        chance.manual_seed(settings.seed + self._window)
        # A resumed run deals other rounds than those it has seen.
        tables = Tables(self.device, settings.tables, settings.seed + (self._window << 32))
        with ThreadPoolExecutor(1) as judge, ThreadPoolExecutor() as threads:
            scores: list[Future[None]] = []
            for window in range(self._window, settings.windows):
                self._play_and_learn(learner, tables, window, chance)
                late = time.monotonic() - self._started > self.seconds
                if self._window % settings.every == 0 or self._window == settings.windows or late:
                    self._save(learner)
                    network = learner.average.export()
                    at = self._window, self._rounds
                    scores.append(judge.submit(self._score, network, at, threads))
                if late:
                    break
            for score in scores:
                score.result()

    def _play_and_learn(
        self, learner: Learner, tables: Tables, window: int, chance: torch.Generator
    ) -> None:
        settings, start = self.settings, time.monotonic()
        progress = window / settings.windows
        quiet = progress >= settings.quiet_from
        noise = Noise(0.0 if quiet else settings.noise_share, settings.loudness)
        played = play_window(
            tables, learner.player(), settings.plies, noise, settings.trust, chance
        )
        middle = time.monotonic()
        loss = learner.learn(played, progress, chance)
        end = time.monotonic()
        self._window += 1
        self._rounds += played.finished
        self._log(
            "window",
            loss=round(loss, 5),
            rounds=self._rounds,
            rounds_a_second=round(played.finished / (end - start)),
            generated_a_second=round(played.finished / (middle - start)),
        )

    def _score(self, network: Any, at: tuple[int, int], threads: ThreadPoolExecutor) -> None:
        for opponent in self.settings.opponents:
            score = score_against(network, opponent, self.settings.rounds, 7, threads)
            self._log("score", of_window=at[0], of_rounds=at[1], **asdict(score))
            self.say(_sentence(at, score))

    def _log(self, kind: str, **facts: object) -> None:
        seconds = round(time.monotonic() - self._started, 2)
        line = {"kind": kind, "window": self._window, "seconds": seconds, **facts}
        with (self.folder / LOG).open("a", encoding="utf-8") as log:
            log.write(json.dumps(line) + "\n")
        if kind == "window" and self._window % 20 == 0:
            self.say(json.dumps(line))

    def _save(self, learner: Learner) -> None:
        """The numbers for playing and all that is needed to go on, each file replaced at once."""
        save_network(self.folder / NETWORK, learner.average.export())
        model = {
            "settings": asdict(self.settings),
            "window": self._window,
            "rounds": self._rounds,
            "steps": learner.steps,
            "model": learner.model.state_dict(),
            "average": learner.average.state_dict(),
        }
        for name, kept in ((MODEL, model), (MEMORY, learner.optimizer.state_dict())):
            new = self.folder / f"{name}.new"
            torch.save(kept, new)
            new.replace(self.folder / name)

    def _resume(self, learner: Learner) -> None:
        if not (self.folder / MODEL).exists():
            return
        kept = torch.load(self.folder / MODEL, map_location=self.device.name, weights_only=True)
        learner.model.load_state_dict(kept["model"])
        learner.average.load_state_dict(kept["average"])
        memory = torch.load(self.folder / MEMORY, map_location=self.device.name, weights_only=True)
        learner.optimizer.load_state_dict(memory)
        self._window, self._rounds = kept["window"], kept["rounds"]
        learner.steps = kept["steps"]
        self.say(f"going on after window {self._window}")


def _sentence(at: tuple[int, int], score: Score) -> str:
    return (
        f"window {at[0]}, {at[1]:,} rounds: {100 * score.share:.1f} % "
        f"({100 * score.low:.1f}-{100 * score.high:.1f}) against {score.opponent}"
    )
