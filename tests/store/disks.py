"""Simulated disks for tests: they count, block, fail or run full."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

import apsw

Hook = Callable[[str, str], None]
_numbers = count()


def _nothing(_what: str, _file: str) -> None:
    return


class Disk(apsw.VFS):
    """Passes everything on; `before(what, file)` may wait or raise. What: write or sync."""

    def __init__(self) -> None:
        self.name = f"disk {next(_numbers)}"
        self.syncs = 0
        self.reads = 0
        self.before: Hook = _nothing
        super().__init__(self.name, "")

    def xOpen(  # noqa: N802
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        return DiskFile(self, name, flags)

    def excepthook(self, *_error: object) -> bool:
        return True


class DiskFile(apsw.VFSFile):
    """One open file of a disk."""

    def __init__(self, disk: Disk, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self.disk = disk
        self.file = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        super().__init__("", name, flags)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self.disk.reads += 1
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self.disk.before("write", self.file)
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self.disk.before("sync", self.file)
        self.disk.syncs += 1
        super().xSync(flags)

    def excepthook(self, *_error: object) -> bool:
        return True


@contextmanager
def disk() -> Iterator[Disk]:
    """A disk that is gone afterwards."""
    made = Disk()
    yield made
    made.unregister()
