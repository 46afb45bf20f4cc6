"""Files on every system: who waits, who is refused, and how hard a disk is asked."""

import os
import sys
from pathlib import Path
from threading import Thread

import pytest

from jaipur import disk

fcntl = pytest.importorskip("fcntl")


def test_who_waits_gets_the_file_when_it_is_free(tmp_path: Path) -> None:
    file, order = tmp_path / "file", list[str]()
    first = disk.hold(file)
    with pytest.raises(disk.InUse):
        disk.hold(file)

    def wait() -> None:
        lock = disk.hold(file, waits=True)
        order.append("second")
        lock.release()

    waiting = Thread(target=wait)
    waiting.start()
    order.append("first")
    first.release()
    waiting.join()
    assert order == ["first", "second"]


def test_letting_go_leaves_nothing_behind(tmp_path: Path) -> None:
    for _ in range(2):
        disk.let_go(disk.try_to_hold(tmp_path / "file"))
        assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").write_bytes(b"")
    assert disk.try_to_hold(tmp_path / "file" / "in a file") is None
    disk.let_go(None)


def test_macos_is_asked_to_empty_the_memory_of_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(fcntl, "F_FULLFSYNC", 51, raising=False)
    monkeypatch.setattr(fcntl, "fcntl", lambda _handle, what: asked.append(what))
    monkeypatch.setattr(os, "fsync", lambda _handle: asked.append("fsync"))
    with (tmp_path / "file").open("wb") as file:
        disk.sync(file.fileno())
        assert asked == [51]

        def refuse(_handle: int, _what: int) -> None:
            raise OSError

        monkeypatch.setattr(fcntl, "fcntl", refuse)
        disk.sync(file.fileno())
        assert asked == [51, "fsync"]
