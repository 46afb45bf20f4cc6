"""The action that a text names, or the reason against it that helps most.

The kernel looks at the shape of an action first. To a person it says more that a card is not there:
who has no diamonds learns nothing from "two or more at a time".
"""

from __future__ import annotations

from ..actions import Action
from ..cards import Cards
from ..errors import IllegalAction, Reason
from ..goods import CAMEL
from ..notation import parse_action, sides_of
from ..position import Position
from ..view import View

_OF_A_SALE = frozenset([Reason.PRECIOUS_PAIR, Reason.ONE_KIND, Reason.NOT_IN_HAND])
_OF_A_TAKE = frozenset([Reason.UNEQUAL, Reason.ONE_FOR_ONE, Reason.SAME_KIND])


def allowed_action(text: str, table: Position | View, hand: Cards) -> Action:
    """The action in notation; IllegalAction if who has this hand may not do it."""
    try:
        action = parse_action(text)
        reason = table.check(action)
    except IllegalAction as error:
        reason = error.reason
    if reason is None:
        return action
    reason = _most_helpful(reason, text, table.market, hand)
    raise IllegalAction(reason, text.strip(), str(table.market))


def _most_helpful(reason: Reason, text: str, market: Cards, hand: Cards) -> Reason:
    take, give = sides_of(text)
    if reason in _OF_A_SALE and not any(card in hand for card in give):
        return Reason.NONE_HELD
    if reason in _OF_A_TAKE and any(card not in market for card in take):
        return Reason.NOT_OFFERED if give else Reason.NOT_IN_MARKET
    if reason in _OF_A_TAKE and any(card not in hand and card != CAMEL for card in give):
        return Reason.NOT_HELD
    return reason
