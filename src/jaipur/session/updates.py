"""Updates for the listeners of a table: the state and the events, per kind of viewer.

Each is built once per version, however many viewers there are: a crowd of watchers costs one state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from ..texts import texts
from .clocks import Clocks
from .contract.events import AnyEvent
from .contract.responses import Update
from .contract.state import Now, State
from .options import MemoryAid
from .projection import Projection, Viewer, aid_for
from .table import Table
from .words.names import Seated, names_of
from .words.wording import event_with_words

_ENCODER = msgspec.json.Encoder()


class FollowedTable(Protocol):
    """What listeners follow: a table with its public events and clocks."""

    table: Table
    events: list[AnyEvent]
    clocks: Clocks


@dataclass(slots=True)
class _Cached:
    """What was built for one version and one kind of viewer."""

    state: State
    state_text: bytes = b""
    event_texts: dict[int | None, bytes] = field(default_factory=dict)
    """By the last version the viewer knew."""


class Updates:
    """The updates for the viewers of one table, cached per version."""

    def __init__(self, followed: FollowedTable) -> None:
        self.followed = followed
        self._cached_version = 0
        self._projection: Projection | None = None
        self._cache: dict[Viewer, _Cached] = {}

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.followed.table.version

    def update(self, viewer: Viewer, after: int | None, now: Now) -> Update:
        """The update for a viewer who last got version `after`; None for a new viewer."""
        known = self._known(after)
        events, state = self._events(viewer, known), self._for(viewer).state
        return Update(self.version, known, events, state, now)

    def encoded(self, viewer: Viewer, after: int | None, now: bytes) -> bytes:
        """The same as JSON; a state is encoded once for all viewers of the same kind."""
        known, cached = self._known(after), self._for(viewer)
        if not cached.state_text:
            cached.state_text = _ENCODER.encode(cached.state)
        return b'{"version":%d,"after":%b,"events":%b,"state":%b,"now":%b}' % (
            self.version,
            b"null" if known is None else b"%d" % known,
            self._events_text(viewer, known, cached.event_texts),
            cached.state_text,
            now,
        )

    def _known(self, after: int | None) -> int | None:
        return after if after is not None and 0 <= after <= self.version else None

    def _for(self, viewer: Viewer) -> _Cached:
        """The cache for a kind of viewer at the current version."""
        if self._projection is None or self._cached_version != self.version:
            self._projection = Projection(self.followed.table)
            self._cache, self._cached_version = {}, self.version
        cached = self._cache.get(viewer)
        if cached is None:
            cached = self._cache[viewer] = _Cached(self._projection.state_for(viewer))
        return cached

    def _events(self, viewer: Viewer, known: int | None) -> tuple[AnyEvent, ...]:
        start = first_event(self.followed.table, viewer, known)
        events = self.followed.events[start:]
        return events_in_words(viewer, self.followed.table.seats, events)

    def _events_text(
        self, viewer: Viewer, known: int | None, cache: dict[int | None, bytes]
    ) -> bytes:
        if known is not None and known < self.version - 1:
            # Not cached: a client that asks from every version would fill the memory.
            return _ENCODER.encode(self._events(viewer, known))
        text = cache.get(known)
        if text is None:
            text = cache[known] = _ENCODER.encode(self._events(viewer, known))
        return text


def events_in_words(
    viewer: Viewer, seats: Iterable[Seated], events: Iterable[AnyEvent]
) -> tuple[AnyEvent, ...]:
    """Events with sentences in the viewer's language, if there is one."""
    if not viewer.language:
        return tuple(events)
    _ = texts(viewer.language)
    names = names_of(seats, _)
    return tuple([event_with_words(event, names, viewer.seat, _) for event in events])


def first_event(table: Table, viewer: Viewer, after: int | None) -> int:
    """The index of the first event to send to a viewer who knows version `after`.

    A new viewer gets the log of the current round; a returning one gets everything they missed
    (events of an earlier round do not help in this one). Without a memory aid nobody gets more than
    the events since their own last action, but always at least the last action.
    """
    start = max(0, table.dealt_at - 1) if after is None else after
    if aid_for(table, viewer) is not MemoryAid.OFF:
        return start
    last = max(table.acted_at)
    mine = last if viewer.seat is None else table.acted_at[viewer.seat]
    return max(start, min(mine, last - 1)) if last else start
