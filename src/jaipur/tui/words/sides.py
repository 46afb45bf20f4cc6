"""What lies on the table, one sentence for each thing; what is not shown is not said."""

from __future__ import annotations

from collections import Counter

from ...goods import CAMEL_TOKEN_VALUE, HAND_LIMIT, LETTERS, TIERS
from ...texts import Texts
from ..link import Json
from ..model import Model
from .cards import card_name, cards_words, counted_words, list_words, sentences
from .ending import seals_words
from .events import event_words, turn_words

_TIERS = tuple(map(str, TIERS))
_LOW_DECK = 3


def status_words(model: Model, _: Texts) -> str:
    """The round, whose turn it is, and the seals."""
    seals = seals_words(model.state, model.names, model.seat, _)
    said = (_("Round {n}", n=model.round["number"]), turn_words(model.state, model.names, _), seals)
    return sentences(*(_("{action}.", action=one) for one in said))


def market_words(shown: Json, _: Texts) -> str:
    """The five places of the market, with the next price of each good."""
    cards = "; ".join(_place(shown, letter, _) for letter in shown["market"])
    return _("Market, from the left: {cards}.", cards=cards)


def _place(shown: Json, letter: str | None, _: Texts) -> str:
    if not letter:
        return _("empty place")
    card = card_name(letter, _)
    if letter == "K":
        return card
    values = shown["piles"].get(letter)
    if not values:
        return _("{card}, no tokens left", card=card)
    return _("{card}, next price {price}", card=card, price=values[0])


def deck_words(shown: Json, _: Texts) -> str:
    """The deck: its number if that is shown, else as a stack looks."""
    deck, steps = shown["deck"], shown["deck_stack"]
    if deck is not None:
        return _.count("Deck: {n} card", "Deck: {n} cards", deck)
    if steps == 0:
        return _("Deck: empty")
    return _("Deck: a low stack") if steps < _LOW_DECK else _("Deck: a high stack")


def discard_words(shown: Json, _: Texts) -> str:
    """The discard: its top card, and how many there are if that is shown."""
    top, cards = shown["discard_top"], shown["discard"]
    if not top:
        return _("Discard: empty")
    card = card_name(top, _)
    if not cards:
        return _("Discard, on top: {card}", card=card)
    return _.count(
        "Discard: {n} card, on top: {card}",
        "Discard: {n} cards, on top: {card}",
        len(cards),
        card=card,
    )


def pile_words(good: str, values: list[int], _: Texts) -> str:
    """A token pile: every value still there, the next one first."""
    card = card_name(good, _)
    if not values:
        return _("{card} tokens: none left", card=card)
    return _("{card} tokens: {values}", card=card, values=", ".join(map(str, values)))


def bonus_words(shown: Json, tier: int, _: Texts) -> str:
    """A pile of bonus tokens."""
    return _.count(
        "Bonus for {tier} cards: {n} token left",
        "Bonus for {tier} cards: {n} tokens left",
        shown["bonuses_left"][str(tier)],
        tier=tier,
    )


def camel_token_rule(_: Texts) -> str:
    """What the camel token is for."""
    return _(
        "Camel token, {n} rupees: for the larger herd at the end of the round", n=CAMEL_TOKEN_VALUE
    )


def is_counted(state: Json) -> bool:
    """Whether rupees are added up: without a memory aid the players do that themselves."""
    return bool(state["options"]["memory_aid"] != "off" or state["phase"] == "over")


def rupees_shown(side: Json, state: Json) -> int | None:
    """What the goods tokens of a side are worth, if that is added up."""
    rupees: int | None = side["goods_rupees"]
    return rupees if is_counted(state) else None


def goods_words(side: Json, state: Json, _: Texts) -> str:
    """The goods tokens of a side as one number: `31 rupees`, or `7 goods tokens` uncounted."""
    worth = rupees_shown(side, state)
    if worth is None:
        return _.count("{n} goods token", "{n} goods tokens", side["token_count"])
    return _.count("{n} rupee", "{n} rupees", worth)


def herd_words(side: Json, _: Texts) -> str:
    """A herd, with its number if that is shown: `herd: 3 camels`."""
    herd, stack = side["herd"], side["herd_stack"]
    if herd is not None:
        return _.count("herd: {n} camel", "herd: {n} camels", herd)
    if stack == 0:
        return _("herd: no camels")
    return _("herd: a few camels") if stack == 1 else _("herd: many camels")


def purse_words(side: Json, state: Json, _: Texts) -> str:
    """The tokens of a side: how many, worth what if that is shown, and the bonus tokens."""
    bonuses = {tier: side["bonus_counts"].get(tier) or 0 for tier in _TIERS}
    said = [_.count("{n} goods token", "{n} goods tokens", side["token_count"])]
    worth = rupees_shown(side, state)
    if worth is not None:
        said.append(_.count("worth {n} rupee", "worth {n} rupees", worth))
    said += [
        _.count(
            "{n} bonus token for {tier} cards", "{n} bonus tokens for {tier} cards", n, tier=tier
        )
        for tier, n in bonuses.items()
        if n
    ]
    if side["bonus_values"]:
        said.append(_("bonus values: {values}", values=", ".join(map(str, side["bonus_values"]))))
    return ", ".join(said)


def hand_size_words(side: Json, _: Texts) -> str:
    """How many cards a hand has, and which of them are known: `5 cards in the hand`."""
    size = _.count("{n} card in the hand", "{n} cards in the hand", side["hand_size"])
    seen = side["hand"] or side["known"]
    return _("{hand}, known: {cards}", hand=size, cards=cards_words(seen, _)) if seen else size


def hand_words(model: Model, _: Texts) -> str:
    """The hand below, in words, and how much room it has."""
    side = model.round["sides"][model.bottom]
    whose = _("Your hand") if model.seat is not None else _hand_of(model, _)
    if side["hand"] is None:
        return _(
            "{action}.", action=_("{whose}: {cards}", whose=whose, cards=hand_size_words(side, _))
        )
    cards = cards_words(side["hand"], _) or _("no cards")
    n = side["hand_size"]
    return _("{whose}: {cards} ({n} of {limit}).", whose=whose, cards=cards, n=n, limit=HAND_LIMIT)


def _hand_of(model: Model, _: Texts) -> str:
    return _("Hand of {name}", name=model.names[model.bottom])


def own_words(model: Model, _: Texts) -> str:
    """What else lies below: tokens and herd."""
    side = model.round["sides"][model.bottom]
    tokens, herd = purse_words(side, model.state, _), herd_words(side, _)
    if model.seat is not None:
        return _("You have {tokens}; {herd}.", tokens=tokens, herd=herd)
    name = model.names[model.bottom]
    return _("{name} has {tokens}; {herd}.", name=name, tokens=tokens, herd=herd)


def opponent_words(model: Model, _: Texts) -> str:
    """The other side as it lies open: hand, herd and tokens."""
    side = model.round["sides"][model.top]
    said = (
        hand_size_words(side, _),
        herd_words(side, _),
        purse_words(side, model.state, _),
    )
    return _("{name}: {belongings}.", name=model.names[model.top], belongings=", ".join(said))


def last_words(model: Model, _: Texts) -> str:
    """What the other side did last."""
    done = (one for one in reversed(model.log) if one["kind"] == "acted")
    event = next((one for one in done if one.get("seat") == model.top), None)
    if event is None:
        return _("{name} has done nothing yet in this round.", name=model.names[model.top])
    return event_words(event, model.names, model.seat, _)


def unseen_words(shown: Json, _: Texts) -> str:
    """With the full memory aid the cards not seen yet; else nothing."""
    if shown["unseen"] is None:
        return ""
    counts: Counter[str] = Counter(shown["unseen"])
    cards = [counted_words(kind, counts[kind], _) for kind in LETTERS if counts[kind]]
    said = list_words(cards, _) or _("no cards")
    return _("Not seen yet, in the deck or in the other hand: {cards}.", cards=said)


def exchanges_words(shown: Json, _: Texts) -> str:
    """How close the house rule is, once exchanges follow each other; else nothing."""
    n, limit = shown["exchanges"], shown["exchange_limit"]
    if limit is None or n < limit // 2:
        return ""
    return _("Exchanges in a row: {n}; {limit} end the round.", n=n, limit=limit)
