"""A full disk with small blocks: the WAL index must not have holes, which kill the process."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from jaipur.store import wal_index
from jaipur.store.protocol import StoreFull
from jaipur.store.reading import open_for_reading
from jaipur.store.sqlite import SqliteStore

from .contract import fill, write

ROOT = Path(__file__).parents[2]
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux is known to have this")
ON_A_DISK_OF_ITS_OWN = """
mount -o loop "$1" "$2" && exec "$3" -m tests.store.test_wal_index "$2" "$4"
"""


@LINUX
def test_on_small_blocks_the_index_has_no_holes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wal_index, "has_holes", lambda _: True)
    store = SqliteStore(tmp_path / "store.db")
    found = (tmp_path / "store.db-shm").stat()
    assert found.st_size == wal_index.RESERVED_BYTES
    assert found.st_blocks * 512 >= wal_index.RESERVED_BYTES
    fill(store, "a", 3)
    monkeypatch.setattr(wal_index, "LEAST_FREE", 1 << 62)
    with open_for_reading(tmp_path / "store.db") as reader:  # the room is taken already
        assert len(reader.events("a")) == 3
    store.close()
    assert not (tmp_path / "store.db-shm").exists()
    for way in (SqliteStore, open_for_reading):
        with pytest.raises(StoreFull):
            way(tmp_path / "store.db")


def fill_disk(folder: Path, free: int) -> None:
    """Fill a disk but for so many bytes."""
    handle = os.open(folder / "ballast", os.O_CREAT | os.O_WRONLY)
    try:
        while True:
            os.write(handle, bytes(1024))
    except OSError:
        os.ftruncate(handle, os.fstat(handle).st_size - free)
        os.fsync(handle)
    os.close(handle)


def run_full(folder: Path, free: int) -> None:
    """Open a store on a disk that is nearly full, or fill it then, and go on writing."""
    SqliteStore(folder / "store.db").close()
    fill_disk(folder, free)
    try:
        store = SqliteStore(folder / "store.db")
    except StoreFull:
        (folder / "ballast").unlink()
        store = SqliteStore(folder / "store.db")
        fill_disk(folder, free)
    answers = [store.append([write(f"t{n}", 1, body="x" * 3000)]).exception() for n in range(60)]
    assert any(isinstance(answer, StoreFull) for answer in answers)
    (folder / "ballast").unlink()
    fill(store, "after", 2)
    store.close()


@LINUX
@pytest.mark.parametrize("free", [0, 8192, 20480, 40960, 65536, 70656, 131072])
def test_a_full_disk_with_small_blocks_ends_no_process(tmp_path: Path, free: int) -> None:
    if os.geteuid() or not shutil.which("mkfs.ext4") or not shutil.which("unshare"):
        pytest.skip("only the superuser can mount a disk of 1 KiB blocks")
    image, folder = tmp_path / "image", tmp_path / "disk"
    folder.mkdir()
    with image.open("wb") as file:
        file.truncate(8 << 20)
    subprocess.run(["mkfs.ext4", "-q", "-b", "1024", "-m", "0", image], check=True)
    tried = subprocess.run(
        ["unshare", "-m", "sh", "-c", f"mount -o loop '{image}' '{folder}'"], check=False
    )
    if tried.returncode:
        pytest.skip("no disk can be mounted here")
    shell = ["unshare", "-m", "sh", "-c", ON_A_DISK_OF_ITS_OWN, "sh"]
    done = subprocess.run(
        [*shell, image, folder, sys.executable, str(free)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])


if __name__ == "__main__":
    run_full(Path(sys.argv[1]), int(sys.argv[2]))
