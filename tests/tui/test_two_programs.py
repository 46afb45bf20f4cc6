"""Two programs at one computer: both play, but never the same match."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from pathlib import Path

import pytest

from jaipur.client.local import LocalServer, open_local_server
from jaipur.client.local_bots import LocalBots
from jaipur.client.words.ending import match_words
from jaipur.errors import SessionError
from jaipur.session.contract.commands import Act, Rematch, Resign
from jaipur.session.table_request import TableRequest
from jaipur.store.open_matches import MatchInUse
from jaipur.texts import texts

from ..terminals import JAIPUR, Terminal
from .pilot import run

PLAN = TableRequest("Ana", bot="greedy", seed=7)
REFUSED = "This match is open in another Jaipur"


def two_servers(tmp_path: Path) -> tuple[LocalServer, LocalServer]:
    file = tmp_path / "matches.sqlite"
    return open_local_server(file), open_local_server(file)


def test_a_match_is_refused_to_the_second_until_the_first_leaves_it(tmp_path: Path) -> None:
    async def test() -> None:
        one, two = two_servers(tmp_path)
        with one, two:
            async with one, two:
                link = await one.create(PLAN)
                [row] = await two.matches()
                assert row.is_open_elsewhere
                assert match_words(row.row, texts("en"), is_open_elsewhere=True).endswith(
                    "Open elsewhere."
                )
                with pytest.raises(MatchInUse):
                    await two.link(link.table)
                with pytest.raises(MatchInUse):
                    await two.delete(link.table)
                [mine] = await one.matches()
                assert not mine.is_open_elsewhere
                other = await two.create(PLAN)
                assert other.table != link.table
                shown = await link.fetch_update()
                action = "+KKKK"
                await link.command(Act(action), shown.version)
                version = (await link.fetch_update()).version
                await link.close()
                taken = await two.link(link.table)
                assert (await taken.fetch_update()).version >= version
                with pytest.raises(SessionError):
                    await link.fetch_update()

    run(test())


def test_a_bot_that_still_thinks_plays_no_more_where_its_match_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = asyncio.Event()
    act = LocalBots.act

    async def test() -> None:
        async def slowly(bots: LocalBots, *given: object, **more: object) -> object:
            await answers.wait()
            return await act(bots, *given, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(LocalBots, "act", slowly)
        one, two = two_servers(tmp_path)
        with one, two:
            async with one, two:
                link = await one.create(PLAN)
                shown = await link.fetch_update()
                version = shown.version
                action = "+KKKK"
                version = await link.command(Act(action), version)
                await link.close()
                taken = await two.link(link.table)
                answers.set()
                answered = await taken.wait_for_update(version)
                assert answered.version == version + 1
                assert len(one.tables._owners) == 0

    run(test())


def test_a_rematch_is_held_and_the_match_before_is_let_go(tmp_path: Path) -> None:
    async def test() -> None:
        one, two = two_servers(tmp_path)
        with one, two:
            async with one, two:
                link = await one.create(PLAN)
                await link.command(Resign(), (await link.fetch_update()).version)
                await link.command(Rematch(), (await link.fetch_update()).version)
                table = (await link.fetch_update()).state.rematch.table
                assert table is not None
                following = await link.follow(table)
                await link.close()
                by_table = {kept.row.table: kept for kept in await two.matches()}
                assert by_table[following.table].is_open_elsewhere
                assert not by_table[link.table].is_open_elsewhere
                assert (await two.replay(link.table)).steps
                await two.delete(link.table)

    run(test())


def test_a_finished_match_is_looked_at_again_while_it_is_open_elsewhere(tmp_path: Path) -> None:
    async def test() -> None:
        one, two = two_servers(tmp_path)
        with one, two:
            async with one, two:
                link = await one.create(PLAN)
                with pytest.raises(SessionError):
                    await two.replay(link.table)
                await link.command(Resign(), (await link.fetch_update()).version)
                assert (await two.replay(link.table)).steps

    run(test())


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "preferences.json").write_text('{"is_new": false, "name": "Ana"}')
    return {"JAIPUR_HOME": str(tmp_path), "JAIPUR_LANG": "en"}


def command(home: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*JAIPUR, *arguments],
        env=dict(os.environ) | home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_two_terminals(home: dict[str, str]) -> None:
    with Terminal([*JAIPUR, "play"], env=home) as first:
        first.wait_for("None yet: start one.")
        with Terminal([*JAIPUR, "play", "--bot", "greedy", "--seed", "7"], env=home) as second:
            second.wait_for("Your turn")
            assert "Open elsewhere" in command(home, "matches").stdout
            [row] = json.loads(command(home, "matches", "--json").stdout)
            assert row["is_open_elsewhere"]
            for refused in (["resume", "--plain"], ["delete", "1", "--yes"]):
                done = command(home, "matches", *refused)
                assert (done.returncode, done.stderr.count(REFUSED)) == (2, 1)
            with Terminal([*JAIPUR, "matches", "resume"], env=home) as third:
                third.wait_for(REFUSED, "Open elsewhere")
            first.send("\r")
            first.wait_for("Your turn")
            assert len(json.loads(command(home, "matches", "--json").stdout)) == 2
            second.process.kill()
        assert command(home, "matches").stdout.count("Open elsewhere") == 1
