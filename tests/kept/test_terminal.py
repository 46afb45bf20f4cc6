"""The matches of a terminal of version 0.1 are listed, continued and replayed."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jaipur.cli import cli
from jaipur.client import preferences
from jaipur.client.link import Link
from jaipur.client.local import open_local_server
from jaipur.records import load_record, replay, verify
from jaipur.seats import Seat
from jaipur.session.contract.basics import Phase

from ..contract_values import round_of, turn_of
from ..patience import PATIENCE
from ..trust.serving import JAIPUR, ROOT
from .fixtures import EACH, Kept, give

Row = dict[str, Any]


def said(kept: Kept, *arguments: str) -> str:
    known = {"JAIPUR_LANG": "en", "LC_ALL": "", "JAIPUR_HOME": str(kept.home)}
    done = CliRunner().invoke(cli, ["matches", *arguments, "--lang", "en"], env=known)
    assert done.exit_code == 0, done.output
    return done.stdout


def listed(kept: Kept) -> list[Row]:
    rows: list[Row] = json.loads(said(kept, "--json"))
    return rows


def unfinished(kept: Kept, *, with_bot: bool) -> str:
    """The id of an unfinished match, against a bot or of two people."""
    is_mine = 1 if with_bot else 2
    (table,) = [
        row["table"]
        for row in listed(kept)
        if row["phase"] == "playing" and len(row["my_seats"]) == is_mine
    ]
    return str(table)


@EACH
def test_matches_are_listed(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)
    assert [row["phase"] for row in listed(kept)] == ["playing", "playing", "over", "over"]
    words = said(kept)
    for told in ("Ana and Ben", "Greedy", "Round 1", "You lost"):
        assert told in words


@EACH
@pytest.mark.parametrize("with_bot", [True, False])
def test_an_unfinished_match_is_resumed_by_the_link(
    tmp_path: Path, written: str, with_bot: bool
) -> None:
    kept = Kept.copy(written, tmp_path)
    table = unfinished(kept, with_bot=with_bot)

    async def go_on() -> str:
        with open_local_server(kept.home / "matches.sqlite") as server:
            async with server:
                link = await server.link(table)
                await act_and_resign(link, with_bot=with_bot)
                return await link.record()

    record = load_record(asyncio.run(go_on()))
    assert len(replay(record).events) == len(record.rounds[0].actions) > 5
    rows = {row["table"]: row for row in listed(kept)}
    assert (rows[table]["phase"], rows[table]["cause"]) == ("over", "resigned")


async def act_and_resign(link: Link, *, with_bot: bool) -> None:
    update = await link.fetch_update()
    assert update.state.phase is Phase.PLAYING
    seat = turn_of(update.state)
    mine: Seat | None = None if with_bot else seat
    legal = round_of((await link.fetch_update(mine)).state).legal
    version = await give(link, "act", update.version, mine, action=legal[0].action)
    while with_bot and (await link.fetch_update()).state.waits_for != (0,):
        version = (await link.wait_for_update(version)).version
    await give(link, "resign", (await link.fetch_update()).version, mine)


@EACH
def test_the_last_match_is_resumed_by_the_command(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)
    table = unfinished(kept, with_bot=True)
    done = subprocess.run(
        [*JAIPUR, "matches", "resume", table, "--plain", "--lang", "en"],
        input="resign\nresign\n",
        env=os.environ | {"JAIPUR_HOME": str(kept.home), "LC_ALL": "C.UTF-8"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = {row["table"]: row for row in listed(kept)}
    assert (rows[table]["phase"], rows[table]["cause"]) == ("over", "resigned")


@EACH
def test_finished_matches_are_replayed_and_verified(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)
    over = {row["cause"]: row["table"] for row in listed(kept) if row["phase"] == "over"}
    assert set(over) == {"seals", "resigned"}
    played = load_record(said(kept, "export", over["seals"]))
    assert replay(played).result is not None
    assert dict(played.headers)["Deals"] == "from seed 7, which cannot be verified"
    given_up = load_record(said(kept, "export", over["resigned"]))
    assert verify(given_up) == 1
    assert "Round 2 – first: " in said(kept, "replay", over["seals"], "--plain")
    assert "Ana gave up the match." in said(kept, "replay", over["resigned"], "--plain")

    with open_local_server(kept.home / "matches.sqlite") as server:
        steps = asyncio.run(server.replay(over["seals"])).steps
    actions = sum(len(one.actions) for one in played.rounds)
    assert len(steps) > actions
    assert steps[-1].phase is Phase.OVER


@EACH
def test_preferences_stay(tmp_path: Path, written: str) -> None:
    kept = Kept.copy(written, tmp_path)
    found = preferences.load(kept.home)
    assert (found.language, found.theme, found.name, found.letters) == ("fr", "light", "Ana", True)
