"""What is made for those who follow a table: states and events as each kind of viewer is told them.

Made once for each version, however many look: a crowd that watches costs one state.
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
    """What is followed: a table with its public events and clocks."""

    table: Table
    events: list[AnyEvent]
    clocks: Clocks


@dataclass(slots=True)
class _Made:
    """What was made of one version for one kind of viewer."""

    state: State
    state_text: bytes = b""
    event_texts: dict[int | None, bytes] = field(default_factory=dict)
    """By the version that was known before."""


class Updates:
    """What the viewers of one table are told."""

    def __init__(self, followed: FollowedTable) -> None:
        self.followed = followed
        self._made_for = 0
        self._sight: Projection | None = None
        self._made: dict[Viewer, _Made] = {}

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.followed.table.version

    def update(self, viewer: Viewer, after: int | None, now: Now) -> Update:
        """What a viewer is shown who was last given a version; None: who is new."""
        known = self._known(after)
        events, state = self._events(viewer, known), self._for(viewer).state
        return Update(self.version, known, events, state, now)

    def encoded(self, viewer: Viewer, after: int | None, now: bytes) -> bytes:
        """The same as JSON; a state is written once for all who see the same."""
        known, made = self._known(after), self._for(viewer)
        if not made.state_text:
            made.state_text = _ENCODER.encode(made.state)
        return b'{"version":%d,"after":%b,"events":%b,"state":%b,"now":%b}' % (
            self.version,
            b"null" if known is None else b"%d" % known,
            self._events_text(viewer, known, made.event_texts),
            made.state_text,
            now,
        )

    def _known(self, after: int | None) -> int | None:
        return after if after is not None and 0 <= after <= self.version else None

    def _for(self, viewer: Viewer) -> _Made:
        """What is made for a kind of viewer, once for each version."""
        if self._sight is None or self._made_for != self.version:
            self._sight, self._made, self._made_for = (
                Projection(self.followed.table),
                {},
                self.version,
            )
        made = self._made.get(viewer)
        if made is None:
            made = self._made[viewer] = _Made(self._sight.state_for(viewer))
        return made

    def _events(self, viewer: Viewer, known: int | None) -> tuple[AnyEvent, ...]:
        start = first_event(self.followed.table, viewer, known)
        told = self.followed.events[start:]
        return events_in_words(viewer, self.followed.table.seats, told)

    def _events_text(
        self, viewer: Viewer, known: int | None, made: dict[int | None, bytes]
    ) -> bytes:
        if known is not None and known < self.version - 1:
            # Not kept: whoever asks from each version on would fill the memory.
            return _ENCODER.encode(self._events(viewer, known))
        text = made.get(known)
        if text is None:
            text = made[known] = _ENCODER.encode(self._events(viewer, known))
        return text


def events_in_words(
    viewer: Viewer, seats: Iterable[Seated], told: Iterable[AnyEvent]
) -> tuple[AnyEvent, ...]:
    """Events as a viewer is told them: in words of their language, if they have one."""
    if not viewer.language:
        return tuple(told)
    _ = texts(viewer.language)
    names = names_of(seats, _)
    return tuple([event_with_words(event, names, viewer.seat, _) for event in told])


def first_event(table: Table, viewer: Viewer, after: int | None) -> int:
    """How many of the public events a viewer is not told: those before the version it knows.

    Who is new is told the log of the round; who was away, all that they missed (what happened in an
    earlier round helps nobody in this one). Without a memory aid nobody is told more than what
    happened since their own last action, and at least the last action.
    """
    start = max(0, table.dealt_at - 1) if after is None else after
    if aid_for(table, viewer) is not MemoryAid.OFF:
        return start
    last = max(table.acted_at)
    mine = last if viewer.seat is None else table.acted_at[viewer.seat]
    return max(start, min(mine, last - 1)) if last else start
