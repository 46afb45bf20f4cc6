"""How `jaipur admin` finds its server, and what it says if there is none."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from jaipur.cli.admin_client import safe
from jaipur.disk import admin_file
from tests.store.places import NOBODY, shared_folder

from .playing import Harness, open_table
from .test_admin import Running, serving


def test_french_keeps_its_spaces_and_a_terminal_is_not_played_tricks_with() -> None:
    assert safe("« oui\u00a0»\u202f; non") == "« oui\u00a0»\u202f; non"
    assert safe("\x1b[2J\u202e\u2028\n\u200b") == "?[2J????"


def test_a_refusal_is_french_as_it_was_written(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        refused = await running.admin("unban", "77", language="fr")
        assert refused.exit_code == 2
        assert "?" not in refused.stderr
        assert "\u00a0" in refused.stderr or "\u202f" in refused.stderr

    serving(tmp_path, play)


@contextmanager
def somebody_else(status: int, content: bytes) -> Iterator[int]:
    """Another program that has the port now."""

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    with HTTPServer(("127.0.0.1", 0), Other) as server:
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            serving.join()


@pytest.mark.parametrize("command", [["load"], ["tables"], ["bans"], ["prune"], ["load", "--json"]])
@pytest.mark.parametrize(
    ("status", "content"),
    [
        (200, b"[]"),
        (200, b"{}"),
        (200, b'"ok"'),
        (200, b'{"tables": 7, "bans": 7}'),
        (200, b"<html>"),
        (404, b'{"error": "not found"}'),
        (404, b'{"error": {"code": 5, "sentence": "Go away"}}'),
        (302, b""),
    ],
)
def test_another_program_at_the_port_is_called_stale(
    tmp_path: Path, command: list[str], status: int, content: bytes
) -> None:
    running = Running(Harness(), tmp_path / "t.sqlite")
    with somebody_else(status, content) as port:
        way = {"address": f"127.0.0.1:{port}", "token": "ab" * 32}
        admin_file(running.file).write_text(json.dumps(way))
        assert "a server that crashed" in asyncio.run(running.refused(*command))


@pytest.mark.skipif(os.name != "posix", reason="there the folder decides who may read")
def test_another_user_is_told_who_may(monkeypatch: pytest.MonkeyPatch) -> None:
    with shared_folder() as folder:
        running = Running(Harness(), folder / "t.sqlite")
        for file in (running.file, admin_file(running.file)):
            file.touch()
            file.chmod(0)
        monkeypatch.setattr(os, "access", lambda *_, **__: False)  # by the real user, who is root
        is_superuser = os.geteuid() == 0
        if is_superuser:
            os.seteuid(NOBODY)
        try:
            said = asyncio.run(running.refused("load"))
        finally:
            if is_superuser:
                os.seteuid(0)
        assert "Only the server’s user can read" in said
        assert "sudo" in said


def test_tables_of_a_player_are_all_of_them(tmp_path: Path) -> None:
    async def play(running: Running) -> None:
        at = await open_table(running.harness, "bot")
        for more in (["--phase", "over"], ["--all"]):
            said = await running.refused("tables", "--player", at.id, "0", *more)
            assert "--player" in said

    serving(tmp_path, play)
