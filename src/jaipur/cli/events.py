"""Public events in words."""

from __future__ import annotations

from ..actions import Action, Exchange, Sell, Take, TakeCamels
from ..events import Event
from ..seats import BySeat
from ..texts import Texts


def action_words(action: Action, _: Texts) -> str:
    """What an action does, in words."""
    match action:
        case Take(good):
            return _("take {card}", card=_.card(good))
        case TakeCamels(count):
            return _.count("take the camel", "take {n} camels", count)
        case Exchange(take, give):
            return _("exchange {give} for {take}", give=_.cards(give), take=_.cards(take))
        case Sell(good, count):
            return _("sell {n} × {card}", n=count, card=_.card(good))


def event_words(event: Event, names: BySeat[str], _: Texts) -> str:
    """What happened, in words: who did what, what was drawn, what it earned."""
    words = [action_words(event.action, _)]
    if event.drawn:
        words.append(_("new: {cards}", cards=", ".join(_.card(card) for card in event.drawn)))
    if isinstance(event.action, Sell):
        words.append(_("tokens: {values}", values=" + ".join(map(str, event.tokens)) or "–"))
    if event.bonus_tier:
        words.append(_("bonus of tier {tier}", tier=event.bonus_tier))
    sentence = _("{name}: {words}", name=names[event.seat], words=", ".join(words))
    return f"{sentence}   [{event.action}]"
