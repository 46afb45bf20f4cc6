"""Nothing of an expired ban stays in the files of a store."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest

from jaipur.store.sqlite import SqliteStore
from jaipur.store.values import Ban

from .contract import fill

HASHES = [f"{number:02x}" * 32 for number in range(40)]


def banned(store: SqliteStore, some: list[str]) -> tuple[bytes, list[int]]:
    """Keep out addresses; returns the key and the numbers of the bans."""
    key = store.ban_key().result()
    numbers = [
        store.ban(Ban(0, "address", (one,), 0.0, 10.0 + place, "")).result()
        for place, one in enumerate(some)
    ]
    return key, numbers


def found_in(folder: Path, *secrets: bytes | str) -> list[tuple[str, int]]:
    """Where some of these are found in the bytes of all files."""
    sought = [one if isinstance(one, bytes) else one.encode() for one in secrets]
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    return [
        (name, place)
        for name, content in files.items()
        for place, one in enumerate(sought)
        if one in content
    ]


def end(store: SqliteStore, numbers: list[int], how: str) -> None:
    if how == "unban":
        for number in numbers:
            assert store.unban(number).result()
    else:
        assert store.end_bans(1000.0).result() == len(numbers)


@pytest.mark.parametrize("how", ["unban", "expiry"])
@pytest.mark.parametrize("many", [1, 40])
@pytest.mark.parametrize("is_old", [False, True])
def test_key_and_hash_are_in_no_file_after_the_end(
    tmp_path: Path, how: str, many: int, is_old: bool
) -> None:
    store = SqliteStore(tmp_path / "t.sqlite")
    key, numbers = banned(store, HASHES[:many])
    fill(store, "a", 3)
    if is_old:  # it is in the file itself, not only in its log
        store.close()
        store = SqliteStore(tmp_path / "t.sqlite")
    assert found_in(tmp_path, key, *HASHES[:many])
    end(store, numbers, how)
    store.check().result()  # the log is emptied after the answer
    assert found_in(tmp_path, key, *HASHES[:many]) == []
    fill(store, "b", 3)
    store.close()
    assert found_in(tmp_path, key, *HASHES[:many]) == []


def test_a_hash_goes_though_another_address_is_kept_out(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.sqlite")
    key, numbers = banned(store, HASHES[:3])
    assert store.unban(numbers[1]).result()
    store.check().result()
    assert found_in(tmp_path, HASHES[1]) == []
    store.close()
    assert found_in(tmp_path, HASHES[1]) == []
    assert found_in(tmp_path, key, HASHES[0], HASHES[2])


def test_whoever_reads_meanwhile_only_puts_it_off(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.sqlite")
    key, numbers = banned(store, HASHES[:1])
    reader = apsw.Connection(str(tmp_path / "t.sqlite"))
    reader.execute("BEGIN; SELECT count(*) FROM bans")
    end(store, numbers, "unban")
    store.check().result()
    assert found_in(tmp_path, key)
    reader.execute("COMMIT")
    for _ in range(2):
        store.check().result()
    assert found_in(tmp_path, key, HASHES[0]) == []
    reader.close()
    store.close()


def test_a_start_after_a_crash_empties_the_log_that_was_left(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "t.sqlite")
    key, numbers = banned(store, HASHES[:1])
    reader = apsw.Connection(str(tmp_path / "t.sqlite"))
    reader.execute("BEGIN; SELECT count(*) FROM bans")
    end(store, numbers, "unban")
    store.check().result()
    left = tmp_path / "left"
    left.mkdir()
    for name in ("t.sqlite", "t.sqlite-wal"):
        (left / name).write_bytes((tmp_path / name).read_bytes())
    reader.close()
    store.close()
    assert found_in(left, key)
    again = SqliteStore(left / "t.sqlite")
    for _ in range(2):
        again.check().result()
    assert found_in(left, key, HASHES[0]) == []
    again.close()
