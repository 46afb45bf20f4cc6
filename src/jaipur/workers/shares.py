"""Requests to workers, and the fair share of worker time that each household has.

Whoever spent least is next: among households (see `queue`), and among the people of one household.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from ..actions import Action
from ..bots.network_file import NetworkFileError
from ..view import View
from .fallback import Fallback

MOST_IN_FLIGHT: Final = 50_000
"""Nodes per household that run or are next: about a second of thought, two for the maharaja.

Further requests wait for the household's own, however long those take, and for everybody else.
"""

NODES_OF_A_REQUEST: Final = 50
"""The fixed cost of a request, however little thought it needs."""

NODES_OF_AN_ARRIVAL: Final = 500
"""How many more nodes a request may need, for each later one, before the later ones overtake it.

So short requests go before long ones, but long ones do not wait forever.
"""

Tell = Callable[[int | None], None]
"""Called with the number of requests ahead in the queue; None once it no longer waits."""

_arrivals: Final = count()


@dataclass(slots=True, eq=False)
class Request:
    """A request to a worker, and the future of its answer."""

    line: bytes
    view: View
    nodes: int
    """Its cost, in nodes of a tree search."""
    for_whom: str = ""
    """The person it is for."""
    household: str = ""
    """The household whose share is used; if empty, the person has their own."""
    tell: Tell | None = None
    answer: asyncio.Future[Action | Fallback | NetworkFileError] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    why: Fallback = Fallback.NOT_READY
    """The answer if no worker becomes available."""
    arrival: int = field(default_factory=lambda: next(_arrivals))
    latest: float | None = None
    """When the wait has to end, by the clock of the event loop."""
    timer: asyncio.TimerHandle | None = None
    """The timer for `latest`."""
    last_told: int | None = None
    """The number last passed to `tell`."""

    @property
    def share(self) -> str:
        """The name of the share it counts towards."""
        return self.household or self.for_whom

    @property
    def place(self) -> int:
        """Its position among the requests of its person, kept after a crash."""
        return self.nodes + NODES_OF_AN_ARRIVAL * self.arrival

    @property
    def cost(self) -> int:
        """What it costs the share."""
        return self.nodes + NODES_OF_A_REQUEST

    def settle(self, answer: Action | Fallback | NetworkFileError) -> None:
        """Set the answer, unless nobody waits any more."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def report_position(self, before: int | None) -> None:
        """Report the number of requests ahead, if it has changed."""
        if self.tell and self.last_told != before:
            self.last_told = before
            self.tell(before)

    def stop_timer(self) -> None:
        """Remove the limit on its wait."""
        if self.timer:
            self.timer.cancel()
            self.timer = None


class Ledger:
    """What each member of a group has spent. Whoever spent least is next."""

    def __init__(self) -> None:
        self.spent: dict[str, int] = {}
        self.reached = 0
        """What a member with a fair share has spent by now."""

    def enter(self, name: str) -> None:
        """Add a member who was idle: they start where the others are."""
        self.spent[name] = max(self.spent.get(name, 0), self.reached)

    def charge(self, name: str, cost: int, active: int) -> None:
        """Charge a member for a request; `active` members want one now."""
        # `reached` advances by what each of them could have had of this request, so that an endless
        # stream of newcomers cannot hold it, and those who wait, in place.
        self.reached = max(self.reached, self.spent[name]) + cost // active
        self.spent[name] += cost

    def give_back(self, name: str, cost: int) -> None:
        """Refund a request that was not served."""
        self.spent[name] = self.spent.get(name, self.reached) - cost

    def forget(self, wanting: Container[str], *, keeps_debts: bool = True) -> None:
        """Forget idle members, unless they have spent more than the others (`keeps_debts`)."""
        self.spent = {
            name: spent
            for name, spent in self.spent.items()
            if name in wanting or (keeps_debts and spent > self.reached)
        }


@dataclass(slots=True, eq=False)
class HouseholdShare:
    """One household: what its people have spent, and their waiting requests."""

    running: int = 0
    """Nodes of requests that workers are processing."""
    waiting: list[Request] = field(default_factory=list)
    """The cheapest first."""
    people: Ledger = field(default_factory=Ledger)

    def put(self, request: Request) -> None:
        """Add a request to the queue."""
        if request.for_whom not in self.waiting_people:
            self.people.enter(request.for_whom)
        insort(self.waiting, request, key=lambda waiting: waiting.place)

    def put_back(self, request: Request) -> None:
        """Return a request that was taken but not served."""
        self.people.give_back(request.for_whom, request.cost)
        self.running -= request.nodes
        insort(self.waiting, request, key=lambda waiting: waiting.place)

    def take(self) -> Request:
        """Remove and return the next request."""
        request = self.next
        self.people.charge(request.for_whom, request.cost, len(self.waiting_people))
        self.waiting.remove(request)
        self.running += request.nodes
        self.people.forget(self.waiting_people)
        return request

    @property
    def waiting_people(self) -> set[str]:
        """The people with waiting requests."""
        return {request.for_whom for request in self.waiting}

    @property
    def next(self) -> Request:
        """The next request: the first one of the person who spent least."""
        return min(self.waiting, key=lambda one: self.people.spent[one.for_whom])

    @property
    def in_order(self) -> list[Request]:
        """All waiting requests, in the order in which they are taken."""
        spent, order = dict(self.people.spent), list[tuple[int, int, Request]]()
        for request in self.waiting:
            order.append((spent[request.for_whom], request.place, request))
            spent[request.for_whom] += request.cost
        order.sort(key=lambda one: one[:2])
        return [request for _, _, request in order]

    @property
    def fits(self) -> bool:
        """Whether the next request may run along with those already running."""
        return not self.running or self.running + self.next.nodes <= MOST_IN_FLIGHT
