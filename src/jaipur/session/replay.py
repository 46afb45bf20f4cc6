"""A table again: from what was stored of it, and a whole match with everything face up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import orjson

from ..actions import Sell
from ..deals import Deal
from ..errors import Code, SessionError
from ..match import Match, Round
from ..notation import parse_action
from ..position import Position
from ..store.protocol import StoreConflict, StoredEvent
from .facts import Created, Fact, read_fact
from .sight import Viewer, open_round, seen
from .table import Phase, Table

ENDS = frozenset(("resigned", "ran_out"))
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
    match = _finished(table)
    steps = list(steps_of(dealt(match.rounds), match.exchange_limit, map(orjson.loads, told)))
    end_with(steps)
    return _shared(table) | {"steps": steps}


def replay_request(table: Table, told: Iterable[str]) -> bytes:
    """What `replay_answer` needs for the same in another process, as one line of JSON."""
    match = _finished(table)
    deals = [(deal.letters, deal.bonus_digits, deal.starter) for deal in dealt(match.rounds)]
    return orjson.dumps(
        {
            "shared": _shared(table),
            "exchange_limit": match.exchange_limit,
            "deals": deals,
            "told": orjson.Fragment(f"[{','.join(told)}]"),
        }
    )


def replay_answer(request: bytes, go_on: Callable[[], None]) -> bytes:
    """What `replay_json` gives, as JSON text; `go_on` is asked at each step, and may raise.

    A long match takes some tenths of a second.
    """
    asked = orjson.loads(request)
    deals = [Deal.parse(*deal) for deal in asked["deals"]]
    steps: list[Step] = []
    written: list[bytes] = []
    for step in steps_of(deals, asked["exchange_limit"], asked["told"]):
        go_on()
        written += map(orjson.dumps, steps)  # all but the last: as text they take little room
        steps = [step]
    end_with(steps)
    whole = b",".join([*written, orjson.dumps(steps[-1])])
    return orjson.dumps(asked["shared"] | {"steps": orjson.Fragment(b"[%b]" % whole)})


def _finished(table: Table) -> Match:
    if table.ending is None:
        raise SessionError(Code.MATCH_NOT_OVER, table.version)
    if table.match is None:
        raise SessionError(Code.NOT_BEGUN, table.version)
    return table.match


def _shared(table: Table) -> dict[str, Any]:
    shown = seen(table, Viewer())
    return {name: shown[name] for name in SHARED}


def end_with(steps: list[Step]) -> None:
    """Let the last step be the end of the match, whatever ended it; no other is."""
    steps[-1]["phase"] = Phase.OVER
    steps[-1]["round"]["turn"] = None


def steps_of(
    deals: Sequence[Deal], exchange_limit: int | None, told: Iterable[dict[str, Any]]
) -> Iterator[Step]:
    """One step for each deal and each action, and for an end in the middle of a round.

    The deals name who starts their round.
    """
    position, cards, number, top = None, "", 0, None
    market: list[str | None] = []
    seals = [0, 0]
    for event in told:
        if event.get("round"):
            number, top = event["round"], None
            deal = deals[number - 1]
            position = Position.deal(deal, deal.starter, exchange_limit)
            cards = deal.letters
        elif event["kind"] == "acted" and position is not None:
            action = parse_action(event["action"])
            position = position.play(action)
            top = action.good.letter if isinstance(action, Sell) else top
            if position.result and position.result.winner is not None:
                seals[position.result.winner] += 1
        elif event["kind"] not in ENDS:
            continue
        if position is not None:
            market = event.get("market", market)
            phase = Phase.PLAYING if position.end is None else Phase.BETWEEN
            left = cards[len(cards) - position.deck_size :]
            shown = open_round(position, number, top, market, phase)
            yield {
                "version": event["version"],
                "event": event,
                "round": shown | {"deck_cards": left},
                "seals": seals.copy(),
                "phase": phase,
            }


def dealt(rounds: Iterable[Round]) -> list[Deal]:
    """The deals of rounds that were played, each with who started it."""
    return [replace(played.deal, starter=played.starter) for played in rounds]
