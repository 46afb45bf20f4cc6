"""The commands where nothing is there that only Unix systems have, such as on Windows."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.tui.plain_talks import whole_match

from .bare import environment, python

ROOT = Path(__file__).parents[2]
BOT = f'"{Path(sys.executable).as_posix()}" "{(ROOT / "examples" / "bot.py").as_posix()}"'
BASE = """\
import asyncio, os, signal, sys
for name in ("fcntl", "termios", "pwd", "resource", "uvloop"):
    try:
        __import__(name)
    except ImportError:
        continue
    raise SystemExit(f"{name} is there")
assert not hasattr(os, "fork") and not hasattr(signal, "SIGKILL")
"""


@pytest.fixture
def posix_hidden(tmp_path: Path) -> dict[str, str]:
    return environment(tmp_path / "home", "posix")


def test_what_is_hidden_is_not_there(posix_hidden: dict[str, str]) -> None:
    done = python("-c", BASE, env=posix_hidden)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_match_is_played_and_every_command_works_on_it(
    tmp_path: Path, posix_hidden: dict[str, str]
) -> None:
    match, store = str(tmp_path / "match.jaipur"), str(tmp_path / "kept.sqlite")
    arguments = ("--bot", "random", "--seed", "7", "--name", "Ana", "--data", store)
    done = python(
        *("-m", "jaipur", "play", "--plain", *arguments, "--record", match),
        env=posix_hidden, typed="\n".join(whole_match(bot="random")),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "won the match!" in done.stdout
    copy, records = tmp_path / "copy.sqlite", tmp_path / "records"
    arena = ("random", "greedy", BOT, "--rounds", "10", "--seed", "1")
    results, html = str(tmp_path / "results.jsonl"), str(tmp_path / "arena.html")
    commands = [
        ["--help"],
        ["deal", "--seed", "7"],
        ["rules"],
        ["replay", match],
        ["matches", "--data", store],
        ["matches", "export", "1", "--data", store],
        ["backup", store, str(copy)],
        ["export", store, "--to", str(records)],
        ["arena", *arena, "--results", results, "--html", html],
        ["bots"],
    ]
    said = every_command(commands, posix_hidden)
    position = said[1][1].splitlines()[-1]
    again = [["show", position], ["verify", str(ROOT / "examples" / "match.jaipur")]]
    for command, (code, _out, errors) in zip(
        [*commands, *again], [*said, *every_command(again, posix_hidden)], strict=True
    ):
        assert code == 0, (command, errors)
    assert len(said[4][1].splitlines()) == 1
    assert said[5][1] == Path(match).read_text("utf-8")
    assert copy.is_file()
    assert len(list(records.iterdir())) == 1
    assert "bot.py" in Path(html).read_text("utf-8")


def every_command(commands: list[list[str]], env: dict[str, str]) -> list[tuple[int, str, str]]:
    """Exit code, output and errors of commands that run after every module was imported."""
    asked = json.dumps({"but": [], "commands": [[command, ""] for command in commands]})
    done = python("-m", "tests.systems.every_command", env=env, typed=asked)
    assert (done.returncode, done.stderr) == (0, "")
    return [(code, out, errors) for code, out, errors in json.loads(done.stdout)]


def test_a_server_starts_answers_and_stops(tmp_path: Path, posix_hidden: dict[str, str]) -> None:
    data = ("--port", "0", "--data", str(tmp_path / "tables.sqlite"), "--no-open")
    with subprocess.Popen(
        [sys.executable, "-m", "jaipur", "serve", *data],
        env=posix_hidden, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
    ) as server:  # fmt: skip
        try:
            assert server.stdout
            found = re.search(r"http://[^ ]+", server.stdout.readline())
            assert found
            with urllib.request.urlopen(f"{found[0]}/api/health") as answer:
                assert json.load(answer)["status"] == "ok"
        finally:
            server.terminate()
        out, errors = server.communicate()
    assert server.returncode == 0, errors
    assert "the tables are kept" in out
