"""Explains actions to clients: what each legal action does, and why a card cannot be used now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache, reduce
from operator import or_

from ..actions import Action, Exchange, Sell, Take, TakeCamels
from ..cards import Cards
from ..errors import REASONS, IllegalAction, Reason
from ..goods import CAMEL, GOODS, HAND_LIMIT, MARKET_SIZE, PILES_TO_END, TIERS, Card
from ..kernel.rules import ALLOWED, check_shape, given, taken
from ..notation import action_of_code, code_of
from ..packed import CAMELS_ONLY, count_of, kinds
from ..results import EndCause
from ..texts import Texts
from ..view import View
from .contract.basics import ActionKind
from .contract.responses import CheckedAction
from .contract.state import Blocked, Legal, WhyNot
from .refusals import allowed_action

_MARKET_GAP = re.compile(r"\s*[:,][^:,]*\{market\}.*$")
_LETTERS = {good: good.letter for good in GOODS}


@lru_cache(maxsize=32_768)
def _exchange(code: int) -> tuple[str, int] | None:
    """The notation of an exchange and its number of camels given; None for other actions."""
    action = action_of_code(code)
    if not isinstance(action, Exchange):
        return None
    return str(action), action.give.count(Card.CAMEL)


def explained(view: View, legal: Sequence[int]) -> tuple[Legal, ...]:
    """The legal actions of a view, given as codes, with their consequences."""
    hand, herd, deck = len(view.hand), view.herds[view.seat], view.deck_size
    ends = EndCause.EXCHANGES if view.exchanges + 1 == view.exchange_limit else None
    sales = _Sales(view, hand)
    found = []
    for code in legal:
        if exchange := _exchange(code):
            action, camels = exchange
            found.append(
                Legal(
                    action=action,
                    kind=ActionKind.EXCHANGE,
                    hand_after=hand + camels,
                    herd_after=herd - camels,
                    ends=ends,
                )
            )
        elif taken(code):
            found.append(_draw(code, hand, herd, min(deck, MARKET_SIZE)))
        else:
            found.append(sales.explain(code))
    return tuple(found)


@lru_cache(maxsize=8_192)
def _draw(code: int, hand: int, herd: int, deck: int) -> Legal:
    """Explain taking a good or the camels; the caller caps `deck` at five for the cache."""
    action = action_of_code(code)
    camels = action.count if isinstance(action, TakeCamels) else 0
    count = camels or 1
    return Legal(
        action=str(action),
        kind=ActionKind.TAKE_CAMELS if camels else ActionKind.TAKE,
        hand_after=hand if camels else hand + 1,
        herd_after=herd + camels if camels else None,
        reveals=min(count, deck),
        ends=EndCause.DECK if count > deck else None,
    )


class _Sales:
    """What all sales of one view have in common, computed once."""

    def __init__(self, view: View, hand: int) -> None:
        self.hand = hand
        self.piles = view.piles()
        self.empty = sum(not values for values in self.piles.values())
        self.bonuses = dict(zip(TIERS, view.bonuses_left, strict=True))

    def explain(self, code: int) -> Legal:
        action = action_of_code(code)
        assert isinstance(action, Sell)  # noqa: S101  # nothing is taken
        tier = min(action.count, TIERS[-1])
        bonus = tier if self.bonuses.get(tier) else None
        return _sale(code, self.hand, self.piles[_LETTERS[action.good]], bonus, self.empty)


@lru_cache(maxsize=32_768)
def _sale(code: int, hand: int, pile: tuple[int, ...], bonus: int | None, empty: int) -> Legal:
    """Explain a sale, given the pile of its good and the number of empty piles."""
    action = action_of_code(code)
    assert isinstance(action, Sell)  # noqa: S101  # asked for sales only
    earns = pile[: action.count]
    empties = len(earns) == len(pile) > 0
    return Legal(
        action=str(action),
        kind=ActionKind.SELL,
        good=_LETTERS[action.good],
        count=action.count,
        earns=earns,
        bonus_tier=bonus,
        hand_after=hand - action.count,
        ends=EndCause.TOKENS if empty + empties >= PILES_TO_END else None,
    )


def blocked_cards(view: View, legal: Sequence[int]) -> Blocked:
    """The cards of the market, hand and herd that are part of no legal action, and why."""
    takes, gives = _used(legal)
    is_herd_blocked = view.herds[view.seat] and not gives & CAMELS_ONLY
    return Blocked(
        {card.letter: _why_not_taken(view, card) for card in _without(view.market, takes)},
        {card.letter: _why_not_given(view, card) for card in _without(view.hand, gives)},
        {"K": _why_not_given(view, Card.CAMEL)} if is_herd_blocked else {},
    )


def _used(legal: Sequence[int]) -> tuple[int, int]:
    """The kinds that some legal action takes, and those that one gives, as packed cards."""
    every = reduce(or_, legal, 0)
    return taken(every), given(every)


def _without(cards: Cards, used: int) -> list[Card]:
    """The kinds among these cards that are not used, in order."""
    left = kinds(cards.packed) & ~kinds(used)
    return [card for card in Card if count_of(left, card)] if left else []


def _why_not_taken(view: View, card: Card) -> WhyNot | None:
    if card == CAMEL:
        return _reason(view, TakeCamels(view.market.count(card)))
    return _reason(view, Take(card))


def _why_not_given(view: View, card: Card) -> WhyNot | None:
    """Why all cards of a kind cannot be sold, or camels cannot be exchanged."""
    if card != CAMEL:
        if view.end is not None:
            return why_not(Reason.ROUND_OVER)
        return _why_not_sold(card, min(view.hand.count(card), HAND_LIMIT))
    take = [good for good in view.market if good != CAMEL][:2]
    herd, hand = [card] * view.herds[view.seat], sorted(view.hand, key=take.__contains__)
    give = [*herd, *hand][:2]
    if len(take) < 2 or len(give) < 2:
        return why_not(Reason.ONE_FOR_ONE)
    return _reason(view, Exchange(Cards(take), Cards(give)))


@lru_cache(maxsize=64)
def _why_not_sold(good: Card, count: int) -> WhyNot | None:
    """Why cards in hand cannot be sold; it depends only on their kind and number."""
    reason = check_shape(code_of(Sell(good, count)))
    return None if reason == ALLOWED else why_not(Reason(reason))


def _reason(view: View, action: Action) -> WhyNot | None:
    reason = view.check(action)
    return None if reason is None else why_not(reason)


def checked(view: View, action: str, _: Texts, version: int = 0) -> CheckedAction:
    """Check an action in notation; NotationError if it cannot be parsed."""
    try:
        allowed_action(action, view, view.hand)
    except IllegalAction as error:
        why = why_not(error.reason)
        return CheckedAction(version, False, why.reason, why.rule, _.error(error))
    return CheckedAction(version, True)


def why_not(reason: Reason) -> WhyNot:
    """A reason as sent to clients: its code and its rule."""
    return WhyNot(reason.name.lower(), REASONS[reason][0])


def reason_sentence(reason: Reason, _: Texts) -> str:
    """A sentence for a reason with its rule, for readers who see the action and the market."""
    rule, template = REASONS[reason]
    why = _MARKET_GAP.sub("", _.translate(template))
    return f"{why[0].upper()}{why[1:]} ({rule})."
