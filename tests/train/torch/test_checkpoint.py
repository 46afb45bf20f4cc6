"""Checkpoints in parts: no large file, and one that can be resumed at every moment."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch

from jaipur.train import checkpoint
from jaipur.train.folder import MODEL, NETWORK, RunFolder
from jaipur.train.history import RunProgress
from jaipur.train.learner import Learner, LearningRates
from jaipur.train.settings import SMALL

from .models import small_model

RATES = LearningRates(1e-3, 1e-3, batch_size=16, ema_decay=0.9)
SETTINGS = replace(SMALL, opponents=())
SMALL_PART = 100_000


def learner_with(value: float) -> Learner:
    """A learner all of whose tensors have one value, so that those of two are not mixed up."""
    learner = Learner(small_model(16, 4, residual=True), RATES)
    for name, some in learner.tensors().items():
        if name != "sample":
            some.fill_(value)
    learner.steps = int(value)
    return learner


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[RunFolder]:
    with closing(RunFolder(tmp_path)) as folder:
        yield folder


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkpoint, "LARGEST_PART", SMALL_PART)


def save(folder: RunFolder, value: float) -> None:
    checkpoint.save(folder, learner_with(value), SETTINGS, RunProgress(int(value), 10))


def kept_value(folder: RunFolder) -> float:
    """What the tensors of the checkpoint have, which must be one value."""
    kept = checkpoint.load(folder.path)
    assert kept
    learner = learner_with(0.0)
    checkpoint.restore(folder.path, kept, learner)
    tensors = [some for name, some in learner.tensors().items() if name != "sample"]
    values = torch.cat([some.flatten() for some in tensors]).unique().tolist()
    assert len(values) == 1
    assert kept.window == kept.steps == learner.steps == values[0]
    value: float = values[0]
    return value


@pytest.mark.usefixtures("small_parts")
def test_a_large_state_is_kept_in_parts(folder: RunFolder) -> None:
    torch.manual_seed(1)
    learner = Learner(small_model(16, 4, residual=True), RATES)
    checkpoint.save(folder, learner, SETTINGS, RunProgress(3, 10))
    files = list(folder.path.glob("model-*.pt"))
    assert len(files) > 5
    assert max(file.stat().st_size for file in files) < 1.1 * SMALL_PART
    kept = checkpoint.load(folder.path)
    assert kept
    assert (kept.settings, kept.window, kept.rounds) == (SETTINGS, 3, 10)
    other = learner_with(0.0)
    checkpoint.restore(folder.path, kept, other)
    for name, some in learner.tensors().items():
        assert torch.equal(some, other.tensors()[name]), name


def test_the_parts_of_the_largest_network_are_small_enough() -> None:
    """One tensor of 17 MB, and others beside it."""
    tensors = {"rows": torch.zeros(2816, 1536), "step": torch.zeros(()), "bias": torch.zeros(9)}
    parts = list(checkpoint._parts_of(tensors))
    assert max(sum(some.nbytes for some in part.values()) for part in parts) <= 14_000_000
    assert torch.cat([part["rows"] for part in parts if "rows" in part]).shape == (2816, 1536)
    assert parts[-1]["step"].shape == ()


@pytest.mark.usefixtures("small_parts")
def test_parts_of_the_checkpoint_before_are_removed(folder: RunFolder) -> None:
    counts = []
    for value in (1.0, 2.0, 3.0):
        save(folder, value)
        assert kept_value(folder) == value
        counts.append(len(list(folder.path.glob("model-*"))))
    assert len(set(counts)) == 1


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("written", [0, 1, 3])
def test_a_checkpoint_cut_short_leaves_the_one_before(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """After none, one or some of its parts; the next one is complete again."""
    save(folder, 1.0)
    save(folder, 2.0)
    write = checkpoint._write
    calls: list[str] = []

    def fail(folder: RunFolder, name: str, content: dict[str, Any]) -> None:
        if len(calls) == written:
            raise KeyboardInterrupt
        calls.append(name)
        write(folder, name, content)

    monkeypatch.setattr(checkpoint, "_write", fail)
    with pytest.raises(KeyboardInterrupt):
        save(folder, 3.0)
    assert len(calls) == written
    assert kept_value(folder) == 2.0
    monkeypatch.setattr(checkpoint, "_write", write)
    save(folder, 4.0)
    assert kept_value(folder) == 4.0


@pytest.mark.usefixtures("small_parts")
def test_a_checkpoint_cut_short_before_old_parts_are_removed_is_complete(
    folder: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    save(folder, 1.0)
    with monkeypatch.context() as patched:
        patched.setattr(RunFolder, "keep_parts", fail)
        with pytest.raises(KeyboardInterrupt):
            save(folder, 2.0)
    assert kept_value(folder) == 2.0
    count = len(list(folder.path.glob("model-*")))
    save(folder, 3.0)
    assert len(list(folder.path.glob("model-*"))) == count / 2


def test_a_missing_part_is_named(folder: RunFolder) -> None:
    save(folder, 1.0)
    part = next(folder.path.glob("model-*"))
    part.unlink()
    with pytest.raises(checkpoint.DamagedCheckpoint, match=part.name):
        kept_value(folder)


def test_the_network_for_play_is_beside_it(folder: RunFolder) -> None:
    save(folder, 1.0)
    assert (folder.path / NETWORK).exists()
    assert (folder.path / MODEL).stat().st_size < 10_000
