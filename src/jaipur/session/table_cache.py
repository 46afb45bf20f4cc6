"""The cache of tables in memory, limited in total and per person.

Loading a table is fast, so an unused one may be evicted at any time, the least recently used first.
Tables in use stay, however many there are: their number is limited by the streams that a server
allows and by the bots that are thinking.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .owner import Owner

MOST = 2_000
"""The limit of tables in memory, about 100 KiB each; exceeded only while they are in use."""
MOST_OF_ONE = 64
"""The limit of tables loaded for one person."""
MOST_OF_STRANGERS = 512
"""The limit of tables loaded for all unknown callers together."""
LOOKS = 32
"""Tables examined for each new one; those in use move to the end of the queue."""


@dataclass(slots=True, eq=False)
class CachedTable:
    """A table, for whom it was loaded, and when it was last used."""

    owner: Owner
    asker: str
    used: float


class TableCache:
    """Owners by the ids of their tables, the least recently used first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._entries: OrderedDict[str, CachedTable] = OrderedDict()
        self._by_asker: dict[str, dict[str, CachedTable]] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def values(self) -> list[Owner]:
        """All owners."""
        return [entry.owner for entry in self._entries.values()]

    def peek(self, table_id: str) -> Owner | None:
        """The owner of a table, without counting as use."""
        entry = self._entries.get(table_id)
        return None if entry is None else entry.owner

    def get(self, table_id: str) -> Owner | None:
        """The owner of a table, which counts as use."""
        entry = self._entries.get(table_id)
        if entry is None:
            return None
        entry.used = self._clock()
        self._entries.move_to_end(table_id)
        return entry.owner

    def put(self, owner: Owner, asker: str) -> list[Owner]:
        """Add a table that was loaded for somebody; returns the tables to evict."""
        entry = CachedTable(owner, asker, self._clock())
        self._entries[owner.table.id] = entry
        self._by_asker.setdefault(asker, {})[owner.table.id] = entry
        surplus = [*self._surplus_of(asker), *self._surplus()]
        return [found.owner for found in surplus if found is not entry]

    def remove(self, owner: Owner) -> bool:
        """Remove a table; returns whether it was cached."""
        table_id = owner.table.id
        entry = self._entries.get(table_id)
        if entry is None or entry.owner is not owner:
            return False
        del self._entries[table_id]
        theirs = self._by_asker[entry.asker]
        del theirs[table_id]
        if not theirs:
            del self._by_asker[entry.asker]
        return True

    def idle(self, seconds: float) -> list[Owner]:
        """The tables that have not been used for this long."""
        horizon = self._clock() - seconds
        entries = self._entries.values()
        return [entry.owner for entry in entries if entry.used < horizon and entry.owner.is_at_rest]

    def _surplus_of(self, asker: str) -> Iterator[CachedTable]:
        """The tables over the limit of one person that can be evicted."""
        theirs = self._by_asker[asker]
        surplus = len(theirs) - (MOST_OF_ONE if asker else MOST_OF_STRANGERS)
        if surplus > 0:
            resting = [entry for entry in theirs.values() if entry.owner.is_at_rest]
            yield from sorted(resting, key=lambda entry: entry.used)[:surplus]

    def _surplus(self) -> Iterator[CachedTable]:
        """The tables over the total limit that can be evicted, among the first few."""
        surplus, looks = len(self) - MOST, min(LOOKS, len(self))
        while surplus > 0 and looks > 0:
            table_id, entry = next(iter(self._entries.items()))
            self._entries.move_to_end(table_id)
            looks -= 1
            if entry.owner.is_at_rest:
                surplus -= 1
                yield entry
