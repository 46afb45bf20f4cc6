"""A table again: from what was stored of it, and a whole match with everything face up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import msgspec
from msgspec import Struct, structs

from ..deals import KeyedDeals
from ..errors import Code, SessionError
from ..position import Position
from ..seats import Seat
from ..store.protocol import StoreConflict, StoredEvent
from .contract.basics import Market, Phase
from .contract.events import ActedEvent, AnyEvent, DealtEvent, EndedEvent
from .contract.responses import Replay, Step
from .facts import Created, Fact, read_fact
from .projection import Viewer, open_round, state_for
from .public_events import event_of
from .table import Dealer, Table
from .updates import events_in_words

WATCHER = Viewer()


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


def replay_of(
    events: Iterable[StoredEvent],
    viewer: Viewer = WATCHER,
    create: Callable[[str, Created], Table] = Table.create,
    go_on: Callable[[], None] = lambda: None,
) -> Replay:
    """A match that is over, step by step with both hands open, from what was stored of it.

    It is put into words for a viewer. What came after its end is left out, so that a rematch
    changes nothing here. `go_on` is asked at each step, and may raise.
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
    told = events_in_words(viewer, table.seats, (event for event, _ in played))
    steps = ended(steps_of(zip(told, (position for _, position in played), strict=True)))
    return Replay(table.id, shown.seats, table.options, shown.results, shown.ending, steps)


def replay_request(events: Sequence[StoredEvent], viewer: Viewer = WATCHER) -> bytes:
    """What `replay_response` needs of what was stored of a table, as one line of JSON."""
    facts = [(one.body, one.at) for one in events]
    return msgspec.json.encode(_Stored(events[0].table, facts, viewer.seat, viewer.language))


def replay_response(
    request: bytes, go_on: Callable[[], None], dealer: Dealer = KeyedDeals
) -> bytes:
    """The replay of a match as JSON text; `go_on` is asked at each step, and may raise.

    The longest match takes some tenths of a second.
    """
    asked = msgspec.json.decode(request, type=_Stored)
    stored = (
        StoredEvent(asked.table, number, "", "", body, at)
        for number, (body, at) in enumerate(asked.facts, 1)
    )
    viewer = Viewer(asked.seat, language=asked.language)
    create = partial(Table.create, dealer=dealer)
    return msgspec.json.encode(replay_of(stored, viewer, create, go_on))


class _Stored(Struct):
    """What was stored of a table: each fact as text, and when it happened; and for whom."""

    table: str
    facts: list[tuple[str, float]]
    seat: Seat | None
    language: str


def ended(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps of a match that is over: the last one is its end, whatever ended it."""
    *before, last = steps
    final = structs.replace(last, phase=Phase.OVER, round=structs.replace(last.round, turn=None))
    return (*before, final)


def steps_of(played: Iterable[tuple[AnyEvent, Position | None]]) -> Iterator[Step]:
    """One step for each deal and each action, and for an end in the middle of a round.

    `played` are public events, each with the position after it; with no position nothing is dealt.
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
    """The seals after a round has ended, or may have."""
    winner = position.result.winner if position.result else None
    return seals[0] + (winner == 0), seals[1] + (winner == 1)
