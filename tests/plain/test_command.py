"""`jaipur play --plain` as a command: from a file, through pipes, at a terminal."""

import os
import subprocess
from pathlib import Path

import pytest

from jaipur.texts import texts

from ..patience import PATIENCE
from ..terminals import JAIPUR, Terminal
from .talks import whole_match

GREEDY = (*JAIPUR, "play", "--plain", "--bot", "greedy", "--seed", "7", "--name", "Ana")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A home of its own, which has been used before."""
    (tmp_path / "home").mkdir()
    return {"JAIPUR_HOME": str(tmp_path / "home"), "NO_COLOR": "1", "PYTHONUTF8": "0"}


def run(
    script: bytes, environment: dict[str, str], *options: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*GREEDY, *options],
        input=script,
        capture_output=True,
        env=dict(os.environ) | environment,
        timeout=PATIENCE,
        check=False,
    )


def test_a_whole_match_from_a_file(tmp_path: Path, environment: dict[str, str]) -> None:
    script, record = tmp_path / "actions.txt", tmp_path / "match.txt"
    script.write_text("\n".join(["# a match", *whole_match()]), "utf-8")
    with script.open("rb") as file:
        done = subprocess.run(
            [*GREEDY, "--record", str(record), "--lang", "en"],
            stdin=file,
            capture_output=True,
            env=dict(os.environ) | environment,
            timeout=PATIENCE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\x1b" not in done.stdout
    lines = done.stdout.decode().splitlines()
    assert [line[2:] for line in lines if line.startswith("> ")] == [*whole_match()]
    assert any("won the match!" in line for line in lines)
    assert record.read_text("utf-8").startswith("Jaipur")


def test_through_pipes_that_know_no_utf8(environment: dict[str, str]) -> None:
    """And the input ends in the middle."""
    script = "\n".join(["aide", "règles", *whole_match()[:30]]).encode()
    done = run(script, environment | {"PYTHONIOENCODING": "ascii"}, "--lang", "fr")
    assert done.returncode == 1
    assert done.stdout.isascii()
    assert done.stderr.isascii()
    assert b"> regles" in done.stdout
    assert b"jaipur matches" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_whole_match_at_a_terminal(environment: dict[str, str]) -> None:
    with Terminal([*GREEDY, "--lang", "fr"], env=environment) as terminal:
        _ = texts("fr")
        for line in whole_match():
            waits = "Press Enter or type next for the next round."
            terminal.expect(_(waits) if line == "next" else _("Your turn."))
            terminal.expect("\n> ")
            terminal.line("" if line == "next" else line.lower())
        terminal.expect(_("Type rematch to play again, or press Enter to leave."))
        terminal.expect("> ")
        terminal.line()
        assert terminal.finish() == 0
        assert b"\x1b" not in terminal.written


def test_control_c_leaves_and_keeps_the_match(environment: dict[str, str]) -> None:
    with Terminal([*GREEDY, "--lang", "en"], columns=40, env=environment) as terminal:
        terminal.expect("> ")
        terminal.line("markt")
        refused = terminal.expect("help")
        assert "'markt' is not an action" in refused
        assert all(len(line) < 40 for line in refused.splitlines())  # broken between words
        assert "sell 3 cloth" in " ".join(refused.split())
        terminal.expect("> ")
        terminal.line("prendre or")
        terminal.expect("You took gold")
        terminal.expect("Your turn.")
        terminal.send("\x03")
        terminal.expect("The match is saved; resume it with")
        assert terminal.finish() == 130
        assert "Traceback" not in terminal.text


def test_a_broken_pipe_ends_quietly(tmp_path: Path, environment: dict[str, str]) -> None:
    command = subprocess.Popen(
        [*GREEDY, "--lang", "en", "--record", str(tmp_path / "match.txt")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(os.environ) | environment,
    )
    with command:
        assert command.stdin
        assert command.stdout
        assert command.stderr
        while not command.stdout.readline().startswith(b"You hold"):
            assert command.poll() is None
        command.stdout.close()  # all that it says unasked has been read
        command.stdin.write(b"help\n")  # it then says something to nobody
        command.stdin.flush()
        assert command.wait(PATIENCE) == 1
        said = command.stderr.read().decode()
    kept = "The match is saved; resume it with jaipur matches resume."
    assert said == f"The output was closed. {kept}\n"
