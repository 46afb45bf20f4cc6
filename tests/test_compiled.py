"""Machine code never outlives the source it was made from."""

import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import jaipur
from jaipur import compiled as module
from jaipur.compiled import CACHE_VARIABLE, compiled
from jaipur.packed import size

from .patience import PATIENCE

ASK = """
from jaipur.bots.players.maharaja import think
from jaipur.compiled import state_of_source
print(state_of_source(think))
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


def copy_source(folder: Path) -> None:
    # Whoever imports a module meanwhile writes its bytecode to such a file, and then renames it.
    unfinished = shutil.ignore_patterns("*.pyc.*")
    shutil.copytree(Path(jaipur.__file__).parent, folder / "jaipur", ignore=unfinished)


@pytest.mark.parametrize(
    "changed", ["bots/players/tree_search.py", "bots/weights.py", "kernel/lookup.py", "goods.py"]
)
def test_the_name_of_machine_code_follows_the_source(changed: str, tmp_path: Path) -> None:
    """Constants are frozen into the code too, wherever they stand."""
    copy_source(tmp_path)
    before = state(tmp_path)
    with (tmp_path / "jaipur" / changed).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    assert state(tmp_path) != before
    assert state_here() == before


def test_a_new_table_is_new_source(tmp_path: Path) -> None:
    copy_source(tmp_path)
    before = state(tmp_path)
    table = tmp_path / "jaipur" / "bots" / "beliefs.npy"
    numbers = bytearray(table.read_bytes())
    numbers[-1] ^= 1
    table.write_bytes(numbers)
    assert state(tmp_path) != before


class Screen(StringIO):
    """Standard error that is a terminal, or none."""

    def __init__(self, *, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize(("is_terminal", "before"), [(True, "\r\033[K"), (False, "")])
def test_the_notice_does_not_land_on_a_progress_bar(
    is_terminal: bool, before: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jaipur import compile_progress

    screen = Screen(is_terminal=is_terminal)
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("JAIPUR_LANG", "en")
    notice = compile_progress._Notice()
    for _ in range(2):
        notice.on_start(SimpleNamespace(data={"dispatcher": compiled(size)}))
    assert screen.getvalue() == before + "Compiling, once on this machine …\n"


def piece(number: int) -> int:
    return number + 1


def entry(one: int) -> int:
    return piece(one) + piece(3) + piece(np.int32(4))  # type: ignore[arg-type]


def test_calls_share_code_whatever_the_numbers_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A literal, a short integer and a long one are not three functions to compile."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    assert compiled(entry)(1) == entry(1) == 11
    made: Any = module._pieces[piece]  # type: ignore[index]
    assert len(made.signatures) == 1


def test_two_threads_never_make_entries_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise one's folder for machine code could be the other's, or none."""
    inside: list[int] = []
    most: list[int] = []
    both_asked = threading.Barrier(2, timeout=PATIENCE)

    def make(_: object) -> object:
        inside.append(1)
        time.sleep(0.05)  # long enough for the other to come in, were the door open
        most.append(len(inside))
        inside.pop()
        return size

    def ask(function: Callable[..., object]) -> None:
        both_asked.wait()
        compiled(function)

    monkeypatch.setattr(module, "_make_entry", make)
    monkeypatch.setattr(module, "_entries", {})
    threads = [threading.Thread(target=ask, args=(one,)) for one in (piece, entry)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1, 1]
