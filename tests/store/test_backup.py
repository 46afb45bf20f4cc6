"""Backups and exports while the owner is running."""

import errno
import os
import stat
import threading
from pathlib import Path

import apsw
import pytest

from jaipur.store.backup import TargetExists, backup
from jaipur.store.faults import DamagedFile, NewerFile, NoSuchFile, NotAStoreFile, UnwritableFile
from jaipur.store.protocol import StoreClosed
from jaipur.store.reading import open_for_reading
from jaipur.store.sqlite import SqliteStore

from .contract import fill, write


def test_a_backup_beside_a_writing_owner_is_one_whole_state(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db", settings={"synchronous": "OFF"})
    fill(store, "a", 1)
    stop, told = threading.Event(), [1]

    def play() -> None:
        while not stop.is_set():
            number = told[-1]
            store.append([write("a", number + 1), write(f"t{number}", 1)]).result()
            told.append(number + 1)

    player = threading.Thread(target=play)
    player.start()
    least = []
    for number in range(5):
        while told[-1] < number + 2:  # it goes on beside each backup
            assert player.is_alive()
            stop.wait(0.001)
        least.append(told[-1])
        backup(tmp_path / "store.db", tmp_path / f"copy{number}.db")
    stop.set()
    player.join()
    assert store.events("a")[-1].sequence == told[-1] > 5
    store.close()
    for number, known in enumerate(least):
        copy = SqliteStore(tmp_path / f"copy{number}.db")
        events = copy.events("a")
        assert len(events) >= known  # what was acknowledged before is in it
        assert len(copy.tables("playing", most=10_000)) == len(events)
        fill(copy, "new", 1)
        copy.close()


def test_a_backup_is_one_private_file(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    fill(store, "a", 3)
    target = tmp_path / "new" / "copy.db"
    backup(tmp_path / "store.db", target)
    store.close()
    assert [path.name for path in target.parent.iterdir()] == ["copy.db"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with open_for_reading(target) as reader:
        assert len(reader.events("a")) == 3
    assert [path.name for path in target.parent.iterdir()] == ["copy.db"]


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "store.db").close()
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(TargetExists, match=r"copy\.db already"):
        backup(tmp_path / "store.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"
    before = (tmp_path / "store.db").read_bytes()
    with pytest.raises(TargetExists):
        backup(tmp_path / "store.db", tmp_path / "store.db")
    assert (tmp_path / "store.db").read_bytes() == before


def no_links(monkeypatch: pytest.MonkeyPatch, number: int, goal: Path | None = None) -> None:
    """A file system without hard links, where somebody else writes `goal` meanwhile."""

    def link(*_: object) -> None:
        if goal:
            goal.write_text("precious")
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "link", link)


WITHOUT_LINKS = [errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK]


@pytest.mark.parametrize("number", WITHOUT_LINKS)
def test_a_backup_needs_no_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    store = SqliteStore(tmp_path / "store.db")
    events = fill(store, "a", 3)
    store.close()
    no_links(monkeypatch, number)
    target = tmp_path / "new" / "copy.db"
    backup(tmp_path / "store.db", target)
    assert [path.name for path in target.parent.iterdir()] == ["copy.db"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    with open_for_reading(target) as reader:
        assert reader.events("a") == events


def test_a_backup_without_hard_links_overwrites_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(tmp_path / "store.db").close()
    target = tmp_path / "new" / "copy.db"
    no_links(monkeypatch, errno.EPERM, goal=target)
    with pytest.raises(TargetExists):
        backup(tmp_path / "store.db", target)
    assert [path.name for path in target.parent.iterdir()] == ["copy.db"]
    assert target.read_text() == "precious"


def test_a_backup_that_cannot_be_put_in_place_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    SqliteStore(tmp_path / "store.db").close()
    target = tmp_path / "new" / "copy.db"
    no_links(monkeypatch, errno.EIO)  # nothing that another way would help against
    with pytest.raises(UnwritableFile):
        backup(tmp_path / "store.db", target)
    assert list(target.parent.iterdir()) == []

    def replace(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    no_links(monkeypatch, errno.EPERM)
    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(UnwritableFile):
        backup(tmp_path / "store.db", target)
    assert list(target.parent.iterdir()) == []


def test_a_backup_of_what_is_no_store_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("x" * 5000)
    for source, kind in [
        ("notes.txt", NotAStoreFile),
        ("none.db", NoSuchFile),
        (".", NotAStoreFile),
    ]:
        with pytest.raises(kind):
            backup(tmp_path / source, tmp_path / "copy.db")
    SqliteStore(tmp_path / "store.db").close()
    connection = apsw.Connection(str(tmp_path / "store.db"))
    connection.pragma("user_version", 99)
    connection.close()
    with pytest.raises(NewerFile):
        backup(tmp_path / "store.db", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


def test_a_backup_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "store.db").close()
    for target in (tmp_path / "store.db" / "copy.db", Path("/proc/nowhere/copy.db")):
        with pytest.raises(UnwritableFile, match=r"copy\.db cannot be written"):
            backup(tmp_path / "store.db", target)


def test_a_damaged_file_is_not_backed_up_as_if_it_were_sound(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    store = SqliteStore(file)
    fill(store, "a", 50, body="x" * 300)
    store.close()
    content = bytearray(file.read_bytes())
    content[-6000:-2000] = bytes(4000)
    file.write_bytes(content)
    with pytest.raises(DamagedFile, match=r"store\.db is damaged"):
        backup(file, tmp_path / "copy.db")
    assert {path.name for path in tmp_path.iterdir()} >= {"store.db"}
    assert not [path for path in tmp_path.iterdir() if "copy" in path.name]


def test_reading_beside_the_owner_sees_what_is_stored_and_changes_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    events = fill(store, "a", 3)
    store.hold("token", "anna").result()
    with open_for_reading(tmp_path / "store.db") as reader:
        assert reader.events("a") == events
        assert reader.row("a") == store.row("a")
        assert reader.created_by(["new a"]) == "a"
        assert reader.tables("playing") == store.tables("playing")
        assert reader.tables_of(["anna"]).rows == store.tables("playing")
        assert reader.players_of("token") == {"anna"}
        store.append([write("a", 4)]).result()
        assert len(reader.events("a")) == 4
    with pytest.raises(StoreClosed):
        reader.events("a")
    store.append([write("a", 5)]).result()
    store.close()
