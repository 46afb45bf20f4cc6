"""What a client needs to say about actions: what each does, and why a card cannot be used now."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ..actions import Action, Exchange, Sell, Take, TakeCamels
from ..cards import Cards
from ..errors import REASONS, Reason
from ..goods import CAMEL, GOODS, PILES_TO_END, TIERS, Card
from ..results import EndCause
from ..view import View

_LETTERS = {good: good.letter for good in GOODS}


@lru_cache(maxsize=32_768)
def _spelled(take: int, give: int) -> tuple[str, str, str, int]:
    """An exchange of packed cards: its notation, both sides and the camels given."""
    taken, given = Cards.unpack(take), Cards.unpack(give)
    return str(Exchange(taken, given)), str(taken), str(given), given.count(Card.CAMEL)


def explain_actions(view: View) -> list[dict[str, Any]]:
    """Every legal action with what it does, as JSON data."""
    explain = _Facts(view).explain
    return [explain(action) for action in view.legal_actions()]


class _Facts:
    """What the explanations of one view have in common, looked up once."""

    def __init__(self, view: View) -> None:
        self.hand = len(view.hand)
        self.herd = view.herds[view.seat]
        self.deck = view.deck_size
        self.piles = {good: view.pile(good) for good in GOODS}
        self.empty = sum(not values for values in self.piles.values())
        self.bonuses = dict(zip(TIERS, view.bonuses_left, strict=True))
        self.last_exchange = view.exchanges + 1 == view.exchange_limit

    def explain(self, action: Action) -> dict[str, Any]:
        match action:
            case Exchange():
                return self._exchange(action)
            case Take():
                return self._draw(action, "take", 1, self.hand + 1)
            case TakeCamels(count):
                herd = {"herd_after": self.herd + count}
                return self._draw(action, "take_camels", count, self.hand) | herd
            case Sell(good, count):
                return self._sell(action, good, count)

    def _draw(self, action: Action, kind: str, count: int, hand_after: int) -> dict[str, Any]:
        return {
            "action": str(action),
            "kind": kind,
            "hand_after": hand_after,
            "reveals": min(count, self.deck),
            "ends": EndCause.DECK if count > self.deck else None,
        }

    def _exchange(self, action: Exchange) -> dict[str, Any]:
        text, take, give, camels = _spelled(action.take.packed, action.give.packed)
        return {
            "action": text,
            "kind": "exchange",
            "take": take,
            "give": give,
            "hand_after": self.hand + camels,
            "herd_after": self.herd - camels,
            "ends": EndCause.EXCHANGES if self.last_exchange else None,
        }

    def _sell(self, action: Sell, good: Card, count: int) -> dict[str, Any]:
        earns = self.piles[good][:count]
        empties = len(earns) == len(self.piles[good]) > 0
        tier = min(count, TIERS[-1])
        return {
            "action": str(action),
            "kind": "sell",
            "good": _LETTERS[good],
            "count": count,
            "earns": list(earns),
            "bonus_tier": tier if self.bonuses.get(tier) else None,
            "hand_after": self.hand - count,
            "ends": EndCause.TOKENS if self.empty + empties >= PILES_TO_END else None,
        }


def blocked_cards(view: View, legal: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Why a card of the market, the hand or the herd is part of no legal action."""
    taken = set("".join([_taken(said) for said in legal]))
    given = set("".join([said.get("give") or said.get("good", "") for said in legal]))
    market = {card for card in view.market if card.letter not in taken}
    hand = {card for card in view.hand if card.letter not in given}
    blocked = {
        "market": {card.letter: _why_not_taken(view, card) for card in sorted(market)},
        "hand": {card.letter: _why_not_given(view, card) for card in sorted(hand)},
        "herd": {},
    }
    if view.herds[view.seat] and "K" not in given:
        blocked["herd"] = {"K": _why_not_given(view, Card.CAMEL)}
    return blocked


def _taken(said: dict[str, Any]) -> str:
    """The letters of the cards that an explained action takes."""
    if "take" in said:
        take: str = said["take"]
        return take
    text: str = said["action"]
    return text[1:] if text.startswith("+") else ""


def _why_not_taken(view: View, card: Card) -> dict[str, Any] | None:
    if card == CAMEL:
        return _reason(view, TakeCamels(view.market.count(card)))
    return _reason(view, Take(card))


def _why_not_given(view: View, card: Card) -> dict[str, Any] | None:
    """The reason against selling all of a kind, or against giving it for what lies there."""
    if card != CAMEL:
        return _reason(view, Sell(card, min(view.hand.count(card), 7)))
    take = [good for good in view.market if good != CAMEL][:2]
    herd, hand = [card] * view.herds[view.seat], sorted(view.hand, key=take.__contains__)
    give = [*herd, *hand][:2]
    if len(take) < 2 or len(give) < 2:
        return said_reason(Reason.ONE_FOR_ONE)
    return _reason(view, Exchange(Cards(take), Cards(give)))


def _reason(view: View, action: Action) -> dict[str, Any] | None:
    reason = view.check(action)
    return None if reason is None else said_reason(reason)


def said_reason(reason: Reason) -> dict[str, Any]:
    """A reason as a client gets it: its code, and the rule it comes from."""
    return {"reason": reason.name.lower(), "rule": REASONS[reason][0]}
