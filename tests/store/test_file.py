"""The store file: created, migrated, rejected."""

import os
import random
import shutil
import stat
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from jaipur.store import migrations
from jaipur.store.faults import (
    FileError,
    IncompleteFile,
    NewerFile,
    NoSuchFile,
    NotAStoreFile,
    OlderFile,
    UnwritableFile,
)
from jaipur.store.protocol import DAY, StoreError
from jaipur.store.reading import open_for_reading
from jaipur.store.rows import event_values, table_values
from jaipur.store.sqlite import SqliteStore
from jaipur.store.values import Append, StoredEvent

from .contract import NOW, fill, write
from .disks import disk
from .places import shared_folder, without_rights


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_a_new_file_and_its_folders_are_made_for_their_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "new" / "folder" / "store.db"
    before = os.umask(0)
    try:
        store = SqliteStore(file)
        fill(store, "a", 1)
    finally:
        os.umask(before)
    assert {path.name for path in file.parent.iterdir()} == {
        "store.db", "store.db-wal", "store.db-shm", "store.db.lock",
    }  # fmt: skip
    assert {mode(path) for path in file.parent.iterdir()} == {0o600}
    store.close()
    assert {path.name for path in file.parent.iterdir()} == {"store.db", "store.db.lock"}


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "store.db").touch()
    (tmp_path / "store.db.new").write_text("left by a crash")
    store = SqliteStore(tmp_path / "store.db")
    fill(store, "a", 1)
    store.close()
    assert not (tmp_path / "store.db.new").exists()


def test_the_settings_are_the_durable_ones(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    connection = store._writer._connection
    asked = ("journal_mode", "synchronous", "foreign_keys", "fullfsync", "checkpoint_fullfsync")
    assert [connection.pragma(name) for name in asked] == ["wal", 2, 1, 1, 1]
    store.close()


def test_what_was_stored_is_there_again(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    events = fill(store, "a", 5)
    store.close()
    again = SqliteStore(tmp_path / "store.db")
    assert again.events("a") == events
    again.append([write("a", 6)]).result()
    again.close()


def schema(file: Path) -> object:
    connection = apsw.Connection(str(file))
    found = connection.execute("SELECT type, name, sql FROM sqlite_schema ORDER BY name").fetchall()
    connection.close()
    return found


PRESENT = len(migrations.MIGRATIONS)


def file_of_format(file: Path, steps: int, writes: list[Append]) -> list[StoredEvent]:
    """A file as the version left it that knew so many steps; returns its events."""
    connection = apsw.Connection(str(file))
    migrations.migrate(connection, LATER[:steps])
    columns = len(connection.execute("PRAGMA table_info(tables)").fetchall())
    events = [one.event for one in writes]
    for event in events:
        connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)", event_values(event))
    for last in {one.event.table: one for one in writes}.values():
        first = replace(last, event=replace(last.event, sequence=1))
        sql = f"INSERT INTO tables VALUES ({','.join('?' * columns)})"  # noqa: S608  # only marks
        connection.execute(sql, table_values(first, 0.0)[:columns])
        right = table_values(last, 0.0)
        sql = "UPDATE tables SET version = ?, checksum = ? WHERE id = ?"
        connection.execute(sql, (right[7], right[8], right[0]))
    connection.close()
    return events


LATER = (
    *migrations.MIGRATIONS,
    """CREATE TABLE titles (table_id TEXT, title TEXT);
       INSERT INTO titles SELECT id, 'old' FROM tables""",
    "ALTER TABLE titles ADD COLUMN colour TEXT DEFAULT 'red'",
)


@pytest.mark.parametrize("steps", range(1, len(LATER) + 1))
def test_a_file_of_every_format_is_brought_to_the_present_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    file, new = tmp_path / "store.db", tmp_path / "new.db"
    events = file_of_format(file, steps, [write("a", number) for number in (1, 2, 3)])
    monkeypatch.setattr(migrations, "MIGRATIONS", LATER)
    if steps < len(LATER):
        with pytest.raises(OlderFile, match="older format"):
            open_for_reading(file)
    store = SqliteStore(file)
    assert store.events("a") == events
    store.close()
    SqliteStore(new).close()
    assert schema(file) == schema(new)
    connection = apsw.Connection(str(file))
    assert connection.pragma("user_version") == len(LATER)
    rows = connection.execute("SELECT * FROM titles").fetchall()
    assert rows == ([("a", "old", "red")] if steps < len(LATER) - 1 else [])
    connection.close()


@pytest.mark.parametrize("days", [0, 6, 8, 400])
def test_a_file_of_version_0_1_believes_the_newest_moment_it_holds(
    tmp_path: Path, days: int
) -> None:
    writes = [write("a", 1, touched=NOW - 700 * DAY), write("b", 1, touched=NOW)]
    file_of_format(tmp_path / "store.db", 1, writes)
    store = SqliteStore(tmp_path / "store.db")
    pruned = store.prune(NOW + days * DAY).result()
    assert pruned.is_distrusted == (days > 7)
    assert pruned.buried == (days <= 7)
    store.close()
    again = SqliteStore(tmp_path / "store.db")
    assert again.prune(NOW + days * DAY).result() == (0, 0, pruned.left, days > 7)
    again.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "store.db"
    SqliteStore(file).close()
    before = schema(file)
    bad = (*LATER, "CREATE TABLE tables (id)")
    monkeypatch.setattr(migrations, "MIGRATIONS", bad)
    for _ in range(2):
        with pytest.raises(StoreError):
            SqliteStore(file)
    assert schema(file) == before
    monkeypatch.undo()
    SqliteStore(file).close()


def refused(file: Path, kind: type[FileError], words: str) -> None:
    """Both ways to open a file refuse it, name it, and leave it as it is."""
    before = file.read_bytes()
    for way in (SqliteStore, open_for_reading):
        with pytest.raises(kind, match=words) as caught:
            way(file)
        assert str(file) in str(caught.value)
    assert file.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, log = tmp_path / "store.db", tmp_path / "store.db-wal"
    SqliteStore(file).close()
    # The newer version was killed: what it changed is in its log only.
    connection = apsw.Connection(str(file))
    connection.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    connection.pragma("user_version", 99)
    connection.close()
    changes = log.read_bytes()
    assert changes
    refused(file, NewerFile, f"format 99, and this version reads formats up to {PRESENT}")
    assert log.read_bytes() == changes


def foreign_database(file: Path) -> None:
    connection = apsw.Connection(str(file))
    connection.execute("PRAGMA application_id = 77; CREATE TABLE tables (id)")
    connection.close()


def foreign_without_mark(file: Path) -> None:
    connection = apsw.Connection(str(file))
    connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE notes (id)")
    connection.close()


@pytest.mark.parametrize(
    "make",
    [
        foreign_database,
        foreign_without_mark,
        lambda file: file.write_text("Dear diary"),
        lambda file: file.write_bytes(random.Random(1).randbytes(20_000)),
        lambda file: file.write_bytes(bytes(4096)),
        lambda file: file.write_bytes(b"SQLite format 3\0"),
    ],
    ids=["database", "unmarked", "text", "noise", "zeros", "short"],
)
def test_what_is_not_ours_is_refused_and_left_alone(
    tmp_path: Path, make: Callable[[Path], object]
) -> None:
    make(tmp_path / "store.db")
    refused(tmp_path / "store.db", NotAStoreFile, "is not a Jaipur data file")
    assert {path.name for path in tmp_path.iterdir()} == {"store.db", "store.db.lock"}


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    for way in (SqliteStore, open_for_reading):
        with pytest.raises(NotAStoreFile):
            way(tmp_path)


def test_there_is_nothing_to_read_where_there_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(NoSuchFile, match="There is no file"):
        open_for_reading(tmp_path / "store.db")
    assert not list(tmp_path.iterdir())


def test_the_log_of_a_lost_file_is_not_taken_for_that_of_a_new_one(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    store = SqliteStore(file)
    fill(store, "a", 3)
    shutil.copy(tmp_path / "store.db-wal", tmp_path / "log")
    store.close()
    file.unlink()
    shutil.copy(tmp_path / "log", tmp_path / "store.db-wal")
    with pytest.raises(IncompleteFile, match=r"store\.db-wal next to it contains part of its data"):
        SqliteStore(file)
    assert not file.exists()


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file" / "store.db", Path("/proc/nowhere/store.db")):
        with pytest.raises(UnwritableFile, match="cannot be written: "):
            SqliteStore(place)
    with shared_folder() as folder, without_rights(folder):
        for place in (folder / "store.db", folder / "new" / "store.db"):
            with pytest.raises(UnwritableFile, match="Permission denied"):
                SqliteStore(place)


def test_a_file_that_may_only_be_read(tmp_path: Path) -> None:
    with shared_folder() as folder:
        folder.chmod(0o777)
        store = SqliteStore(folder / "store.db")
        events = fill(store, "a", 3)
        store.close()
        (folder / "store.db.lock").unlink()
        before = (folder / "store.db").read_bytes()
        with without_rights(folder / "store.db"):
            with pytest.raises(UnwritableFile, match="Permission denied"):
                SqliteStore(folder / "store.db")
            with open_for_reading(folder / "store.db") as reader:
                assert reader.events("a") == events
        assert (folder / "store.db").read_bytes() == before


def test_opening_reads_no_more_of_a_big_file_than_of_a_small_one(tmp_path: Path) -> None:
    """Counted in pages read, not in time."""

    def pages_read(tables: int) -> int:
        file = tmp_path / f"{tables}.db"
        store = SqliteStore(file, settings={"synchronous": "OFF"})
        for future in [store.append([write(f"t{n}", 1, body="x" * 900)]) for n in range(tables)]:
            future.result()
        store.close()
        with disk() as counting:
            SqliteStore(file, vfs=counting.name).close()
            return counting.reads

    assert pages_read(2000) <= pages_read(2) + 2


def test_readers_share_no_connection(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    events = fill(store, "a", 30)
    right: list[bool] = []

    def read() -> None:
        right.extend(store.events("a") == events for _ in range(50))

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert right == [True] * 400
    store.close()
