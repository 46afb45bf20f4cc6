"""`kill -9` in the middle of a match: what was shown is kept, and the match goes on."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.depth import long
from tests.terminals import JAIPUR, Terminal

PLAY = [*JAIPUR, "play", "--bot", "greedy", "--seed", "7"]
RESUME = [*JAIPUR, "matches", "resume"]
AFTER_GOLD = ("Your turn", "Greedy took a diamond", "Hand 5/7", "▒▒▒▒ 38", "┆ Gold")
"""What the screen shows when gold was taken and the bot has answered."""


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    return {"JAIPUR_HOME": str(tmp_path), "JAIPUR_LANG": "en"}


def version_kept(home: dict[str, str]) -> int:
    """The version of the one match that is kept."""
    done = subprocess.run(
        [*JAIPUR, "matches", "--json"], env=_whole(home), capture_output=True, check=True
    )
    (row,) = json.loads(done.stdout)
    return int(row["version"])


def _whole(home: dict[str, str]) -> dict[str, str]:
    return dict(os.environ) | home


def test_line_by_line(home: dict[str, str]) -> None:
    with Terminal([*PLAY, "--plain"], env=home) as terminal:
        terminal.expect("Your turn.")
        terminal.line("+G")
        terminal.expect("You took gold")
        terminal.expect("Greedy took")
        hand = terminal.expect("camel.").splitlines()[-1]
        terminal.process.kill()
    assert version_kept(home) >= 4  # the table, the deal, both actions
    with Terminal([*RESUME, "--plain"], env=home) as terminal:
        terminal.expect("Your turn.")
        assert terminal.expect("camel.").splitlines()[-1] == hand
        terminal.line("last")
        terminal.expect("Greedy took")
        terminal.line("+KKKK")
        terminal.expect("You took 4 camels")


@long
def test_at_the_drawn_table(home: dict[str, str]) -> None:
    with Terminal(PLAY, env=home) as terminal:
        terminal.wait_for("Your turn")
        terminal.send("4")
        terminal.wait_for("Take gold")
        terminal.send("\r")
        terminal.wait_for(*AFTER_GOLD)
        terminal.process.kill()
    assert version_kept(home) >= 4
    with Terminal(RESUME, env=home) as terminal:
        terminal.wait_for(*AFTER_GOLD)
        terminal.send("k\r")
        terminal.wait_for("You took 4 camels")
