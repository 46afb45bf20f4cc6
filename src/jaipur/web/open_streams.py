"""Streams and long polls that are open: whose they are and where they come from.

It is known only as long as they are open.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from ..session.bans import Bans
from ..session.listeners import Listener


class Follower(NamedTuple):
    """Who is at the other end of a stream or a long poll."""

    token_hash: str
    address: str


class Following:
    """All that are open."""

    def __init__(self, bans: Bans) -> None:
        self._bans = bans
        self._open: dict[Listener, Follower] = {}
        bans.on_change = self.dismiss_banned

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, listener: Listener, follower: Follower) -> None:
        """Somebody begins to follow; ask then, not before, whether they may."""
        self._open[listener] = follower

    def banned_until(self, follower: Follower) -> float | None:
        """When the ban of a follower ends; None for who may follow."""
        return self._bans.until(*follower) if self._bans else None

    def leave(self, listener: Listener) -> None:
        """Somebody follows no more."""
        self._open.pop(listener, None)

    def addresses_of(self, token_hashes: Collection[str]) -> set[str]:
        """The addresses from which these devices follow a table now."""
        found = self._open.values()
        return {one.address for one in found if one.token_hash in token_hashes}

    def dismiss_banned(self) -> None:
        """Send away who is banned."""
        for listener, follower in list(self._open.items()):
            if self.banned_until(follower):
                listener.dismiss()
