"""The decisions of a match that were judged already, in a file of the user's cache folder.

A file belongs to one record, depth and state of the judge. Each decision is one line of JSON,
appended as soon as it is judged, after a header. It is only a cache: from the first invalid line on
a file is written anew, and where it cannot be used, everything is judged again.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Final

from filelock import BaseFileLock

from ..compiled import cache_folder
from ..disk import InUse, let_go, try_to_hold
from ..errors import NotationError
from ..records import Record, record_to_json
from .json_form import decision_from_json, decision_to_json
from .model import Decision, Depth

FORMAT: Final = "jaipur-judged-decisions"
VERSION: Final = 1
FOLDER: Final = "reviews"
MOST_FILES: Final = 200
ENDING: Final = ".jsonl"

_INVALID: Final = (ValueError, KeyError, TypeError, NotationError, RecursionError)


class ReviewFile:
    """The judged decisions of one record, used by one process at a time."""

    def __init__(self, record: Record, depth: Depth, judge_state: str) -> None:
        self._header = {
            "format": FORMAT,
            "version": VERSION,
            "record": record_digest(record),
            "depth": depth.value,
            "judge": judge_state,
        }
        name = hashlib.sha256(_line(self._header)).hexdigest()[:32]
        self._path = cache_folder() / FOLDER / f"{name}{ENDING}"
        self._lock: BaseFileLock | None = None
        self._file: BinaryIO | None = None
        self._is_empty = True

    @property
    def is_open(self) -> bool:
        """Whether decisions are stored: not if the folder is read-only or the file is in use."""
        return self._file is not None

    def read(self) -> dict[str, Decision]:
        """Lock the file until `close`, and return its decisions; none if it cannot be used."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = try_to_hold(self._path)
            self._file = self._path.open("a+b")
            known = self._read(self._file)
            self._is_empty = not known
            os.utime(self._path)
        except (OSError, InUse):
            self.close()
            return {}
        _remove_oldest(self._path)
        return known

    def append(self, key: str, decision: Decision) -> None:
        """Store a decision; if that fails, this and later ones are not stored."""
        if self._file is None:
            return
        try:
            self._file.write(_line({"key": key, **decision_to_json(decision, None)}))
            self._file.flush()
            self._is_empty = False
        except OSError:  # the disk is full, for instance
            self.close()

    def close(self) -> None:
        """Release the file for other processes; one without decisions is removed."""
        if self._file is not None:
            with suppress(OSError):
                self._file.close()
            if self._is_empty:
                with suppress(OSError):
                    self._path.unlink()
        self._file = None
        let_go(self._lock)
        self._lock = None

    def _read(self, file: BinaryIO) -> dict[str, Decision]:
        file.seek(0)
        header = file.readline()
        if header != _line(self._header):
            file.truncate(0)
            file.write(_line(self._header))
            file.flush()
            return {}
        known, end = dict[str, Decision](), len(header)
        for line in file:
            try:
                key, decision = _parse(line)
            except _INVALID:
                file.truncate(end)
                break
            known[key] = decision
            end += len(line)
        return known


def record_digest(record: Record) -> str:
    """A hash of what was played: the same for text and JSON, with any names and comments."""
    rounds = tuple(replace(played, comments=()) for played in record.rounds)
    played = replace(record, rounds=rounds, headers=(), proof=None)
    return hashlib.sha256(_line(record_to_json(played))).hexdigest()


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _parse(line: bytes) -> tuple[str, Decision]:
    """Parse a line; raises one of the errors in `_INVALID` if it is damaged or cut off."""
    if not line.endswith(b"\n"):
        raise ValueError
    data = json.loads(line)
    if type(data["key"]) is not str:
        raise ValueError
    return data["key"], decision_from_json(data)


def _remove_oldest(own: Path) -> None:
    """Remove the files that were not used for longest, if there are too many."""
    with suppress(OSError):
        files = [path for path in own.parent.glob(f"*{ENDING}") if path != own]
        files.sort(key=lambda path: path.stat().st_mtime)
        for path in files[: max(0, len(files) + 1 - MOST_FILES)]:
            path.unlink(missing_ok=True)
