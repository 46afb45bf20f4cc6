"""Programs that share a store file: each match is played by one of them, an owner has all."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from jaipur.disk import lock_file
from jaipur.errors import SessionError
from jaipur.store.faults import FileInUse
from jaipur.store.lock import match_name
from jaipur.store.open_matches import MatchInUse, OpenMatches
from jaipur.store.protocol import StoreConflict
from jaipur.store.sqlite import SqliteStore

from .contract import fill, write

ONE, TWO = "00000000000000a1", "00000000000000b2"
PLAYER = """
import sys
from jaipur.store.open_matches import OpenMatches
from jaipur.store.sqlite import SqliteStore
store = SqliteStore(sys.argv[1], is_shared=True)
opened = OpenMatches(store.file)
for table in sys.argv[2:]:
    opened.open(table)
print("open", flush=True)
sys.stdin.read()
"""
WRITER = """
import sys
sys.path.insert(0, sys.argv[3])
from jaipur.store import files, lock
from jaipur.store.sqlite import SqliteStore
from tests.patience import PATIENCE
from tests.store.contract import write
# On a busy disk one of them may have the file for long.
files.BUSY_TIMEOUT_MS, lock.OPENING_SECONDS = int(1000 * PATIENCE), PATIENCE
store = SqliteStore(sys.argv[1], is_shared=True)
for number in range(40):
    store.append([write(f"{sys.argv[2]}{number}", 1)]).result()
    print(f"{sys.argv[2]}{number}", flush=True)
store.close()
"""
ROOT = Path(__file__).parents[2]


def player(file: Path, *tables: str) -> subprocess.Popen[str]:
    """Another process that plays matches until its input ends."""
    made = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(file), *tables],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert made.stdout
    assert made.stdout.readline() == "open\n"
    return made


def test_a_match_is_refused_while_another_process_has_it_and_others_are_not(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    opened = OpenMatches(file)
    with player(file, ONE) as other:
        store = SqliteStore(file, is_shared=True)
        assert opened.elsewhere() == {ONE}
        with pytest.raises(MatchInUse, match="open in another Jaipur"):
            opened.open(ONE)
        opened.open(TWO)
        opened.open(TWO)
        assert opened.elsewhere() == {ONE}
        other.communicate("")
    assert opened.elsewhere() == frozenset()
    opened.open(ONE)
    opened.close_all()
    store.close()
    assert not list(tmp_path.glob("*.db.*.lock"))


def test_a_killed_process_has_no_match_any_more_and_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with player(file, ONE, TWO) as other:
        other.send_signal(signal.SIGKILL)
        other.communicate()
    assert lock_file(match_name(file, ONE)).exists()
    opened = OpenMatches(file)
    opened.open(ONE)
    assert OpenMatches(file).elsewhere() == {ONE}
    assert not lock_file(match_name(file, TWO)).exists()
    opened.close_all()


def test_an_owner_of_the_file_and_players_of_matches_keep_each_other_out(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    shared, opened = SqliteStore(file, is_shared=True), OpenMatches(file)
    opened.open(ONE)
    with pytest.raises(FileInUse):
        SqliteStore(file)
    opened.close(ONE)
    owner = SqliteStore(file)  # nobody plays, so nobody is in the way
    with pytest.raises(FileInUse):
        opened.open(ONE)
    assert not lock_file(match_name(file, ONE)).exists()
    owner.close()
    opened.open(ONE)
    shared.close()


def test_an_owner_is_not_kept_out_by_what_a_killed_process_left_behind(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    with player(file, ONE) as other:
        other.send_signal(signal.SIGKILL)
        other.communicate()
    SqliteStore(file).close()


def test_what_is_no_match_gets_no_lock(tmp_path: Path) -> None:
    for name in ("", "..", "../elsewhere", "a/b", "A" * 16):
        with pytest.raises(SessionError):
            OpenMatches(tmp_path / "store.db").open(name)
    assert not list(tmp_path.iterdir())


def test_two_processes_write_at_once_and_everything_they_were_told_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "store.db"
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file), name, str(ROOT)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("a", "b")
    ]
    told = {table for one in writers for table in one.communicate()[0].split()}
    assert [one.returncode for one in writers] == [0, 0]
    assert len(told) == 80
    store = SqliteStore(file)
    assert {row.table for row in store.tables("playing")} == told
    store.close()


def test_an_event_that_does_not_follow_is_refused_whoever_wrote_the_last(tmp_path: Path) -> None:
    """Even if the locks were of no use, no action would take the place of another."""
    file = tmp_path / "store.db"
    one, two = (SqliteStore(file, is_shared=True) for _ in range(2))
    fill(one, "a", 2)
    two.append([write("a", 3, "mine")]).result()
    with pytest.raises(StoreConflict):
        one.append([write("a", 3, "yours")]).result()
    assert [event.command for event in one.events("a")][-1] == "mine"
    one.close()
    two.close()
