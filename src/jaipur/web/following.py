"""The streams that are open: whose they are and where they come from. It is kept nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from ..session.listening import Listener


class Follower(NamedTuple):
    """Who is at the other end of a stream."""

    token_hash: str
    address: str


class Following:
    """All open streams."""

    def __init__(self) -> None:
        self._open: dict[Listener, Follower] = {}

    def __len__(self) -> int:
        return len(self._open)

    def enter(self, listener: Listener, token_hash: str, address: str) -> None:
        """A stream begins."""
        self._open[listener] = Follower(token_hash, address)

    def leave(self, listener: Listener) -> None:
        """A stream has ended."""
        self._open.pop(listener, None)

    def addresses_of(self, token_hashes: Collection[str]) -> set[str]:
        """The addresses from which these devices follow a table now."""
        found = self._open.values()
        return {one.address for one in found if one.token_hash in token_hashes}

    def dismiss(self, who: Callable[[Follower], bool]) -> None:
        """Send some away; whether they may come again is asked at the door."""
        for listener, follower in list(self._open.items()):
            if who(follower):
                listener.dismiss()
