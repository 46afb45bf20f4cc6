"""The queue of requests to workers: a fair share of worker time for each person.

The household that spent least is next, in it the person who spent least, and of their requests a
cheap one. Most people are a household of their own; new people at one address are one household
together. So people who play at many tables, or against bots that think long, wait for themselves
instead of making others wait. After a pause, people start where the others are: a share cannot be
saved up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from .fallback import Fallback
from .shares import MOST_IN_FLIGHT, HouseholdShare, Ledger, Request

LONGEST_WAIT: Final = 10.0
"""Nobody should have to watch a bot that only waits for a worker."""

REPORT_SECONDS: Final = 1.0
"""How often waiting requests report the number of requests ahead."""


class Queue:
    """The waiting requests, and the shares of households."""

    def __init__(self, longest_wait: float) -> None:
        self._longest_wait = longest_wait
        self._is_limited = False
        self._shares: dict[str, HouseholdShare] = {}
        self._ledger = Ledger()
        self._report_timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return sum(len(share.waiting) for share in self._shares.values())

    def __bool__(self) -> bool:
        return any(share.waiting for share in self._shares.values())

    def put(self, request: Request) -> None:
        """Add a request."""
        share = self._shares.setdefault(request.share, HouseholdShare())
        if not share.waiting:
            self._ledger.enter(request.share)
        share.put(request)
        request.answer.add_done_callback(lambda _: self._leave(request))
        self._limit(share)
        self._report_later()

    def put_back(self, request: Request) -> None:
        """Return a request that its worker did not serve to its old place."""
        share = self._shares[request.share]
        self._ledger.give_back(request.share, request.cost)
        share.put_back(request)
        self._limit(share)

    def take(self) -> Request:
        """Remove and return the next request."""
        waiting = {name: share for name, share in self._shares.items() if share.waiting}
        fitting = [name for name, share in waiting.items() if share.fits]
        name = min(fitting or waiting, key=self._turn)
        share, active = self._shares[name], self._active
        request = share.take()
        request.stop_timer()
        request.report_position(None)
        self._ledger.charge(name, request.cost, active)
        self._limit(share)
        return request

    def _turn(self, name: str) -> tuple[int, int]:
        """The sort key of a household: the smallest is next."""
        return self._ledger.spent[name], self._shares[name].next.arrival

    @property
    def _active(self) -> int:
        """The number of households with waiting or running requests."""
        return sum(bool(one.waiting or one.running) for one in self._shares.values())

    def drain(self) -> list[Request]:
        """Remove and return all waiting requests."""
        drained = [request for request, _ in self.before()]
        for share in self._shares.values():
            share.waiting = []
        for request in drained:
            request.stop_timer()
            request.report_position(None)
        self._forget()
        return drained

    def done(self, request: Request) -> None:
        """Record that a worker has finished a request."""
        share = self._shares[request.share]
        share.running -= request.nodes
        self._limit(share)
        self._forget()

    def limit_waits(self) -> None:
        """From now on, limit every wait to the longest wait."""
        if not self._is_limited:
            self._is_limited = True
            for share in self._shares.values():
                self._limit(share)

    def before(self) -> Iterator[tuple[Request, int]]:
        """All waiting requests in order, each with the number of requests ahead."""
        order: list[tuple[int, int, Request]] = []
        for name, share in self._shares.items():
            turn = self._ledger.spent[name]
            for request in share.in_order:
                order.append((turn, request.arrival, request))
                turn += request.cost
        order.sort(key=lambda one: one[:2])
        return ((request, number) for number, (_, _, request) in enumerate(order))

    def _limit(self, share: HouseholdShare) -> None:
        """Limit the waits of the requests a household may have in flight, but not of the rest."""
        if not self._is_limited:
            return
        loop, nodes = asyncio.get_running_loop(), share.running
        for request in share.in_order:
            nodes += request.nodes
            if nodes > MOST_IN_FLIGHT and nodes > request.nodes:
                request.stop_timer()
                request.latest = None
            elif request.timer is None:
                if request.latest is None:
                    request.latest = loop.time() + self._longest_wait
                request.timer = loop.call_at(request.latest, self._time_out, request)

    def _time_out(self, request: Request) -> None:
        self._leave(request)
        request.settle(Fallback.BUSY)

    def _leave(self, request: Request) -> None:
        """Remove a request that was answered or cancelled."""
        share = self._shares.get(request.share)
        if share and request in share.waiting:
            share.waiting.remove(request)
            request.stop_timer()
            request.report_position(None)
            self._limit(share)
        self._forget()

    def _forget(self) -> None:
        """Forget idle households that have spent no more than those waiting."""
        self._shares = {
            name: share for name, share in self._shares.items() if share.waiting or share.running
        }
        self._ledger.forget(self._shares, keeps_debts=bool(self))

    def _report_later(self) -> None:
        if self._report_timer is None:
            loop = asyncio.get_running_loop()
            self._report_timer = loop.call_later(REPORT_SECONDS, self._report_all)

    def _report_all(self) -> None:
        self._report_timer = None
        for request, number in list(self.before()):
            request.report_position(number)
        if self:
            self._report_later()
