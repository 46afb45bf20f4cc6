"""The command state machine over a store in memory and over a file."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings

from jaipur.store.protocol import Store
from jaipur.store.sqlite import SqliteStore

from .machine import CommandMachine


class FileMachine(CommandMachine):
    """Over SQLite: a stop opens the file again, a crash goes on with a copy of what was there."""

    def new_store(self) -> Store:
        self.folder = Path(tempfile.mkdtemp(prefix="jaipur-machine-"))
        self.copies = 0
        return self.open(self.folder / "0.db")

    def open(self, path: Path) -> Store:
        return SqliteStore(path, settings={"synchronous": "OFF"})

    def store_after_restart(self, *, is_crash: bool) -> Store:
        old = self.folder / f"{self.copies}.db"
        if not is_crash:
            self.harness.store.close()
            return self.open(old)
        self.copies += 1
        new = self.folder / f"{self.copies}.db"
        for end in ("", "-wal"):
            if (part := old.with_name(old.name + end)).exists():
                shutil.copyfile(part, new.with_name(new.name + end))
        self.harness.store.close()
        return self.open(new)

    def teardown(self) -> None:
        super().teardown()
        shutil.rmtree(self.folder)


TestInMemory = CommandMachine.TestCase
TestInMemory.settings = settings(max_examples=15, stateful_step_count=20)
TestInAFile = FileMachine.TestCase
TestInAFile.settings = settings(max_examples=4, stateful_step_count=15)
