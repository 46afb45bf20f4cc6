"""`kill -9` under load: the server dies at random, and what is left is compared with what was said.

The file is looked at in a copy, so that the next server finds it exactly as the last one left it.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import apsw

from jaipur.session.replay import versions
from jaipur.store.sqlite import SqliteStore

from ..patience import PATIENCE
from .load import Book, pair
from .serving import Server

FIGURES = (
    "kills", "acknowledged", "matches ended", "sent again", "connections lost",
    "lost", "shown and lost", "refused but stored", "twice", "from nowhere", "damaged",
)  # fmt: skip
WRONG = FIGURES[5:]
"""Figures that must be 0."""
MOST_BETWEEN = 120
"""So many commands are acknowledged between two kills at most."""
FIRST = "created"


async def kills(count: int, seed: int, pairs: int, *, is_real: bool = False) -> dict[str, int]:
    """Kill a server so many times while pairs of people play; then let them end their matches."""
    book = Book(Random(seed))
    chance = Random(seed)
    total: Counter[str] = Counter(dict.fromkeys(FIGURES, 0))
    with tempfile.TemporaryDirectory() as folder:
        with Server(Path(folder) / "store.db", is_real=is_real) as server:
            people = [asyncio.create_task(pair(book, server, number)) for number in range(pairs)]
            try:
                for _ in range(count):
                    await _acknowledged(book, people, chance.randint(1, MOST_BETWEEN))
                    await asyncio.sleep(0.02 * chance.random())
                    await asyncio.to_thread(server.kill)
                    total += await asyncio.to_thread(compare, server.file, book)
                    total["kills"] += 1
                    await asyncio.to_thread(server.start)
                book.most = 0
                await asyncio.gather(*people)
            finally:
                for person in people:
                    person.cancel()
                await asyncio.gather(*people, return_exceptions=True)
            assert not server.errors()
        total += compare(server.file, book)
    total += book.counts
    total["matches ended"] = len(book.over)
    return {name: total[name] for name in FIGURES}


async def _acknowledged(book: Book, people: list[asyncio.Task[None]], more: int) -> None:
    """Wait for so many more answers; whoever fails meanwhile fails the test."""
    wanted = book.counts["acknowledged"] + more
    await until(lambda: book.counts["acknowledged"] >= wanted or any(p.done() for p in people))
    for person in people:
        if person.done():
            person.result()


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that has to come."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.002)


def compare(file: Path, book: Book) -> Counter[str]:
    """What a file holds against what people were told."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / file.name
        for end in ("", "-wal"):
            part = file.with_name(file.name + end)
            if part.exists():
                shutil.copy(part, copy.with_name(part.name))
        with closing(SqliteStore(copy)) as store:
            stored = _stored(store, copy, found)
        with closing(apsw.Connection(str(copy))) as connection:
            found["damaged"] += connection.pragma("integrity_check") != "ok"
    for command, told in [*book.versions.items()]:
        found["lost"] += stored.get(command) != told
    for command, table in [*book.created.items()]:
        found["lost"] += stored.get(command) != (table, 1)
    last: Counter[str] = Counter()
    for table, version in stored.values():
        last[table] = max(last[table], version)
    found["shown and lost"] += sum(last[table] < seen for table, seen in [*book.seen.items()])
    found["refused but stored"] += len(stored.keys() & book.refused)
    found["from nowhere"] += len(stored.keys() - book.sent)
    return found


def _stored(store: SqliteStore, file: Path, found: Counter[str]) -> dict[str, tuple[str, int]]:
    """The table and version of every command in a store; every table is replayed."""
    stored: dict[str, tuple[str, int]] = {}
    with closing(apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)) as connection:
        tables = connection.execute("SELECT id, creation FROM tables").fetchall()
    for table, creation in ((str(table), str(creation)) for table, creation in tables):
        events = store.events(table)
        for number, (version, _fact, event) in enumerate(versions(events), 1):
            whole = creation if event.command == FIRST else event.command
            command = whole.partition(":")[2]  # without whose command it was
            found["twice"] += command in stored
            found["damaged"] += not version.version == event.sequence == number
            stored[command] = (table, number)
    return stored
