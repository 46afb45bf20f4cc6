"""Public events of a table: what of a fact everybody may read. An allow-list, fact by fact."""

from __future__ import annotations

from typing import Any

import orjson

from .facts import (
    Acted,
    Closed,
    Created,
    Fact,
    Joined,
    OfferedRematch,
    RanOut,
    Readied,
    Rematched,
    Resigned,
    Voided,
    WantedNext,
    name_of,
)
from .places import Places
from .table import Phase, Table


def event_json(table: Table, fact: Fact, at: float) -> str:
    """The public event that led to this version of the table, as JSON text."""
    event = {"version": table.version, "kind": name_of(fact), "at": int(at)} | _told(table, fact)
    return orjson.dumps(event).decode()


def _told(table: Table, fact: Fact) -> dict[str, Any]:
    match fact:
        case Created():
            return {}
        case Joined(seat, _, name, nonce):
            return {"seat": seat, "name": name, "nonce": nonce} | _dealt(table)
        case Readied(seats, nonce):
            return {"seats": list(seats), "nonce": nonce} | _dealt(table)
        case Acted():
            return _acted(table, fact)
        case WantedNext(seats):
            return {"seats": list(seats)} | _dealt(table)
        case Closed(None):
            return {}
        case Resigned(seat) | RanOut(seat) | Closed(seat) | Voided(seat) | OfferedRematch(seat):
            return {"seat": seat}
        case Rematched(seat, new):
            return {"seat": seat, "table": new}


def _dealt(table: Table) -> dict[str, Any]:
    """The round that was dealt with it, or None."""
    if table.match is None or table.phase is not Phase.PLAYING:
        return {"round": None}
    return {
        "round": len(table.match.rounds),
        "starter": table.match.round.starter,
        "market": letters(table.market),
    }


def _acted(table: Table, fact: Acted) -> dict[str, Any]:
    assert table.match is not None  # noqa: S101  # somebody acted in it
    return {
        **table.match.events[-1].to_json(),
        "places": list(fact.places),
        "market": letters(table.market),
        "fallback": fact.fallback,
    }


def letters(market: Places) -> list[str | None]:
    """The places of the market as letters."""
    return [None if card is None else card.letter for card in market]
