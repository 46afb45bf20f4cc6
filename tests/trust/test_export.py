"""The export of a damaged file: what can be read is written, and the rest is listed."""

import asyncio
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from jaipur.cli import cli
from jaipur.records import read_record
from jaipur.session.contract.commands import Resign
from jaipur.session.export import finished_records
from jaipur.store.memory import MemoryStore
from jaipur.store.sqlite import SqliteStore

from ..session.harness import Harness
from ..store.contract import fill
from ..store.damage import change


def store_with_matches(file: Path, count: int = 3) -> list[str]:
    """A store file with finished matches; their ids in order."""

    async def play() -> list[str]:
        harness = Harness(SqliteStore(file, settings={"synchronous": "OFF"}))
        finished = []
        for _ in range(count):
            owner = await harness.pair()
            await harness.act(owner)
            await harness.submit(owner, 0, Resign())
            finished.append(owner.table.id)
        await harness.tables.stop()
        harness.store.close()
        return sorted(finished)

    return asyncio.run(play())


def export(file: Path) -> Result:
    arguments = ["export", str(file), "--to", str(file.parent / "records"), "--lang", "en"]
    return CliRunner().invoke(cli, arguments)


def written(file: Path) -> list[str]:
    """The tables whose records are there, each of them whole."""
    found = sorted((file.parent / "records").glob("*"))
    for path in found:
        assert dict(read_record(path.read_text("utf-8")).headers)["Table"] == path.stem
    return [path.stem for path in found]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body = replace(body, ':', ';') WHERE table_id = ? AND sequence = 2",
        "DELETE FROM events WHERE table_id = ? AND sequence = 3",
        "DELETE FROM events WHERE table_id = ?",
        "UPDATE tables SET version = version + 1 WHERE id = ?",
    ],
)
@pytest.mark.parametrize("which", [0, 1, 2])
def test_one_damaged_table_is_left_out_and_named(tmp_path: Path, damage: str, which: int) -> None:
    file = tmp_path / "t.sqlite"
    tables = store_with_matches(file)
    change(file, damage, tables[which])
    done = export(file)
    assert done.exit_code == 2
    assert "2 finished matches were written" in done.stdout
    assert done.stderr.count("\n") == 1
    assert "1 finished match cannot be read" in done.stderr
    assert [table in done.stderr for table in tables] == [n == which for n in range(3)]
    assert written(file) == [table for n, table in enumerate(tables) if n != which]


def test_a_damaged_row_keeps_no_match_back(tmp_path: Path) -> None:
    """The row is for lists; the match is in its events."""
    file = tmp_path / "t.sqlite"
    tables = store_with_matches(file)
    change(file, "UPDATE tables SET summary = '7' WHERE id = ?", tables[1])
    done = export(file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert written(file) == tables


def test_every_damaged_table_is_named_and_the_command_can_be_given_again(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    tables = store_with_matches(file)
    for table in tables[1:]:
        change(file, "UPDATE events SET body = '' WHERE table_id = ?", table)
    for said in ("1 finished match was written", "1 already existed"):
        done = export(file)
        assert done.exit_code == 2
        assert said in done.stdout
        assert "2 finished matches cannot be read" in done.stderr
        assert f": {tables[1]}, {tables[2]}." in done.stderr
    assert written(file) == tables[:1]


def test_a_sound_file_is_exported_without_a_word_of_damage(tmp_path: Path) -> None:
    file = tmp_path / "t.sqlite"
    tables = store_with_matches(file)
    done = export(file)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "3 finished matches were written" in done.stdout
    assert written(file) == tables


def test_a_table_that_no_program_wrote_is_left_out(tmp_path: Path) -> None:
    """Sound for the store, and yet no match: it cannot be replayed."""
    file = tmp_path / "t.sqlite"
    tables = store_with_matches(file, 1)
    store = SqliteStore(file)
    fill(store, "\x1b[2J", 2, phase="over")
    store.close()
    done = export(file)
    assert done.exit_code == 2
    assert "'\\x1b[2J'" in done.stderr  # and the terminal is left alone
    assert written(file) == tables


class CircularStore(MemoryStore):
    """An index that is damaged so that its last entry is before the others."""

    def table_ids(self, phase: str, after: str = "", most: int = 500) -> list[str]:
        return [*super().table_ids(phase, after, most), "0"]


def test_a_damaged_index_does_not_lead_in_a_circle() -> None:
    async def play() -> None:
        harness = Harness(CircularStore())
        owner = await harness.pair()
        await harness.submit(owner, 0, Resign())
        found = islice(finished_records(harness.store), 5)
        assert [table for table, _ in found] == [owner.table.id]

    asyncio.run(play())
