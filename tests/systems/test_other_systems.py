"""The commands where nothing is there that only Unix systems have, such as on Windows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from jaipur import Match, SeededDeals
from tests import unix
from tests.plain.talks import whole_match

from .bare import environment, every_command, python

ROOT = Path(__file__).parents[2]
BOT = f'"{Path(sys.executable).as_posix()}" "{(ROOT / "examples" / "bot.py").as_posix()}"'
POSITION = str(Match.start(SeededDeals(7).deal(0)).position)
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
        ["show", POSITION],
        ["rules"],
        ["bots"],
        ["replay", match],
        ["verify", str(ROOT / "examples" / "match.jaipur")],
        ["matches", "export", "1", "--data", store],
        ["matches", "--data", store],
        ["backup", store, str(copy)],
        ["export", store, "--to", str(records)],
        ["arena", *arena, "--results", results, "--html", html],
    ]
    lacking, said = every_command(commands, posix_hidden, "torch")
    assert all(name.startswith("jaipur.train.") for name in lacking)
    for command, one in zip(commands, said, strict=True):
        assert one.code == 0, (command, one.errors)
    assert said[7].out == Path(match).read_text("utf-8")
    assert len(said[8].out.splitlines()) == 1
    assert copy.is_file()
    assert len(list(records.iterdir())) == 1
    assert "bot.py" in Path(html).read_text("utf-8")
    assert "failed" not in said[11].errors


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
            with urllib.request.urlopen(f"{found[0]}/api/health") as answer:  # noqa: S310  # our own
                assert json.load(answer)["status"] == "ok"
        finally:
            server.terminate()
        out, errors = server.communicate()
    if os.name == "posix":  # on Windows nobody hears that
        assert server.returncode == 0, errors
        assert "the tables are saved" in out


def test_what_is_left_out_elsewhere_is_there() -> None:
    for name in (*unix.UNIX, *unix.LINUX):
        assert (unix.ROOT / name).is_file(), name
