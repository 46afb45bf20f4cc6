"""Events and results in words: one text for each, in the second person for whoever looks."""

from __future__ import annotations

from ...seats import Seat
from ...texts import Texts
from ..link import Json
from .cards import cards_words, counted_words, parts, sentences, sum_words
from .names import Names
from .results import camel_token_words, result_words, winner_words

__all__ = [
    "camel_token_words",
    "end_words",
    "event_words",
    "result_words",
    "turn_words",
    "winner_words",
]


def event_words(event: Json, names: Names, me: Seat | None, _: Texts) -> str:
    """What happened."""
    kind = event["kind"]
    if kind == "created":
        return _("The table is set.")
    if kind == "joined":
        return sentences(_joined(event, names, me, _), _dealt(event, names, me, _))
    if kind == "readied":
        return _dealt(event, names, me, _) or _ready(event, names, me, _)
    if kind == "wanted_next":
        return _dealt(event, names, me, _) or _next(event, names, me, _)
    if kind == "acted":
        name = names[event["seat"]]
        acted = _acted(event, name, event["seat"] == me, _)
        return sentences(acted, end_words(event.get("end"), _), _instead(event, name, _))
    return _ended(event, names, me, _)


def _ended(event: Json, names: Names, me: Seat | None, _: Texts) -> str:
    """How the match ended, or goes on."""
    seat = event.get("seat")
    is_me = seat is not None and seat == me
    name = names[seat or 0]
    kind = event["kind"]
    if kind == "resigned":
        return _("You gave up the match.") if is_me else _("{name} gave up the match.", name=name)
    if kind == "ran_out":
        return _("Your time ran out.") if is_me else _("The time of {name} ran out.", name=name)
    if kind == "closed" and seat is None:
        return _("The host of this server closed the table.")
    if kind == "closed":
        return _("You gave up the table.") if is_me else _("{name} gave up the table.", name=name)
    if kind == "voided":
        return _voided(name, is_me=is_me, _=_)
    if kind == "offered_rematch":
        return _("You offered a rematch.") if is_me else _("{name} offers a rematch.", name=name)
    if kind == "rematched":
        return _("The rematch begins.")
    return ""


def _voided(name: str, *, is_me: bool, _: Texts) -> str:
    if is_me:
        return _("Your share of chance did not come in time.")
    return _("The share of chance of {name} did not come in time.", name=name)


def _joined(event: Json, names: Names, me: Seat | None, _: Texts) -> str:
    seat = event.get("seat")
    if seat is not None and seat == me:
        return _("You joined.")
    return _("{name} joined.", name=event.get("name") or names[seat or 0])


def _dealt(event: Json, names: Names, me: Seat | None, _: Texts) -> str:
    number, starter = event.get("round"), event.get("starter")
    if not number or starter is None:
        return ""
    if starter == me:
        return _("Round {n} is dealt. You start.", n=number)
    return _("Round {n} is dealt. {name} starts.", n=number, name=names[starter])


def _ready(event: Json, names: Names, me: Seat | None, _: Texts) -> str:
    seats = event.get("seats") or [0]
    if len(seats) > 1:
        return _("Both players are ready.")
    if seats[0] == me:
        return _("You are ready.")
    return _("{name} is ready.", name=names[seats[0]])


def _next(event: Json, names: Names, me: Seat | None, _: Texts) -> str:
    seat = (event.get("seats") or [0])[0]
    if seat == me:
        return _("You are ready for the next round.")
    return _("{name} is ready for the next round.", name=names[seat])


def _acted(event: Json, name: str, is_me: bool, _: Texts) -> str:
    done = parts(event.get("action") or "")
    if done.kind == "sell":
        return _sold(event, done.give, name, is_me, _)
    if done.kind != "exchange":
        return _took(done.take, event.get("drawn") or "", name, is_me, _)
    take, give = cards_words(done.take, _), cards_words(done.give, _)
    if is_me:
        return _("You exchanged {give} for {take}.", give=give, take=take)
    return _("{name} exchanged {give} for {take}.", name=name, give=give, take=take)


def _took(take: str, drawn: str, name: str, is_me: bool, _: Texts) -> str:
    said = {"name": name, "cards": cards_words(take, _), "drawn": cards_words(drawn, _)}
    if not drawn:
        return _("You took {cards}.", **said) if is_me else _("{name} took {cards}.", **said)
    if is_me:
        return _.count(
            "You took {cards}; {drawn} was turned over.",
            "You took {cards}; {drawn} were turned over.",
            len(drawn),
            **said,
        )
    return _.count(
        "{name} took {cards}; {drawn} was turned over.",
        "{name} took {cards}; {drawn} were turned over.",
        len(drawn),
        **said,
    )


def _sold(event: Json, give: str, name: str, is_me: bool, _: Texts) -> str:
    tokens: list[int] = event.get("tokens") or []
    total, tier = sum(tokens), event.get("bonus_tier")
    cards = counted_words(give[0], len(give), _)
    said = {"name": name, "cards": cards, "sum": sum_words(tokens), "tier": tier}
    if tier and is_me:
        return _.count(
            "You sold {cards} for {sum} rupee and a bonus token ({tier} cards).",
            "You sold {cards} for {sum} rupees and a bonus token ({tier} cards).",
            total,
            **said,
        )
    if tier:
        return _.count(
            "{name} sold {cards} for {sum} rupee and a bonus token ({tier} cards).",
            "{name} sold {cards} for {sum} rupees and a bonus token ({tier} cards).",
            total,
            **said,
        )
    if is_me:
        return _.count(
            "You sold {cards} for {sum} rupee.", "You sold {cards} for {sum} rupees.", total, **said
        )
    return _.count(
        "{name} sold {cards} for {sum} rupee.",
        "{name} sold {cards} for {sum} rupees.",
        total,
        **said,
    )


def end_words(cause: str | None, _: Texts) -> str:
    """Why a round is over."""
    if cause == "tokens":
        return _("Three kinds of goods tokens are gone: the round is over.")
    if cause == "deck":
        return _("The deck cannot refill the market: the round is over.")
    if cause == "exchanges":
        return _("Nothing but exchanges for too long: the round is over.")
    return ""


def _instead(event: Json, name: str, _: Texts) -> str:
    """Who played when a bot did not."""
    why = event.get("fallback")
    if not why:
        return ""
    if why == "late":
        return _("A simple bot played this, because {name} took too long.", name=name)
    if why == "not_ready":
        return _("A simple bot played this, because {name} was not ready yet.", name=name)
    if why == "busy":
        return _("A simple bot played this, because too many tables wait for {name}.", name=name)
    return _("A simple bot played this, because {name} gave no usable answer.", name=name)


def turn_words(state: Json, names: Names, _: Texts) -> str:
    """Whose turn it is, in a few words."""
    if state["phase"] == "over":
        return _("The match is over")
    if state["phase"] == "between":
        return _("The round is over")
    turn = state["round"]["turn"] if state["round"] else None
    if turn is None:
        return _("Not begun yet")
    return _("Your turn") if turn == state["seat"] else _("{name} to move", name=names[turn])
