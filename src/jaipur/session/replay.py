"""A table from what was stored of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ..store.protocol import StoreConflict, StoredEvent
from .facts import Created, Fact, read_fact
from .table import Table


def versions(
    events: Iterable[StoredEvent], create: Callable[[str, Created], Table] = Table.create
) -> Iterator[tuple[Table, Fact, StoredEvent]]:
    """Every version of a table, with the fact that led to it; a gap is refused."""
    table: Table | None = None
    for expected, event in enumerate(events, 1):
        fact = read_fact(event.body)
        if event.sequence != expected or isinstance(fact, Created) != (expected == 1):
            raise StoreConflict
        if isinstance(fact, Created):
            table = create(event.table, fact)
        elif table is not None:
            table = table.after(fact)
        if table is not None:
            yield table, fact, event
