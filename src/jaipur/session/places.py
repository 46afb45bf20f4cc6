"""The five places of the market. A taken card leaves a gap, which is refilled in place."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..actions import Action, Exchange, Sell, Take, TakeCamels
from ..deals import Deal
from ..errors import Code, SessionError
from ..events import Event
from ..goods import CAMELS_LAID_OUT, Card

MarketCards = tuple[Card | None, ...]
"""The card at each place, from the left; None for a gap that the deck could not fill."""


def places_after_deal(deal: Deal) -> MarketCards:
    """The market at the start of a round: the camels, then the two cards from the deck."""
    return (Card.CAMEL,) * CAMELS_LAID_OUT + deal.market


def taken_cards(action: Action) -> tuple[Card, ...]:
    """The cards an action takes from the market."""
    match action:
        case Take(good):
            return (good,)
        case TakeCamels(count):
            return (Card.CAMEL,) * count
        case Exchange(take, _):
            return tuple(take)
        case Sell():
            return ()


def places_of(
    market: MarketCards, action: Action, named: Sequence[int] | None = None
) -> tuple[int, ...]:
    """The places an action takes from: those given, or the leftmost of each kind."""
    wanted = taken_cards(action)
    if not named:
        return tuple(sorted(_leftmost(market, wanted)))
    within = all(0 <= place < len(market) for place in named) and len(set(named)) == len(named)
    if not within or _sorted(market[place] for place in named) != _sorted(wanted):
        raise SessionError(
            Code.WRONG_PLACE,
            places=", ".join(map(str, named)),
            cards="".join(card.letter for card in wanted) or "–",
        )
    return tuple(sorted(named))


def after(market: MarketCards, places: Sequence[int], event: Event) -> MarketCards:
    """The market after an action; gaps are filled from the left."""
    action = event.action
    comes = tuple(action.give) if isinstance(action, Exchange) else event.drawn
    filled = dict.fromkeys(places, None) | dict(zip(places, comes, strict=False))
    return tuple(filled.get(place, card) for place, card in enumerate(market))


def _leftmost(market: MarketCards, wanted: Iterable[Card]) -> list[int]:
    free = list(market)
    found = []
    for card in wanted:
        place = free.index(card)
        free[place] = None
        found.append(place)
    return found


def _sorted(cards: Iterable[Card | None]) -> list[int]:
    return sorted(-1 if card is None else card for card in cards)
