"""The dock in words: what the picked cards mean, and what the button does."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Reason
from ...goods import BONUS_VALUES, HAND_LIMIT, TIERS
from ...session.explain import reason_sentence
from ...texts import Texts
from ..link import Json
from ..selection import Choices, Staged
from .cards import camels_label, cards_words, parts, sell_label, sentences, sum_words, take_label

_REASONS = {reason.name.lower(): reason for reason in Reason}
_RANGES = {
    tier: (min(values), max(values)) for tier, values in zip(TIERS, BONUS_VALUES, strict=True)
}


@dataclass(frozen=True, slots=True)
class DockWords:
    """The dock's sentence and the label of its button."""

    sentence: str
    label: str


def staged_words(staged: Staged, choices: Choices, _: Texts) -> DockWords:
    """What the picked cards mean, and what the button would do."""
    if staged.meaning == "take":
        return _take(staged, choices, _)
    if staged.meaning == "camels":
        return _camels(staged, _)
    if staged.meaning == "sell":
        return _sale(staged, choices, _)
    if staged.meaning == "exchange":
        return _exchange(staged, choices, _)
    return DockWords(choice_words(choices, _), _("Pick cards"))


def is_reason(code: str) -> bool:
    """Whether this is the code of a rule, not a sentence."""
    return code in _REASONS


def reason_words(code: str, _: Texts) -> str:
    """Why an action may not be done, with the number of the rule."""
    if not is_reason(code):
        return _("This cannot be done now.")
    return reason_sentence(_REASONS[code], _)


def choice_words(choices: Choices, _: Texts) -> str:
    """What can be done while nothing is picked."""
    kinds = {legal["kind"] for legal in choices.legal}
    if len(choices.hand) >= HAND_LIMIT:
        return _("Your hand is full: sell cards, exchange cards or take the camels.")
    if kinds and "sell" not in kinds:
        return _("Pick a card in the market to take it, or several to exchange.")
    return _("Pick a card in the market to take it, cards of your hand to sell them.")


def _take(staged: Staged, choices: Choices, _: Texts) -> DockWords:
    card = parts(staged.action).take if staged.action else choices.market[staged.places[0]] or ""
    label = take_label(card, _)
    why = None if staged.legal else _blocked(choices, "market", card)
    if why:
        return DockWords(reason_words(why["reason"], _), label)
    return DockWords(sentences(_("{action}.", action=label), _turned(staged.legal, _)), label)


def _camels(staged: Staged, _: Texts) -> DockWords:
    n = len(parts(staged.action).take) if staged.action else len(staged.places)
    label = camels_label(n, _)
    return DockWords(sentences(_("{action}.", action=label), _turned(staged.legal, _)), label)


def _turned(legal: Json | None, _: Texts) -> str | None:
    """What comes into the market."""
    if not legal:
        return None
    if legal.get("ends"):
        return _ends(legal, _)
    n = legal.get("reveals") or 0
    return _.count("One new card will be turned over.", "{n} new cards will be turned over.", n)


def _ends(legal: Json, _: Texts) -> str | None:
    ends = legal.get("ends")
    if ends == "deck":
        return _("The deck cannot refill the market: this ends the round.")
    if ends == "exchanges":
        return _("So many exchanges in a row: this ends the round.")
    return _("This ends the round.") if ends else None


def _sale(staged: Staged, choices: Choices, _: Texts) -> DockWords:
    give = parts(staged.action or "").give
    if not give:
        return DockWords(_("Pick the cards to sell."), _("Sell"))
    label = sell_label(give[0], len(give), _)
    if staged.legal:
        return DockWords(sentences(_earned(label, staged.legal, _), _ends(staged.legal, _)), label)
    why = _blocked(choices, "hand", give[0])
    return DockWords(reason_words(why["reason"], _) if why else _("{action}.", action=label), label)


def _earned(action: str, legal: Json, _: Texts) -> str:
    """What a sale earns."""
    earns = legal.get("earns") or []
    tier = legal.get("bonus_tier")
    if tier:
        low, high = _RANGES[tier]
        return _(
            "{action}: {sum}, bonus {low}–{high}.",
            action=action,
            sum=sum_words(earns),
            low=low,
            high=high,
        )
    if (legal.get("count") or 0) >= TIERS[0]:
        return _("{action}: {sum}, no bonus token left.", action=action, sum=sum_words(earns))
    if not earns:
        return _("{action}: no token left.", action=action)
    return _("{action}: {sum}.", action=action, sum=sum_words(earns))


def _exchange(staged: Staged, choices: Choices, _: Texts) -> DockWords:
    if not staged.action:
        taken = "".join(choices.market[place] or "" for place in staged.places)
        return DockWords(_missing(taken, staged.to_give, _), _("Exchange"))
    done, legal = parts(staged.action), staged.legal
    take, give = cards_words(done.take, _), cards_words(done.give, _)
    sentence = sentences(
        _("You take {take}, you give {give}.", take=take, give=give),
        _("Hand after: {n} of {limit}.", n=legal["hand_after"], limit=HAND_LIMIT)
        if legal
        else None,
        _ends(legal, _) if legal else None,
    )
    return DockWords(sentence, _("Exchange {n} for {n}", n=len(done.take)))


def _missing(taken: str, to_give: int, _: Texts) -> str:
    """What an exchange still lacks."""
    n = abs(to_give)
    if not taken:
        return _.count(
            "Exchange: pick {n} card in the market.", "Exchange: pick {n} cards in the market.", n
        )
    cards = cards_words(taken, _)
    if to_give < 0:
        return _.count(
            "You take {cards}: {n} more to take.",
            "You take {cards}: {n} more to take.",
            n,
            cards=cards,
        )
    return _.count(
        "You take {cards}: {n} more to give.", "You take {cards}: {n} more to give.", n, cards=cards
    )


def _blocked(choices: Choices, where: str, card: str) -> Json | None:
    """The rule against a card of the market, the hand or the herd."""
    why: Json | None = ((choices.blocked or {}).get(where) or {}).get(card)
    return why
