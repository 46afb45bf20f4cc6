"""What is asked of workers and has to wait: a fair share of thought for each person.

Each household has spent some thought; the one that spent least is next, in it the person who spent
least, and of their requests one that needs little thought. Most people are a household of their
own; those who are new at one address are one together. So who plays at many tables, or with bots
that think long, waits for themselves and not others for them. Who comes after a pause begins where
the others are: a share is nothing that can be saved up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Final

from .fallback import Fallback
from .shares import MOST_IN_FLIGHT, HouseholdShare, Ledger, Request

LONGEST_WAIT: Final = 10.0
"""Nobody should have to watch a bot that only waits for its turn to think."""

TELL_SECONDS: Final = 1.0
"""How often those who wait are told how many are before them."""


class Queue:
    """Requests that wait, and the shares of those who asked."""

    def __init__(self, longest_wait: float) -> None:
        self._longest_wait = longest_wait
        self._is_limited = False
        self._shares: dict[str, HouseholdShare] = {}
        self._ledger = Ledger()
        self._telling: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return sum(len(share.waiting) for share in self._shares.values())

    def __bool__(self) -> bool:
        return any(share.waiting for share in self._shares.values())

    def put(self, request: Request) -> None:
        """Let it wait for its turn."""
        share = self._shares.setdefault(request.share, HouseholdShare())
        if not share.waiting:
            self._ledger.enter(request.share)
        share.put(request)
        request.answer.add_done_callback(lambda _: self._leave(request))
        self._limit(share)
        self._tell_soon()

    def put_back(self, request: Request) -> None:
        """Let it have its old place: the worker that was given it did nothing."""
        share = self._shares[request.share]
        self._ledger.give_back(request.share, request.cost)
        share.put_back(request)
        self._limit(share)

    def take(self) -> Request:
        """The next, which waits no more."""
        waiting = {name: share for name, share in self._shares.items() if share.waiting}
        fitting = [name for name, share in waiting.items() if share.fits]
        name = min(fitting or waiting, key=self._turn)
        share, active = self._shares[name], self._active
        request = share.take()
        request.stop_timer()
        request.say(None)
        self._ledger.charge(name, request.cost, active)
        self._limit(share)
        return request

    def _turn(self, name: str) -> tuple[int, int]:
        """Whose turn it is: the least of these."""
        return self._ledger.spent[name], self._shares[name].next.arrival

    @property
    def _active(self) -> int:
        """How many households want something now."""
        return sum(bool(one.waiting or one.running) for one in self._shares.values())

    def drain(self) -> list[Request]:
        """Everything that waits, which waits no more."""
        drained = [request for request, _ in self.before()]
        for share in self._shares.values():
            share.waiting = []
        for request in drained:
            request.stop_timer()
            request.say(None)
        self._forget()
        return drained

    def done(self, request: Request) -> None:
        """A worker is free of what it was given."""
        share = self._shares[request.share]
        share.running -= request.nodes
        self._limit(share)
        self._forget()

    def limit_waits(self) -> None:
        """From now on nobody waits longer than the longest wait."""
        if not self._is_limited:
            self._is_limited = True
            for share in self._shares.values():
                self._limit(share)

    def before(self) -> Iterator[tuple[Request, int]]:
        """Everything that waits, in its order, with the number of what comes before it."""
        order: list[tuple[int, int, Request]] = []
        for name, share in self._shares.items():
            turn = self._ledger.spent[name]
            for request in share.in_order:
                order.append((turn, request.arrival, request))
                turn += request.cost
        order.sort(key=lambda one: one[:2])
        return ((request, number) for number, (_, _, request) in enumerate(order))

    def _limit(self, share: HouseholdShare) -> None:
        """Limit the waits of what one household may have in flight; the rest waits for that."""
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
                request.timer = loop.call_at(request.latest, self._send_away, request)

    def _send_away(self, request: Request) -> None:
        self._leave(request)
        request.settle(Fallback.BUSY)

    def _leave(self, request: Request) -> None:
        """It was answered, or nobody waits for it any more."""
        share = self._shares.get(request.share)
        if share and request in share.waiting:
            share.waiting.remove(request)
            request.stop_timer()
            request.say(None)
            self._limit(share)
        self._forget()

    def _forget(self) -> None:
        """Forget who wants nothing now and is not ahead of those who wait."""
        self._shares = {
            name: share for name, share in self._shares.items() if share.waiting or share.running
        }
        self._ledger.forget(self._shares, keeps_debts=bool(self))

    def _tell_soon(self) -> None:
        if self._telling is None:
            loop = asyncio.get_running_loop()
            self._telling = loop.call_later(TELL_SECONDS, self._tell_all)

    def _tell_all(self) -> None:
        self._telling = None
        for request, number in list(self.before()):
            request.say(number)
        if self:
            self._tell_soon()
