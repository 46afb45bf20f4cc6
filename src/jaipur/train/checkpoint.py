"""Checkpoints: the state from which a run resumes, and its network for play."""

from __future__ import annotations

import io
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import torch

from ..bots.network_file import save_network
from ..errors import JaipurError, message
from .folder import MODEL, NETWORK, OPTIMIZER, RunFolder
from .history import RunProgress
from .learner import Learner
from .settings import TrainingSettings

VERSION: Final = 2
"""Raised when the same parameters come to mean another network."""
_UNREADABLE = (OSError, EOFError, RuntimeError, LookupError, TypeError, ValueError)


class DamagedCheckpoint(JaipurError):
    """A checkpoint from which no run can resume."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The progress of a run, and the parameters of its learner."""

    settings: TrainingSettings
    window: int
    rounds: int
    steps: int
    model: dict[str, Any]
    average: dict[str, Any]


def save(folder: RunFolder, learner: Learner, settings: TrainingSettings, at: RunProgress) -> None:
    """Save a checkpoint; each file is replaced atomically."""
    content = {
        "version": VERSION,
        "settings": asdict(settings),
        "window": at.window,
        "rounds": at.rounds,
        "steps": learner.steps,
        "model": learner.model.state_dict(),
        "average": learner.average.state_dict(),
    }
    # First, because it rejects invalid parameters, and the previous checkpoint stays.
    with folder.explained():
        name = f"window {at.window}, {at.rounds} rounds"
        save_network(folder.path / NETWORK, learner.network(), name)
    with folder.replaced(OPTIMIZER) as optimizer, folder.replaced(MODEL) as model:
        optimizer.write_bytes(_as_bytes(learner.optimizer.state_dict()))
        model.write_bytes(_as_bytes(content))


def load(folder: Path, where: str = "cpu") -> Checkpoint | None:
    """Load the checkpoint of a folder to a device; None if there is none."""
    path = folder / MODEL
    if not path.exists():
        return None
    with _readable(path):
        kept = torch.load(path, map_location=where, weights_only=True)
        if kept.pop("version", 1) != VERSION:
            raise ValueError("of another version")  # reported like any other damage
        settings = TrainingSettings.read(kept.pop("settings"))
        return Checkpoint(settings, **kept)


def restore(folder: Path, kept: Checkpoint, learner: Learner, where: str) -> None:
    """Restore the state of a learner."""
    with _readable(folder / MODEL):
        learner.model.load_state_dict(kept.model)
        learner.average.load_state_dict(kept.average)
        learner.steps = kept.steps
    with _readable(folder / OPTIMIZER):
        optimizer = torch.load(folder / OPTIMIZER, map_location=where, weights_only=True)
        learner.optimizer.load_state_dict(optimizer)


def _as_bytes(content: dict[str, Any]) -> bytes:
    """Serialise to bytes; we write the file ourselves, so that a full disk is reported as such."""
    file = io.BytesIO()
    torch.save(content, file)
    return file.getvalue()


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except (pickle.UnpicklingError, *_UNREADABLE) as error:
        raise DamagedCheckpoint(
            message(
                "{path} cannot be read: it is damaged, missing or of another version. Put a copy "
                "of the folder in its place, or name a new folder."
            ),
            path=path,
        ) from error
