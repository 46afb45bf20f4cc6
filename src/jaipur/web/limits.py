"""How much one caller may ask for, and the counters that hold everybody to it."""

from __future__ import annotations

import ipaddress
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from heapq import nsmallest
from typing import Any

UNKNOWN_ADDRESS = "unknown"
IPV6_NETWORK = 64
"""A home has a whole IPv6 network of this length, so its addresses count as one."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many a second in the long run, and so many at once."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Limits:
    """What one caller may ask for. A caller is a known device or program, else an address."""

    body_bytes: int = 16_384
    body_seconds: float = 10.0
    """How long a body may take to arrive."""
    head_bytes: int = 16_384
    """All headers of a request together."""
    commands: Rate = Rate(10, 40)
    """Requests that change something."""
    reads: Rate = Rate(30, 120)
    """Other requests under /api."""
    pages: Rate = Rate(100, 600)
    """Pages and what belongs to them."""
    creations: Rate = Rate(0.5, 30)
    """New tables of one address, whoever asks."""
    callers_per_address: int = 20
    """One address gets this many times what one caller gets."""
    streams_per_caller: int = 16
    streams_per_address: int = 4_000
    streams: int = 20_000
    callers: int = 50_000
    """How many callers are remembered at once."""


_ANY = Rate(1e9, 1_000_000_000)
UNLIMITED = Limits(
    commands=_ANY,
    reads=_ANY,
    pages=_ANY,
    creations=_ANY,
    streams_per_caller=1_000_000,
    streams_per_address=1_000_000,
    streams=1_000_000,
)
"""No limit but the size and the time of a request: for tests and benchmarks."""


class Buckets:
    """A token bucket for each caller, in bounded memory."""

    def __init__(
        self, rate: Rate, most: int = 50_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._step = 1 / rate.per_second
        self._room = rate.burst * self._step
        self._most = most
        self._clock = clock
        self._full: dict[str, float] = {}  # when the bucket of a caller will be full again

    def __len__(self) -> int:
        return len(self._full)

    def take(self, caller: str) -> float:
        """Take one: 0 if there was one, otherwise the seconds until there is."""
        now = self._clock()
        full = max(self._full.get(caller, now), now) + self._step
        wait = full - now - self._room
        if wait > 1e-9:
            return wait
        self._full[caller] = full
        if len(self._full) > self._most:
            self._forget(now)
        return 0.0

    def _forget(self, now: float) -> None:
        """Drop full buckets, which are as good as new, then the fullest until half are left."""
        self._full = {caller: full for caller, full in self._full.items() if full > now}
        surplus = max(0, len(self._full) - self._most // 2)
        for caller in nsmallest(surplus, self._full, key=self._full.__getitem__):
            del self._full[caller]


class Streams:
    """How many event streams are open: by caller, by address and altogether."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of: Counter[str] = Counter()
        self.open = 0

    def is_full(self) -> bool:
        """Whether no more streams can be opened by anybody."""
        return self.open >= self._limits.streams

    def enter(self, caller: str, address: str) -> bool:
        """Count a stream, unless this caller or address has too many."""
        here = f"at {address}"  # a caller may be its address, so the two counts need two names
        if (
            self._of[caller] >= self._limits.streams_per_caller
            or self._of[here] >= self._limits.streams_per_address
        ):
            return False
        self._of.update((caller, here))
        self.open += 1
        return True

    def leave(self, caller: str, address: str) -> None:
        """A stream has ended."""
        self._of.subtract((caller, f"at {address}"))
        for name in (caller, f"at {address}"):
            if not self._of[name]:
                del self._of[name]
        self.open -= 1


def address_of(scope: Mapping[str, Any]) -> str:
    """The address a request comes from, as far as limits go."""
    client = scope.get("client")
    return _address(client[0]) if client else UNKNOWN_ADDRESS


def caller_of(scope: Mapping[str, Any]) -> str:
    """Who makes a request: the known caller that an outer layer named, else the address.

    A token that is not known must never be taken for a caller: a flood could make one up each time.
    """
    return scope.get("state", {}).get("caller") or address_of(scope)


@lru_cache(maxsize=4096)
def _address(text: str) -> str:
    try:
        address = ipaddress.ip_address(text[:64])
    except ValueError:
        return UNKNOWN_ADDRESS
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((int(address), IPV6_NETWORK), strict=False))
