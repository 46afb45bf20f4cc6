"""The settings of a training run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final

from ..errors import JaipurError, message


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The settings of a run; runs with the same ones learn the same, up to rounding."""

    seed: int = 1
    start_network: str = ""
    """The path of a network whose weights the run begins with; without it they are random."""
    windows: int = 2000
    tables: int = 65536
    plies: int = 32
    width: int = 1024
    second_width: int = 256
    residual: bool = True
    """Whether the network has a third layer, which is added to the second."""
    td_lambda: float = 0.85
    """λ of TD(λ): 1 learns from outcomes only, 0 only from the value of the next position."""
    noise_share: float = 0.08
    noise_scale: float = 0.04
    """The size of the noise on the values of actions, at `noise_share` of the turns."""
    noise_until: float = 0.75
    """The share of the run with noise; after it, the values are those of good play."""
    search_from: float = 0.4
    """The share of the run after which it also learns from search: options tried side by side."""
    learning_rate: float = 2e-3
    final_learning_rate: float = 1e-5
    warm_up_steps: int = 2000
    """Steps of learning in which the rate rises: the first ones know little of the gradients."""
    batch_size: int = 8192
    ema_decay: float = 0.999
    """The decay of the moving average of the weights, which is what plays."""
    opponents: tuple[str, ...] = ("greedy", "trader", "merchant:1000")
    rounds: int = 400
    evaluate_every: int = 100
    """Windows between two evaluations, each with a checkpoint."""
    rival_share: float = 0.0
    """The share of tables at which a rival plays one seat (see `league`)."""

    @classmethod
    def read(cls, kept: dict[str, Any]) -> TrainingSettings:
        """Read settings from a checkpoint; raises TypeError or KeyError if they are invalid."""
        return cls(**kept | {"opponents": tuple(kept["opponents"])})


SMALL: Final = TrainingSettings(
    windows=100,
    # Early in training, search does not find enough to pay for its rounds.
    search_from=1.0,
    noise_share=0.03,
    tables=256,
    width=64,
    second_width=16,
    residual=False,
    learning_rate=3e-3,
    warm_up_steps=50,
    batch_size=1024,
    ema_decay=0.98,
    opponents=("novice", "greedy"),
    rounds=200,
    evaluate_every=20,
)
"""A trial run on a CPU: it learns to trade in a minute or two."""

MAY_CHANGE: Final = frozenset({"windows", "opponents", "rounds", "evaluate_every"})
"""Settings that may change when a run is resumed."""

_OPTIONS: Final = {
    "start_network": "--from",
    "td_lambda": "--lambda",
    "noise_share": "--noise",
    "rival_share": "--rivals",
}
"""Options that are not named after their setting."""


class OtherSettings(JaipurError):
    """A run cannot be resumed with other settings."""


def require_same(kept: TrainingSettings, wanted: TrainingSettings, folder: Path) -> None:
    """Refuse to resume a run with other settings than those it began with."""
    theirs, ours = asdict(kept), asdict(wanted)
    if wanted.start_network and not kept.start_network:
        raise OtherSettings(
            message(
                "The run in {folder} began with random weights, not with {wanted}. Leave --from "
                "out to resume it, or name a new folder."
            ),
            folder=folder,
            wanted=wanted.start_network,
        )
    for name in (field.name for field in fields(TrainingSettings)):
        if name not in MAY_CHANGE and theirs[name] != ours[name]:
            raise OtherSettings(
                message(
                    "The run in {folder} has {name} {kept}, not {wanted}. Leave that out to "
                    "resume it, or name a new folder."
                ),
                folder=folder,
                name=_OPTIONS.get(name, f"--{name.replace('_', '-')}"),
                kept=theirs[name],
                wanted=ours[name],
            )
