"""`jaipur join`: links to tables, and a seat taken from the terminal at a server that runs."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from jaipur.cli import Commands
from jaipur.cli.address import BadAddress, TableAddress, parse_table_url
from jaipur.cli.join import join

from ..nonces import INVITATION, NONCE
from ..patience import PATIENCE
from ..submitting import submission
from ..trust.serving import JAIPUR, ROOT, Server

GROUP = Commands("jaipur", commands=[join])
Json = dict[str, Any]
HEX = "3f0a9c64d1e25b87a6c4e19f02d37b58"


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://a.example/t/5f1c", TableAddress("https://a.example", "5f1c")),
        ("https://A.Example:443/t/5f1c/", TableAddress("https://a.example", "5f1c")),
        (" http://a.example:80/t/5f1c/replay\n", TableAddress("http://a.example", "5f1c")),
        ("http://127.0.0.1:8731/t/5?lang=fr", TableAddress("http://127.0.0.1:8731", "5")),
        ("http://[::1]:8731/t/5", TableAddress("http://[::1]:8731", "5")),
        (
            f"https://a.example/t/5f1c#invitation={HEX}",
            TableAddress("https://a.example", "5f1c", "invitation", HEX),
        ),
        (
            f"https://a.example/t/5f1c#watch={HEX}",
            TableAddress("https://a.example", "5f1c", "watch", HEX),
        ),
    ],
)
def test_the_links_of_a_server_are_read(url: str, address: TableAddress) -> None:
    assert parse_table_url(url) == address


@pytest.mark.parametrize(
    ("url", "wrong"),
    [
        ("", "does not start with http"),
        ("a.example/t/5f1c", "does not start with http"),
        ("ftp://a.example/t/5f1c", "does not start with http"),
        ("https://", "has no host"),
        ("https:///t/5f1c", "has no host"),
        ("https://a b.example/t/5f1c", "has no host"),
        ("https://a.example@b.example/t/5f1c", "a user name before the host"),
        ("https://a.example:port/t/5f1c", "an invalid host or port"),
        ("https://a.example:99999/t/5f1c", "an invalid host or port"),
        ("https://[::1/t/5f1c", "an invalid host or port"),
        ("https://a.example/", "does not point to a table"),
        ("https://a.example/t/", "does not point to a table"),
        ("https://a.example/t/a/b", "does not point to a table"),
        (f"https://a.example/move#link={HEX}", "does not point to a table"),
        ("https://a.example/t/5f1c#invitation=", "after invitation= "),
        ("https://a.example/t/5f1c#watch=a b", "after watch= "),
        ("https://\x1b[2J/t/5f1c", "an invalid host or port"),
        ("x" * 5000, "does not start with http"),
    ],
)
def test_other_addresses_are_refused_with_what_is_wrong(url: str, wrong: str) -> None:
    with pytest.raises(BadAddress, match=wrong) as refused:
        parse_table_url(url)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 500


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server") / "tables.sqlite") as running:
        yield running


class Host:
    """Somebody in a browser who made a table and is ready."""

    def __init__(self, client: httpx.Client) -> None:
        self._client = client
        body = {"id": "create-0001", "name": "Ana", "opponent": INVITATION}
        made = client.post("/api/tables", json=body).json()
        self.path, self.links = f"/api/tables/{made['table']}", made["links"]
        self.page = str(client.base_url.join(f"/t/{made['table']}"))

    def _command(self, version: int, **what: Any) -> None:
        body = submission(id=f"command-{version}", version=version, **what)
        done = self._client.post(f"{self.path}/commands", json=body)
        assert done.status_code == 200, done.text

    def state(self) -> Json:
        found: Json = self._client.get(self.path).json()["state"]
        return found

    def begin(self) -> None:
        """Wait until the seat is taken, reveal my nonce, and act if it is my turn."""
        joined: Json = {"version": 1}
        end, wait = time.monotonic() + PATIENCE, {"after": 1, "wait": 25}
        while joined["version"] == 1 and time.monotonic() < end:  # the other may start slowly
            joined = self._client.get(f"{self.path}/updates", params=wait).json()
        self._command(joined["version"], kind="ready", nonce=NONCE)
        update = self._client.get(self.path).json()
        legal = update["state"]["round"]["legal"]
        if legal:
            self._command(update["version"], kind="act", action=legal[0]["action"])


@pytest.fixture
def host(server: Server) -> Iterator[Host]:
    with httpx.Client(base_url=server.url, trust_env=False, timeout=PATIENCE) as client:
        yield Host(client)


def run(
    url: str, home: Path, typed: str, host: Host | None = None
) -> subprocess.CompletedProcess[str]:
    """Join as Ben with a script of lines; the host begins meanwhile."""
    environment = {"JAIPUR_HOME": str(home), "JAIPUR_LANG": "en", "LC_ALL": "C.UTF-8"}
    command = [*JAIPUR, "join", url, "--plain", "--name", "Ben"]
    pipes: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(
        command, env=os.environ | environment, cwd=ROOT, text=True, **pipes
    ) as process:
        if host:
            host.begin()
        out, err = process.communicate(typed, timeout=PATIENCE)
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def refusal(url: str, home: Path) -> str:
    known = {"JAIPUR_LANG": "en", "LC_ALL": "", "JAIPUR_HOME": str(home)}
    done = CliRunner().invoke(GROUP, ["join", url, "--plain"], env=known)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_a_seat_is_taken_left_and_found_again(host: Host, tmp_path: Path) -> None:
    done = run(host.links["invitation"], tmp_path, "hand\n", host)
    assert done.stdout.startswith("Ana invites you to a match of Jaipur.\n"), done.stderr
    assert "\nYou play as Ben.\n" in done.stdout
    assert done.returncode == 1  # the input ended before the match was over
    assert [seat["name"] for seat in host.state()["seats"]] == ["Ana", "Ben"]
    again = run(host.links["invitation"], tmp_path, "resign\nresign\n")
    assert again.returncode == 0, again.stderr
    assert "invites" not in again.stdout
    ending = host.state()["ending"]
    assert (ending["cause"], ending["winner"], ending["by"]) == ("resigned", 0, None)


def test_what_a_link_does_not_open(server: Server, host: Host, tmp_path: Path) -> None:
    assert "no such table" in refusal(host.page, tmp_path)
    assert "not for this table" in refusal(f"{host.page}#invitation={HEX}", tmp_path)
    assert "not the link to watch" in refusal(f"{host.page}#watch={HEX}", tmp_path)
    assert "does not point to a table" in refusal(server.url, tmp_path)
    nowhere = server.url.rpartition(":")[0] + ":9"
    assert f"{nowhere} is not responding" in refusal(f"{nowhere}/t/5f1c", tmp_path)


def test_seats_that_cannot_be_kept_are_not_taken(host: Host, tmp_path: Path) -> None:
    damaged = tmp_path / "servers.json"
    damaged.write_text("{")
    assert str(damaged) in refusal(host.links["invitation"], tmp_path)
    assert damaged.read_text() == "{"
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    assert "cannot be" in refusal(host.links["invitation"], in_the_way)
    assert host.state()["seats"][1]["kind"] == "open"
