"""What the dock says in each situation, and why a card cannot be picked."""

from __future__ import annotations

from dataclasses import dataclass

from ...texts import Texts
from ..model import Model, Tone
from ..selection import fits, indices_of, places_of
from .cards import card_name, sentences
from .events import turn_words
from .staged import is_reason, reason_words, staged_words

UNTOLD = {"percent": 0, "seconds": None}
"""What is known of a bot that gets ready at a server which does not say how far it is."""


@dataclass(frozen=True, slots=True)
class DockShown:
    """What the dock shows."""

    sentence: str
    label: str
    """Of the button; empty between rounds."""
    is_off: bool
    """Whether the button does nothing now."""
    note: str
    hint: str
    """What can be done, under the news."""
    tone: Tone


def dock_words(model: Model, _: Texts) -> DockShown:
    """What the dock says now."""
    if model.state["phase"] in ("between", "over"):
        return _after_round(model, _)
    staged = staged_words(model.staged, model.choices, _)
    is_picked = model.staged.meaning != "none"
    is_ready = model.is_mine and model.staged.legal is not None
    is_early = is_picked and not model.is_mine and not model.is_pending
    is_news = model.said is not None and model.said.tone == "news"
    sentence, tone = _sentence(model, staged.sentence, is_picked, _)
    return DockShown(
        sentence,
        staged.label,
        is_off=not is_ready,
        note=_("Picked for your turn") if is_early else "",
        hint=staged.sentence if model.is_mine and not is_picked and is_news else "",
        tone=tone,
    )


def _sentence(model: Model, staged: str, is_picked: bool, _: Texts) -> tuple[str, Tone]:
    said, reason = model.said, model.reason
    gets_ready = None if is_picked or (said and said.tone == "error") else ready_words(model, _)
    if gets_ready:
        return gets_ready, "plain"
    if said and (not is_picked or said.tone != "news"):  # news give way to what is being picked
        return said.sentence, said.tone
    if model.is_pending:
        return _("One moment …"), "plain"
    if is_picked and reason:
        return reason_words(reason, _) if is_reason(reason) else reason, "error"
    if is_picked or model.is_mine:
        return staged, "plain"
    return waiting_words(model, _), "plain"


def ready_words(model: Model, _: Texts) -> str | None:
    """How far a bot is that is to act and cannot yet, who thinks before it, or that it cannot."""
    turn = model.round["turn"]
    if turn is None or model.state["seats"][turn]["kind"] != "bot":
        return None
    name, far = model.names[turn], model.now.get("bot_preparing", UNTOLD)
    if model.now["bot_ready"]:
        return _queue_words(model.now.get("bot_queue"), name, _)
    if far is None:
        return _(
            "{name} cannot play: its network is missing or damaged; jaipur bots says what is "
            "wrong. The match goes on once that is mended.",
            name=name,
        )
    if far["seconds"] is None:
        return _("{name} is getting ready.", name=name)
    return _(
        "{name} is getting ready, only this first time ({percent} %, about {seconds} s left).",
        name=name,
        percent=far["percent"],
        seconds=far["seconds"],
    )


def _queue_words(before: int | None, name: str, _: Texts) -> str | None:
    """Who thinks before a bot that waits for its turn to think."""
    if before is None:
        return None
    if not before:
        return _("{name} is the next bot to think.", name=name)
    return _.count(
        "{n} bot at another table thinks before {name}.",
        "{n} bots at other tables think before {name}.",
        before,
        name=name,
    )


def waiting_words(model: Model, _: Texts) -> str:
    """What everybody waits for while the other is to act."""
    turn = model.round["turn"]
    if turn is None or turn == model.seat:
        return turn_words(model.state, model.names, _)
    name = model.names[turn]
    if model.state["seats"][turn]["kind"] == "bot":
        return ready_words(model, _) or _("{name} is choosing an action.", name=name)
    if model.is_read_only:
        return _("{name} is to act.", name=name)
    return _("{name} is to act. You can already pick cards for your turn.", name=name)


def _after_round(model: Model, _: Texts) -> DockShown:
    state, said = model.state, model.said
    has_said = model.seat is not None and state["seats"][model.seat]["wants_next"]
    is_off = bool(has_said or model.is_pending)
    if said and (said.tone == "error" or model.is_counting):
        return DockShown(said.sentence, "", is_off, "", "", said.tone)
    waiting = ""
    if has_said and state["phase"] == "between":
        waiting = _("Waiting for {name} to go on.", name=model.names[model.top])
    return DockShown(sentences(round_words(model, _), waiting), "", is_off, "", "", "news")


def round_words(model: Model, _: Texts) -> str:
    """Who won the round, or that the match is over."""
    if model.state["phase"] == "over":
        return _("The match is over.")
    results, n = model.state["results"], model.round["number"]
    winner = results[-1]["winner"] if results else None
    if winner is None:
        return _("Round {n} is a draw: nobody gets a seal.", n=n)
    if winner == model.seat:
        return _("You win round {n} and a Seal of Excellence.", n=n)
    name = model.names[winner]
    return _("{name} wins round {n} and a Seal of Excellence.", name=name, n=n)


def is_idle(model: Model) -> bool:
    """Whether there is nothing to pick from."""
    return model.is_read_only or not model.choices.legal


def why_not_market(model: Model, place: int, _: Texts) -> str | None:
    """Why the card at a place of the market cannot be picked; None if it can."""
    if is_idle(model):
        return turn_words(model.state, model.names, _)
    if place in places_of(model.selection) or fits(model.selection, model.choices, place=place):
        return None
    card = model.choices.market[place] if place < len(model.choices.market) else None
    return _why("market", card, model, _)


def why_not_hand(model: Model, index: int, _: Texts) -> str | None:
    """Why a card of the hand cannot be picked; None if it can."""
    if is_idle(model):
        return turn_words(model.state, model.names, _)
    if index in indices_of(model.selection) or fits(model.selection, model.choices, index=index):
        return None
    card = model.choices.hand[index] if index < len(model.choices.hand) else None
    return _why("hand", card, model, _)


def why_not_pile(model: Model, good: str, _: Texts) -> str | None:
    """Why no sale of a good can be picked; None if one can."""
    if is_idle(model):
        return turn_words(model.state, model.names, _)
    legal = model.choices.legal
    if any(one["kind"] == "sell" and one.get("good") == good for one in legal):
        return None
    blocked = ((model.choices.blocked or {}).get("hand") or {}).get(good)
    if blocked:
        return reason_words(blocked["reason"], _)
    return _("You cannot sell {card} now.", card=card_name(good, _))


def _why(where: str, card: str | None, model: Model, _: Texts) -> str:
    blocked = ((model.choices.blocked or {}).get(where) or {}).get(card or "")
    if blocked:
        return reason_words(blocked["reason"], _)
    return _("This card does not go with the cards you picked.")
