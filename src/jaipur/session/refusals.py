"""Parses an action, or finds the most helpful reason why it is illegal.

The kernel checks the shape of an action first. For a person it is more helpful to hear that a card
is missing: "two or more at a time" does not help a player without diamonds.
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
    """Parse an action in notation; IllegalAction if it is illegal with this hand."""
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
