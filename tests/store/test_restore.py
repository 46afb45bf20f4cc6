"""Restoring a backup: the server can use the file afterwards, and nothing is deleted."""

import os
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from jaipur.cli import cli
from jaipur.store.backup import backup
from jaipur.store.faults import FileInUse, NoSuchFile, NotAStoreFile, UnfinishedRestore
from jaipur.store.reading import open_for_reading
from jaipur.store.restore import restore
from jaipur.store.sqlite import SqliteStore

from .contract import fill
from .places import NOBODY, shared_folder

AS_ROOT = pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0, reason="only the superuser can give files away"
)


def two_states(folder: Path) -> tuple[Path, Path]:
    """A store file with tables a and b, and a backup of it that has a only."""
    file, copy = folder / "tables.sqlite", folder / "backup.sqlite"
    store = SqliteStore(file)
    fill(store, "a", 3)
    backup(file, copy)
    fill(store, "b", 1)
    store.close()
    return file, copy


def tables(file: Path) -> list[str]:
    with open_for_reading(file) as reader:
        return reader.table_ids("playing")


def test_the_backup_takes_the_place_and_what_was_there_is_kept(tmp_path: Path) -> None:
    file, copy = two_states(tmp_path)
    before = copy.read_bytes()
    aside = restore(copy, file)
    assert aside == tmp_path / "tables.sqlite.old-1"
    assert (tables(file), tables(aside)) == (["a"], ["a", "b"])
    assert restore(copy, file) == tmp_path / "tables.sqlite.old-2"
    assert copy.read_bytes() == before
    SqliteStore(file).close()
    assert not list(tmp_path.glob("*.part*"))


def test_the_log_goes_with_its_file(tmp_path: Path) -> None:
    """Beside the backup the old log would be taken for its own."""
    file, copy = two_states(tmp_path)
    store = SqliteStore(file)
    fill(store, "c", 1)
    (tmp_path / "crash").mkdir()
    for part in ("", "-wal", "-shm"):
        shutil.copy(f"{file}{part}", tmp_path / "crash")
    store.close()
    crashed = tmp_path / "crash" / "tables.sqlite"
    aside = restore(copy, crashed)
    assert aside is not None
    assert tables(crashed) == ["a"]
    assert tables(aside) == ["a", "b", "c"]


def test_a_place_where_nothing_was(tmp_path: Path) -> None:
    _, copy = two_states(tmp_path)
    (tmp_path / "new").mkdir()
    assert restore(copy, tmp_path / "new" / "tables.sqlite") is None
    assert tables(tmp_path / "new" / "tables.sqlite") == ["a"]


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    """It is mistyped more often than meant, and the server would look elsewhere."""
    _, copy = two_states(tmp_path)
    done = CliRunner().invoke(
        cli, ["restore", str(copy), str(tmp_path / "new" / "tables.sqlite"), "--lang", "en"]
    )
    assert done.exit_code == 2
    assert f"The folder {tmp_path / 'new'} does not exist" in done.output
    assert not (tmp_path / "new").exists()


def test_while_a_server_runs_it_says_what_helps_here(tmp_path: Path) -> None:
    file, copy = two_states(tmp_path)
    store = SqliteStore(file)
    done = CliRunner().invoke(cli, ["restore", str(copy), str(file), "--lang", "en"])
    store.close()
    assert done.exit_code == 2
    assert "Another running Jaipur uses" in done.output
    assert "--data" not in done.output


class Crash(BaseException):
    """The power goes."""


def crashed_restore(copy: Path, file: Path, at: int, monkeypatch: pytest.MonkeyPatch) -> bool:
    """A restore that ends at its change of names number `at`; whether it came so far."""
    done = 0

    def counted(change: Callable[..., Any]) -> Callable[..., Any]:
        def changing(*arguments: Any, **more: Any) -> Any:
            nonlocal done
            done += 1
            if done > at:
                raise Crash
            return change(*arguments, **more)

        return changing

    with monkeypatch.context() as patched:
        for name in ("rename", "replace", "unlink"):
            patched.setattr(Path, name, counted(getattr(Path, name)))
        patched.setattr(os, "link", counted(os.link))
        try:
            restore(copy, file)
        except Crash:
            return True
    return False


def test_a_crash_leaves_the_old_file_or_a_start_that_refuses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = set()
    for at in range(20):
        folder = tmp_path / str(at)
        folder.mkdir()
        file, copy = two_states(folder)
        if not crashed_restore(copy, file, at, monkeypatch):
            break
        with suppress(UnfinishedRestore):
            SqliteStore(file).close()
        found.add(tuple(tables(file)) if file.exists() else ("refused",))
        restore(copy, file)  # again, which ends it
        assert tables(file) == ["a"]
        assert not list(folder.glob("*.part*"))
        SqliteStore(file).close()
    assert found == {("a", "b"), ("refused",)}


def test_nothing_is_touched_while_a_server_runs_or_if_it_is_no_backup(tmp_path: Path) -> None:
    file, copy = two_states(tmp_path)
    store = SqliteStore(file)
    with pytest.raises(FileInUse):
        restore(copy, file)
    assert store.row("b") is not None
    store.close()
    wrong = tmp_path / "diary"
    wrong.write_text("Dear diary" * 99)
    with pytest.raises(NotAStoreFile):
        restore(wrong, file)
    with pytest.raises(NoSuchFile):
        restore(tmp_path / "none", file)
    assert tables(file) == ["a", "b"]
    assert not list(tmp_path.glob("*.old-*"))


@AS_ROOT
@pytest.mark.parametrize("is_new", [False, True])
def test_the_server_of_another_user_can_use_the_file(is_new: bool) -> None:
    """The superuser restores a backup of theirs; a plain copy would be theirs alone."""
    with shared_folder() as folder:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        file, copy = two_states(folder)
        os.seteuid(0)
        os.chown(copy, 0, 0)
        if is_new:
            for path in folder.glob("tables.sqlite*"):
                path.unlink()
        restore(copy, file)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        os.seteuid(NOBODY)
        try:
            store = SqliteStore(file)
            fill(store, "c", 1)
            store.close()
        finally:
            os.seteuid(0)


def test_the_command_says_where_everything_is(tmp_path: Path) -> None:
    file, copy = two_states(tmp_path)
    done = CliRunner().invoke(cli, ["restore", str(copy), str(file), "--lang", "en"])
    assert done.exit_code == 0
    assert f"The backup was restored to {file}." in done.output
    assert f"The previous file was moved to {file}.old-1." in done.output
    assert tables(file) == ["a"]
