"""The example program plays whole matches against a real server, by stream and by polling."""

import asyncio
import json
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.depth import long
from tests.patience import PATIENCE
from tests.trust.load import Book, Player, caller
from tests.trust.serving import ROOT, Server

CLIENT = (sys.executable, str(ROOT / "examples" / "client.py"))


@pytest.fixture(name="server", scope="module")
def _server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("example") / "store.db") as server:
        yield server
        assert not server.errors()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CLIENT, *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def until_playing(server: Server) -> None:
    """Wait until somebody sits at a table; they may be anywhere in their match then."""
    health = f"{server.url}/api/health"
    while not json.load(urllib.request.urlopen(health))["tables_in_memory"]:  # noqa: S310  # our own
        time.sleep(0.05)  # between looks: it ends when it is so, however long that takes


def test_the_program_plays_a_match_against_a_bot(server: Server) -> None:
    done = run(server.url, "merchant")
    assert done.stderr == ""
    assert done.returncode == 0
    result, *_, first, second = done.stdout.split()
    assert (result == "won") == (first == "2")
    assert (result == "lost") == (second == "2")


def test_the_program_takes_the_seat_of_an_invitation(server: Server) -> None:
    async def play() -> None:
        async with caller(server) as ana:
            host = Player(Book(Random(1)), ana, has_stream=True)
            table, invitation = await host.create()
            link = f"{server.url}/t/{table}#invitation={invitation}"
            program = asyncio.create_task(asyncio.to_thread(run, link))
            async with asyncio.timeout(PATIENCE):
                await host.play(table)
            done = await program
            assert (done.stderr, done.returncode) == ("", 0)
            state = (await ana.get(f"/api/tables/{table}")).json()["state"]
            assert state["seats"][1]["name"] == "A program"
            assert done.stdout.startswith("won" if state["ending"]["winner"] == 1 else "lost")
            assert run(link).stderr == "The match is over.\n"

    asyncio.run(play())


def test_the_program_says_what_was_refused(server: Server) -> None:
    done = run(server.url, "nobody")
    assert done.returncode == 1
    assert "nobody" in done.stderr
    assert done.stderr.count("\n") == 1


@long
def test_the_program_plays_on_after_a_restart(tmp_path: Path) -> None:
    with Server(tmp_path / "store.db") as server:
        program = subprocess.Popen(
            [*CLIENT, server.url, "novice"], stdout=subprocess.PIPE, text=True
        )
        until_playing(server)
        server.kill()
        server.start()
        output, _ = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0
    assert output.split()[0] in ("won", "lost")


def test_the_program_is_short() -> None:
    code = Path(CLIENT[1]).read_text("utf-8").split('"""', 2)[2]
    words = ("import ", "from ", '"""')
    lines = [line for line in code.splitlines() if line.strip()]
    assert len([line for line in lines if not line.strip().startswith(words)]) < 50
