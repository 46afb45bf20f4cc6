"""Rate limits: what one caller may ask for, and the counters that enforce it."""

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
"""A household has a whole IPv6 network of this prefix length, so its addresses count as one."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A sustained rate and the burst allowed on top of it."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Limits:
    """What one caller may ask for. A caller is a known device or program, else an address.

    Each request takes the price of its route (`route_costs.py`) from one of the rates.
    """

    body_bytes: int = 16_384
    body_seconds: float = 10.0
    """How long a body may take to arrive."""
    head_bytes: int = 16_384
    """Path, query and all headers of a request together."""
    commands: Rate = Rate(10, 40)
    """Requests that change something."""
    reads: Rate = Rate(30, 120)
    """Other requests under /api."""
    pages: Rate = Rate(300, 1200)
    """Pages and their assets."""
    creations: Rate = Rate(0.5, 30)
    """New tables and programs."""
    creations_of_address: Rate = Rate(1, 300)
    """The same for all known callers of one address, and again for all strangers there."""
    creations_assured: Rate = Rate(1 / 600, 2)
    """What a known caller can always create, whatever others do at its address. It is small,
    because somebody with many devices gets it once for each."""
    newcomers: Rate = Rate(1, 300)
    """New devices and programs registered from one address."""
    callers_per_address: int = 20
    """All known callers at one address together get this many times the rate of one caller."""
    strangers_at_once: int = 5
    """All unknown callers at one address share the rate of one caller, with this many times the
    burst."""
    assured: float = 0.1
    """The share of its own rate that a known caller keeps, whatever others do at its address."""
    streams_per_caller: int = 16
    streams_per_address: int = 4_000
    streams_assured: int = 2
    streams: int = 20_000
    callers: int = 50_000
    """How many callers are tracked at most."""


_ANY = Rate(1e9, 1_000_000_000)
UNLIMITED = Limits(
    commands=_ANY,
    reads=_ANY,
    pages=_ANY,
    creations=_ANY,
    creations_of_address=_ANY,
    newcomers=_ANY,
    streams_per_caller=1_000_000,
    streams_per_address=1_000_000,
    streams=1_000_000,
)
"""No limits except on the size and duration of a request: for tests and benchmarks."""


class TokenBuckets:
    """A token bucket for each caller, in bounded memory."""

    def __init__(
        self, rate: Rate, most: int = 50_000, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._step = 1 / rate.per_second
        self._room = rate.burst * self._step
        self._most = most
        self._clock = clock
        self._full: dict[str, float] = {}  # when each caller's bucket will be full again

    def __len__(self) -> int:
        return len(self._full)

    def take(self, caller: str, price: int = 1) -> float:
        """Take `price` tokens (at most a full bucket): 0 if available, else seconds to wait."""
        now = self._clock()
        full = max(self._full.get(caller, now), now) + min(price * self._step, self._room)
        wait = full - now - self._room
        if wait > 1e-9:
            return wait
        self._keep(caller, full, now)
        return 0.0

    def wait(self, caller: str, price: int = 1) -> float:
        """What `take` would return, without taking anything."""
        now = self._clock()
        full = max(self._full.get(caller, now), now) + min(price * self._step, self._room)
        wait = full - now - self._room
        return wait if wait > 1e-9 else 0.0

    def charge(self, caller: str, price: int) -> None:
        """Take `price` tokens even if they are missing; the debt is at most one full bucket."""
        now = self._clock()
        full = max(self._full.get(caller, now), now) + price * self._step
        self._keep(caller, min(full, now + 2 * self._room), now)

    def _keep(self, caller: str, full: float, now: float) -> None:
        self._full[caller] = full
        if len(self._full) > self._most:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Drop full buckets, which carry no information, then the fullest until half are left."""
        self._full = {caller: full for caller, full in self._full.items() if full > now}
        surplus = max(0, len(self._full) - self._most // 2)
        for caller in nsmallest(surplus, self._full, key=self._full.__getitem__):
            del self._full[caller]


class Rates:
    """One rate for each known caller, and multiples of it for the callers of an address."""

    def __init__(self, rate: Rate, limits: Limits, clock: Callable[[], float]) -> None:
        def buckets(times: float, at_once: float) -> TokenBuckets:
            more = Rate(rate.per_second * times, max(1, int(rate.burst * at_once)))
            return TokenBuckets(more, limits.callers, clock)

        self._callers = buckets(1, 1)
        self._assured = buckets(limits.assured, limits.assured)
        self._addresses = buckets(limits.callers_per_address, limits.callers_per_address)
        self._strangers = buckets(1, limits.strangers_at_once)

    def take(self, caller: str, address: str, price: int) -> float:
        """Return 0 if allowed, else the seconds to wait. An unknown caller is an empty string."""
        if not caller:
            return self._strangers.take(address, price)
        wait = self._callers.wait(caller, price)
        if not wait and self._addresses.take(address, price):
            # The address is exhausted: a caller that asks for little still gets its share.
            wait = self._assured.take(caller, price)
        return wait or self._callers.take(caller, price)

    def charge(self, caller: str, address: str, price: int) -> None:
        """Charge for a request after it was handled."""
        if caller:
            self._callers.charge(caller, price)
        else:
            self._strangers.charge(address, price)


class Creations:
    """Limits on new tables, programs and devices, for each known caller and each address."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        def buckets(rate: Rate) -> TokenBuckets:
            return TokenBuckets(rate, limits.callers, clock)

        self._callers = buckets(limits.creations)
        self._assured = buckets(limits.creations_assured)
        self._addresses = buckets(limits.creations_of_address)
        self._strangers = buckets(limits.creations_of_address)
        self._newcomers = buckets(limits.newcomers)

    def take(self, caller: str, address: str, made: int, *, registers: bool) -> float:
        """Return 0 if allowed, else the seconds to wait. An unknown caller is an empty string."""
        if caller:
            return self._take_known(caller, address, made) if made else 0.0
        # Check both before taking from either.
        wait = self._newcomers.wait(address) if registers else 0.0
        if not wait and made:
            wait = self._strangers.take(address, made)
        return wait or (self._newcomers.take(address) if registers else 0.0)

    def _take_known(self, caller: str, address: str, made: int) -> float:
        wait = self._callers.wait(caller, made)
        if not wait and self._addresses.take(address, made):
            # The address is exhausted: a caller that creates little still gets its share.
            wait = self._assured.take(caller, made)
        return wait or self._callers.take(caller, made)


class ConcurrencyLimit:
    """Counts the requests being handled, by caller."""

    def __init__(self) -> None:
        self._of: Counter[str] = Counter()

    def enter(self, name: str, most: int) -> bool:
        """Count one more; False if there are `most` already."""
        if self._of[name] >= most:
            return False
        self._of[name] += 1
        return True

    def leave(self, name: str) -> None:
        """Count one less."""
        self._of[name] -= 1
        if not self._of[name]:
            del self._of[name]


class Streams:
    """Counts open event streams: by caller, by address and in total."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._of: Counter[str] = Counter()
        self.open = 0

    def is_full(self) -> bool:
        """Whether the total limit is reached."""
        return self.open >= self._limits.streams

    def enter(self, caller: str, address: str) -> bool:
        """Count a new stream; False if this caller or address has too many."""
        mine, here = _names(caller, address)
        limits, has = self._limits, self._of[mine]
        is_assured = bool(caller) and has < limits.streams_assured
        if has >= limits.streams_per_caller or (
            self._of[here] >= limits.streams_per_address and not is_assured
        ):
            return False
        self._of.update((mine, here))
        self.open += 1
        return True

    def leave(self, caller: str, address: str) -> None:
        """Count a stream that ended."""
        for name in _names(caller, address):
            self._of[name] -= 1
            if not self._of[name]:
                del self._of[name]
        self.open -= 1


def _names(caller: str, address: str) -> tuple[str, str]:
    """The keys of a caller and of an address: unknown callers at an address are one caller."""
    return caller or address, f"at {address}"


def address_of(scope: Mapping[str, Any]) -> str:
    """The client address of a request; an IPv6 address counts as its network."""
    client = scope.get("client")
    return _address(client[0]) if client else UNKNOWN_ADDRESS


async def caller_of(scope: Mapping[str, Any]) -> str:
    """The caller that an outer layer identified; empty if unknown.

    An unknown token must never count as a caller: an attacker could invent one per request.
    """
    return scope.get("state", {}).get("caller") or ""


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
