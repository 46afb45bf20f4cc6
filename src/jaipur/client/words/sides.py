"""The table in words: one sentence per item, and only what the viewer may see."""

from __future__ import annotations

from collections import Counter

from ...goods import LETTERS
from ...session.contract.basics import Phase
from ...session.contract.events import ActedEvent
from ...session.contract.state import PublicRound, RoundShown, SideShown, State
from ...session.options import MemoryAid, Options
from ...session.words.cards import cards_words, counted_words, list_words
from ...session.words.names import Names
from ...texts import Texts
from ..model import Model
from .cards import card_name


def turn_words(state: State, names: Names, _: Texts) -> str:
    """Whose turn it is, in a few words."""
    if state.phase is Phase.OVER:
        return _("The match is over")
    if state.phase is Phase.BETWEEN:
        return _("The round is over")
    turn = state.round.turn if state.round else None
    if turn is None:
        return _("Not begun yet")
    return _("Your turn") if turn == state.seat else _("{name} to move", name=names[turn])


def discard_words(shown: PublicRound, _: Texts) -> str:
    """The discard pile: its top card, and its size if shown."""
    top, cards = shown.discard_top, shown.discard
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


def is_counted(options: Options, phase: Phase) -> bool:
    """Whether rupees are added up; without a memory aid, players do that themselves."""
    return options.memory_aid is not MemoryAid.OFF or phase is Phase.OVER


def goods_words(side: SideShown, _: Texts, *, is_counted: bool) -> str:
    """A side's goods tokens: `31 rupees`, or `7 goods tokens` if not added up."""
    if side.goods_rupees is None or not is_counted:
        return _.count("{n} goods token", "{n} goods tokens", side.token_count)
    return _.count("{n} rupee", "{n} rupees", side.goods_rupees)


def herd_words(side: SideShown, _: Texts) -> str:
    """A herd, with its size if shown: `herd: 3 camels`."""
    herd, stack = side.herd, side.herd_stack
    if herd is not None:
        return _.count("herd: {n} camel", "herd: {n} camels", herd)
    if stack == 0:
        return _("herd: no camels")
    return _("herd: a few camels") if stack == 1 else _("herd: many camels")


def hand_size_words(side: SideShown, _: Texts) -> str:
    """The size of a hand and its known cards: `5 cards in the hand`."""
    size = _.count("{n} card in the hand", "{n} cards in the hand", side.hand_size)
    known = side.hand or side.known
    return _("{hand}, known: {cards}", hand=size, cards=cards_words(known, _)) if known else size


def last_words(model: Model, _: Texts) -> str:
    """The opponent's last action."""
    for event in reversed(model.log):
        if isinstance(event, ActedEvent) and event.seat == model.top:
            return event.words
    return _("{name} has done nothing yet in this round.", name=model.names[model.top])


def unseen_words(shown: RoundShown, _: Texts) -> str:
    """The unseen cards with the full memory aid, else an empty string."""
    if shown.unseen is None:
        return ""
    counts = Counter(shown.unseen)
    cards = [counted_words(kind, counts[kind], _) for kind in LETTERS if counts[kind]]
    unseen = list_words(cards, _) or _("no cards")
    return _("Not seen yet, in the deck or in the other hand: {cards}.", cards=unseen)
