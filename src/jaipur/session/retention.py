"""What is kept no longer: each hour the store sees time pass, once a day it buries old tables."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ..store.protocol import Pruned, Store, StoreError
from .people import People

log = logging.getLogger("jaipur.session")

HOURS_A_DAY = 24


class Retention:
    """Lets the store bury tables, and says it loudly when the clock is not believed."""

    def __init__(
        self,
        store: Store,
        people: People,
        now: Callable[[], float],
        leave_buried: Callable[[], Awaitable[None]],
    ) -> None:
        self.is_clock_trusted: bool | None = None
        """Whether the store believes the clock; None before it was asked."""
        self._store = store
        self._people = people
        self._now = now
        self._leave_buried = leave_buried
        self._hours = 0

    async def hour(self) -> None:
        """Call it at the start, and each hour."""
        is_daily = self._hours % HOURS_A_DAY == 0
        try:
            pruned = await self.prune()
            if pruned.is_distrusted and is_daily:
                log.error(
                    "the clock is not believed: nothing old is buried or deleted; if the clock is "
                    "right, say so with jaipur admin prune",
                    extra={"old_tables": pruned.left},
                )
            await self._people.prune(forgets=is_daily)
        except StoreError as error:  # what comes once a day comes with the next hour then
            log.warning("old tables or devices not forgotten", extra={"cause": str(error)})
        else:
            self._hours += 1

    async def prune(self, *, trusts_clock: bool = False) -> Pruned:
        """Bury and delete what is kept no longer; `trusts_clock`: somebody has looked at it."""
        pruned = await asyncio.wrap_future(
            self._store.prune(self._now(), trusts_clock=trusts_clock)
        )
        self.is_clock_trusted = not pruned.is_distrusted
        if pruned.buried:
            await self._leave_buried()
        if pruned.buried or pruned.deleted:
            log.info(
                "old tables buried",
                extra={"buried": pruned.buried, "deleted": pruned.deleted, "left": pruned.left},
            )
        return pruned
