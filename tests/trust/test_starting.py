"""`jaipur serve` with an unusable file: one helpful sentence, and the file is not changed."""

import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from jaipur.cli import cli
from jaipur.store.sqlite import SqliteStore

from ..patience import PATIENCE
from .serving import JAIPUR, ROOT, Server


@pytest.fixture(autouse=True)
def _no_server_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not refused would serve for ever."""
    monkeypatch.setattr("jaipur.web.server.run_server", lambda *_, **__: pytest.fail("it serves"))


def refusal(file: Path) -> str:
    command = ["serve", "--port", "0", "--data", str(file), "--no-open"]
    done = CliRunner().invoke(cli, command, env={"JAIPUR_LANG": "en", "LC_ALL": ""})
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert re.fullmatch(r"Error: [^\n]+\n", done.stderr), done.stderr
    return done.stderr


@pytest.fixture(name="file")
def _file(tmp_path: Path) -> Path:
    """A store file that was closed properly."""
    file = tmp_path / "tables.sqlite"
    SqliteStore(file).close()
    return file


def test_a_second_server_on_the_same_file_is_told_so(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with Server(file) as first:
        assert f"Another running Jaipur uses the file {file}" in refusal(file)
        first.kill()
        first.start()  # a killed server leaves nothing that would keep the next one out


def test_a_file_of_a_newer_version_is_left_as_it_is(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    assert "has format 99, and this version reads formats up to" in refusal(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize("cut", ["beginning", "schema"])
def test_a_damaged_file_is_left_as_it_is(file: Path, cut: str) -> None:
    content = bytearray(file.read_bytes())
    if cut == "beginning":
        content[:50] = bytes(50)
    else:
        content[100:2000] = b"\xff" * 1900
    file.write_bytes(content)
    assert "damaged" in refusal(file)
    assert file.read_bytes() == content


def test_with_too_few_open_files_it_says_so_instead_of_dropping_everybody(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="Windows counts no open files")
    command = [*JAIPUR, "serve", "--port", "0", "--data", str(tmp_path / "t.db"), "--no-open"]
    done = subprocess.run(
        [*command, "--lang", "en"],
        cwd=ROOT,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200)),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert re.fullmatch(r"Error: [^\n]+\n", done.stderr), done.stderr
    for words in ("only 200 open files", "at least 256", "ulimit -n", "LimitNOFILE="):
        assert words in done.stderr
