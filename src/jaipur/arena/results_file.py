"""The results file of a run: one line of JSON per piece, appended as soon as it is played.

The first line is a header that describes the run. An interrupted run reads the file and resumes,
even after a partial line; more deals can be added later. A file of another kind, or of another run,
is never changed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
from filelock import BaseFileLock

from ..disk import InUse, let_go, try_to_hold
from ..errors import JaipurError, message
from ..kernel.layout import Array
from .playing import FailedDeal, Piece, PlayedPiece
from .results import COLUMNS, DEAL, LUCK_A, MARGIN_A, POINTS_A, ROUNDS, SEAT_A

FORMAT: Final = "jaipur-arena-results"
VERSION: Final = 2
WITHOUT_LUCK: Final = 1
"""The version whose rows lack the luck."""
LARGEST: Final = 1 << 40
"""The largest number accepted in a result; sums of many still fit into 64 bits."""


class ResultsFileError(JaipurError):
    """A results file that cannot be used for this run."""


class ResultsFile:
    """A file of played pieces, locked by one run at a time."""

    def __init__(self, path: Path, run: dict[str, Any]) -> None:
        self._path = path
        self._header = {"format": FORMAT, "version": VERSION, **run}
        self._pairs = len(run["bots"]) * (len(run["bots"]) - 1) // 2
        self._held: BaseFileLock | None = None

    def read(self) -> list[PlayedPiece]:
        """Lock the file until `close`, and return its pieces; a new file gets its header.

        A partial last line is cut off.
        """
        with self._explained():
            self._path.open("ab").close()
            self._held = try_to_hold(self._path)
        try:
            with self._explained():
                return self._read()
        except BaseException:
            self.close()
            raise

    def append(self, played: PlayedPiece) -> None:
        """Append a piece."""
        with self._explained():
            self._write(_line(_to_json(played)))

    def close(self) -> None:
        """Release the file for other runs."""
        let_go(self._held)
        self._held = None

    def _read(self) -> list[PlayedPiece]:
        content = self._path.read_bytes() if self._path.stat().st_size else b""
        header = _line(self._header)
        if header.startswith(content):
            self._write(header[len(content) :])
            return []
        whole, newline, torn = content.rpartition(b"\n")
        lines = whole.split(b"\n")
        self._check_header(lines[0] if newline else b"")
        pieces = [self._read_line(number, line) for number, line in enumerate(lines[1:], 2)]
        if torn:
            os.truncate(self._path, len(whole) + 1)
        return pieces

    def _write(self, content: bytes) -> None:
        with self._path.open("ab") as file:
            file.write(content)

    def _check_header(self, line: bytes) -> None:
        header = _parse(line)
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            raise self._error(message("{path} is not a file of arena results."))
        for name, wanted in self._header.items():
            if header.get(name) != wanted:
                raise self._mismatch(name, header.get(name), wanted)

    def _mismatch(self, name: str, given: Any, wanted: Any) -> ResultsFileError:
        """Say which part of the header is another, and what to do."""
        if name == "version" and given == WITHOUT_LUCK:
            return self._error(
                message(
                    "The results in {path} were saved by an older version, without the luck of each"
                    " game. Name a new file; the games are played again."
                )
            )
        if name in ("source", "programs"):
            return self._error(
                message(
                    "The results in {path} were played by another version of the bots. "
                    "Name a new file."
                )
            )
        if name == "luck":
            return self._error(
                message(
                    "The luck in {path} was measured by another version of Jaipur. "
                    "Name a new file; the games are played again."
                )
            )
        return self._error(
            message(
                "{path} has the results of another run: its {name} is {given}, here it is "
                "{wanted}. Name a new file, or ask for the same run."
            ),
            name=name,
            given=given,
            wanted=wanted,
        )

    def _read_line(self, number: int, line: bytes) -> PlayedPiece:
        try:
            played = _from_json(_parse(line))
            _require(played.piece.pair < self._pairs)
        except (ValueError, KeyError, TypeError) as error:
            raise self._error(
                message(
                    "Line {line} of {path} is damaged; remove it, and its deals are played again."
                ),
                line=number,
            ) from error
        return played

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn errors of the operating system into messages."""
        try:
            yield
        except InUse as error:
            raise self._error(message("{path} is in use by another run.")) from error
        except OSError as error:
            raise self._error(
                message("The results cannot be saved in {path} ({cause})."), cause=error.strerror
            ) from error

    def _error(self, template: str, **data: object) -> ResultsFileError:
        return ResultsFileError(template, path=self._path, **data)


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _parse(line: bytes) -> Any:
    """Parse a line of JSON; None if it is invalid."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _to_json(played: PlayedPiece) -> dict[str, Any]:
    return {
        "pair": played.piece.pair,
        "first": played.piece.first,
        "seconds": played.seconds,
        "failures": [(some.deal, some.side, str(some.error)) for some in played.failures],
        "games": played.games.tolist(),
    }


def _from_json(data: Any) -> PlayedPiece:
    """Parse a piece; raises ValueError, KeyError or TypeError if it is invalid."""
    games, pair, first = np.array(data["games"]), data["pair"], data["first"]
    for number in (pair, first):
        _require(type(number) is int and 0 <= number <= LARGEST)
    _check_games(games, first)
    a, b = data["seconds"]
    for seconds in (a, b):
        _require(type(seconds) in {int, float} and 0 <= seconds <= LARGEST)
    failures = tuple(_failed(*some) for some in data["failures"])
    piece = Piece(pair, first, len(games) // 2)
    return PlayedPiece(piece, games.astype(np.int64), (float(a), float(b)), failures)


def _failed(deal: Any, side: Any, sentence: Any) -> FailedDeal:
    _require(type(deal) is int and type(side) is int and isinstance(sentence, str))
    return FailedDeal(deal, side, JaipurError("{sentence}", sentence=sentence))


def _check_games(games: Array, first: int) -> None:
    """Require rows of complete, consecutive deals, with numbers in range."""
    _require(games.dtype.kind == "i" and games.ndim == 2 and games.shape[1] == COLUMNS)
    count = len(games)
    _require(count % 2 == 0 and games.max() <= LARGEST and games.min() >= -LARGEST)
    _require(np.delete(games, (MARGIN_A, LUCK_A), axis=1).min() >= 0)
    _require((games[:, DEAL] == first + np.arange(count) // 2).all())
    _require((games[:, SEAT_A] == np.arange(count) % 2).all())
    _require(games[:, POINTS_A].max() <= 2 and games[:, ROUNDS].min() >= 1)


def _require(holds: Any) -> None:
    if not holds:
        raise ValueError
