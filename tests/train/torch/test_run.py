"""Whole runs, as small as can be."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from jaipur.bots.network_file import network_card, read_network, save_network
from jaipur.train import checkpoint
from jaipur.train.folder import CURVE, LOG, MODEL, NETWORK, part_name
from jaipur.train.run import LearningFailed, RunEnding, TrainingRun
from jaipur.train.settings import OtherSettings, TrainingSettings
from jaipur.train.trainer import OtherShape, new_model

from ...bots.networks import random_network
from ...patience import PATIENCE
from ...test_cli import document, jaipur, refusal
from ..workspace import PROCESSOR

TINY = TrainingSettings(
    windows=2, tables=8, plies=6, width=8, second_width=4, residual=False, batch_size=16,
    opponents=("random",), rounds=4, evaluate_every=1,
)  # fmt: skip
OPTIONS = (
    *("--windows", "2", "--tables", "8", "--plies", "6", "--width", "8", "--second-width", "4"),
    *("--batch-size", "16", "--opponents", "random", "--rounds", "4", "--evaluate-every", "1"),
    *("--no-residual", "--device", "cpu"),
)


def run(folder: Path, said: list[str] | None = None, **changes: Any) -> TrainingRun:
    heard: list[str] = [] if said is None else said
    return TrainingRun(replace(TINY, **changes), folder, PROCESSOR, say=heard.append)


def lines(folder: Path, kind: str) -> list[dict[str, Any]]:
    every = map(json.loads, (folder / LOG).read_text("utf-8").splitlines())
    return [line for line in every if line["kind"] == kind]


def test_a_run_leaves_a_network_a_log_and_a_curve(tmp_path: Path) -> None:
    said: list[str] = []
    assert run(tmp_path, said).go() is RunEnding.DONE
    kept = checkpoint.load(tmp_path)
    assert kept
    files = {LOG, MODEL, part_name(kept.letter, 0), NETWORK, CURVE}
    assert {file.name for file in tmp_path.iterdir()} == files
    assert [line["window"] for line in lines(tmp_path, "window")] == [1, 2]
    assert [line["of_window"] for line in lines(tmp_path, "score")] == [1, 2]
    assert read_network(tmp_path / NETWORK)[0].second.shape == (8, 4)
    assert "A new run of 2 windows" in said[0]


def test_the_same_settings_learn_the_same(tmp_path: Path) -> None:
    for name in ("one", "two"):
        run(tmp_path / name, opponents=()).go()
    one, two = (read_network(tmp_path / name / NETWORK)[0] for name in ("one", "two"))
    for some, other in zip(one, two, strict=True):
        np.testing.assert_allclose(some, other, atol=1e-5)


def test_a_run_against_rivals_learns_something_else(tmp_path: Path) -> None:
    for name, share in (("alone", 0.0), ("rivals", 0.5)):
        run(tmp_path / name, opponents=(), rival_share=share).go()
    one, two = (read_network(tmp_path / name / NETWORK)[0] for name in ("alone", "rivals"))
    assert not np.array_equal(one.second, two.second)
    kept = checkpoint.load(tmp_path / "rivals")
    assert kept
    assert kept.settings.rival_share == 0.5


def test_a_run_learns_from_search_as_soon_as_it_is_told(tmp_path: Path) -> None:
    """From the first window on, from the second, or never."""
    losses, networks = [], []
    for start in (0.0, 0.5, 1.0):
        folder = tmp_path / str(start)
        assert run(folder, opponents=(), plies=16, search_from=start).go() is RunEnding.DONE
        kept = checkpoint.load(folder)
        assert kept
        assert kept.settings.search_from == start
        losses.append([line["loss"] for line in lines(folder, "window")])
        networks.append(read_network(folder / NETWORK)[0].second)
    at_once, later, never = losses
    assert later[0] == pytest.approx(never[0], abs=1e-4)
    assert at_once[0] != pytest.approx(never[0], abs=1e-4)
    assert later[1] != pytest.approx(never[1], abs=1e-4)
    assert not np.array_equal(networks[0], networks[1])
    assert not np.array_equal(networks[1], networks[2])


def test_a_run_goes_on_where_it_ended(tmp_path: Path) -> None:
    run(tmp_path).go()
    before = checkpoint.load(tmp_path)
    said: list[str] = []
    again = run(tmp_path, said, windows=3)
    assert again.go() is RunEnding.DONE
    after = checkpoint.load(tmp_path)
    assert before
    assert after
    assert (before.window, after.window) == (2, 3)
    assert after.steps > before.steps
    assert "Resuming after window 2 of 3" in said[0]
    assert [line["window"] for line in lines(tmp_path, "window")] == [1, 2, 3]


def test_a_run_that_is_done_is_measured_again(tmp_path: Path) -> None:
    run(tmp_path).go()
    again = run(tmp_path, opponents=("novice",))
    assert again.go() is RunEnding.DONE
    assert list(again.scores) == ["novice"]
    assert len(lines(tmp_path, "window")) == 2


def test_a_run_whose_time_is_up_goes_on(tmp_path: Path) -> None:
    late = run(tmp_path, windows=9)
    late.seconds = 0
    assert late.go() is RunEnding.LATE
    assert late.at.window == 1
    assert run(tmp_path).go() is RunEnding.DONE


def test_a_run_on_a_fast_device_is_also_measured_against_the_shipped_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jaipur.train.run.DUELS_ON", ("cpu",))
    monkeypatch.setattr("jaipur.train.run.DEALS_OF_A_DUEL", 2)
    run(tmp_path, windows=1).go()
    scores = {line["opponent"]: line for line in lines(tmp_path, "score")}
    found = scores[f"vizier ({network_card().digest})"]
    assert (found["rounds"], found["of_window"]) == (4, 1)
    assert found["low"] <= found["share"] <= found["high"]
    assert set(scores) == {"random", found["opponent"]}


def test_a_run_learns_a_residual_network(tmp_path: Path) -> None:
    assert run(tmp_path, residual=True, windows=1).go() is RunEnding.DONE
    assert read_network(tmp_path / NETWORK)[0].third.shape == (4, 4)
    with pytest.raises(OtherSettings, match="has --residual True, not False"):
        run(tmp_path, residual=False).go()


def test_a_run_begins_with_a_network_and_more_units(tmp_path: Path) -> None:
    save_network(tmp_path / "first.npz", random_network(), "first")
    begun = replace(TINY, start_network=str(tmp_path / "first.npz"), width=16)
    model, (first, _) = new_model(begun), read_network(tmp_path / "first.npz")
    assert model.rows.shape[1] == 16
    assert np.array_equal(model.rows.detach()[: len(first.rows), :8], first.rows)
    assert not model.second.weight.detach()[:, 8:].any()
    assert model.rows.detach()[:, 8:].any()


@pytest.mark.parametrize("width", [8, 12])
def test_a_run_that_began_with_a_network_resumes_without_its_file(
    width: int, tmp_path: Path
) -> None:
    file, folder = tmp_path / "first.npz", tmp_path / "run"
    save_network(file, random_network(), "first")
    begun: dict[str, Any] = {"start_network": str(file), "width": width}
    assert run(folder, windows=1, **begun).go() is RunEnding.DONE
    file.unlink()
    assert run(folder, **begun).go() is RunEnding.DONE


def test_what_a_network_had_learned_before_is_kept(tmp_path: Path) -> None:
    """Few facts occur in a short run; random weights of others would only disturb."""
    save_network(tmp_path / "first.npz", random_network(), "first")
    begun: dict[str, Any] = {"windows": 1, "opponents": ()}
    run(tmp_path / "random", **begun).go()
    run(tmp_path / "learned", **begun, start_network=str(tmp_path / "first.npz")).go()
    random, learned = (
        read_network(tmp_path / name / NETWORK)[0].rows for name in ("random", "learned")
    )
    assert (~random.any(1)).sum() > 1000
    assert learned.any(1).all()


def test_new_units_know_nothing_of_facts_that_a_network_never_saw(tmp_path: Path) -> None:
    network = random_network()
    network.rows[3] = 0
    save_network(tmp_path / "first.npz", network, "first")
    begun = replace(TINY, start_network=str(tmp_path / "first.npz"), width=16)
    assert not new_model(begun).rows.detach()[3].any()


@pytest.mark.parametrize(
    "changes", [{"width": 4}, {"second_width": 8}, {"residual": True}], ids=str
)
def test_a_network_of_another_shape_is_refused(tmp_path: Path, changes: dict[str, Any]) -> None:
    file, folder = tmp_path / "first.npz", tmp_path / "run"
    save_network(file, random_network(), "first")
    shape = "--width 8 or more, --second-width 4 and --no-residual"
    with pytest.raises(OtherShape, match=shape):
        run(folder, start_network=str(file), **changes).go()
    assert checkpoint.load(folder) is None


def test_a_run_that_is_stopped_keeps_a_checkpoint(tmp_path: Path) -> None:
    stopped = run(tmp_path)
    stopped.stop.set()
    assert stopped.go() is RunEnding.STOPPED
    kept = checkpoint.load(tmp_path)
    assert kept
    assert kept.window == 0
    assert run(tmp_path).go() is RunEnding.DONE


def test_numbers_that_ran_away_are_not_kept(tmp_path: Path) -> None:
    run(tmp_path, windows=1, opponents=()).go()
    kept = checkpoint.load(tmp_path)
    assert kept
    part = tmp_path / part_name(kept.letter, 0)
    tensors = torch.load(part, weights_only=True)
    tensors["model.last.bias"][:] = float("nan")
    torch.save(tensors, part)
    with pytest.raises(LearningFailed, match="window 2"):
        run(tmp_path).go()
    assert checkpoint.load(tmp_path) == kept


def test_a_run_of_another_version_does_not_go_on(tmp_path: Path) -> None:
    """Its numbers would mean another network."""
    run(tmp_path, opponents=()).go()
    kept = torch.load(tmp_path / MODEL, weights_only=True)
    torch.save(kept | {"version": 2}, tmp_path / MODEL)
    assert f"{tmp_path / MODEL} cannot be read" in refusal(
        "train", str(tmp_path), "--device", "cpu"
    )


# --- The command ---


def test_the_command_trains_and_reports(tmp_path: Path) -> None:
    report = document("train", str(tmp_path / "run"), *OPTIONS)
    assert (report["done"], report["window"], report["windows"]) == (True, 2, 2)
    assert [score["opponent"] for score in report["scores"]] == ["random"]
    assert Path(report["network"]).exists()
    again = jaipur("train", str(tmp_path / "run"), "--device", "cpu")
    assert again.exit_code == 0
    assert "All 2 windows are done" in again.stdout


def test_the_command_refuses_other_settings_by_name(tmp_path: Path) -> None:
    assert jaipur("train", str(tmp_path), *OPTIONS).exit_code == 0
    assert "has --width 8, not 16" in refusal("train", str(tmp_path), "--width", "16")
    assert "has --tables 8, not 256" in refusal("train", str(tmp_path), "--small")


def test_the_command_begins_with_a_network_that_fits(tmp_path: Path) -> None:
    file = tmp_path / "first.npz"
    save_network(file, random_network(), "first")
    begun = jaipur("train", str(tmp_path / "run"), *OPTIONS, "--from", str(file))
    assert begun.exit_code == 0
    other = ("--from", str(file), "--width", "4")
    assert f"{file} has 8 and 4 units" in refusal("train", str(tmp_path / "x"), *OPTIONS, *other)
    file.write_bytes(b"hello")
    refused = refusal("train", str(tmp_path / "y"), *OPTIONS, "--from", str(file))
    assert str(file) in refused
    file.unlink()
    resumed = jaipur("train", str(tmp_path / "run"), *OPTIONS, "--from", str(file))
    assert resumed.exit_code == 0
    assert jaipur("train", str(tmp_path / "run"), *OPTIONS).exit_code == 0
    missing = str(tmp_path / "nowhere.npz")
    assert missing in refusal("train", str(tmp_path / "z"), *OPTIONS, "--from", missing)


def test_the_command_refuses_another_beginning(tmp_path: Path) -> None:
    file, other = tmp_path / "first.npz", tmp_path / "other.npz"
    save_network(file, random_network(), "first")
    assert jaipur("train", str(tmp_path / "run"), *OPTIONS, "--from", str(file)).exit_code == 0
    refused = refusal("train", str(tmp_path / "run"), *OPTIONS, "--from", str(other))
    assert f"has --from {file}, not {other}. Leave that out" in refused
    assert jaipur("train", str(tmp_path / "random"), *OPTIONS).exit_code == 0
    refused = refusal("train", str(tmp_path / "random"), *OPTIONS, "--from", str(file))
    assert f"began with random weights, not with {file}. Leave --from out" in refused


@pytest.mark.parametrize("name", [MODEL, part_name("a", 0)])
@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut short", b"hello", None])
def test_a_damaged_checkpoint_is_named(tmp_path: Path, name: str, content: bytes | None) -> None:
    run(tmp_path, opponents=(), windows=1).go()
    if content is None:
        content = (tmp_path / name).read_bytes()[:1000]
    (tmp_path / name).write_bytes(content)
    said = refusal("train", str(tmp_path), "--device", "cpu")
    assert f"{tmp_path / name} cannot be read" in said


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_no_gpu_is_said(tmp_path: Path) -> None:
    said = refusal("train", str(tmp_path / "run"), "--device", "cuda")
    assert "There is no GPU" in said
    assert "There is no GPU" in refusal("train", "--check", "--device", "cuda")


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("can't allocate memory")])
def test_too_large_a_run_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("jaipur.train.trainer.TableBatch", fail)
    done = jaipur("train", str(tmp_path), *OPTIONS)
    assert done.exit_code == 2
    assert "not enough memory" in done.stderr


def test_ctrl_c_keeps_a_checkpoint_and_says_how_to_go_on(tmp_path: Path) -> None:
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    script = hears + "from jaipur.cli import main; main()"
    arguments = [sys.executable, "-c", script, "train", str(tmp_path / "run"), *OPTIONS]
    with subprocess.Popen(
        [*arguments, "--windows", "100000", "--evaluate-every", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"JAIPUR_LANG": "en"},
    ) as process:
        assert process.stdout
        while not process.stdout.readline().startswith("Window"):
            pass
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "the same command resumes the run" in said
    kept = checkpoint.load(tmp_path / "run")
    assert kept
    assert kept.window >= 1
