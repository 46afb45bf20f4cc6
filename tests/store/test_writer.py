"""The writer thread: groups, answers after the commit, and temporary failures."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest

from jaipur.store import devices
from jaipur.store.faults import BrokenDisk, CannotBeStored
from jaipur.store.protocol import DAY, StoreFull
from jaipur.store.sqlite import SqliteStore

from ..patience import PATIENCE
from .contract import NOW, fill, write
from .disks import Disk, disk


@pytest.fixture
def slow() -> Iterator[Disk]:
    with disk() as made:
        yield made


def test_what_waits_is_committed_with_one_fsync(tmp_path: Path, slow: Disk) -> None:
    store = SqliteStore(tmp_path / "store.db", vfs=slow.name)
    store.hold("token", "anna").result()  # the log of a start is wiped after this
    fill(store, "first", 1)  # and that is over once the next thing is written
    held, go = threading.Event(), threading.Event()

    def hold_up(what: str, _file: str) -> None:
        if what == "sync":
            held.set()
            go.wait()

    slow.before, slow.syncs = hold_up, 0
    begun = store.append([write("first", 2)])
    assert held.wait(PATIENCE)
    waiting = [store.append([write(f"t{number}", 1)]) for number in range(64)]
    waiting += [store.hold("token", f"p{number}") for number in range(10)]
    assert not begun.done()  # nobody is told before the fsync
    assert store.row("first") == write("first", 1).row
    go.set()
    assert all(future.exception() is None for future in [begun, *waiting])
    assert slow.syncs == 2
    store.close()


def test_one_at_a_time_costs_an_fsync_each(tmp_path: Path, slow: Disk) -> None:
    store = SqliteStore(tmp_path / "store.db", vfs=slow.name)
    fill(store, "a", 1)
    slow.syncs = 0
    for number in range(2, 12):
        store.append([write("a", number)]).result()
    assert slow.syncs == 10
    store.close()


def full(what: str, _file: str) -> None:
    if what == "write":
        raise apsw.FullError("no room")


def test_a_full_disk_refuses_and_is_forgotten_once_there_is_room(
    tmp_path: Path, slow: Disk
) -> None:
    store = SqliteStore(tmp_path / "store.db", vfs=slow.name)
    events = fill(store, "a", 3)
    slow.before, nothing = full, slow.before
    futures = [store.append([write(f"t{number}", 1)]) for number in range(20)]
    futures += [store.append([write("a", 4)]), store.hold("token", "anna")]
    assert all(isinstance(future.exception(), StoreFull) for future in futures)
    with pytest.raises(StoreFull):
        store.prune(NOW).result()
    assert store.events("a") == events
    assert store.players_of("token") == frozenset()
    slow.before = nothing
    fill(store, "t1", 1)
    store.append([write("a", 4)]).result()
    assert len(store.events("a")) == 4
    store.close()
    again = SqliteStore(tmp_path / "store.db")
    assert [row.table for row in again.tables("playing")] == ["a", "t1"]
    again.close()


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "jaipur.store"]


FAILS, WORKS = "the store is failing; commands are refused", "the store works again"


def test_a_failure_and_its_end_are_told_once(
    tmp_path: Path, slow: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(tmp_path / "store.db", vfs=slow.name)
    fill(store, "a", 1)
    slow.before, nothing = full, slow.before
    assert store.is_well
    for number in range(90):
        assert isinstance(store.append([write(f"t{number}", 1)]).exception(), StoreFull)
        assert store.condition.status == "full"
    assert isinstance(store.check().exception(), StoreFull)
    assert said(caplog) == [FAILS]
    assert str(tmp_path) not in caplog.text
    slow.before = nothing
    store.check().result()  # without anybody who acts
    assert store.is_well
    assert said(caplog) == [FAILS, WORKS]
    assert caplog.records[-1].refused_meanwhile == 91  # type: ignore[attr-defined]
    store.close()


def test_a_disk_that_fails_every_other_time_does_not_fill_the_log(
    tmp_path: Path, slow: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    now = 0.0
    store = SqliteStore(tmp_path / "store.db", vfs=slow.name, monotonic=lambda: now)
    nothing = slow.before
    for number in range(50):
        slow.before = full
        assert isinstance(store.append([write(f"t{number}", 1)]).exception(), StoreFull)
        assert not store.is_well
        slow.before = nothing
        store.append([write(f"t{number}", 1)]).result()
        assert store.is_well
    assert said(caplog) == [FAILS, WORKS]
    now = 61.0
    slow.before = full
    assert isinstance(store.check().exception(), StoreFull)
    slow.before = nothing
    store.check().result()
    assert said(caplog) == [FAILS, WORKS] * 2
    assert caplog.records[-1].refused_meanwhile == 50  # type: ignore[attr-defined]
    store.close()


def test_a_file_of_limited_size_goes_on_when_tables_are_deleted(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db", settings={"max_page_count": 60})
    body = "x" * 5000
    answers = [store.append([write(f"t{n:02}", 1, body=body)]).exception() for n in range(60)]
    kept = answers.count(None)
    assert 5 < kept < 60
    assert all(isinstance(answer, StoreFull) for answer in answers[kept:])
    assert [row.table for row in store.tables("playing")] == [f"t{n:02}" for n in range(kept)]
    assert all(store.delete(f"t{n:02}").result() for n in range(kept))
    fill(store, "t60", 2, body=body)
    store.close()


def test_a_failed_fsync_is_no_answer_and_does_not_count_after_a_crash(
    tmp_path: Path, slow: Disk
) -> None:
    file = tmp_path / "store.db"
    store = SqliteStore(file, vfs=slow.name)
    events = fill(store, "a", 2)
    failures = [apsw.IOError("the disk is ill")]

    def fail_once(what: str, name: str) -> None:
        if what == "sync" and name.endswith("-wal") and failures:
            raise failures.pop()

    slow.before = fail_once
    with pytest.raises(BrokenDisk, match=r"failed: .*Nothing was changed"):
        store.append([write("a", 3)]).result()
    (tmp_path / "crash").mkdir()
    for part in ("store.db", "store.db-wal"):
        shutil.copy(tmp_path / part, tmp_path / "crash")
    after = SqliteStore(tmp_path / "crash" / "store.db")
    assert after.events("a") == store.events("a") == events
    after.close()
    store.append([write("a", 3, "another")]).result()
    store.close()


def test_what_cannot_be_written_harms_nobody_else(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    good = [store.append([write(f"t{number}", 1)]) for number in range(20)]
    bad = [store.append([write(f"u{number}", 1, body="\ud800")]) for number in range(20)]
    bad.append(store.hold("\ud800", "anna"))
    good += [store.append([write(f"t{number}", 2)]) for number in range(20)]
    assert all(isinstance(future.exception(), CannotBeStored) for future in bad)
    assert all(future.exception() is None for future in good)
    with pytest.raises(CannotBeStored):
        store.row("\ud800")
    store.close()


def test_a_long_log_is_moved_into_the_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db", settings={"synchronous": "OFF"})
    for number in range(300):
        fill(store, f"t{number}", 2, body="x" * 6000)
    log = (tmp_path / "store.db-wal").stat().st_size
    assert log < 3 * 1000 * 4096
    assert (tmp_path / "store.db").stat().st_size > 300 * 6000
    store.close()
    assert not (tmp_path / "store.db-wal").exists()


def test_closing_while_a_reader_reads(tmp_path: Path) -> None:
    """The last reader puts its connection away, and the file is free."""
    store = SqliteStore(tmp_path / "store.db")
    fill(store, "a", 5)
    stop = threading.Event()
    seen: list[int | str] = []

    def read() -> None:
        while not stop.is_set():
            try:
                seen.append(len(store.events("a")))
            except Exception as error:
                seen.append(str(error))
                return

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    while len(seen) < 20:
        stop.wait(0.001)
    store.close()
    for thread in threads:
        thread.join()
    assert set(seen) == {5, "The store is closed; nothing was changed."}


def test_time_that_passed_is_not_lost_when_a_look_at_the_clock_cannot_be_kept(
    tmp_path: Path, slow: Disk
) -> None:
    passed = 0.0
    store = SqliteStore(tmp_path / "store.db", vfs=slow.name, monotonic=lambda: passed)
    store.prune(NOW).result()
    passed += 10 * DAY
    slow.before = full
    with pytest.raises(StoreFull):
        store.prune(NOW + 10 * DAY).result()
    slow.before = lambda _what, _file: None
    assert not store.prune(NOW + 10 * DAY).result().is_distrusted
    store.close()


def test_devices_are_counted_once_when_old_ones_are_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SqliteStore(tmp_path / "store.db")
    store.prune(NOW).result()
    for number in range(5):
        store.hold(f"token {number}", f"player {number}").result()
    store.note_devices([]).result()
    for week in range(1, 6):
        store.prune(NOW + week * 7 * DAY).result()
    asked: list[str] = []

    def note(_cursor: apsw.Cursor, sql: str, _values: object) -> bool:
        asked.append(sql)
        return True

    monkeypatch.setattr(devices, "AT_ONCE", 2)
    store._writer._connection.exec_trace = note
    assert len(store.prune_devices().result()) == 5
    assert sum("count(*)" in sql for sql in asked) == 1
    store.close()
