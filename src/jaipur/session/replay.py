"""A table again: from what was stored of it, and a whole match with everything face up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import orjson

from ..cards import card_of
from ..errors import Code, SessionError
from ..match import Match, Round
from ..notation import parse_action
from ..store.protocol import StoreConflict, StoredEvent
from .facts import Created, Fact, read_fact
from .places import Places
from .sight import Viewer, open_round, seen
from .table import Phase, Table

ENDS = frozenset(("resigned", "ran_out", "closed"))
"""Events that end a match in the middle of a round."""
Step = dict[str, Any]
SHARED = ("table", "seats", "options", "results", "ending")


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


def replay_json(table: Table, told: Iterable[str]) -> dict[str, Any]:
    """A match that is over, step by step with both hands open, as JSON data.

    `told` are the public events of the table: with the deals they are the whole match. What came
    after its end is left out, so that a rematch changes nothing here.
    """
    if table.ending is None:
        raise SessionError(Code.MATCH_NOT_OVER, table.version)
    if table.match is None:
        raise SessionError(Code.NOT_BEGUN, table.version)
    shown = seen(table, Viewer())
    steps = list(steps_of(table.match.rounds, table.match.exchange_limit, map(orjson.loads, told)))
    end_with(steps)
    return {name: shown[name] for name in SHARED} | {"steps": steps}


def end_with(steps: list[Step]) -> None:
    """Let the last step be the end of the match, whatever ended it; no other is."""
    steps[-1]["phase"] = Phase.OVER
    steps[-1]["round"]["turn"] = None


def steps_of(
    rounds: tuple[Round, ...], exchange_limit: int | None, told: Iterable[dict[str, Any]]
) -> Iterator[Step]:
    """One step for each deal and each action, and for an end in the middle of a round."""
    match: Match | None = None
    market: Places = ()
    for event in told:
        if event.get("round"):
            deal = rounds[event["round"] - 1].deal
            match = match.next_round(deal) if match else Match.start(deal, exchange_limit)
        elif event["kind"] == "acted" and match:
            match = match.play(parse_action(event["action"]))
        elif event["kind"] not in ENDS:
            continue
        if match is not None:
            market = _places(event["market"]) if "market" in event else market
            phase = Phase.PLAYING if match.position.end is None else Phase.BETWEEN
            yield {
                "version": event["version"],
                "event": event,
                "round": open_round(match, market, phase),
                "seals": list(match.seals),
                "phase": phase,
            }


def _places(letters: Iterable[str | None]) -> Places:
    return tuple(None if letter is None else card_of(letter) for letter in letters)
