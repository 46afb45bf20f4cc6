"""The tables in memory: so many altogether, and so many that one person had read.

A table is read again in a moment, so one that nobody uses may leave at any time: the one that was
not used for longest goes first. What is in use stays, however many there are: it is bounded by the
streams a server allows and by the bots that think.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .owner import Owner

MOST = 2_000
"""Tables in memory, of some 100 KiB each; more only while they are in use."""
MOST_OF_ONE = 64
"""Tables in memory because one person asked for them."""
MOST_OF_STRANGERS = 512
"""The same for all together whom nobody knows."""
LOOKS = 32
"""Tables that are looked at for each that comes: what is in use goes to the end of the row."""


@dataclass(slots=True, eq=False)
class CachedTable:
    """A table, who had it read, and when it was last used."""

    owner: Owner
    asker: str
    used: float


class TableCache:
    """Owners by the ids of their tables, the least recently used first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._places: OrderedDict[str, CachedTable] = OrderedDict()
        self._of: dict[str, dict[str, CachedTable]] = {}

    def __len__(self) -> int:
        return len(self._places)

    def values(self) -> list[Owner]:
        """All owners."""
        return [place.owner for place in self._places.values()]

    def peek(self, table_id: str) -> Owner | None:
        """The owner of a table, which is not used by that."""
        place = self._places.get(table_id)
        return None if place is None else place.owner

    def get(self, table_id: str) -> Owner | None:
        """The owner of a table, which is now in use."""
        place = self._places.get(table_id)
        if place is None:
            return None
        place.used = self._clock()
        self._places.move_to_end(table_id)
        return place.owner

    def put(self, owner: Owner, asker: str) -> list[Owner]:
        """Add a table that somebody had read; returns those that have to make room for it."""
        place = CachedTable(owner, asker, self._clock())
        self._places[owner.table.id] = place
        self._of.setdefault(asker, {})[owner.table.id] = place
        surplus = [*self._surplus_of(asker), *self._surplus()]
        return [found.owner for found in surplus if found is not place]

    def remove(self, owner: Owner) -> bool:
        """Take a table away; returns whether it was there."""
        table_id = owner.table.id
        place = self._places.get(table_id)
        if place is None or place.owner is not owner:
            return False
        del self._places[table_id]
        theirs = self._of[place.asker]
        del theirs[table_id]
        if not theirs:
            del self._of[place.asker]
        return True

    def idle(self, seconds: float) -> list[Owner]:
        """The tables that nobody uses and nobody used for so long."""
        horizon = self._clock() - seconds
        places = self._places.values()
        return [place.owner for place in places if place.used < horizon and place.owner.is_at_rest]

    def _surplus_of(self, asker: str) -> Iterator[CachedTable]:
        """What one person has too many of, as far as it can leave."""
        theirs = self._of[asker]
        surplus = len(theirs) - (MOST_OF_ONE if asker else MOST_OF_STRANGERS)
        if surplus > 0:
            resting = [place for place in theirs.values() if place.owner.is_at_rest]
            yield from sorted(resting, key=lambda place: place.used)[:surplus]

    def _surplus(self) -> Iterator[CachedTable]:
        """What is too many altogether, as far as a few looks find it."""
        surplus, looks = len(self) - MOST, min(LOOKS, len(self))
        while surplus > 0 and looks > 0:
            table_id, place = next(iter(self._places.items()))
            self._places.move_to_end(table_id)
            looks -= 1
            if place.owner.is_at_rest:
                surplus -= 1
                yield place
