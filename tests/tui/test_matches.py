"""`jaipur matches`: what is kept at this computer is listed, exported, replayed and deleted."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from jaipur.cli import Commands
from jaipur.cli import saved_matches as saved_matches_module
from jaipur.cli.matches import matches
from jaipur.cli.options import Refused
from jaipur.cli.saved_matches import find, saved_matches
from jaipur.client.local import LocalServer
from jaipur.records import load_record, replay
from jaipur.seats import Seat
from jaipur.session.contract.basics import Phase
from jaipur.session.contract.commands import Resign
from jaipur.session.table_request import TableRequest
from jaipur.store.sqlite import SqliteStore
from jaipur.texts import texts
from tests.tui.bare import row

from ..patience import PATIENCE
from ..trust.serving import JAIPUR, ROOT

matches_module = importlib.import_module("jaipur.cli.matches")
GROUP = Commands("jaipur", commands=[matches])
BOT = TableRequest("Ana", bot="greedy", seed=7)
PAIR = TableRequest("Ana", other_name="Ben", seed=8)


def jaipur(home: Path, *arguments: str) -> Result:
    known = {"JAIPUR_LANG": "en", "LC_ALL": "", "JAIPUR_HOME": str(home)}
    return CliRunner().invoke(GROUP, ["matches", *arguments], env=known)


def said(home: Path, *arguments: str) -> str:
    done = jaipur(home, *arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def refusal(home: Path, *arguments: str) -> str:
    done = jaipur(home, *arguments)
    assert (done.exit_code, done.stdout) == (2, ""), done.output
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1
    return done.stderr


def listed(home: Path, *arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(said(home, "--json", *arguments))
    return found


def file_of(home: Path) -> Path:
    return home / "matches.sqlite"


def keep(file: Path, *plans: tuple[TableRequest, bool]) -> list[str]:
    """Matches in a file; those given up are over."""

    async def play() -> list[str]:
        with LocalServer(SqliteStore(file, settings={"synchronous": "OFF"})) as server:
            async with server:
                return [await begin(server, plan, is_over) for plan, is_over in plans]

    async def begin(server: LocalServer, plan: TableRequest, is_over: bool) -> str:
        link = await server.create(plan)
        if is_over:
            seat: Seat | None = 0 if plan.other_name else None
            await link.command(Resign(), (await link.fetch_update()).version, seat)
        return link.table

    return asyncio.run(play())


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path


def test_nobody_has_played_here(home: Path) -> None:
    assert said(home) == "There are no saved matches; start one with jaipur play.\n"
    assert listed(home) == []
    assert "no unfinished match" in refusal(home, "resume")
    assert "no match 1" in refusal(home, "delete", "1", "--yes")
    assert not file_of(home).exists()


def test_the_list_has_unfinished_matches_first(home: Path) -> None:
    won, pair, bot = keep(file_of(home), (BOT, True), (PAIR, False), (BOT, False))
    rows = listed(home)
    assert [row["table"] for row in rows[2:]] == [won]
    assert {row["table"] for row in rows[:2]} == {pair, bot}
    assert [row["number"] for row in rows] == [1, 2, 3]
    lines = said(home).splitlines()
    assert len(lines) == 3
    by_table = {row["table"]: line for row, line in zip(rows, lines, strict=True)}
    for table, words in {
        bot: ("Greedy", "Round 1", "Seals 0 to 0", "Your turn"),
        pair: ("Ana and Ben", "Round 1"),
        won: ("Greedy", "You lost"),
    }.items():
        assert all(one in by_table[table] for one in (*words, table))
    french = said(home, "--lang", "fr")
    assert "Manche 1" in french
    assert said(home, "--data", str(file_of(home))) == said(home)


def test_a_match_is_named_by_its_number_or_the_beginning_of_its_id(home: Path) -> None:
    keep(file_of(home), (BOT, True), (BOT, True))
    second = listed(home)[1]["table"]
    for given in ("2", second, second[:8].upper()):
        assert f"Table: {second}\n" in said(home, "export", given)
    for given in ("0", "3", "-1", second[:3] + "x", "xyz!", "", "²", "1" * 400):
        assert "no match" in refusal(home, "export", "--", given)


def test_a_beginning_that_fits_two_matches_is_refused() -> None:
    rows = [row(table, Phase.OVER) for table in ("abcd0123", "abcd4567", "0123abcd")]
    assert find(rows, "abcd4", texts("en")) == rows[1].row
    assert find(rows, "3", texts("en")) == find(rows, "0123", texts("en")) == rows[2].row
    with pytest.raises(Refused, match="no match 012;"):
        find(rows, "012", texts("en"))
    with pytest.raises(Refused, match="2 matches begin with abcd"):
        find(rows, "abcd", texts("en"))


def test_a_finished_match_is_exported_to_a_new_file_only(home: Path) -> None:
    (table,) = keep(file_of(home), (BOT, True))
    text = said(home, "export", "1")
    assert replay(load_record(text)).seals == replay(load_record(text)).seals
    assert f"Table: {table}\n" in text
    assert "End: resigned\n" in text
    target = home / "match.jaipur"
    said(home, "export", "1", "--to", str(target))
    assert target.read_text("utf-8") == text
    target.write_text("mine")
    assert str(target) in refusal(home, "export", "1", "--to", str(target))
    assert target.read_text() == "mine"
    assert "cannot be saved" in refusal(home, "export", "1", "--to", str(home / "no" / "match"))


def test_the_cards_of_an_unfinished_match_are_not_told(home: Path) -> None:
    keep(file_of(home), (BOT, False))
    for command in ("export", "replay"):
        assert "cards are still secret" in refusal(home, command, "1")


def test_a_finished_match_is_told_again(home: Path) -> None:
    keep(file_of(home), (BOT, True))
    told = said(home, "replay", "1", "--plain")
    assert told.startswith("Round 1 – first: ")
    assert "Ana gave up the match." in told
    assert told == said(home, "replay", "1")  # nobody can press keys here
    assert "Ana a abandonné" in said(home, "--lang", "fr", "replay", "1")
    assert "matches replay" in refusal(home, "resume", "1")


def test_a_number_means_one_match_however_the_list_changes(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody plays meanwhile, and another match is the first of the list by then."""
    file = file_of(home)
    keep(file, (BOT, True), (PAIR, True))
    rows = saved_matches(file)
    lists: list[Any] = []
    shown: list[Any] = []

    def always_other(_data: Path | None) -> list[Any]:
        lists.append(rows)
        return rows if len(lists) % 2 else rows[::-1]

    for module in (matches_module, saved_matches_module):
        monkeypatch.setattr(module, "saved_matches", always_other)
    for name in ("has_terminal", "can_draw"):
        monkeypatch.setattr(matches_module, name, lambda *_: True)
    monkeypatch.setattr(matches_module, "step_through", lambda *given: shown.append(given))
    said(home, "replay", "1")
    replay, record, _texts, me = shown[0]
    assert f"Table: {replay.table}\n" in record
    first = rows[0].row
    assert replay.table == first.table
    assert me == (0 if len(first.my_seats) == 1 else None)
    lists.clear()
    assert f"Table: {first.table}\n" in said(home, "export", "1")


def test_an_id_of_digits_is_no_number() -> None:
    rows = [row(table, Phase.OVER) for table in ("abcd0123", "00000001")]
    assert find(rows, "00000001", texts("en")) == rows[1].row


def test_a_match_is_deleted_when_somebody_is_sure(home: Path) -> None:
    first, second = keep(file_of(home), (BOT, True), (BOT, True))
    assert "--yes" in refusal(home, "delete", first)
    assert len(listed(home)) == 2
    said(home, "delete", first, "--yes")
    assert [row["table"] for row in listed(home)] == [second]


def test_while_a_match_is_played_all_are_read_and_none_is_deleted(home: Path) -> None:
    keep(file_of(home), (BOT, True))
    store = SqliteStore(file_of(home))
    try:
        assert len(listed(home)) == 1
        assert "Table:" in said(home, "export", "1")
        assert "Another running Jaipur uses" in refusal(home, "delete", "1", "--yes")
    finally:
        store.close()
    assert len(listed(home)) == 1


@pytest.mark.parametrize("command", [[], ["resume"], ["export", "1"], ["delete", "1", "--yes"]])
def test_files_that_cannot_be_read_are_named_and_left_as_they_are(
    home: Path, command: list[str]
) -> None:
    keep(file_of(home), (BOT, True), (BOT, False))
    whole = file_of(home).read_bytes()
    newer = whole[:60] + (99).to_bytes(4, "big") + whole[64:]
    damaged = whole[:4096] + b"\x07" * (len(whole) - 4096)
    for content in (newer, damaged, b"something else" * 99, whole[:50]):
        file_of(home).write_bytes(content)
        assert str(file_of(home)) in refusal(home, *command)
        assert file_of(home).read_bytes() == content
    assert "There is no file" in refusal(home, *command, "--data", str(home / "none"))
    assert "not a Jaipur data file" in refusal(
        home, *command, "--data", str(home / "matches.sqlite")
    )
    assert not (home / "none").exists()


def test_the_last_unfinished_match_goes_on_line_by_line(home: Path) -> None:
    over, table = keep(file_of(home), (BOT, True), (BOT, False))
    done = subprocess.run(
        [*JAIPUR, "matches", "resume", "--plain"],
        input="resign\nresign\n",
        env=os.environ | {"JAIPUR_HOME": str(home), "JAIPUR_LANG": "en", "LC_ALL": "C.UTF-8"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = {row["table"]: row for row in listed(home)}
    assert (rows[table]["phase"], rows[table]["cause"]) == ("over", "resigned")
    assert rows[over]["phase"] == "over"
