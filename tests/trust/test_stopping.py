"""A graceful stop under load loses nothing, and clients are told to reconnect."""

import asyncio
from pathlib import Path
from random import Random

from .kills import WRONG, compare, until
from .load import Book, pair
from .serving import Server


def test_a_stop_under_load_loses_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        book = Book(Random(1))
        with Server(tmp_path / "store.db") as server:
            people = [asyncio.create_task(pair(book, server, number)) for number in range(4)]
            await until(lambda: book.counts["acknowledged"] > 60)
            assert await asyncio.to_thread(server.stop) == 0
            found = compare(server.file, book)
            assert {name: found[name] for name in WRONG} == dict.fromkeys(WRONG, 0)
            # Everything is in the file itself: nothing is left beside it.
            assert not server.file.with_name("store.db-wal").exists()
            server.start()
            book.most = 0
            await asyncio.gather(*people)
            assert server.stop() == 0
            assert not server.errors()
        assert len(book.over) >= 4
        assert compare(server.file, book)["lost"] == 0

    asyncio.run(play())
