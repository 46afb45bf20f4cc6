"""`jaipur train` without PyTorch: it says what is missing, and refuses before anything begins."""

import subprocess
import sys
from pathlib import Path

import pytest

from ..test_cli import jaipur, refusal


@pytest.fixture
def no_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if PyTorch were not installed."""
    monkeypatch.setitem(sys.modules, "torch", None)


def test_no_command_loads_pytorch_before_it_is_needed() -> None:
    script = "import sys, jaipur.cli; print('torch' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.usefixtures("no_torch")
def test_help_needs_no_pytorch() -> None:
    said = jaipur("train", "--help").stdout
    for option in (
        "--small",
        "--check",
        "--no-residual",
        "--lambda",
        "--minutes",
        "jaipur-game[train]",
    ):
        assert option in said


@pytest.mark.usefixtures("no_torch")
@pytest.mark.parametrize("how", [("run",), ("run", "--small"), ("--check",)])
def test_without_pytorch_it_says_how_to_get_it(
    how: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "pip install 'jaipur-game[train]'" in refusal("train", *how)
    assert "pip install 'jaipur-game[train]'" in refusal("train", *how, JAIPUR_LANG="fr")
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("no_torch")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Name a FOLDER"),
        (("run", "--check"), "--check takes"),
        (("--check", "--small"), "--check takes"),
        (("--check", "--width", "8"), "--check takes"),
        (("run", "--opponents", "greedy,nobody"), "There is no bot named nobody"),
        (("run", "--opponents", "greedy:5"), "does not search"),
        (("run", "--tables", "0"), "'0' is not a whole number from 1"),
        (("run", "--plies", "3"), "'3' is not a whole number from 4"),
        (("run", "--lambda", "1.5"), "--lambda"),
        (("run", "--learning-rate", "0"), "--learning-rate"),
        (("run", "--minutes", "0"), "--minutes"),
        (("run", "--device", "tpu"), "--device"),
        ((__file__,), "is a file"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in refusal("train", *arguments)
