"""Replays a table from its stored events, and a finished match with everything face up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import msgspec
from msgspec import Struct, structs

from ..deals import KeyedDeals
from ..errors import Code, SessionError
from ..position import Position
from ..seats import Seat
from ..store.protocol import StoreConflict
from ..store.values import StoredEvent
from .contract.basics import Market, Phase
from .contract.events import ActedEvent, AnyEvent, DealtEvent, EndedEvent
from .contract.responses import Replay, Step
from .facts import Created, Fact, read_fact
from .projection import WATCHER, Viewer, open_round, state_for
from .public_events import event_of
from .table import Dealer, Table
from .updates import events_in_words


def versions(
    events: Iterable[StoredEvent], create: Callable[[str, Created], Table] = Table.create
) -> Iterator[tuple[Table, Fact, StoredEvent]]:
    """Yield every version of a table with its fact; StoreConflict if an event is missing."""
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


def replay_of(
    events: Iterable[StoredEvent],
    viewer: Viewer = WATCHER,
    create: Callable[[str, Created], Table] = Table.create,
    go_on: Callable[[], None] = lambda: None,
) -> Replay:
    """Replay a finished match step by step with both hands face up, from its stored events.

    Sentences are in the viewer's language. Events after the end are left out, so that a rematch
    changes nothing here. `go_on` is called at each step, and may raise to cancel.
    """
    table, played = None, []
    for table, fact, event in versions(events, create):
        go_on()
        position = table.match.position if table.match else None
        played.append((event_of(table, fact, event.at), position))
    if table is None:
        raise SessionError(Code.UNKNOWN_TABLE)
    if table.ending is None:
        raise SessionError(Code.MATCH_NOT_OVER, table.version)
    if table.match is None:
        raise SessionError(Code.NOT_BEGUN, table.version)
    go_on()
    shown = state_for(table, viewer)
    public = events_in_words(viewer, table.seats, (event for event, _ in played))
    steps = ended(steps_of(zip(public, (position for _, position in played), strict=True)))
    return Replay(table.id, shown.seats, table.options, shown.results, shown.ending, steps)


def replay_request(events: Sequence[StoredEvent], viewer: Viewer = WATCHER) -> bytes:
    """The request for `replay_response`, with the stored events, as one line of JSON."""
    facts = [(one.body, one.at) for one in events]
    return msgspec.json.encode(_ReplayRequest(events[0].table, facts, viewer.seat, viewer.language))


def replay_response(
    request: bytes, go_on: Callable[[], None], dealer: Dealer = KeyedDeals
) -> bytes:
    """The replay of a match as JSON; `go_on` is called at each step, and may raise to cancel.

    The longest match takes a few tenths of a second.
    """
    asked = msgspec.json.decode(request, type=_ReplayRequest)
    stored = (
        StoredEvent(asked.table, number, "", "", body, at)
        for number, (body, at) in enumerate(asked.facts, 1)
    )
    viewer = Viewer(asked.seat, language=asked.language)
    create = partial(Table.create, dealer=dealer)
    return msgspec.json.encode(replay_of(stored, viewer, create, go_on))


class _ReplayRequest(Struct):
    """The stored facts of a table with their times, and the viewer."""

    table: str
    facts: list[tuple[str, float]]
    seat: Seat | None
    language: str


def ended(steps: Iterable[Step]) -> tuple[Step, ...]:
    """Mark the last step as the end of the match, whatever ended it."""
    *before, last = steps
    final = structs.replace(last, phase=Phase.OVER, round=structs.replace(last.round, turn=None))
    return (*before, final)


def steps_of(played: Iterable[tuple[AnyEvent, Position | None]]) -> Iterator[Step]:
    """Yield a step for each deal, each action, and an ending in the middle of a round.

    `played` are public events, each with the position after it, or None before the first deal.
    """
    number, top, seals = 0, None, (0, 0)
    market: Market = ()
    for event, position in played:
        if position is None or not isinstance(event, DealtEvent | ActedEvent | EndedEvent):
            continue
        if isinstance(event, ActedEvent):
            sold = event.action[1] if event.action.startswith("-") else None
            top, market, seals = sold or top, event.market, _with_seal(seals, position)
        elif isinstance(event, DealtEvent):
            if event.round is None:
                continue
            number, top, market = event.round, None, event.market or ()
        phase = Phase.PLAYING if position.end is None else Phase.BETWEEN
        shown = open_round(position, number, top, market, phase)
        yield Step(event.version, event, shown, seals, phase)


def _with_seal(seals: tuple[int, int], position: Position) -> tuple[int, int]:
    """The seals after an action, which may have ended the round."""
    winner = position.result.winner if position.result else None
    return seals[0] + (winner == 0), seals[1] + (winner == 1)
