"""What happened at a table, as everybody may read it; no event has a slot for a secret."""

from __future__ import annotations

from ...results import EndCause
from ...seats import Seat
from .basics import Count, Letters, Market, Notation, Number, ResponseModel, Seats, TableId


class TableEvent(ResponseModel, frozen=True, kw_only=True, tag_field="kind"):
    """Something that made a version of a table."""

    version: Count
    at: Number = 0
    """When, in seconds since 1970; 0 where nobody noted it."""
    words: str = ""
    """What a person reads of it, in their language; none for programs."""


class DealingEvent(TableEvent, frozen=True, kw_only=True):
    """What may come with a deal: the number of the round, or None if nothing was dealt."""

    round: Count | None = None
    starter: Seat | None = None
    market: Market | None = None


class CreatedEvent(TableEvent, frozen=True, kw_only=True, tag="created"):
    """The table was set up."""


class JoinedEvent(DealingEvent, frozen=True, kw_only=True, tag="joined"):
    """Somebody took the open seat."""

    seat: Seat
    name: str
    nonce: str


class ReadiedEvent(DealingEvent, frozen=True, kw_only=True, tag="readied"):
    """Somebody said, for these seats, that the cards may be dealt."""

    seats: Seats
    nonce: str = ""


class ActedEvent(TableEvent, frozen=True, kw_only=True, tag="acted"):
    """A seat played an action."""

    seat: Seat
    action: Notation
    drawn: Letters
    """The cards that were turned over, in order."""
    tokens: tuple[Number, ...]
    """The values of the goods tokens taken, in order."""
    bonus_tier: Count | None
    end: EndCause | None
    """Why this action ended the round, if it did."""
    places: tuple[Count, ...]
    """The places of the market that cards were taken from."""
    market: Market
    """What lies there then."""
    fallback: str | None = None
    """Why another player chose for a bot, if one did."""


class WantedNextEvent(DealingEvent, frozen=True, kw_only=True, tag="wanted_next"):
    """Somebody said, for these seats, that the next round may begin."""

    seats: Seats


class ResignedEvent(TableEvent, frozen=True, kw_only=True, tag="resigned"):
    """A seat gave up the match."""

    seat: Seat


class RanOutEvent(TableEvent, frozen=True, kw_only=True, tag="ran_out"):
    """The clock of a seat ran out."""

    seat: Seat


class ClosedEvent(TableEvent, frozen=True, kw_only=True, tag="closed"):
    """The table was given up before the match began, or the house closed it (no seat)."""

    seat: Seat | None = None


class VoidedEvent(TableEvent, frozen=True, kw_only=True, tag="voided"):
    """A seat did not reveal its nonce in time: nothing was dealt."""

    seat: Seat


class OfferedRematchEvent(TableEvent, frozen=True, kw_only=True, tag="offered_rematch"):
    """A seat would like to play again."""

    seat: Seat


class RematchedEvent(TableEvent, frozen=True, kw_only=True, tag="rematched"):
    """Both play again, at another table."""

    seat: Seat
    table: TableId


DealtEvent = JoinedEvent | ReadiedEvent | WantedNextEvent
EndedEvent = ResignedEvent | RanOutEvent | ClosedEvent
"""What ends a match in the middle of a round."""
AnyEvent = (
    CreatedEvent
    | DealtEvent
    | ActedEvent
    | EndedEvent
    | VoidedEvent
    | OfferedRematchEvent
    | RematchedEvent
)
