"""The results of a run in a file: one line of JSON a piece, appended as soon as it is played.

The first line says what is being played. A run that was interrupted, even in the middle of a line,
reads the file and goes on; asking for more deals later continues it too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from ..errors import JaipurError, message
from .playing import Piece, Played
from .results import COLUMNS

FORMAT: Final = "jaipur-arena-results"
VERSION: Final = 1


class ResultsFileError(JaipurError):
    """A results file that cannot be used for this run."""


class ResultsFile:
    """Pieces that were played, kept in a file."""

    def __init__(self, path: Path, run: dict[str, Any]) -> None:
        self._path = path
        self._header = {"format": FORMAT, "version": VERSION, **run}

    def read(self) -> list[Played]:
        """The pieces in the file; makes it if there is none, cuts off a line left unfinished."""
        try:
            if not self._path.exists() or self._path.stat().st_size == 0:
                self._write(self._header, "x" if not self._path.exists() else "a")
                return []
            content = self._path.read_bytes()
            whole, newline, _torn = content.rpartition(b"\n")
            if not newline:
                raise self._error(message("{path} is not a file of arena results."))
            os.truncate(self._path, len(whole) + 1)
        except OSError as error:
            raise ResultsFileError(
                message("The results cannot be kept in {path} ({cause})."),
                path=self._path,
                cause=error.strerror,
            ) from error
        lines = whole.split(b"\n")
        self._check_header(lines[0])
        return [self._read_line(number, line) for number, line in enumerate(lines[1:], 2)]

    def append(self, played: Played) -> None:
        """Keep a piece."""
        piece = played.piece
        self._write(
            {
                "pair": piece.pair,
                "first": piece.first,
                "seconds": played.seconds,
                "sentences": played.sentences,
                "games": played.games.tolist(),
            },
            "a",
        )

    def _write(self, line: dict[str, Any], mode: str) -> None:
        with self._path.open(mode, encoding="utf-8") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")

    def _check_header(self, line: bytes) -> None:
        try:
            header = json.loads(line)
        except ValueError:
            header = None
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise self._error(message("{path} is not a file of arena results."))
        for name, wanted in self._header.items():
            if header.get(name) != wanted:
                raise self._error(
                    message(
                        "{path} has the results of another run: its {name} is {given}, here it is "
                        "{wanted}. Name a new file, or ask for the same run."
                    ),
                    name=name,
                    given=header.get(name),
                    wanted=wanted,
                )

    def _read_line(self, number: int, line: bytes) -> Played:
        try:
            data = json.loads(line)
            games = np.array(data["games"], np.int64).reshape(-1, COLUMNS)
            piece = Piece(int(data["pair"]), int(data["first"]), len(games) // 2)
            seconds: Sequence[float] = data["seconds"]
            return Played(piece, games, (seconds[0], seconds[1]), tuple(data["sentences"]))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise self._error(
                message("Line {line} of {path} is damaged; remove it, and it is played again."),
                line=number,
            ) from error

    def _error(self, template: str, **data: object) -> ResultsFileError:
        return ResultsFileError(template, path=self._path, **data)
