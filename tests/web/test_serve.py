"""`jaipur serve`, `backup` and `export`, as a host uses them."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from jaipur.cli import Commands
from jaipur.cli.serve import checked_url, reached_at, serve, warn_of_bots
from jaipur.cli.store import backup, default_data_file, export
from jaipur.store import protocol
from jaipur.store.sqlite import SqliteStore
from jaipur.texts import texts
from jaipur.web.server import bind
from tests.depth import long
from tests.no_network import NOWHERE, take_network_away
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
GROUP = Commands("jaipur", commands=[serve, backup, export])


def jaipur(*arguments: str) -> Result:
    known = {"JAIPUR_LANG": "en", "LC_ALL": ""}
    return CliRunner().invoke(GROUP, arguments, env=known)


def refusal(*arguments: str) -> str:
    done = jaipur(*arguments)
    assert done.exit_code == 2, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("https://jaipur.example.org", "https://jaipur.example.org"),
        ("https://Jaipur.Example.org/", "https://jaipur.example.org"),
        ("http://192.0.2.7:8731/", "http://192.0.2.7:8731"),
        ("http://[2001:db8::7]:8731", "http://[2001:db8::7]:8731"),
        ("http://localhost", "http://localhost"),
    ],
)
def test_a_public_url_is_an_address(given: str, url: str) -> None:
    assert checked_url(given, texts("en")) == url


@pytest.mark.parametrize(
    "url",
    ["jaipur.example.org", "ftp://jaipur.example.org", "https://", "https://?x", "http://a?b=c",
     "http://a#b", "http://me@a", "http://a:port", "http://a:0", "http://a:99999", "http://[::1",
     "http://a b", "http://<b>", "javascript:alert(1)", "//a", ""],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    assert "is not an address" in refusal("serve", "--public-url", url)


def test_a_public_url_with_a_path_is_refused() -> None:
    assert "has a path" in refusal("serve", "--public-url", "https://a.example/jaipur")


def test_a_port_in_use_and_ports_that_cannot_be_are_refused(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "t.sqlite"))
    with bind("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        assert f"Port {port} is in use" in refusal("serve", "--port", port, *data)
    assert "65535" in refusal("serve", "--port", "65536", *data)
    assert "192.0.2.1" in refusal("serve", "--host", "192.0.2.1", *data)


def test_a_file_in_use_or_out_of_reach_is_refused(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.sqlite")
    try:
        assert "Another running Jaipur uses" in refusal(
            "serve", "--port", "0", "--data", str(store.file)
        )
    finally:
        store.close()
    blocked = tmp_path / "file"
    blocked.write_text("x")
    assert "cannot be written" in refusal("serve", "--port", "0", "--data", str(blocked / "t"))
    assert "not a Jaipur data file" in refusal("serve", "--port", "0", "--data", str(blocked))


def test_who_hosts_is_told_which_bots_cannot_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    warn_of_bots(texts("en"))
    assert capsys.readouterr() == ("", "")
    take_network_away(monkeypatch)
    warn_of_bots(texts("en"))
    said = capsys.readouterr().err
    assert said.startswith("These bots cannot play: vizier, maharaja. ")
    assert NOWHERE in said


@pytest.mark.parametrize("how", [[], pytest.param(["--compiled"], marks=long)])
def test_a_server_says_where_it_is_answers_and_stops(tmp_path: Path, how: list[str]) -> None:
    data = tmp_path / "new folder" / "t.sqlite"
    command = "from tests.web.test_serve import GROUP; GROUP()"
    arguments = ["serve", "--port", "0", "--data", str(data), "--log-requests", *how]
    process = subprocess.Popen(
        [sys.executable, "-c", command, *arguments],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"JAIPUR_LANG": "en"},
    )  # fmt: skip
    try:
        assert process.stdout
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        assert str(data) in process.stdout.readline()
        with urllib.request.urlopen(f"{found[0]}/api/health", timeout=PATIENCE) as answer:  # noqa: S310
            assert json.load(answer)["status"] == "ok"
        process.send_signal(signal.SIGTERM)
        said, told = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
        process.communicate()
    assert process.returncode == 0, told
    assert "stopped" in said
    warning, *lines = told.splitlines()
    assert "this machine only" in warning
    events = [json.loads(line) for line in lines]
    assert ("/api/health", 200) in [(line.get("route"), line.get("status")) for line in events]
    assert data.exists()


def test_listening_everywhere_links_have_the_address_in_the_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert reached_at("http://127.0.0.1:8731") == "http://127.0.0.1:8731"
    for everywhere in ("http://0.0.0.0:8731", "http://[::]:8731"):
        assert re.fullmatch(r"http://\d+\.\d+\.\d+\.\d+:8731", reached_at(everywhere))
        assert "0.0.0.0" not in reached_at(everywhere)  # noqa: S104
    monkeypatch.setattr(sys.modules["jaipur.cli.serve"], "ELSEWHERE", ("not an address", 9))
    assert reached_at("http://0.0.0.0:8731") == "http://127.0.0.1:8731"


def test_a_backup_is_made_once(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.sqlite")
    try:
        done = jaipur("backup", str(store.file), str(tmp_path / "copy.sqlite"))
    finally:
        store.close()
    assert done.exit_code == 0
    assert "copy.sqlite" in done.stdout
    assert "already" in refusal("backup", str(store.file), str(tmp_path / "copy.sqlite"))
    assert "There is no file" in refusal("backup", str(tmp_path / "no"), str(tmp_path / "b"))


def exported(monkeypatch: pytest.MonkeyPatch, folder: Path, *matches: tuple[str, str]) -> list[str]:
    monkeypatch.setattr("jaipur.session.export.finished_records", lambda _reader: iter(matches))
    store = SqliteStore(folder / "t.sqlite")
    store.close()
    return ["export", str(store.file), "--to", str(folder / "records")]


def test_finished_matches_are_written_and_never_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = exported(monkeypatch, tmp_path, ("a1", "one\n"), ("b2", "two é\n"))
    done = jaipur(*command)
    assert done.exit_code == 0, done.output
    assert "2 finished matches were written" in done.stdout
    written = {path.name: path.read_text("utf-8") for path in (tmp_path / "records").iterdir()}
    assert written == {"a1.jaipur": "one\n", "b2.jaipur": "two é\n"}
    (tmp_path / "records" / "a1.jaipur").write_text("mine")
    (tmp_path / "records" / "b2.jaipur").unlink()
    again = jaipur(*command).stdout
    assert "1 finished match was written" in again
    assert "1 already existed" in again
    assert (tmp_path / "records" / "a1.jaipur").read_text() == "mine"


def test_a_table_cannot_name_a_file_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = exported(monkeypatch, tmp_path, ("../escaped", "x"))
    assert "invalid table id" in refusal(*command)
    assert not list(tmp_path.rglob("*escaped*"))


def test_records_need_a_folder_that_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = exported(monkeypatch, tmp_path, ("a1", "x"))
    (tmp_path / "file").write_text("")
    assert "cannot be written" in refusal(*command[:-1], str(tmp_path / "file" / "records"))


def test_the_file_of_a_server_without_data_is_the_one_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_data_file().is_relative_to(tmp_path)
    assert default_data_file().name == "tables.sqlite"
    assert str(default_data_file()) in refusal("export", "--to", str(tmp_path / "r"))


def test_the_page_about_hosting_has_the_times_that_hold() -> None:
    page = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    for keep in (protocol.KEEP_OPEN, protocol.KEEP_UNFINISHED, protocol.KEEP_FINISHED):
        assert f"| {keep / protocol.DAY:.0f} days after" in page
