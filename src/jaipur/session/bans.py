"""Bans: of devices by the hashes of their tokens, of addresses by a keyed hash.

All bans are in memory, so a check costs next to nothing, and nothing at all while nobody is banned.
The address itself is never stored (docs/hosting.md).
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable, Collection

from ..store.protocol import DAY, Store, StoreError
from ..store.values import Ban

log = logging.getLogger("jaipur.session")

ADDRESS_DAYS = 30
"""The longest ban of an address: by then it may belong to somebody else."""
DEVICE_DAYS = 3650
TIDY_SECONDS = 3600.0
RETRY_SECONDS = 60.0
"""The pause after a failure."""


class Bans:
    """The bans of one server."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = store
        self._now = now
        self._bans: dict[int, Ban] = {}
        self._until: dict[str, float] = {}
        self._key: bytes | None = None
        self._lock = asyncio.Lock()
        self.on_change: Callable[[], None] = _nothing
        """Called whenever the bans have been reloaded."""

    def __bool__(self) -> bool:
        return bool(self._until)

    def all(self) -> list[Ban]:
        """The bans in force, the oldest first."""
        now = self._now()
        return [ban for ban in self._bans.values() if ban.expires > now]

    def until(self, token_hash: str, address: str) -> float | None:
        """When the ban of a caller ends; None if the caller is not banned."""
        hashed = self._hashed(address) if self._key else ""
        ends = max(self._until.get(token_hash, 0.0), self._until.get(hashed, 0.0))
        return ends if ends > self._now() else None

    async def load(self) -> None:
        """Load the bans, then delete expired ones; if deleting fails, the others are in force."""
        async with self._lock:
            await self._read()

    async def try_to_load(self) -> bool:
        """Do the same, but log errors. Returns whether it succeeded."""
        try:
            await self.load()
        except StoreError as error:
            log.warning("bans not loaded or cleaned up", extra={"cause": str(error)})
        except Exception:  # try again later
            log.exception("bans not loaded or cleaned up")
        else:
            return True
        return False

    async def ban_devices(self, token_hashes: Collection[str], days: float, about: str) -> Ban:
        """Ban devices."""
        async with self._lock:
            return await self._keep("device", tuple(sorted(token_hashes)), days, about)

    async def ban_address(self, address: str, days: float, about: str) -> Ban:
        """Ban an address."""
        async with self._lock:
            self._key = await asyncio.wrap_future(self._store.ban_key())
            days = min(days, ADDRESS_DAYS)
            return await self._keep("address", (self._hashed(address),), days, about)

    async def lift(self, number: int) -> bool:
        """Lift a ban; returns whether it existed."""
        async with self._lock:
            lifted = await asyncio.wrap_future(self._store.unban(number))
            await self._read()
            return lifted

    async def run_maintenance(self) -> None:
        """Delete expired bans every hour. Never returns."""
        while True:
            succeeded = await self.try_to_load()
            await asyncio.sleep(TIDY_SECONDS if succeeded else RETRY_SECONDS)

    async def _keep(self, kind: str, subjects: tuple[str, ...], days: float, about: str) -> Ban:
        now = self._now()
        ban = Ban(0, kind, subjects, now, now + days * DAY, about)
        number = await asyncio.wrap_future(self._store.ban(ban))
        await self._read()
        return self._bans[number]

    async def _read(self) -> None:
        bans = await self._reload()
        now = self._now()
        if any(ban.expires <= now or ban.since > now for ban in bans):
            await asyncio.wrap_future(self._store.end_bans(now))
            await self._reload()

    async def _reload(self) -> list[Ban]:
        """Put the stored bans into force, and return them as stored."""
        stored, now = await asyncio.to_thread(self._store.bans), self._now()
        bans = [ban.begun_by(now) for ban in stored]
        self._bans = {ban.id: ban for ban in bans}
        self._until = _ends(bans)
        try:
            if any(ban.kind == "address" for ban in bans):
                self._key = await asyncio.wrap_future(self._store.ban_key())
            else:
                self._key = None
        finally:
            self.on_change()
        return stored

    def _hashed(self, address: str) -> str:
        return hmac.digest(self._key or b"", address.encode(), "sha256").hex()


def _nothing() -> None:
    return


def _ends(bans: Collection[Ban]) -> dict[str, float]:
    """When the last ban of each subject ends."""
    until: dict[str, float] = {}
    for ban in bans:
        for subject in ban.subjects:
            until[subject] = max(ban.expires, until.get(subject, 0.0))
    return until
