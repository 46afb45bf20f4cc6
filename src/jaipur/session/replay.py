"""A table again: from what was stored of it, and a whole match with everything face up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import orjson

from ..actions import Sell
from ..deals import Deal, KeyedDeals
from ..errors import Code, SessionError
from ..match import Round
from ..notation import parse_action
from ..position import Position
from ..store.protocol import StoreConflict, StoredEvent
from .facts import Created, Fact, read_fact
from .happened import event_json
from .sight import Viewer, open_round, seen
from .table import Dealer, Phase, Table

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
    match = table.match
    if match is None:
        raise SessionError(Code.NOT_BEGUN, table.version)
    steps = list(steps_of(dealt(match.rounds), match.exchange_limit, map(orjson.loads, told)))
    end_with(steps)
    shown = seen(table, Viewer())
    return {name: shown[name] for name in SHARED} | {"steps": steps}


def replay_request(events: Sequence[StoredEvent]) -> bytes:
    """What `replay_answer` needs of what was stored of a table, as one line of JSON."""
    facts = ",".join(event.body for event in events)
    times = [event.at for event in events]
    whole = {"table": events[0].table, "at": times, "facts": orjson.Fragment(f"[{facts}]")}
    return orjson.dumps(whole)


def replay_answer(request: bytes, go_on: Callable[[], None], dealer: Dealer = KeyedDeals) -> bytes:
    """The replay of a match as JSON text; `go_on` is asked at each step, and may raise.

    The longest match takes some tenths of a second.
    """
    asked = orjson.loads(request)
    stored = (
        StoredEvent(asked["table"], number, "", "", orjson.dumps(fact).decode(), at)
        for number, (fact, at) in enumerate(zip(asked["facts"], asked["at"], strict=True), 1)
    )
    table, told = None, []
    for table, fact, event in versions(stored, partial(Table.create, dealer=dealer)):
        go_on()
        told.append(event_json(table, fact, event.at))
    if table is None:
        raise SessionError(Code.UNKNOWN_TABLE)
    go_on()
    return orjson.dumps(replay_json(table, told))


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
