"""What was fixed about the deals at tables of servers, kept to be compared after the match."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from ..deals import nonce_commitment
from ..disk import hold
from ..errors import JaipurError, message
from .preferences import CannotKeep, write_whole

NONE = "none"
MOST = 500
"""How many tables are kept, the newest."""
NONCE_BYTES = 32


class Fixed(NamedTuple):
    """What is known of the deals of a table before its first card."""

    commitment: str
    """As it was shown first; empty where the deals come from a seed."""
    nonce: str = ""
    """The share of chance that this computer gave; empty if it gave none."""
    committed: str = ""
    """Whose share was fixed, and by what, as in a record; NONE if nobody's, empty if not noted."""
    other_nonce: str = ""
    """What the other player had given when this computer revealed its share."""


class Shown(NamedTuple):
    """What a server shows to whoever is to reveal a share."""

    previous: str | None
    sha256: str
    other_nonce: str


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

    def note(self, origin: str, table: str, fixed: Fixed) -> Fixed:
        """Note the commitments of a table when it is first seen; returns what is known."""
        with self._alone():
            known = self.at(origin, table)
            return known or self._keep(origin, table, fixed)

    def give(self, origin: str, table: str) -> Fixed:
        """Choose the share of chance for a table whose commitment is noted: once for ever.

        Every window of this computer gives the same, whichever of them is quicker.
        """
        return self._give(origin, table, secrets.token_hex(NONCE_BYTES))

    def offer(self, origin: str, table: str) -> str:
        """What commits to my share of chance in the rematch of a table."""
        share = self.give(origin, _rematch_of(table))
        return nonce_commitment(bytes.fromhex(share.nonce))

    def has_offered(self, origin: str, previous: str) -> bool:
        """Whether a share was committed to here for the rematch of a table."""
        return self.at(origin, _rematch_of(previous)) is not None

    def reveal(self, origin: str, table: str, shown: Shown) -> Fixed | None:
        """My share in a rematch that I offered here; None if it is not the one committed to.

        What the other player gave is noted first. A share is revealed at one table only.
        """
        with self._alone():
            offered = self.at(origin, _rematch_of(shown.previous)) if shown.previous else None
            if offered is None or nonce_commitment(bytes.fromhex(offered.nonce)) != shown.sha256:
                return None
            if offered.commitment not in ("", table):
                return None
            self._keep(origin, _rematch_of(shown.previous), offered._replace(commitment=table))
        return self._give(origin, table, offered.nonce, shown.other_nonce)

    def _give(self, origin: str, table: str, nonce: str, other_nonce: str = "") -> Fixed:
        with self._alone():
            known = self.at(origin, table) or Fixed("")
            if known.nonce:
                return known
            return self._keep(origin, table, known._replace(nonce=nonce, other_nonce=other_nonce))

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
                str(name): Fixed(
                    str(one["commitment"]),
                    str(one["nonce"]),
                    str(one.get("committed", "")),
                    str(one.get("other_nonce", "")),
                )
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


def _rematch_of(table: str | None) -> str:
    return f"{table}/rematch"


def _name(origin: str, table: str) -> str:
    return f"{origin}/t/{table}"
