"""Power cuts: a file system layer that knows what was synced, and forgets the rest at random.

What a program writes lies in memory until the file is synced. At a cut any part of it may have
reached the disk, in any order, whole sectors or pieces of them; so may the making, cutting and
deleting of files. What is left is put into a new folder and opened again in the ordinary way.
"""

import random
import shutil
import tempfile
import threading
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from unittest.mock import patch

import apsw

from jaipur.store import writer
from jaipur.store.faults import BrokenDisk
from jaipur.store.protocol import StoreConflict, StoreError
from jaipur.store.sqlite import SqliteStore
from jaipur.store.values import StoredEvent

from .contract import write

SECTOR = 512
FIGURES = (
    "cuts", "acknowledged", "lost", "refused but stored", "from nowhere", "damaged",
    "cuts with loss", "stored without an answer",
)  # fmt: skip
CUTS = [("any", 100), ("any", 1000), ("sync", 25), ("sync", 25), ("delete", 2)]
"""Before which operations the power fails: up to which number of which kind."""
_numbers = count()


@dataclass
class Content:
    """What a file holds on the disk for sure, and what was done to it since: (offset, bytes)."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Without bytes it is a truncation."""

    def sync(self) -> None:
        """From now on all of it is on the disk."""
        for offset, data in self.pending:
            _apply(self.durable, offset, data)
        self.pending.clear()

    def after_cut(self, chance: random.Random) -> bytes:
        """What the disk holds after a cut: what was synced and any part of the rest."""
        left = bytearray(self.durable)
        share = chance.choice([0.0, 0.1, 0.5, 0.9, 1.0])
        torn = chance.choice([0.0, 0.3])
        for offset, data in self.pending:
            if data is None:
                if chance.random() < share:
                    _apply(left, offset, None)
                continue
            for start, piece in _sectors(offset, data):
                if chance.random() < share:
                    end = chance.randrange(SECTOR) if chance.random() < torn else SECTOR
                    _apply(left, start, piece[:end])
        return bytes(left)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
    elif data:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(data)] = data


def _sectors(offset: int, data: bytes) -> list[tuple[int, bytes]]:
    """A write in pieces that do not cross the border of a sector."""
    borders = range(offset - offset % SECTOR, offset + len(data), SECTOR)
    pieces = ((max(offset, b), min(offset + len(data), b + SECTOR)) for b in borders)
    return [(start, data[start - offset : end - offset]) for start, end in pieces]


class PowerCut(apsw.VFS):
    """A file system layer in which the power fails before operation number `cut_at` of a kind."""

    def __init__(self, cut_at: int, kind: str, chance: random.Random) -> None:
        self.name = f"power cut {next(_numbers)}"
        self.chance = chance
        self.left = cut_at
        self.kind = kind
        self.lock = threading.RLock()
        self.now: dict[str, Content] = {}
        """The names of the files as the program sees them."""
        self.durable: dict[str, Content] = {}
        """The names of the files as they are on the disk for sure."""
        self.remains: dict[str, bytes] | None = None
        """What is left, once the power has failed."""
        self.cut_before = ""
        super().__init__(self.name, "")

    def operate(self, what: str, path: str) -> None:
        """Count an operation; the power may fail now, and stays off."""
        self.left -= self.kind in ("any", what)
        if self.left <= 0:
            self.cut(f"{what} {Path(path).name}")
            raise apsw.IOError("the power is off")

    def cut(self, before: str = "the end") -> None:
        """Settle what is left on the disk."""
        with self.lock:
            if self.remains is None:
                self.cut_before = before
                names = sorted(self.now | self.durable)
                worlds = {name: self.chance.choice([self.now, self.durable]) for name in names}
                self.remains = {
                    name: worlds[name][name].after_cut(self.chance)
                    for name in names
                    if name in worlds[name]
                }

    def sync_names(self) -> None:
        """The folder was synced: files made and deleted are so for sure."""
        self.durable = dict(self.now)

    def xOpen(  # noqa: N802
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> apsw.VFSFile:
        if name is None:
            return apsw.VFSFile("", name, flags)  # a scratch file, which nobody looks for again
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        with self.lock:
            known = Path(path).exists()
            if known and path not in self.now:
                # It was there before this layer, and whoever made it made it durable.
                self.now[path] = self.durable[path] = Content(bytearray(Path(path).read_bytes()))
            elif not known:
                self.operate("make", path)
            file = PowerCutFile(self, path, name, flags)
            if not known:
                self.now[path] = Content()
            file.content = self.now[path]
            # As SQLite's own layer: a new log syncs its folder when it is first synced.
            logs = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
            file.syncs_folder = not known and bool(flags[0] & logs)
            return file

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        with self.lock:
            self.operate("delete", filename)
            super().xDelete(filename, syncdir)
            self.now.pop(filename, None)
            if syncdir:
                self.sync_names()

    def excepthook(self, *_error: object) -> bool:
        return True


class PowerCutFile(apsw.VFSFile):
    """One open file; the index of the log is memory only and passes by."""

    content: Content
    syncs_folder: bool

    def __init__(
        self, disk: PowerCut, path: str, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> None:
        self.disk = disk
        self.path = path
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        with self.disk.lock:
            self.disk.operate("write", self.path)
            super().xWrite(data, offset)
            self.content.pending.append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        with self.disk.lock:
            self.disk.operate("truncate", self.path)
            super().xTruncate(newsize)
            self.content.pending.append((newsize, None))

    def xSync(self, flags: int) -> None:  # noqa: ARG002, N802
        with self.disk.lock:
            self.disk.operate("sync", self.path)
            self.content.sync()  # nothing here survives a real cut, so no real fsync
            if self.syncs_folder:
                self.syncs_folder = False
                self.disk.sync_names()

    def excepthook(self, *_error: object) -> bool:
        return True


@dataclass
class Book:
    """What the program was told: stored, refused, or nothing because the power failed."""

    stored: dict[str, list[StoredEvent]] = field(default_factory=dict)
    refused: set[str] = field(default_factory=set)
    unanswered: set[str] = field(default_factory=set)

    def note(self, event: StoredEvent, error: BaseException | None) -> None:
        """Write down the answer an event got."""
        if error is None:
            self.stored.setdefault(event.table, []).append(event)
        elif isinstance(error, StoreConflict):
            self.refused.add(event.command)
        else:
            self.unanswered.add(event.command)


def _work(store: SqliteStore, book: Book, chance: random.Random) -> None:
    """Append in rounds to several tables at once, here and there something to be refused."""
    tables = chance.choice([1, 4, 12])
    for _ in range(chance.randrange(3, 25)):
        asked = []
        for number in range(tables):
            sequence = len(book.stored.get(f"t{number}", [])) + 1
            if chance.random() < 0.2:
                sequence += chance.choice([-1, 1])
            body = "x" * chance.choice([10, 300, 5000])
            one = write(f"t{number}", sequence, f"{chance.getrandbits(64):x}", body=body)
            asked.append((one.event, store.append([one])))
        for event, future in asked:
            book.note(event, future.exception())


def _until_the_cut(
    file: Path, book: Book, chance: random.Random, settings: Mapping[str, str | int]
) -> PowerCut:
    """Open, work and close a few times; somewhere in it, or at its end, the power fails."""
    kind, most = chance.choice(CUTS)
    # A chance of its own: the disk is asked by other threads, in no fixed order.
    disk = PowerCut(chance.randint(1, most), kind, random.Random(chance.getrandbits(32)))
    for _ in range(3):
        if disk.remains is None:
            try:
                store = SqliteStore(file, vfs=disk.name, settings=settings)
            except BrokenDisk:
                break
            _work(store, book, chance)
            store.close()
    disk.cut()
    disk.unregister()
    return disk


def _compare(file: Path, book: Book) -> Counter[str]:
    """Open what is left as after any start, and compare it with what the program was told."""
    found: Counter[str] = Counter()
    store = SqliteStore(file)
    try:
        for table in {*book.stored, *(f"t{number}" for number in range(12))}:
            events, told = store.events(table), book.stored.get(table, [])
            found["lost"] += len(set(told) - set(events))
            found["refused but stored"] += sum(event.command in book.refused for event in events)
            extra = set(events) - set(told)
            found["stored without an answer"] += len(extra)
            found["from nowhere"] += sum(event.command not in book.unanswered for event in extra)
            book.stored[table] = events
    finally:
        store.close()
    with closing(apsw.Connection(str(file))) as connection:
        try:
            found["damaged"] += connection.pragma("integrity_check") != "ok"
        except apsw.CorruptError:
            found["damaged"] += 1
    return found


def cuts(number: int, seed: int, settings: Mapping[str, str | int] | None = None) -> dict[str, int]:
    """Let the power fail so many times, each time on what the last cut left; returns counts.

    With the store's own settings "lost", "refused but stored", "from nowhere" and "damaged" are 0.
    """
    chance = random.Random(seed)
    total: Counter[str] = Counter(dict.fromkeys(FIGURES, 0))
    book = Book()
    with tempfile.TemporaryDirectory() as base:
        file = Path(base) / "0" / "store.db"
        for cut in range(number):
            before = sum(map(len, book.stored.values()))
            with patch.object(writer, "CHECKPOINT_PAGES", chance.choice([8, 200, 1000])):
                disk = _until_the_cut(file, book, chance, settings or {})
            total["acknowledged"] += sum(map(len, book.stored.values())) - before
            total[f"cut before: {disk.cut_before}"] += 1
            shutil.rmtree(file.parent)
            file = Path(base) / str(cut + 1) / "store.db"
            file.parent.mkdir()
            for name, content in (disk.remains or {}).items():
                (file.parent / Path(name).name).write_bytes(content)
            try:
                found = _compare(file, book)
            except StoreError:
                found = Counter({"damaged": 1})
            total += found
            total["cuts"] += 1
            total["cuts with loss"] += bool(found["lost"] or found["damaged"])
            if found["damaged"]:
                book, file = Book(), Path(base) / f"{cut + 1} anew" / "store.db"
    return {name: total[name] for name in [*FIGURES, *sorted(total.keys() - set(FIGURES))]}
