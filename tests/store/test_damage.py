"""A damaged file: what can be read is correct, and the rest is reported as damaged."""

import random
from pathlib import Path

import apsw
import pytest

from jaipur.store.backup import backup
from jaipur.store.faults import DamagedFile
from jaipur.store.protocol import Damaged
from jaipur.store.sqlite import SqliteStore
from jaipur.store.values import BEGINNING, Condition, Cursor, StoredEvent, TablePage

from .contract import fill, write
from .damage import change


def damaged_answers(file: Path, truth: dict[str, list[StoredEvent]]) -> int:
    """How many tables are said to be damaged; all other answers are checked."""
    damaged = 0
    try:
        store = SqliteStore(file)
    except DamagedFile:
        return len(truth)
    for table, events in truth.items():
        try:
            assert store.events(table) == events
            row = store.row(table)
            assert row is not None
            assert row.summary == '{"version":6}'
        except DamagedFile:
            damaged += 1
    store.close()
    return damaged


def test_a_damaged_file_never_gives_a_wrong_answer(tmp_path: Path) -> None:
    file, chance = tmp_path / "store.db", random.Random(7)
    store = SqliteStore(file, settings={"synchronous": "OFF"})
    truth = {f"t{n:02}": fill(store, f"t{n:02}", 6, body="x" * 200) for n in range(30)}
    store.close()
    good = file.read_bytes()
    counts = []
    for size in [1, 16, 512, 4096] * 15:
        bad = bytearray(good)
        place = chance.randrange(100, len(good) - size)
        bad[place : place + size] = chance.randbytes(size)
        file.write_bytes(bad)
        counts.append(damaged_answers(file, truth))
    assert sum(0 < count < len(truth) for count in counts) > 10  # the others can be read


def test_a_damaged_table_does_not_stop_the_others(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    store = SqliteStore(file)
    for table in ("a", "b", "c"):
        fill(store, table, 2, body=f"body of {table} " * 200)
    store.close()
    content = file.read_bytes()
    file.write_bytes(content.replace(b"body of b body", b"body of b bady"))
    store = SqliteStore(file)
    with pytest.raises(DamagedFile, match="restore a backup") as caught:
        store.events("b")
    assert str(file) in str(caught.value)
    assert len(store.events("a")) == 2
    futures = [store.append([write(table, 3)]) for table in ("a", "c")]
    assert [future.exception() for future in futures] == [None, None]
    store.close()


def lose_from_index(file: Path, table: str) -> None:
    """Damage the index that finds a table by its id, so that it finds nothing."""
    connection = apsw.Connection(str(file))
    name = "sqlite_autoindex_tables_1"
    page = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).get - 1
    connection.close()
    content = file.read_bytes()
    part = content[page * 4096 : (page + 1) * 4096]
    assert part.count(table.encode()) == 1
    part = part.replace(table.encode(), b"?" * len(table))
    file.write_bytes(content[: page * 4096] + part + content[(page + 1) * 4096 :])


def test_a_table_that_an_index_has_lost_is_not_said_to_be_unknown(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    store = SqliteStore(file)
    fill(store, "needle", 2)
    store.close()
    lose_from_index(file, "needle")
    with pytest.raises(DamagedFile, match=r"store\.db is damaged"):
        backup(file, tmp_path / "copy.db")
    store = SqliteStore(file)
    for question in (store.row, store.events):
        with pytest.raises(DamagedFile):
            question("needle")
    assert store.row("straw") is None
    assert store.events("straw") == []
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE events SET body = 'b' WHERE sequence = 2",
        "DELETE FROM events WHERE sequence = 1",
        "DELETE FROM events WHERE sequence = 2",
        "DELETE FROM events WHERE sequence = 3",
        "DELETE FROM events",
        "UPDATE tables SET version = 2",
    ],
)
def test_a_change_or_a_loss_behind_our_back_is_found(tmp_path: Path, damage: str) -> None:
    store = SqliteStore(tmp_path / "store.db")
    fill(store, "a", 3)
    change(tmp_path / "store.db", damage)
    with pytest.raises(DamagedFile):
        store.events("a")
    store.close()


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET phase = 'over'",
        "UPDATE tables SET player0 = '7'",
        "UPDATE tables SET summary = '7'",
        "UPDATE tables SET touched = 7",
        "UPDATE tables SET version = 7",
    ],
)
def test_a_changed_row_is_found(tmp_path: Path, damage: str) -> None:
    store = SqliteStore(tmp_path / "store.db")
    fill(store, "a", 3)
    change(tmp_path / "store.db", damage)
    with pytest.raises(DamagedFile):
        store.row("a")
    assert store.tables_of(["anna", "7"]) == TablePage([], 1, None)
    assert store.table_ids("playing") + store.table_ids("over") == ["a"]
    store.close()


CHANGES = ("summary = '7'", "summary = CAST(x'ff' AS TEXT)", "touched = -1e9", "player1 = 'x'")


@pytest.mark.parametrize("damage", CHANGES)
@pytest.mark.parametrize("which", range(7))
def test_a_damaged_row_is_left_out_of_a_list_and_hides_no_other(
    tmp_path: Path, damage: str, which: int, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "store.db")
    for number in range(7):
        fill(store, f"t{number}", 1, touched=100.0 - number)
    sql = f"UPDATE tables SET {damage} WHERE id = ?"  # noqa: S608  # ours
    change(tmp_path / "store.db", sql, f"t{which}")
    assert store.condition.damaged_tables == 0
    for _ in range(2):
        found: set[str] = set()
        damaged = 0
        before: Cursor | None = BEGINNING
        while before is not None:
            page = store.tables_of(["anna"], 3, before)
            found |= {row.table for row in page.rows}
            damaged += page.damaged
            before = page.next
        assert found == {f"t{number}" for number in range(7) if number != which}
        assert damaged >= 1
    assert store.condition == Condition("ok", 1)
    with pytest.raises(Damaged):
        store.row(f"t{which}")
    assert [record.getMessage() for record in caplog.records] == [
        "a table is damaged; a backup may have it"
    ]
    store.append([write("t8", 1)]).result()
    assert store.condition == Condition("ok", 1)
    store.close()


@pytest.mark.parametrize("bad", [{0, 1, 2}, {2}, {1, 2}, {2, 3}, {5, 6}, set(range(7))])
@pytest.mark.parametrize("question", ["tables_of", "latest"])
def test_pages_go_on_behind_damaged_rows_and_count_each_once(
    tmp_path: Path, bad: set[int], question: str
) -> None:
    store = SqliteStore(tmp_path / "store.db")
    for number in range(7):
        fill(store, f"t{number}", 1, touched=100.0 - number)
    for number in bad:
        change(tmp_path / "store.db", "UPDATE tables SET summary = '7' WHERE id = ?", f"t{number}")
    found: list[str] = []
    damaged = 0
    before: Cursor | None = BEGINNING
    while before is not None:
        ask = store.tables_of if question == "tables_of" else store.latest
        page = ask(["anna"] if question == "tables_of" else ["waiting", "playing"], 3, before)
        found += [row.table for row in page.rows]
        damaged += page.damaged
        before = page.next
    assert found == [f"t{number}" for number in range(7) if number not in bad]
    assert damaged == len(bad)
    store.close()


@pytest.mark.parametrize("damage", ["summary = '7'", "summary = CAST(x'ff' AS TEXT)"])
def test_a_damaged_grave_is_listed_and_hides_no_other(tmp_path: Path, damage: str) -> None:
    store = SqliteStore(tmp_path / "store.db")
    for table in ("a", "b", "c"):
        fill(store, table, 1)
    change(tmp_path / "store.db", "UPDATE tables SET buried = 9")
    change(tmp_path / "store.db", f"UPDATE tables SET {damage} WHERE id = 'b'")  # noqa: S608  # ours
    graves = store.graves()
    assert [grave.table for grave in graves] == ["a", "b", "c"]
    assert [grave.summary for grave in graves] == ['{"version":1}', "", '{"version":1}']
    assert {grave.buried for grave in graves} == {9.0}
    assert [grave.table for grave in store.graves("a", 1)] == ["b"]
    store.close()
