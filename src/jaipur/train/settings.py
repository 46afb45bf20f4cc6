"""The settings of a training run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from ..errors import JaipurError, message

_RENAMED: Final = {"trust": "td_lambda", "loudness": "noise_scale", "memory": "ema_decay"}
"""Names in checkpoints of version 0.1."""


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The settings of a run; with the same settings, runs on one machine learn the same."""

    seed: int = 1
    windows: int = 1150
    tables: int = 65536
    plies: int = 32
    width: int = 512
    second: int = 16
    td_lambda: float = 0.85
    """λ of TD(λ): the weight of the outcome beside the value of the next position."""
    noise_share: float = 0.08
    noise_scale: float = 0.04
    """Of the noise on the values of actions, at `noise_share` of the turns."""
    quiet_from: float = 0.75
    """After this share of the run no choice is noisy, so that the values are those of good play."""
    search_from: float = 0.4
    """After this share of the run it also learns from search: options tried side by side."""
    rate: float = 1e-3
    last_rate: float = 1e-5
    samples: int = 32768
    ema_decay: float = 0.998
    """Of the moving average of the weights, which is what plays."""
    opponents: tuple[str, ...] = ("greedy", "trader", "merchant:1000")
    rounds: int = 400
    every: int = 100
    """Windows between two evaluations, each with a checkpoint."""
    rival_share: float = 0.0
    """The share of tables at which a rival plays one seat (see `league`)."""

    @classmethod
    def read(cls, kept: dict[str, Any]) -> TrainingSettings:
        """Read settings from a checkpoint; raises TypeError or KeyError if they are invalid."""
        before_search = {"search_from": 1.0}
        named = {_RENAMED.get(name, name): value for name, value in kept.items()}
        return cls(**before_search | named | {"opponents": tuple(kept["opponents"])})


SMALL: Final = TrainingSettings(
    windows=100,
    # Early in training, search does not find enough to pay for its rounds.
    search_from=1.0,
    noise_share=0.03,
    tables=256,
    width=64,
    rate=3e-3,
    samples=1024,
    ema_decay=0.98,
    opponents=("novice", "greedy"),
    rounds=200,
    every=20,
)
"""A trial run on a CPU: it learns to trade in a minute or two."""

MAY_CHANGE: Final = frozenset({"windows", "opponents", "rounds", "every"})
"""Settings that may change when a run is resumed."""

_OPTIONS: Final = {
    "td_lambda": "--lambda",
    "noise_share": "--noise",
    "rival_share": "--rivals",
    "search_from": "--search-from",
    **{name: f"--{name}" for name in ("seed", "tables", "plies", "width", "second")},
    **{name: f"--{name}" for name in ("rate", "samples")},
}


class OtherSettings(JaipurError):
    """A run cannot be resumed with other settings."""


def require_same(kept: TrainingSettings, wanted: TrainingSettings, folder: Path) -> None:
    """Refuse to resume a run with other settings than those it began with."""
    theirs, ours = asdict(kept), asdict(wanted)
    for name in (field.name for field in fields(TrainingSettings)):
        if name not in MAY_CHANGE and theirs[name] != ours[name]:
            raise OtherSettings(
                message(
                    "The run in {folder} has {name} {kept}, not {wanted}. Leave that out to "
                    "resume it, or name a new folder."
                ),
                folder=folder,
                name=_OPTIONS.get(name, name),
                kept=theirs[name],
                wanted=ours[name],
            )
