"""What this computer keeps about servers: who it is there, and what was fixed about the deals.

That is compared with the deals after the match.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from ..deals import nonce_commitment
from ..disk import hold
from ..errors import JaipurError, message
from ..records.model import CommittedNonce
from ..session.contract.state import NonceCommitted
from .files import CannotKeep, Unreadable, home_folder, read_json, write_json

MOST = 500
"""How many tables are kept, the newest."""
NONCE_BYTES = 32


class DeviceCookie(Struct, frozen=True):
    """A cookie as our servers give it, which brings a person back to their seats."""

    cookie: Annotated[str, Meta(pattern=r"^jaipur_device(?:_\d{1,5})?\Z")]
    token: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{1,200}\Z")]


class UnreadableDevices(Unreadable):
    """The file of cookies cannot be read; it was left as it is."""

    TEMPLATE = message(
        "{file} holds your seats at servers and cannot be read. It was left as it is. Put "
        "a backup in its place, or move it away to begin anew without those seats."
    )


class Devices:
    """Who this computer is at each server, by its origin, in a file for its owner alone."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or home_folder() / "servers.json"

    def at(self, origin: str) -> DeviceCookie | None:
        """Who this computer is at a server; None for one where it never was."""
        return self._read().get(origin)

    def keep(self, origin: str, device: DeviceCookie) -> None:
        """Remember a cookie; what other servers gave stays."""
        write_json(self.file, self._read() | {origin: device})

    def _read(self) -> dict[str, DeviceCookie]:
        return read_json(self.file, dict[str, DeviceCookie], UnreadableDevices)


class DealCommitment(Struct, frozen=True):
    """What is known of the deals of a table before its first card."""

    commitment: str
    """As it was shown first; empty where the deals come from a seed."""
    nonce: str = ""
    """The share of chance that this computer gave; empty if it gave none."""
    committed: str = ""
    """Whose share was fixed, and by what, `as_noted`; empty if that was not noted."""
    other_nonce: str = ""
    """What the other player had given when this computer revealed its share."""


def as_noted(committed: CommittedNonce | NonceCommitted | None) -> str:
    """Whose share is fixed, and by what."""
    return f"{committed.seat} {committed.sha256}" if committed else "none"


class UnreadableCommitments(Unreadable):
    """The file cannot be read; it was left as it is."""

    TEMPLATE = message(
        "{file} holds what was fixed about the deals and cannot be read. It was left as it "
        "is. Move it away to begin anew."
    )


class NonceElsewhere(JaipurError):
    """The share of chance that was committed to is not on this computer."""

    TEMPLATE = message(
        "Your share of chance in this match is where you made the table. Open it there, "
        "and the cards are dealt."
    )


class Commitments:
    """What was fixed, by table of a server. What was noted first stays."""

    def __init__(self, file: Path, origin: str) -> None:
        self.file = file
        self._origin = origin

    def at(self, table: str) -> DealCommitment | None:
        """What is known of a table; None where nothing was noted."""
        return self._read().get(self._name(table))

    def note(self, table: str, commitment: DealCommitment) -> DealCommitment:
        """Note the commitments of a table when it is first seen; returns what is known."""
        with self._alone():
            return self.at(table) or self._keep(table, commitment)

    def give(self, table: str) -> DealCommitment:
        """Choose the share of chance for a table whose commitment is noted: once for ever.

        Every window of this computer gives the same, whichever of them is quicker.
        """
        return self._give(table, secrets.token_hex(NONCE_BYTES))

    def offer(self, table: str) -> str:
        """What commits to my share of chance in the rematch of a table."""
        return nonce_commitment(bytes.fromhex(self.give(_rematch_of(table)).nonce))

    def has_offered(self, previous: str) -> bool:
        """Whether a share was committed to here for the rematch of a table."""
        return self.at(_rematch_of(previous)) is not None

    def reveal(self, table: str, previous: str | None, asked: NonceCommitted) -> DealCommitment:
        """My share in a rematch that I offered here; NonceElsewhere if another is committed to.

        What the other player gave is noted first. A share is revealed at one table only.
        """
        offer = _rematch_of(previous or "")
        with self._alone():
            offered = self.at(offer)
            if offered is None or offered.commitment not in ("", table):
                raise NonceElsewhere
            if nonce_commitment(bytes.fromhex(offered.nonce)) != asked.sha256:
                raise NonceElsewhere
            self._keep(offer, replace(offered, commitment=table))
        return self._give(table, offered.nonce, asked.other_nonce or "")

    def _give(self, table: str, nonce: str, other_nonce: str = "") -> DealCommitment:
        with self._alone():
            known = self.at(table) or DealCommitment("")
            if known.nonce:
                return known
            return self._keep(table, replace(known, nonce=nonce, other_nonce=other_nonce))

    def _keep(self, table: str, commitment: DealCommitment) -> DealCommitment:
        known, name = self._read(), self._name(table)
        known.pop(name, None)
        write_json(self.file, dict([*known.items(), (name, commitment)][-MOST:]))
        return commitment

    def _read(self) -> dict[str, DealCommitment]:
        return read_json(self.file, dict[str, DealCommitment], UnreadableCommitments)

    def _name(self, table: str) -> str:
        return f"{self._origin}/t/{table}"

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


def _rematch_of(table: str) -> str:
    return f"{table}/rematch"
