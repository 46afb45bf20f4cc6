"""Ctrl-C at any moment of the start: no traceback, exit code 130, and a terminal as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ..patience import PATIENCE
from ..terminals import JAIPUR, Terminal

HOOK = Path(__file__).with_name("interrupting")
INTERRUPTED = 130
EVERYWHERE = ("jaipur.cli", "click", "numpy", "jaipur.errors", "jaipur.texts", "jaipur.cli.train")
DRAWN = (
    "jaipur.store.sqlite",
    "jaipur.tui.app",
    "textual.app",
    "textual.drivers.linux_driver",
)
PLAIN = ("jaipur.store.sqlite", "jaipur.plain", "jaipur.plain.conversation")
LEAVES_ALTERNATE_SCREEN, ENTERS_ALTERNATE_SCREEN = b"\x1b[?1049l", b"\x1b[?1049h"


def environment(home: Path, moment: str) -> dict[str, str]:
    paths = os.pathsep.join(filter(None, (str(HOOK), os.environ.get("PYTHONPATH"))))
    return {"PYTHONPATH": paths, "INTERRUPT_AT": moment, "JAIPUR_HOME": str(home)}


@pytest.mark.parametrize("moment", EVERYWHERE)
@pytest.mark.parametrize(
    "command", [JAIPUR, (sys.executable, "-c", "from jaipur.__main__ import main; main()")]
)
def test_while_the_program_is_being_loaded(
    command: tuple[str, ...], moment: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [*command, "play", "--plain"],
        env=dict(os.environ) | environment(tmp_path, moment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr.strip(), done.stdout.strip()) == (INTERRUPTED, "", "")


@pytest.mark.parametrize(
    ("options", "moment"),
    [*(([], moment) for moment in DRAWN), *((["--plain"], moment) for moment in PLAIN)],
)
def test_while_play_is_being_set_up(options: list[str], moment: str, tmp_path: Path) -> None:
    command = [*JAIPUR, "play", "--lang", "en", *options]
    with Terminal(command, env=environment(tmp_path, moment)) as terminal:
        code = terminal.finish()
        assert "Traceback" not in terminal.text + terminal.scrollback
        assert code == INTERRUPTED, terminal.text
        written = terminal.written
        assert written.count(ENTERS_ALTERNATE_SCREEN) == written.count(LEAVES_ALTERNATE_SCREEN)


@pytest.mark.parametrize(
    ("command", "moment"),
    [
        (["serve", "--no-open", "--port", "0"], "uvicorn"),
        (["serve", "--no-open", "--port", "0"], "jaipur.store.sqlite"),
        (["arena", "random", "novice", "--rounds", "2", "--seed", "1"], "jaipur.arena.runner"),
        (["matches", "--data", "there-is-none"], "jaipur.store.reading"),
        (["simulate", "--rounds", "10", "--seed", "1"], "jaipur.batch"),
    ],
)
def test_the_other_commands(command: list[str], moment: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [*JAIPUR, *command],
        env=dict(os.environ) | environment(tmp_path, moment),
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == INTERRUPTED, done.stderr
