"""The folder of a run: its files, its lock and its log."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any, Final, TextIO

from filelock import BaseFileLock

from ..disk import InUse, let_go, lock_file, put_in_place, sync, try_to_hold
from ..errors import JaipurError, message

LOG: Final = "log.jsonl"
CURVE: Final = "curve.svg"
MODEL: Final = "model.pt"
PARTS: Final = ("a", "b")
"""Checkpoints write their parts under the two letters in turn, so that one is always whole."""
NETWORK: Final = "network.npz"
NEW: Final = ".new"
"""The suffix of a file being written, which then replaces the old file atomically."""
_FILES: Final = (LOG, CURVE, MODEL, NETWORK)
_OURS: Final = {*_FILES, *(name + NEW for name in _FILES), lock_file(Path(LOG)).name}
_PART: Final = re.compile(rf"model-[ab]-\d+\.pt({re.escape(NEW)})?")


def part_name(letter: str, number: int) -> str:
    """Return the name of a part of a checkpoint."""
    return f"model-{letter}-{number}.pt"


class FolderError(JaipurError):
    """A folder that cannot be used for a run."""


class RunFolder:
    """The folder of a run, locked until `close`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._one_line = Lock()
        with self.explained():
            path.mkdir(parents=True, exist_ok=True)
            self._require_ours()
            self._lock = self._hold()
            try:
                self._log = self._open_log()
            except BaseException:
                let_go(self._lock)
                raise

    def _require_ours(self) -> None:
        """Reject a folder with other files: it is probably not the intended one."""
        if (self.path / MODEL).exists():
            return
        for file in self.path.iterdir():
            if file.name not in _OURS and not _PART.fullmatch(file.name):
                raise FolderError(
                    message(
                        "{folder} contains other files, such as {name}; name a new or an empty "
                        "folder."
                    ),
                    folder=self.path,
                    name=file.name,
                )

    def _hold(self) -> BaseFileLock | None:
        try:
            return try_to_hold(self.path / LOG)
        except InUse:
            in_use = message("{folder} is in use by another run.")
            raise FolderError(in_use, folder=self.path) from None

    def _open_log(self) -> TextIO:
        log = (self.path / LOG).open("a", encoding="utf-8", newline="\n")
        # A run that was killed may have left half a line.
        content = (self.path / LOG).read_bytes()
        if content and not content.endswith(b"\n"):
            log.write("\n")
        return log

    def close(self) -> None:
        """Release the folder for other runs."""
        self._log.close()
        let_go(self._lock)

    def log(self, line: dict[str, Any]) -> None:
        """Append a line to the log; thread-safe."""
        with self._one_line, self.explained():
            self._log.write(json.dumps(line) + "\n")
            self._log.flush()

    @contextmanager
    def replaced(self, name: str) -> Iterator[Path]:
        """Yield a path to write to; the new file then replaces the old one atomically."""
        new = self.path / (name + NEW)
        with self.explained():
            yield new
            with new.open("rb+") as file:
                sync(file.fileno())
            put_in_place(new, self.path / name)

    def keep_parts(self, kept: Collection[str]) -> None:
        """Remove the parts of checkpoints other than those in `kept`."""
        with self.explained():
            for file in self.path.iterdir():
                if _PART.fullmatch(file.name) and file.name not in kept:
                    file.unlink()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn errors of the operating system into messages."""
        try:
            yield
        except OSError as error:
            raise FolderError(
                message("The run cannot be saved in {folder} ({cause})."),
                folder=self.path,
                cause=error.strerror or error,
            ) from error
