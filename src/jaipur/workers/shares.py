"""What is asked of workers, and the share of thought that a household has of them.

Whoever spent least is next: among households (see `queue`), and among the people of one.
"""

from __future__ import annotations

import asyncio
from bisect import insort
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from itertools import count
from typing import Final

from ..actions import Action
from ..bots.weights_file import NetworkFileError
from ..view import View
from .fallback import Fallback

MOST_IN_FLIGHT: Final = 50_000
"""Nodes of one person that run or are next: about a second of thought, two of the maharaja's.

What they ask beyond that waits for their own thoughts, however long those take, and for everybody
else who waits.
"""

NODES_OF_A_REQUEST: Final = 50
"""What handing over a request costs, however little thought it needs."""

NODES_OF_AN_ARRIVAL: Final = 500
"""What is asked later goes before what needs so many nodes more, for each that came between.

So short thoughts go before long ones, and these do not wait for ever.
"""

Tell = Callable[[int | None], None]
"""Told how many thoughts are before a request; None once it waits no more."""

_arrivals: Final = count()


@dataclass(slots=True, eq=False)
class Request:
    """What a worker is asked, and the answer that somebody waits for."""

    line: bytes
    view: View
    nodes: int
    """How much thought it needs, in nodes of a tree search."""
    for_whom: str = ""
    """The person who waits for it."""
    household: str = ""
    """With whom that person has a share; with nobody if it is empty."""
    tell: Tell | None = None
    answer: asyncio.Future[Action | Fallback | NetworkFileError] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    why: Fallback = Fallback.NOT_READY
    """What is answered if no worker can be waited for."""
    arrival: int = field(default_factory=lambda: next(_arrivals))
    latest: float | None = None
    """When waiting has to end, by the clock of the event loop."""
    timer: asyncio.TimerHandle | None = None
    """Runs while it waits and `latest` is known."""
    told: int | None = None
    """What was last told."""

    @property
    def share(self) -> str:
        """The name of the share it takes from."""
        return self.household or self.for_whom

    @property
    def place(self) -> int:
        """Its place among those of its person, also when it comes back after a crash."""
        return self.nodes + NODES_OF_AN_ARRIVAL * self.arrival

    @property
    def cost(self) -> int:
        """What it takes from the share."""
        return self.nodes + NODES_OF_A_REQUEST

    def settle(self, answer: Action | Fallback | NetworkFileError) -> None:
        """Answer, unless nobody waits any more."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def say(self, before: int | None) -> None:
        """Tell how many are before it, if that is news."""
        if self.tell and self.told != before:
            self.told = before
            self.tell(before)

    def stop_timer(self) -> None:
        """It may wait as long as it takes."""
        if self.timer:
            self.timer.cancel()
            self.timer = None


class Ledger:
    """What each of some has spent. Whoever spent least is next."""

    def __init__(self) -> None:
        self.spent: dict[str, int] = {}
        self.reached = 0
        """What somebody has spent who had a fair share of late."""

    def enter(self, name: str) -> None:
        """Somebody comes who wanted nothing: they begin where the others are."""
        self.spent[name] = max(self.spent.get(name, 0), self.reached)

    def charge(self, name: str, cost: int, active: int) -> None:
        """Let somebody pay for a thought, of so many who want one now."""
        # Where the others are: on it goes with what each of them could have had of this thought,
        # so that newcomers without end cannot keep it, and those who wait, where they are.
        self.reached = max(self.reached, self.spent[name]) + cost // active
        self.spent[name] += cost

    def give_back(self, name: str, cost: int) -> None:
        """They did not get what they paid for."""
        self.spent[name] = self.spent.get(name, self.reached) - cost

    def forget(self, wanting: Container[str], *, keeps_debts: bool = True) -> None:
        """Forget who wants nothing now, unless they are ahead of the others and that matters."""
        self.spent = {
            name: spent
            for name, spent in self.spent.items()
            if name in wanting or (keeps_debts and spent > self.reached)
        }


@dataclass(slots=True, eq=False)
class HouseholdShare:
    """One household: the thought its people have spent, and what they wait for."""

    running: int = 0
    """Nodes that workers have been given."""
    waiting: list[Request] = field(default_factory=list)
    """The least thought first."""
    people: Ledger = field(default_factory=Ledger)

    def put(self, request: Request) -> None:
        """Let it wait among the others."""
        if request.for_whom not in self.who_waits:
            self.people.enter(request.for_whom)
        insort(self.waiting, request, key=lambda waiting: waiting.place)

    def put_back(self, request: Request) -> None:
        """It was taken for nothing."""
        self.people.give_back(request.for_whom, request.cost)
        self.running -= request.nodes
        insort(self.waiting, request, key=lambda waiting: waiting.place)

    def take(self) -> Request:
        """The next, which waits no more."""
        request = self.next
        self.people.charge(request.for_whom, request.cost, len(self.who_waits))
        self.waiting.remove(request)
        self.running += request.nodes
        self.people.forget(self.who_waits)
        return request

    @property
    def who_waits(self) -> set[str]:
        """The people who wait for something."""
        return {request.for_whom for request in self.waiting}

    @property
    def next(self) -> Request:
        """What comes first: that of the person who spent least, and of theirs the first."""
        return min(self.waiting, key=lambda one: self.people.spent[one.for_whom])

    @property
    def in_order(self) -> list[Request]:
        """Everything that waits, in the order in which it is taken."""
        spent, order = dict(self.people.spent), list[tuple[int, int, Request]]()
        for request in self.waiting:
            order.append((spent[request.for_whom], request.place, request))
            spent[request.for_whom] += request.cost
        order.sort(key=lambda one: one[:2])
        return [request for _, _, request in order]

    @property
    def fits(self) -> bool:
        """Whether what is next may run beside what runs already."""
        return not self.running or self.running + self.next.nodes <= MOST_IN_FLIGHT
