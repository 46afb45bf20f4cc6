"""One process owns a file, and only as long as it lives."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from jaipur.store.faults import FileInUse
from jaipur.store.lock import FileLock
from jaipur.store.reading import open_for_reading
from jaipur.store.sqlite import SqliteStore

from .contract import fill, write

OWNER = """
import sys
from jaipur.store.sqlite import SqliteStore
store = SqliteStore(sys.argv[1])
print("open", flush=True)
sys.stdin.read()
store.close()
"""


PARENT = """
import os, signal, sys, warnings
from jaipur.store.sqlite import SqliteStore
warnings.simplefilter("ignore")
store = SqliteStore(sys.argv[1])
if os.fork():
    signal.pause()
print("open", flush=True)
sys.stdin.read()
os._exit(0)
"""


def process(program: str, file: Path) -> subprocess.Popen[str]:
    """Another process that opens the file and lives until its input ends."""
    made = subprocess.Popen(
        [sys.executable, "-c", program, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert made.stdout
    assert made.stdout.readline() == "open\n"
    return made


def test_a_second_process_is_refused_until_the_first_stops(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with process(OWNER, file) as owner:
        with pytest.raises(FileInUse, match="Another running Jaipur uses"):
            SqliteStore(file)
        with open_for_reading(file) as reader:
            assert reader.tables("playing") == []
        owner.communicate("")
    SqliteStore(file).close()


def test_killing_the_owner_frees_the_file(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with process(OWNER, file) as owner:
        owner.send_signal(signal.SIGKILL)
        owner.communicate()
    store = SqliteStore(file)
    fill(store, "a", 1)
    store.close()


def test_a_second_store_in_the_same_process_is_refused_by_every_name(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    (tmp_path / "link.db").symlink_to(tmp_path / "store.db")
    for name in ("store.db", "link.db", "../" + tmp_path.name + "/store.db"):
        with pytest.raises(FileInUse):
            SqliteStore(tmp_path / name)
    fill(store, "a", 2)  # and the first goes on
    store.close()
    SqliteStore(tmp_path / "link.db").close()


def test_a_store_that_could_not_be_opened_leaves_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    file.write_bytes(b"something else")
    for _ in range(2):
        with pytest.raises(Exception, match="is not a Jaipur data file"):
            SqliteStore(file)
    file.unlink()
    SqliteStore(file).close()


def test_a_child_does_not_keep_the_lock_of_a_killed_parent(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with process(PARENT, file) as parent:
        with pytest.raises(FileInUse):
            SqliteStore(file)  # the child has closed its copy, the parent owns the file
        parent.kill()
        parent.wait()
        assert parent.stdin
        SqliteStore(file).close()  # while the child lives: it reads the same input
        parent.stdin.close()


def test_a_store_that_is_closed_is_free_whatever_its_children_hold(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    lock = FileLock(file)
    copy = os.dup(handle_of(tmp_path / "store.db.lock"))  # as in a child that has not run yet
    lock.release()
    lock.release()
    FileLock(file).release()
    os.close(copy)


def handle_of(file: Path) -> int:
    """The number under which this process has a file open."""
    wanted = file.stat()
    for number in range(3, 1000):
        with suppress(OSError):
            if os.path.samestat(os.fstat(number), wanted):
                return number
    raise AssertionError(file)


def test_the_lock_file_stays(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "store.db").close()
    assert (tmp_path / "store.db.lock").exists()


def test_the_lock_holds_while_the_last_things_are_written(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "store.db")
    futures = [store.append([write(f"t{number}", 1)]) for number in range(50)]
    closing = threading.Thread(target=store.close)
    closing.start()
    while True:
        try:
            again = SqliteStore(tmp_path / "store.db")
            break
        except FileInUse:
            os.sched_yield()
    assert all(future.done() for future in futures)
    assert len(again.tables("playing")) == 50
    closing.join()
    again.close()
