"""Events in words: one text per event, in the second person for the viewer's own seat."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from ...results import EndCause
from ...seats import Seat
from ...texts import Texts
from ..contract.basics import ActionKind
from ..contract.events import (
    ActedEvent,
    AnyEvent,
    ClosedEvent,
    CreatedEvent,
    DealtEvent,
    JoinedEvent,
    OfferedRematchEvent,
    RanOutEvent,
    ReadiedEvent,
    RematchedEvent,
    ResignedEvent,
    VoidedEvent,
    WantedNextEvent,
)
from .cards import cards_words, counted_words, parts, sentences, sum_words
from .names import Names

NAME = "{name}"
"""The placeholder for a name."""


def event_words(event: AnyEvent, names: Names, me: Seat | None, _: Texts) -> str:
    """Describe an event."""
    match event:
        case ActedEvent(seat=seat):  # first, because nearly all events are actions
            acted = _acted(event, names[seat], seat == me, _)
            if event.end is None and not event.fallback:
                return acted
            return sentences(acted, end_words(event.end, _), _fallback(event, names[seat], _))
        case CreatedEvent():
            return _("The table is set.")
        case JoinedEvent():
            return sentences(_joined(event, me, _), _dealt(event, names, me, _))
        case ReadiedEvent():
            return _dealt(event, names, me, _) or _ready(event, names, me, _)
        case WantedNextEvent():
            return _dealt(event, names, me, _) or _next(event, names, me, _)
        case RematchedEvent():
            return _("The rematch begins.")
        case _:
            return _ended(event, names, me, _)


_Ended = ResignedEvent | RanOutEvent | ClosedEvent | VoidedEvent | OfferedRematchEvent


def _ended(event: _Ended, names: Names, me: Seat | None, _: Texts) -> str:
    """Describe how the match ended, or the offer of a rematch."""
    if event.seat is None:
        return _("The host of this server closed the table.")
    is_me, name = event.seat == me, names[event.seat]
    match event:
        case ResignedEvent():
            mine, other = _("You gave up the match."), _("{name} gave up the match.", name=name)
        case RanOutEvent():
            mine, other = _("You ran out of time."), _("{name} ran out of time.", name=name)
        case ClosedEvent():
            mine, other = _("You closed the table."), _("{name} closed the table.", name=name)
        case VoidedEvent():
            mine = _("Your nonce did not arrive in time.")
            other = _("The nonce of {name} did not arrive in time.", name=name)
        case OfferedRematchEvent():
            mine, other = _("You offered a rematch."), _("{name} offers a rematch.", name=name)
        case _:
            assert_never(event)
    return mine if is_me else other


def _joined(event: JoinedEvent, me: Seat | None, _: Texts) -> str:
    if event.seat == me:
        return _("You joined.")
    return _("{name} joined.", name=event.name)


def _dealt(event: DealtEvent, names: Names, me: Seat | None, _: Texts) -> str:
    if not event.round or event.starter is None:
        return ""
    if event.starter == me:
        return _("Round {n} is dealt. You start.", n=event.round)
    return _("Round {n} is dealt. {name} starts.", n=event.round, name=names[event.starter])


def _ready(event: ReadiedEvent, names: Names, me: Seat | None, _: Texts) -> str:
    if len(event.seats) > 1:
        return _("Both players are ready.")
    if event.seats[0] == me:
        return _("You are ready.")
    return _("{name} is ready.", name=names[event.seats[0]])


def _next(event: WantedNextEvent, names: Names, me: Seat | None, _: Texts) -> str:
    if event.seats[0] == me:
        return _("You are ready for the next round.")
    return _("{name} is ready for the next round.", name=names[event.seats[0]])


def _acted(event: ActedEvent, name: str, is_me: bool, _: Texts) -> str:
    words = done_words(event.action, event.drawn, event.tokens, event.bonus_tier, is_me, _)
    return words if is_me else words.replace(NAME, name)


@lru_cache(maxsize=16_384)
def done_words(
    action: str, drawn: str, tokens: tuple[int, ...], tier: int | None, is_me: bool, _: Texts
) -> str:
    """Describe an action. The same few occur at every table, so the name is filled in later."""
    done = parts(action)
    if done.kind is ActionKind.SELL:
        return _sold(done.give, tokens, tier, is_me, _)
    if done.kind is not ActionKind.EXCHANGE:
        return _took(done.take, drawn, is_me, _)
    take, give = cards_words(done.take, _), cards_words(done.give, _)
    if is_me:
        return _("You exchanged {give} for {take}.", give=give, take=take)
    return _("{name} exchanged {give} for {take}.", name=NAME, give=give, take=take)


def _took(take: str, drawn: str, is_me: bool, _: Texts) -> str:
    fields = {"name": NAME, "cards": cards_words(take, _), "drawn": cards_words(drawn, _)}
    if not drawn:
        return _("You took {cards}.", **fields) if is_me else _("{name} took {cards}.", **fields)
    if is_me:
        return _.count(
            "You took {cards}; {drawn} was turned over.",
            "You took {cards}; {drawn} were turned over.",
            len(drawn),
            **fields,
        )
    return _.count(
        "{name} took {cards}; {drawn} was turned over.",
        "{name} took {cards}; {drawn} were turned over.",
        len(drawn),
        **fields,
    )


def _sold(give: str, tokens: tuple[int, ...], tier: int | None, is_me: bool, _: Texts) -> str:
    total, cards = sum(tokens), counted_words(give[0], len(give), _)
    fields = {"name": NAME, "cards": cards, "sum": sum_words(tokens), "tier": tier}
    if tier and is_me:
        return _.count(
            "You sold {cards} for {sum} rupee and a bonus token ({tier} cards).",
            "You sold {cards} for {sum} rupees and a bonus token ({tier} cards).",
            total,
            **fields,
        )
    if tier:
        return _.count(
            "{name} sold {cards} for {sum} rupee and a bonus token ({tier} cards).",
            "{name} sold {cards} for {sum} rupees and a bonus token ({tier} cards).",
            total,
            **fields,
        )
    if is_me:
        return _.count(
            "You sold {cards} for {sum} rupee.",
            "You sold {cards} for {sum} rupees.",
            total,
            **fields,
        )
    return _.count(
        "{name} sold {cards} for {sum} rupee.",
        "{name} sold {cards} for {sum} rupees.",
        total,
        **fields,
    )


def end_words(cause: EndCause | None, _: Texts) -> str:
    """Describe why a round ended."""
    if cause is EndCause.TOKENS:
        return _("Three kinds of goods tokens are gone: the round is over.")
    if cause is EndCause.DECK:
        return _("The deck cannot refill the market: the round is over.")
    if cause is EndCause.EXCHANGES:
        return _("Too many exchanges in a row: the round is over.")
    return ""


def _fallback(event: ActedEvent, name: str, _: Texts) -> str:
    """Explain that the fallback bot played, and why."""
    why = event.fallback
    if not why:
        return ""
    if why == "late":
        return _("A simple bot played this, because {name} took too long.", name=name)
    if why == "not_ready":
        return _("A simple bot played this, because {name} was not ready yet.", name=name)
    if why == "busy":
        return _(
            "A simple bot played this, because too many tables are waiting for {name}.", name=name
        )
    return _("A simple bot played this, because {name} gave no usable answer.", name=name)
