"""`jaipur rules`: one rule, a chapter, a word or all; in a terminal, in a pager, in a pipe."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from click.testing import CliRunner

from jaipur.cli import cli
from jaipur.rulebook import find, plain_lines, rule_book
from jaipur.texts import texts

EN = texts("en")
UNWANTED = ("NO_COLOR", "COLUMNS", "LINES", "LESS")


def jaipur(*arguments: str, language: str = "en") -> str:
    done = CliRunner().invoke(cli, ["rules", *arguments, "--lang", language])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_pipe_gets_one_line_for_each_rule() -> None:
    assert jaipur() == "\n".join(plain_lines(find("", EN), EN)) + "\n"
    assert jaipur("R31") == f"R31. {rule_book('en').rules[31].text}\n"
    assert jaipur("deck", "empty").startswith("R25. ")
    assert jaipur("deck").startswith("Material and set-up\nR11. ")


def test_it_speaks_french() -> None:
    assert jaipur("31", language="fr") == f"R31. {rule_book('fr').rules[31].text}\n"
    assert jaipur("decompte", language="fr").startswith("Décompte et égalités\n")


def test_json_has_what_was_asked_for() -> None:
    assert json.loads(jaipur("31", "--json")) == [
        {
            "rule": "R31",
            "chapter": "Exchange",
            "text": rule_book("en").rules[31].text,
            "sources": "000, 002, 003, 004",
        }
    ]


@pytest.mark.parametrize("asked", ["R200", "bonsu", "qwzx"])
def test_what_is_not_there_is_refused_in_one_sentence(asked: str) -> None:
    done = CliRunner().invoke(cli, ["rules", asked, "--lang", "en"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


def in_terminal(*arguments: str, rows: int, columns: int, **environment: str) -> str:
    """What a terminal of a size is sent."""
    outside, inside = pty.openpty()
    fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    known = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    known |= {"JAIPUR_LANG": "en", "TERM": "xterm", "LC_ALL": "C.UTF-8"} | environment
    command = [sys.executable, "-m", "jaipur", "rules", *arguments]
    with subprocess.Popen(command, stdin=inside, stdout=inside, env=known) as running:
        os.close(inside)
        said = b"".join(iter(lambda: _some(outside), b""))
    os.close(outside)
    assert running.returncode == 0
    return said.decode().replace("\r\n", "\n")


def _some(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65_536)
    except OSError:  # how a terminal ends
        return b""


@pytest.fixture
def pager(tmp_path: Path) -> str:
    """A pager that names itself and prints what it gets."""
    script = tmp_path / "pager"
    script.write_text("#!/bin/sh\necho PAGED\ncat\n")
    script.chmod(0o755)
    return str(script)


def test_a_terminal_gets_rows_of_its_width_with_bold_numbers(pager: str) -> None:
    said = in_terminal("54", rows=24, columns=50, PAGER=pager)
    assert "PAGED" not in said
    assert "\x1b[1mR54   \x1b[0m" in said
    plain = in_terminal("54", rows=24, columns=50, PAGER=pager, NO_COLOR="1")
    assert "\x1b" not in plain
    assert max(map(len, plain.splitlines())) <= 50
    assert len(plain.splitlines()) > 4


def test_what_does_not_fit_is_paged(pager: str) -> None:
    assert "PAGED" in in_terminal(rows=24, columns=80, PAGER=pager, NO_COLOR="1")
    assert "PAGED" in in_terminal("bonus", rows=24, columns=80, PAGER=pager)
    assert "PAGED" not in in_terminal("bonus", rows=60, columns=80, PAGER=pager)
