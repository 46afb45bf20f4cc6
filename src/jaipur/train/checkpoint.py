"""Checkpoints: the state from which a run resumes, and its network for play.

`model.pt` has the settings and the progress, and says which parts belong to it; the parts have the
tensors. It is written last, and the parts of the checkpoint before it are removed only then.
"""

from __future__ import annotations

import io
import pickle
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import torch
from torch import Tensor

from ..bots.network_file import save_network
from ..errors import JaipurError, message
from .folder import MODEL, NETWORK, PARTS, RunFolder, part_name
from .history import RunProgress
from .learner import Learner
from .settings import TrainingSettings

VERSION: Final = 3
"""Raised when the same parameters come to mean another network."""
LARGEST_PART: Final = 14_000_000
"""Bytes of tensors in a part, so that no file has more than 15 MB."""
_UNREADABLE = (OSError, EOFError, RuntimeError, LookupError, TypeError, ValueError)


class DamagedCheckpoint(JaipurError):
    """A checkpoint from which no run can resume."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The settings and the progress of a run, and where its tensors are."""

    settings: TrainingSettings
    window: int
    rounds: int
    steps: int
    letter: str
    """One of PARTS, in the names of the parts."""
    parts: int


def save(folder: RunFolder, learner: Learner, settings: TrainingSettings, at: RunProgress) -> None:
    """Save a checkpoint; until it is complete, the one before it can be resumed."""
    # First, because it rejects invalid parameters, and the previous checkpoint stays.
    with folder.explained():
        name = f"window {at.window}, {at.rounds} rounds"
        save_network(folder.path / NETWORK, learner.network(), name)
    before = load(folder.path)
    letter = PARTS[1] if before and before.letter == PARTS[0] else PARTS[0]
    parts = list(_parts_of(learner.tensors()))
    names = [part_name(letter, number) for number in range(len(parts))]
    for file, part in zip(names, parts, strict=True):
        _write(folder, file, part)
    content = {
        "version": VERSION,
        "settings": asdict(settings),
        "window": at.window,
        "rounds": at.rounds,
        "steps": learner.steps,
        "letter": letter,
        "parts": len(parts),
    }
    _write(folder, MODEL, content)
    folder.keep_parts(names)


def load(folder: Path) -> Checkpoint | None:
    """Load the checkpoint of a folder without its tensors; None if there is none."""
    path = folder / MODEL
    if not path.exists():
        return None
    with _readable(path):
        kept = torch.load(path, map_location="cpu", weights_only=True)
        if kept.pop("version", 1) != VERSION:
            raise ValueError("of another version")  # reported like any other damage
        settings = TrainingSettings.read(kept.pop("settings"))
        return Checkpoint(settings, **kept)


def restore(folder: Path, kept: Checkpoint, learner: Learner) -> None:
    """Restore the state of a learner."""
    pieces: dict[str, list[Tensor]] = defaultdict(list)
    for number in range(kept.parts):
        path = folder / part_name(kept.letter, number)
        with _readable(path):
            for name, piece in torch.load(path, map_location="cpu", weights_only=True).items():
                pieces[name].append(piece)
    with _readable(folder / MODEL):
        tensors = {
            name: torch.cat(some) if len(some) > 1 else some[0] for name, some in pieces.items()
        }
        learner.restore(tensors, kept.steps)


def _parts_of(tensors: dict[str, Tensor]) -> Iterator[dict[str, Tensor]]:
    """Distribute tensors over parts; a large one is cut into pieces, which are in order."""
    part: dict[str, Tensor] = {}
    room = LARGEST_PART
    for name, tensor in tensors.items():
        for piece in _pieces_of(tensor):
            if part and (piece.nbytes > room or name in part):
                yield part
                part, room = {}, LARGEST_PART
            # A copy, because saving a slice would save the whole tensor.
            part[name] = piece.detach().cpu().clone()
            room -= piece.nbytes
    yield part


def _pieces_of(tensor: Tensor) -> tuple[Tensor, ...]:
    if tensor.nbytes <= LARGEST_PART:
        return (tensor,)
    rows: tuple[Tensor, ...] = tensor.split(max(1, LARGEST_PART // tensor[0].nbytes))
    return rows


def _write(folder: RunFolder, name: str, content: dict[str, Any]) -> None:
    """Write a file; we do it ourselves, so that a full disk is reported as such."""
    data = io.BytesIO()
    torch.save(content, data)
    with folder.replaced(name) as path:
        path.write_bytes(data.getvalue())


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
