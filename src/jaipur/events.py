"""Public events: what everyone at the table saw. An event has no field for a secret."""

from __future__ import annotations

from dataclasses import dataclass

from .actions import Action, Sell
from .goods import TIERS, Card
from .position import Position
from .results import EndCause
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Event:
    """One action as the table saw it."""

    seat: Seat
    action: Action
    drawn: tuple[Card, ...]
    """The cards drawn from the deck to the market, in order."""
    tokens: tuple[int, ...]
    """The values of the goods tokens taken, in order."""
    bonus_tier: int | None
    """The tier of the bonus token taken; only its owner knows its value."""
    end: EndCause | None
    """Why this action ended the round, if it did."""

    def to_json(self) -> dict[str, object]:
        """The event as JSON data."""
        return {
            "seat": self.seat,
            "action": str(self.action),
            "drawn": "".join(card.letter for card in self.drawn),
            "tokens": list(self.tokens),
            "bonus_tier": self.bonus_tier,
            "end": self.end,
        }


def event(before: Position, action: Action, after: Position) -> Event:
    """The public event of an action that was played."""
    drawn = before.top_cards(before.deck_size - after.deck_size)
    if not isinstance(action, Sell):
        return Event(before.turn, action, drawn, (), None, after.end)
    tokens = before.pile(action.good)[: action.count]
    bonuses = zip(TIERS, before.bonuses_left, after.bonuses_left, strict=True)
    tier = next((tier for tier, was, left in bonuses if left < was), None)
    return Event(before.turn, action, drawn, tokens, tier, after.end)
