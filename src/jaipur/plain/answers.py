"""The answers of line mode to questions, and its sentences at the start of a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..client.model import Model
from ..client.vocabulary import TypedCommand, help_lines
from ..client.words.cards import action_words, card_name
from ..client.words.ending import unfinished_words
from ..client.words.sides import (
    discard_words,
    hand_size_words,
    herd_words,
    is_counted,
    turn_words,
    unseen_words,
)
from ..goods import CAMEL_TOKEN_VALUE, GOODS, HAND_LIMIT, TIERS
from ..rulebook import find, plain_lines, rule_book, short_rules
from ..seats import Seat
from ..session.contract.basics import ActionKind, Phase
from ..session.contract.state import Legal, PublicRound, SideShown, State
from ..session.words.cards import cards_words, sentences
from ..session.words.names import Names, called, mine_first
from ..texts import Texts
from .narrator import Narrator

MOST_EXCHANGES = 12
"""The most exchanges listed by default; `legal all` lists the rest."""
LOW_DECK = 3


def turn_lines(model: Model, _: Texts) -> list[str]:
    """What a player needs to know to act: the market, the hand and the herd."""
    side = model.round.sides[model.bottom]
    cards, n = cards_words(side.hand or "", _), side.herd or 0
    hand = _("You hold {cards}.", cards=cards) if cards else _("Your hand is empty.")
    herd = _.count("Your herd has {n} camel.", "Your herd has {n} camels.", n)
    return [
        sentences(_("Your turn."), offer_words(model.round, _)),
        sentences(hand, herd if n else _("Your herd is empty.")),
    ]


def offer_words(shown: PublicRound, _: Texts) -> str:
    """The market in one sentence."""
    cards = cards_words(filter(None, shown.market), _)
    return _("The market has {cards}.", cards=cards)


def answer(command: TypedCommand, narrator: Narrator, _: Texts, asked: str = "") -> list[str]:
    """The answer to a question about the table or the rules; empty lines are not printed."""
    if command is TypedCommand.RULES:
        return _rules(asked, _)
    if command in _ALWAYS:
        return _ALWAYS[command](narrator, _)
    if narrator.model is None:
        return [_("The match has not begun: a seat is open or a player is not ready.")]
    return ABOUT[command](narrator.model, _)


def legal_lines(legal: Sequence[Legal], _: Texts, *, has_all: bool = False) -> list[str]:
    """The legal actions in notation and words; exchanges only if there are few."""
    exchanges = [one for one in legal if one.kind is ActionKind.EXCHANGE]
    shown = legal
    if len(exchanges) > MOST_EXCHANGES and not has_all:
        shown = [one for one in legal if one.kind is not ActionKind.EXCHANGE]
    lines = [_.count("{n} legal action:", "{n} legal actions:", len(legal))]
    for one in shown:
        words = action_words(one.action, _)
        lines.append(_("{notation}: {words}.", notation=one.action, words=words))
    if len(shown) < len(legal):
        lines.append(
            _.count(
                "And {n} exchange, such as {action}; legal all lists it.",
                "And {n} exchanges, such as {action}; legal all lists them.",
                len(exchanges),
                action=exchanges[0].action,
            )
        )
    return lines


# Questions that can be asked at any time


def _rules(asked: str, _: Texts) -> list[str]:
    """The short rules without a query; else a rule, a chapter, a search, or `all`."""
    if asked:
        return plain_lines(find(asked, _), _)
    short = [_("{name}: {words}", name=rule.title, words=rule.words) for rule in short_rules(_)]
    chapters = ", ".join(chapter.name for chapter in rule_book(_.language).chapters)
    return [
        *short,
        _("For more, type rules and a number, a word or a chapter: rules 31, rules deck."),
        _("The chapters are: {chapters}. Type rules all for everything.", chapters=chapters),
    ]


def _score(narrator: Narrator, _: Texts) -> list[str]:
    state = narrator.state
    rounds = [
        _.translate("Round {n}: {sentence}").format(n=number, sentence=result.words.winner)
        for number, result in enumerate(state.results, 1)
    ]
    over = unfinished_words(state, _) if state.phase is Phase.OVER else ""
    return [*rounds, over, _full_stops(_, _seals(state, narrator.names, state.seat, _))]


def _log(narrator: Narrator, _: Texts) -> list[str]:
    lines = [event.words for event in narrator.round_log()]
    return lines or [_("Nothing done yet in this round.")]


_ALWAYS: dict[TypedCommand, Callable[[Narrator, Texts], list[str]]] = {
    TypedCommand.LAST: lambda narrator, _: _log(narrator, _)[-1:],
    TypedCommand.LOG: _log,
    TypedCommand.HELP: lambda _narrator, _: help_lines(_),
    TypedCommand.SCORE: _score,
}


# Questions about the cards, once they are dealt


def _table(model: Model, _: Texts) -> list[str]:
    shown, seals = model.round, _seals(model.state, model.names, model.seat, _)
    turn = turn_words(model.state, model.names, _)
    n, limit = shown.exchanges, shown.exchange_limit
    exchanges = _("Exchanges in a row: {n}; {limit} end the round.", n=n, limit=limit)
    return [
        _full_stops(_, _("Round {n}", n=shown.number), turn, seals),
        *_market(model, _),
        *(_hand(model, _) if model.seat is not None else ()),
        *_opponent(model, _),
        *_deck(model, _),
        exchanges if limit is not None and n >= limit // 2 else "",
    ]


def _full_stops(_: Texts, *parts: str) -> str:
    return sentences(*(_("{action}.", action=one) for one in parts))


def _seals(state: State, names: Names, me: Seat | None, _: Texts) -> str:
    """Both players' seals, mine first."""
    seats = mine_first(me)
    both, seals = [called(seat, names, me, _) for seat in seats], [state.seals[at] for at in seats]
    return _("Seals: {names[0]} {seals[0]}, {names[1]} {seals[1]}", names=both, seals=seals)


def _market(model: Model, _: Texts) -> list[str]:
    """The five places of the market, with the next price of each good."""
    parts = []
    for letter in model.round.market:
        card, values = letter and card_name(letter, _), model.round.piles.get(letter or "")
        if not letter:
            parts.append(_("empty place"))
        elif letter == "K":
            parts.append(card_name(letter, _))
        elif values:
            parts.append(_("{card}, next price {price}", card=card, price=values[0]))
        else:
            parts.append(_("{card}, no tokens left", card=card))
    return [_("Market, from the left: {cards}.", cards="; ".join(parts))]


def _hand(model: Model, _: Texts) -> list[str]:
    """The bottom hand with its size and limit, then tokens and herd."""
    side, name = model.round.sides[model.bottom], model.names[model.bottom]
    is_mine, n = model.seat is not None, side.hand_size
    whose = _("Your hand") if is_mine else _("Hand of {name}", name=name)
    if side.hand is None:
        size = hand_size_words(side, _)
        hand = _full_stops(_, _("{whose}: {cards}", whose=whose, cards=size))
    else:
        values = {"whose": whose, "cards": cards_words(side.hand, _) or _("no cards")}
        hand = _("{whose}: {cards} ({n} of {limit}).", n=n, limit=HAND_LIMIT, **values)
    own = {"tokens": purse_words(side, model.state, _), "herd": herd_words(side, _)}
    if is_mine:
        return [hand, _("You have {tokens}; {herd}.", **own)]
    return [hand, _("{name} has {tokens}; {herd}.", name=name, **own)]


def purse_words(side: SideShown, state: State, _: Texts) -> str:
    """The tokens of a side: number, value if shown, and bonus tokens."""
    parts = [_.count("{n} goods token", "{n} goods tokens", side.token_count)]
    if side.goods_rupees is not None and is_counted(state.options, state.phase):
        parts.append(_.count("worth {n} rupee", "worth {n} rupees", side.goods_rupees))
    parts += [
        _.count(
            "{n} bonus token for {tier} cards", "{n} bonus tokens for {tier} cards", n, tier=tier
        )
        for tier in TIERS
        if (n := side.bonus_counts.get(str(tier)))
    ]
    if side.bonus_values:
        parts.append(_("bonus values: {values}", values=", ".join(map(str, side.bonus_values))))
    return ", ".join(parts)


def _opponent(model: Model, _: Texts) -> list[str]:
    """The opponent's public side: hand, herd and tokens."""
    side = model.round.sides[model.top]
    parts = hand_size_words(side, _), herd_words(side, _), purse_words(side, model.state, _)
    name = model.names[model.top]
    return [_("{name}: {belongings}.", name=name, belongings=", ".join(parts))]


def _deck(model: Model, _: Texts) -> list[str]:
    """The deck by number or height, the discard and the unseen cards."""
    shown, n = model.round, model.round.deck
    if n is not None:
        deck = _.count("Deck: {n} card", "Deck: {n} cards", n)
    elif shown.deck_stack == 0:
        deck = _("Deck: empty")
    else:
        is_low = shown.deck_stack < LOW_DECK
        deck = _("Deck: a low stack") if is_low else _("Deck: a high stack")
    return [_full_stops(_, deck, discard_words(shown, _)), unseen_words(shown, _)]


def _tokens(model: Model, _: Texts) -> list[str]:
    """One line per token pile."""
    parts, shown = [], model.round
    for good in GOODS:
        card = card_name(good.letter, _)
        values = ", ".join(map(str, shown.piles.get(good.letter, ())))
        some = _("{card} tokens: {values}", card=card, values=values)
        parts.append(some if values else _("{card} tokens: none left", card=card))
    parts += [
        _.count(
            "Bonus for {tier} cards: {n} token left",
            "Bonus for {tier} cards: {n} tokens left",
            shown.bonuses_left.get(str(tier), 0),
            tier=tier,
        )
        for tier in TIERS
    ]
    n = CAMEL_TOKEN_VALUE
    camels = _("Camel token, {n} rupees: for the larger herd at the end of the round", n=n)
    return [_full_stops(_, one) for one in (*parts, camels)]


ABOUT: dict[TypedCommand, Callable[[Model, Texts], list[str]]] = {
    TypedCommand.TABLE: _table,
    TypedCommand.MARKET: _market,
    TypedCommand.HAND: _hand,
    TypedCommand.TOKENS: _tokens,
    TypedCommand.OPPONENT: _opponent,
    TypedCommand.DECK: _deck,
}
QUESTIONS = frozenset([TypedCommand.RULES, *_ALWAYS, *ABOUT])
