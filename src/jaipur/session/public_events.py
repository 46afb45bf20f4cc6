"""The public events of a table: an allow-list of what everybody may see of each fact."""

from __future__ import annotations

from typing import Any

from ..events import Event
from .contract.basics import Market, Phase
from .contract.events import (
    ActedEvent,
    AnyEvent,
    ClosedEvent,
    CreatedEvent,
    JoinedEvent,
    OfferedRematchEvent,
    RanOutEvent,
    ReadiedEvent,
    RematchedEvent,
    ResignedEvent,
    VoidedEvent,
    WantedNextEvent,
)
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
)
from .places import MarketCards
from .table import Table


def event_of(table: Table, fact: Fact, at: float) -> AnyEvent:  # noqa: C901  # a case each
    """The public event that led to this version of the table."""
    when: dict[str, Any] = {"version": table.version, "at": int(at)}
    match fact:
        case Acted(_, _, places, _, fallback):
            assert table.match is not None  # noqa: S101  # there was an action
            last, market = table.match.events[-1], letters(table.market)
            return acted(last, table.version, places, market, int(at), fallback)
        case Created():
            return CreatedEvent(**when)
        case Joined(seat, _, name, nonce):
            return JoinedEvent(seat=seat, name=name, nonce=nonce, **when, **_dealt(table))
        case Readied(seats, nonce):
            return ReadiedEvent(seats=seats, nonce=nonce, **when, **_dealt(table))
        case WantedNext(seats):
            return WantedNextEvent(seats=seats, **when, **_dealt(table))
        case Resigned(seat):
            return ResignedEvent(seat=seat, **when)
        case RanOut(seat):
            return RanOutEvent(seat=seat, **when)
        case Closed(seat_or_host):
            return ClosedEvent(seat=seat_or_host, **when)
        case Voided(seat):
            return VoidedEvent(seat=seat, **when)
        case OfferedRematch(seat):
            return OfferedRematchEvent(seat=seat, **when)
        case Rematched(seat, new):
            return RematchedEvent(seat=seat, table=new, **when)


def _dealt(table: Table) -> dict[str, Any]:
    """The fields of the round that was dealt, if one was."""
    if table.match is None or table.phase is not Phase.PLAYING:
        return {}
    return {
        "round": len(table.match.rounds),
        "starter": table.match.round.starter,
        "market": letters(table.market),
    }


def acted(
    event: Event,
    version: int,
    places: tuple[int, ...],
    market: Market,
    at: int = 0,
    fallback: str | None = None,
) -> ActedEvent:
    """The public event of an action."""
    return ActedEvent(
        version=version,
        at=at,
        seat=event.seat,
        action=str(event.action),
        drawn="".join(card.letter for card in event.drawn),
        tokens=event.tokens,
        bonus_tier=event.bonus_tier,
        end=event.end,
        places=places,
        market=market,
        fallback=fallback,
    )


def letters(market: MarketCards) -> Market:
    """The cards of the market as letters."""
    return tuple(None if card is None else card.letter for card in market)
