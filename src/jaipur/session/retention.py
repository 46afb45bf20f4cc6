"""Retention: lets the store check the time every hour, and bury old tables once a day."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from ..store.protocol import Store, StoreError
from ..store.values import Pruned
from .people import People

log = logging.getLogger("jaipur.session")

HOURS_A_DAY = 24


class Retention:
    """Lets the store bury old tables, and logs an error when the clock is not trusted."""

    def __init__(
        self,
        store: Store,
        people: People,
        now: Callable[[], float],
        unload_buried: Callable[[], Awaitable[None]],
    ) -> None:
        self.is_clock_trusted: bool | None = None
        """Whether the store trusts the clock; None before the first check."""
        self._store = store
        self._people = people
        self._now = now
        self._unload_buried = unload_buried
        self._hours = 0

    async def hour(self) -> None:
        """Do the hourly work; also call it at startup."""
        is_daily = self._hours % HOURS_A_DAY == 0
        try:
            pruned = await self.prune()
            if pruned.is_distrusted and is_daily:
                log.error(
                    "the clock is not trusted: nothing old is buried or deleted; if the clock is "
                    "right, confirm it with jaipur admin prune",
                    extra={"old_tables": pruned.left},
                )
            await self._people.prune(forgets=is_daily)
        except StoreError as error:  # the daily work is tried again in an hour
            log.warning("old tables or devices not pruned", extra={"cause": str(error)})
        else:
            self._hours += 1

    async def prune(self, *, trusts_clock: bool = False) -> Pruned:
        """Bury and delete old tables; `trusts_clock`: the operator has checked the clock."""
        pruned = await asyncio.wrap_future(
            self._store.prune(self._now(), trusts_clock=trusts_clock)
        )
        self.is_clock_trusted = not pruned.is_distrusted
        if pruned.buried:
            await self._unload_buried()
        if pruned.buried or pruned.deleted:
            log.info(
                "old tables buried",
                extra={"buried": pruned.buried, "deleted": pruned.deleted, "left": pruned.left},
            )
        return pruned
