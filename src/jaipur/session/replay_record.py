"""A match record step by step, in the form of the replay of a table.

What the record leaves unknown is shown as None. The match that was made of it holds cards that were
filled in; they are nobody's, and none of them is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..goods import TIERS
from ..match import Match
from ..records.model import UNKNOWN, Record, RoundRecord
from ..seats import SEATS, BySeat, Seat, other
from .happened import letters
from .options import Options
from .places import after, laid_out, places_of
from .replay import Step, dealt, end_with, steps_of
from .sight import result_json
from .table import Cause, SeatKind

ENDED_BY = {Cause.RESIGNED: "resigned", Cause.TIME: "ran_out"}
"""The event that ends a match in the middle of a round, by what the record says of its end."""
HAND_SIZE = 5


def replay_record_json(record: Record, match: Match, names: BySeat[str]) -> dict[str, Any]:
    """A record and the match it was replayed into, as JSON data like `replay_json`.

    `ending` is None for a match that was not finished.
    """
    ending = ending_of(record, match)
    told = _told(match, ending)
    steps = list(_hidden(record, steps_of(dealt(match.rounds), match.exchange_limit, told)))
    if ending:
        end_with(steps)
    options = Options(house_rule=match.exchange_limit is not None)
    return {
        "table": dict(record.headers).get("Table", ""),
        "seats": [_seat(name) for name in names],
        "options": options.to_json(),
        "results": [result_json(result) for result in match.results],
        "ending": ending,
        "steps": steps,
    }


def _seat(name: str) -> dict[str, Any]:
    state = {"ready": True, "wants_next": False, "bank_ms": None}
    return {"kind": SeatKind.PERSON, "name": name, "bot": None} | state


def ending_of(record: Record, match: Match) -> dict[str, Any] | None:
    """How the match ended; headers say it for one that nobody has two seals of."""
    if match.result:
        return {"cause": Cause.SEALS, "winner": match.result.winner, "by": None}
    headers = dict(record.headers)
    cause, winner = headers.get("End"), headers.get("Winner")
    if cause == Cause.HOUSE:
        return {"cause": Cause.HOUSE, "winner": None, "by": None}
    if cause not in ENDED_BY or winner not in ("0", "1"):
        return None
    return {"cause": Cause(cause), "winner": int(winner), "by": None}


def end_event(ending: dict[str, Any]) -> dict[str, Any] | None:
    """The event that ended a match in the middle of a round; None if its last action did."""
    if ending["cause"] == Cause.HOUSE:
        return {"kind": "closed"}
    kind = ENDED_BY.get(ending["cause"])
    return {"kind": kind, "seat": other(ending["winner"])} if kind else None


def _told(match: Match, ending: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    """The public events that a table would have told, but for the times."""
    version = 0
    for number, played in enumerate(match.rounds, 1):
        version += 1
        market = laid_out(played.deal)
        yield {
            "version": version,
            "kind": "readied" if number == 1 else "wanted_next",
            "seats": list(SEATS),
            "round": number,
            "starter": played.starter,
            "market": letters(market),
        }
        for event in played.events:
            version += 1
            places = places_of(market, event.action)
            market = after(market, places, event)
            where = {"places": list(places), "market": letters(market), "fallback": None}
            yield {"version": version, "kind": "acted", **event.to_json(), **where}
    if ending and (end := end_event(ending)):
        yield {"version": version + 1} | end


def _hidden(record: Record, steps: Iterator[Step]) -> Iterator[Step]:
    """The steps without anything that was filled in."""
    drawn: Counter[int] = Counter()
    guessed: set[Seat] = set()
    """Who has a bonus token of which the record does not know the value."""
    for step in steps:
        shown, event = step["round"], step["event"]
        written = record.rounds[shown["number"] - 1]
        if event.get("round"):
            drawn.clear()
            guessed.clear()
        if tier := event.get("bonus_tier"):
            if written.bonuses[TIERS.index(tier)][drawn[tier]] == UNKNOWN:
                guessed.add(event["seat"])
            drawn[tier] += 1
        _hide(shown, written, guessed)
        yield step


def _hide(shown: dict[str, Any], written: RoundRecord, guessed: set[Seat]) -> None:
    left = written.cards[len(written.cards) - shown["deck"] :]
    if UNKNOWN in left:
        shown["deck_cards"] = None
    for seat in SEATS:
        side = shown["sides"][seat]
        dealt = written.cards[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]
        # What everybody saw taken is known, and may be the whole hand.
        if UNKNOWN in dealt and len(side["known"]) < side["hand_size"]:
            side["hand"] = None
        if seat in guessed:
            side["bonus_values"] = None
