"""What the line mode answers to questions, and what it says when it is somebody's turn."""

from __future__ import annotations

from collections.abc import Callable

from ...goods import GOODS, TIERS
from ...texts import Texts
from ..link import Json
from ..model import Model
from ..words.cards import action_words, cards_words, sentences
from ..words.ending import seals_words, unfinished_words
from ..words.results import winner_words
from ..words.sides import (
    bonus_words,
    camel_token_rule,
    deck_words,
    discard_words,
    exchanges_words,
    hand_words,
    market_words,
    opponent_words,
    own_words,
    pile_words,
    status_words,
    unseen_words,
)
from .rules import rules_lines
from .seen import Seen
from .vocabulary import Wish, help_lines

MOST_EXCHANGES = 12
"""More than these are only listed when asked for: nobody wants to hear a hundred."""


def turn_lines(model: Model, _: Texts) -> list[str]:
    """What somebody needs to know to act: the market, their hand and their herd."""
    return [
        sentences(_("Your turn."), offer_words(model.round, _)),
        sentences(_held(model, _), _herd(model.round["sides"][model.bottom], _)),
    ]


def offer_words(shown: Json, _: Texts) -> str:
    """What lies in the market, in few words."""
    cards = cards_words(filter(None, shown["market"]), _)
    return _("The market has {cards}.", cards=cards)


def _held(model: Model, _: Texts) -> str:
    hand = model.round["sides"][model.bottom]["hand"]
    if not hand:
        return _("Your hand is empty.")
    return _("You hold {cards}.", cards=cards_words(hand, _))


def _herd(side: Json, _: Texts) -> str:
    if not side["herd"]:
        return _("Your herd is empty.")
    return _.count("Your herd has {n} camel.", "Your herd has {n} camels.", side["herd"])


def answer(wish: Wish, seen: Seen, _: Texts, asked: str = "") -> list[str]:
    """The answer to a question about the table, or to one about the rules and what is asked."""
    if wish is Wish.RULES:
        return rules_lines(asked, _)
    if wish in _ALWAYS:
        return _ALWAYS[wish](seen, _)
    model = seen.model
    if model is None:
        return [_("The match has not begun: a seat is open or a player is not ready.")]
    return [line for line in _ABOUT[wish](model, _) if line]


def legal_lines(legal: list[Json], _: Texts, *, has_all: bool = False) -> list[str]:
    """What can be done: each action in notation and in words, exchanges only if they are few."""
    exchanges = [one for one in legal if one["kind"] == "exchange"]
    shown = legal
    if len(exchanges) > MOST_EXCHANGES and not has_all:
        shown = [one for one in legal if one["kind"] != "exchange"]
    lines = [_.count("{n} legal action:", "{n} legal actions:", len(legal))]
    lines += [_listed(one["action"], _) for one in shown]
    if len(shown) < len(legal):
        n = len(exchanges)
        lines.append(
            _.count(
                "And {n} exchange, such as {action}; legal all lists it.",
                "And {n} exchanges, such as {action}; legal all lists them.",
                n,
                action=exchanges[0]["action"],
            )
        )
    return lines


def _listed(action: str, _: Texts) -> str:
    return _("{notation}: {words}.", notation=action, words=action_words(action, _))


def _score(seen: Seen, _: Texts) -> list[str]:
    state, names = seen.state, seen.names
    rounds = [
        _.translate("Round {n}: {sentence}").format(
            n=number, sentence=winner_words(result, names, seen.me, _)
        )
        for number, result in enumerate(state["results"], 1)
    ]
    seals = _("{action}.", action=seals_words(state, names, seen.me, _))
    over = unfinished_words(state, _) if seen.phase == "over" else ""
    return [*rounds, *filter(None, [over]), seals]


_ALWAYS: dict[Wish, Callable[[Seen, Texts], list[str]]] = {
    Wish.LAST: lambda seen, _: [seen.last()],
    Wish.LOG: lambda seen, _: seen.told_log(),
    Wish.HELP: lambda _seen, _: help_lines(_),
    Wish.SCORE: _score,
}


def _table(model: Model, _: Texts) -> list[str]:
    mine = (hand_words(model, _), own_words(model, _)) if model.seat is not None else ()
    return [
        status_words(model, _),
        market_words(model.round, _),
        *mine,
        opponent_words(model, _),
        *_deck(model, _),
        exchanges_words(model.round, _),
    ]


def _deck(model: Model, _: Texts) -> list[str]:
    said = deck_words(model.round, _), discard_words(model.round, _)
    return [
        " ".join(_("{action}.", action=one) for one in said),
        unseen_words(model.round, _),
    ]


def _tokens(shown: Json, _: Texts) -> list[str]:
    """A line for each pile, so that one of them is soon found."""
    piles = (pile_words(good.letter, shown["piles"].get(good.letter, []), _) for good in GOODS)
    bonuses = (bonus_words(shown, tier, _) for tier in TIERS)
    said = (*piles, *bonuses, camel_token_rule(_))
    return [_("{action}.", action=one) for one in said]


_ABOUT: dict[Wish, Callable[[Model, Texts], list[str]]] = {
    Wish.TABLE: _table,
    Wish.MARKET: lambda model, _: [market_words(model.round, _)],
    Wish.HAND: lambda model, _: [hand_words(model, _), own_words(model, _)],
    Wish.TOKENS: lambda model, _: _tokens(model.round, _),
    Wish.OPPONENT: lambda model, _: [opponent_words(model, _)],
    Wish.DECK: _deck,
}
QUESTIONS = frozenset([Wish.RULES, *_ALWAYS, *_ABOUT])
