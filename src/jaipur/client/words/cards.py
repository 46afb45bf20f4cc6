"""The names of cards and actions on cards and buttons."""

from __future__ import annotations

from ...errors import message
from ...goods import LETTERS, Card
from ...session.contract.basics import ActionKind
from ...session.words.cards import cards_words, counted_words, parts
from ...texts import Texts


def card_name(letter: str, _: Texts) -> str:
    """The name of a kind of card as printed on it: `Gold`."""
    return _.card(Card(LETTERS.index(letter))).capitalize()


def action_words(action: str, _: Texts) -> str:
    """The full name of an action; buttons use it except for exchanges."""
    done = parts(action)
    if done.kind is ActionKind.TAKE:
        return _.translate(_TAKES[done.take])
    if done.kind is ActionKind.TAKE_CAMELS:
        return _.count("Take the camel", "Take {n} camels", len(done.take))
    if done.kind is ActionKind.SELL:
        return _("Sell {cards}", cards=counted_words(done.give[0], len(done.give), _))
    give, take = cards_words(done.give, _), cards_words(done.take, _)
    return _("Exchange {give} for {take}", give=give, take=take)


_TAKES = {
    "D": message("Take the diamond"),
    "G": message("Take gold"),
    "S": message("Take silver"),
    "C": message("Take cloth"),
    "P": message("Take spice"),
    "L": message("Take leather"),
}
