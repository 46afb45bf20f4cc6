"""What was fixed about the deals at tables of servers, kept to be compared after the match."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ..disk import hold
from ..errors import JaipurError, message
from .preferences import CannotKeep, write_whole

MOST = 500
"""How many tables are kept, the newest."""
NONCE_BYTES = 32


class Fixed(NamedTuple):
    """What is known of the deals of a table before its first card."""

    commitment: str
    """As it was shown first; empty where the deals come from a seed."""
    nonce: str = ""
    """The share of chance that this computer gave; empty if it gave none."""


class UnreadableFixed(JaipurError):
    """The file cannot be read; it was left as it is."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            message(
                "{file} holds what was fixed about the deals and cannot be read. It was left as it "
                "is. Move it away to begin anew."
            ),
            file=str(file),
        )


class FixedDeals:
    """What was fixed, by server and table. What was noted first stays."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def at(self, origin: str, table: str) -> Fixed | None:
        """What is known of a table; None where nothing was noted."""
        return self._read().get(_name(origin, table))

    def note(self, origin: str, table: str, commitment: str) -> Fixed:
        """Note the commitment of a table when it is first seen; returns what is known."""
        with self._alone():
            known = self.at(origin, table)
            return known or self._keep(origin, table, Fixed(commitment))

    def give(self, origin: str, table: str) -> Fixed:
        """Choose the share of chance for a table whose commitment is noted: once for ever.

        Every window of this computer gives the same, whichever of them is quicker.
        """
        with self._alone():
            known = self.at(origin, table) or Fixed("")
            if known.nonce:
                return known
            nonce = secrets.token_hex(NONCE_BYTES)
            return self._keep(origin, table, known._replace(nonce=nonce))

    def _keep(self, origin: str, table: str, fixed: Fixed) -> Fixed:
        known = self._read()
        known.pop(_name(origin, table), None)
        newest = [*known.items(), (_name(origin, table), fixed)][-MOST:]
        data = {name: one._asdict() for name, one in newest}
        write_whole(self.file, json.dumps(data, indent=2) + "\n")
        return fixed

    def _read(self) -> dict[str, Fixed]:
        try:
            data = json.loads(self.file.read_text("utf-8"))
            return {
                str(name): Fixed(str(one["commitment"]), str(one["nonce"]))
                for name, one in data.items()
            }
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise UnreadableFixed(self.file) from error

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other windows of this computer away, while the file is read and written."""
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            lock = hold(self.file, waits=True)
        except OSError as error:
            raise CannotKeep(self.file, error) from error
        try:
            yield
        finally:
            lock.release()


def _name(origin: str, table: str) -> str:
    return f"{origin}/t/{table}"
