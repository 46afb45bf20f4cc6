"""What this computer stores about servers: its device cookies and the commitments to the deals.

After a match the commitments are compared with the deals that were played.
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
"""How many tables are stored; older ones are dropped."""
NONCE_BYTES = 32


class DeviceCookie(Struct, frozen=True):
    """The cookie of a server, which identifies the owner of a seat."""

    cookie: Annotated[str, Meta(pattern=r"^jaipur_device(?:_\d{1,5})?\Z")]
    token: Annotated[str, Meta(pattern=r"^[0-9A-Za-z_-]{1,200}\Z")]


class UnreadableDevices(Unreadable):
    """The cookie file is unreadable; it is left untouched."""

    TEMPLATE = message(
        "{file} holds your seats on servers and cannot be read. It was left unchanged. "
        "Restore a backup, or move it away to start over without those seats."
    )


class Devices:
    """The device cookies of this computer by server origin, in a file only its owner can read."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or home_folder() / "servers.json"

    def at(self, origin: str) -> DeviceCookie | None:
        """The cookie for a server, or None if there is none yet."""
        return self._read().get(origin)

    def keep(self, origin: str, device: DeviceCookie) -> None:
        """Store the cookie of one server; those of other servers stay."""
        write_json(self.file, self._read() | {origin: device})

    def _read(self) -> dict[str, DeviceCookie]:
        return read_json(self.file, dict[str, DeviceCookie], UnreadableDevices)


class DealCommitment(Struct, frozen=True):
    """What is known about the deals of a table before its first card."""

    commitment: str
    """As first shown; empty if the deals come from a seed."""
    nonce: str = ""
    """The nonce contributed by this computer; empty if it contributed none."""
    committed: str = ""
    """Which seat committed to its nonce, and the hash (`as_noted`); empty if unknown."""
    other_nonce: str = ""
    """The other player's nonce at the time this computer revealed its own."""


def as_noted(committed: CommittedNonce | NonceCommitted | None) -> str:
    """The seat that committed to its nonce and the hash, or `none`."""
    return f"{committed.seat} {committed.sha256}" if committed else "none"


class UnreadableCommitments(Unreadable):
    """The commitments file is unreadable; it is left untouched."""

    TEMPLATE = message(
        "{file} holds the commitments to the deals and cannot be read. It was left "
        "unchanged. Move it away to start over."
    )


class NonceElsewhere(JaipurError):
    """The nonce committed to is stored on another computer."""

    TEMPLATE = message(
        "Your nonce for this match is on the device where you created the table. Open the "
        "table there to deal the cards."
    )


class Commitments:
    """The commitments by table of one server. The first one noted is never replaced."""

    def __init__(self, file: Path, origin: str) -> None:
        self.file = file
        self._origin = origin

    def at(self, table: str) -> DealCommitment | None:
        """The commitment of a table, or None if none was noted."""
        return self._read().get(self._name(table))

    def note(self, table: str, commitment: DealCommitment) -> DealCommitment:
        """Note the commitment of a table when it is first seen; returns the one on file."""
        with self._alone():
            return self.at(table) or self._keep(table, commitment)

    def choose_nonce(self, table: str) -> DealCommitment:
        """Choose the nonce for a table whose commitment is noted. It never changes afterwards.

        All windows on this computer share it, whichever asks first.
        """
        return self._store_nonce(table, secrets.token_hex(NONCE_BYTES))

    def offer(self, table: str) -> str:
        """The commitment to my nonce for the rematch of a table."""
        return nonce_commitment(bytes.fromhex(self.choose_nonce(_rematch_of(table)).nonce))

    def has_offered(self, previous: str) -> bool:
        """Whether this computer committed to a nonce for the rematch of a table."""
        return self.at(_rematch_of(previous)) is not None

    def reveal(self, table: str, previous: str | None, asked: NonceCommitted) -> DealCommitment:
        """Reveal my nonce in a rematch that I offered here.

        The other player's nonce is noted first. A nonce is revealed at one table only. Raises
        NonceElsewhere if the table has a commitment to another nonce.
        """
        offer = _rematch_of(previous or "")
        with self._alone():
            offered = self.at(offer)
            if offered is None or offered.commitment not in ("", table):
                raise NonceElsewhere
            if nonce_commitment(bytes.fromhex(offered.nonce)) != asked.sha256:
                raise NonceElsewhere
            self._keep(offer, replace(offered, commitment=table))
        return self._store_nonce(table, offered.nonce, asked.other_nonce or "")

    def _store_nonce(self, table: str, nonce: str, other_nonce: str = "") -> DealCommitment:
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
        """Lock the file against other windows while it is read and written."""
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
