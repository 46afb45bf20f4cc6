"""The public events of a table; no event type has a field for a secret."""

from __future__ import annotations

from ...results import EndCause
from ...seats import Seat
from .basics import Count, Letters, Market, Notation, Number, ResponseModel, Seats, TableId


class TableEvent(ResponseModel, frozen=True, kw_only=True, tag_field="kind"):
    """An event that created a version of a table."""

    version: Count
    at: Number = 0
    """When it happened, in seconds since 1970; 0 if unknown."""
    words: str = ""
    """The event as a sentence in the viewer's language; empty for programs."""


class DealingEvent(TableEvent, frozen=True, kw_only=True):
    """An event that may deal a round; `round` is its number, or None if nothing was dealt."""

    round: Count | None = None
    starter: Seat | None = None
    market: Market | None = None


class CreatedEvent(TableEvent, frozen=True, kw_only=True, tag="created"):
    """The table was set up."""


class JoinedEvent(DealingEvent, frozen=True, kw_only=True, tag="joined"):
    """A player took the open seat."""

    seat: Seat
    name: str
    nonce: str


class ReadiedEvent(DealingEvent, frozen=True, kw_only=True, tag="readied"):
    """These seats are ready for the first deal."""

    seats: Seats
    nonce: str = ""


class ActedEvent(TableEvent, frozen=True, kw_only=True, tag="acted"):
    """A seat played an action."""

    seat: Seat
    action: Notation
    drawn: Letters
    """The cards turned over from the deck, in order."""
    tokens: tuple[Number, ...]
    """The values of the goods tokens earned, in order."""
    bonus_tier: Count | None
    end: EndCause | None
    """Why this action ended the round, if it did."""
    places: tuple[Count, ...]
    """The market places the cards were taken from."""
    market: Market
    """The market after the action."""
    fallback: str | None = None
    """Why the fallback bot chose this action, if it did."""


class WantedNextEvent(DealingEvent, frozen=True, kw_only=True, tag="wanted_next"):
    """These seats are ready for the next round."""

    seats: Seats


class ResignedEvent(TableEvent, frozen=True, kw_only=True, tag="resigned"):
    """A player resigned."""

    seat: Seat


class RanOutEvent(TableEvent, frozen=True, kw_only=True, tag="ran_out"):
    """A player ran out of time."""

    seat: Seat


class ClosedEvent(TableEvent, frozen=True, kw_only=True, tag="closed"):
    """A player closed the table before the match began, or the host closed it (no seat)."""

    seat: Seat | None = None


class VoidedEvent(TableEvent, frozen=True, kw_only=True, tag="voided"):
    """A player did not reveal their nonce in time, so nothing was dealt."""

    seat: Seat


class OfferedRematchEvent(TableEvent, frozen=True, kw_only=True, tag="offered_rematch"):
    """A player offered a rematch."""

    seat: Seat


class RematchedEvent(TableEvent, frozen=True, kw_only=True, tag="rematched"):
    """The rematch was agreed; it is played at another table."""

    seat: Seat
    table: TableId


DealtEvent = JoinedEvent | ReadiedEvent | WantedNextEvent
EndedEvent = ResignedEvent | RanOutEvent | ClosedEvent
"""The events that end a match in the middle of a round."""
AnyEvent = (
    CreatedEvent
    | DealtEvent
    | ActedEvent
    | EndedEvent
    | VoidedEvent
    | OfferedRematchEvent
    | RematchedEvent
)
