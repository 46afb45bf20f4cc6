"""Open event streams and long polls, with the device and address of each.

Addresses are kept only while a stream is open.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..session.bans import Bans
from ..session.listeners import Listener


class StreamClient(NamedTuple):
    """The device and address at the other end of a stream or a long poll."""

    token_hash: str
    address: str


class OpenStreams:
    """Registry of all open streams and long polls."""

    def __init__(self, bans: Bans) -> None:
        self._bans = bans
        self._open: dict[Listener, StreamClient] = {}
        bans.on_change = self.dismiss_banned

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, listener: Listener, client: StreamClient) -> None:
        """Register a stream. Check for a ban after this, not before, or one may be missed."""
        self._open[listener] = client

    def banned_until(self, client: StreamClient) -> float | None:
        """When the client's ban ends; None if it is not banned."""
        return self._bans.until(*client) if self._bans else None

    def leave(self, listener: Listener) -> None:
        """Remove a stream."""
        self._open.pop(listener, None)

    def addresses_of(self, token_hashes: Collection[str]) -> set[str]:
        """The addresses from which these devices follow a table now."""
        found = self._open.values()
        return {one.address for one in found if one.token_hash in token_hashes}

    def dismiss_banned(self) -> None:
        """End the streams of banned clients."""
        for listener, client in list(self._open.items()):
            if self.banned_until(client):
                listener.dismiss()
