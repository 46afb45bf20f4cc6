"""Machine code never outlives the source it was made from."""

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

import jaipur

ASK = """
from jaipur.bots.choosing import choose_action
from jaipur.compiled import state_of_source
print(state_of_source(choose_action))
"""


@cache
def state_here() -> str:
    return state(Path(jaipur.__file__).parents[1])


def state(folder: Path) -> str:
    command = [sys.executable, "-c", ASK]
    done = subprocess.run(
        command, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    "changed", ["bots/search.py", "bots/weights.py", "kernel/tables.py", "goods.py"]
)
def test_the_name_of_machine_code_follows_the_source(changed: str, tmp_path: Path) -> None:
    """Constants are frozen into the code too, wherever they stand."""
    shutil.copytree(Path(jaipur.__file__).parent, tmp_path / "jaipur")
    before = state(tmp_path)
    with (tmp_path / "jaipur" / changed).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert state(tmp_path) != before
    assert state_here() == before


def test_a_new_table_is_new_source(tmp_path: Path) -> None:
    shutil.copytree(Path(jaipur.__file__).parent, tmp_path / "jaipur")
    before = state(tmp_path)
    table = tmp_path / "jaipur" / "bots" / "outlook.npy"
    numbers = bytearray(table.read_bytes())
    numbers[-1] ^= 1
    table.write_bytes(numbers)
    assert state(tmp_path) != before
