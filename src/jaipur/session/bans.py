"""Who is kept out: devices by the hashes of their tokens, addresses by a keyed hash.

All of it is in memory, so that asking costs next to nothing, and nothing at all while nobody is
banned. An address itself is never kept (docs/hosting.md).
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable, Collection

from ..store.protocol import DAY, Ban, Store, StoreError

log = logging.getLogger("jaipur.session")

ADDRESS_DAYS = 30
"""No address is kept out for longer: it may be somebody else's by then."""
DEVICE_DAYS = 3650
TIDY_SECONDS = 3600.0


class Bans:
    """The bans of one server."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._bans: dict[int, Ban] = {}
        self._until: dict[str, float] = {}
        self._key: bytes | None = None
        self._lock = asyncio.Lock()

    def __bool__(self) -> bool:
        return bool(self._until)

    def all(self) -> list[Ban]:
        """The bans that hold, the oldest first."""
        now = self._now()
        return [ban for ban in self._bans.values() if ban.expires > now]

    def until(self, token_hash: str, address: str) -> float | None:
        """When the ban of a caller ends; None for who may come in."""
        hashed = self._hashed(address) if self._key else ""
        ends = max(self._until.get(token_hash, 0.0), self._until.get(hashed, 0.0))
        return ends if ends > self._now() else None

    async def load(self) -> None:
        """Read the bans, without those that are over."""
        async with self._lock:
            await self._read()

    async def ban_devices(self, token_hashes: Collection[str], days: float, about: str) -> Ban:
        """Keep devices out."""
        async with self._lock:
            return await self._keep("device", tuple(sorted(token_hashes)), days, about)

    async def ban_address(self, address: str, days: float, about: str) -> Ban:
        """Keep an address out."""
        async with self._lock:
            self._key = await asyncio.wrap_future(self._store.ban_key())
            days = min(days, ADDRESS_DAYS)
            return await self._keep("address", (self._hashed(address),), days, about)

    async def lift(self, number: int) -> bool:
        """Let somebody in again; returns whether there was such a ban."""
        async with self._lock:
            lifted = await asyncio.wrap_future(self._store.unban(number))
            await self._read()
            return lifted

    async def keep_house(self) -> None:
        """Forget what is over, hour by hour. Never ends."""
        while True:
            try:
                await self.load()
            except StoreError as error:
                log.warning("bans not read", extra={"cause": str(error)})
            await asyncio.sleep(TIDY_SECONDS)

    async def _keep(self, kind: str, subjects: tuple[str, ...], days: float, about: str) -> Ban:
        now = self._now()
        ban = Ban(0, kind, subjects, now, now + days * DAY, about)
        number = await asyncio.wrap_future(self._store.ban(ban))
        await self._read()
        return self._bans[number]

    async def _read(self) -> None:
        bans = await asyncio.to_thread(self._store.bans)
        if any(ban.expires <= self._now() for ban in bans):
            await asyncio.wrap_future(self._store.end_bans(self._now()))
            bans = await asyncio.to_thread(self._store.bans)
        key: bytes | None = None
        if any(ban.kind == "address" for ban in bans):
            key = await asyncio.wrap_future(self._store.ban_key())
        self._key, self._until = key, _ends(bans)
        self._bans = {ban.id: ban for ban in bans}

    def _hashed(self, address: str) -> str:
        return hmac.digest(self._key or b"", address.encode(), "sha256").hex()


def _ends(bans: Collection[Ban]) -> dict[str, float]:
    """When the last ban of each ends."""
    until: dict[str, float] = {}
    for ban in bans:
        for subject in ban.subjects:
            until[subject] = max(ban.expires, until.get(subject, 0.0))
    return until
