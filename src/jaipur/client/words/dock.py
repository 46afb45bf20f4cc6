"""The dock's sentences: each situation, the picked cards, and why a card cannot be picked."""

from __future__ import annotations

from dataclasses import dataclass

from ...errors import Reason
from ...goods import BONUS_VALUES, HAND_LIMIT, TIERS
from ...results import EndCause
from ...session.contract.basics import ActionKind, Phase, SeatKind
from ...session.contract.state import Legal
from ...session.explain import reason_sentence
from ...session.words.cards import Parts, cards_words, parts, sentences, sum_words
from ...texts import Texts
from ..action_letters import sales_of
from ..model import Model, Tone
from ..selection import Choices, Staged, Where, fits
from .cards import action_words, card_name
from .sides import turn_words

_REASONS = {reason.name.lower(): reason for reason in Reason}
_RANGES = {
    tier: (min(values), max(values)) for tier, values in zip(TIERS, BONUS_VALUES, strict=True)
}


@dataclass(frozen=True, slots=True)
class DockShown:
    """What the dock shows."""

    sentence: str
    label: str
    """The button's label; empty between rounds."""
    is_off: bool
    """Whether the button is disabled."""
    note: str
    hint: str
    """What to do next, shown below news."""
    tone: Tone


def dock_words(model: Model, _: Texts) -> DockShown:
    """What the dock shows now."""
    if model.state.phase in (Phase.BETWEEN, Phase.OVER):
        return _after_round(model, _)
    staged, label = staged_words(model.staged, model.choices, _)
    is_picked = model.staged.meaning != "none"
    is_ready = model.is_mine and model.staged.legal is not None
    is_early = is_picked and not model.is_mine and not model.is_pending
    is_news = model.notice is not None and model.notice.tone == "news"
    sentence, tone = _sentence(model, staged, is_picked, _)
    return DockShown(
        sentence,
        label,
        is_off=not is_ready,
        note=_("Picked for your turn") if is_early else "",
        hint=staged if model.is_mine and not is_picked and is_news else "",
        tone=tone,
    )


def _sentence(model: Model, staged: str, is_picked: bool, _: Texts) -> tuple[str, Tone]:
    notice, reason = model.notice, model.reason
    gets_ready = None if is_picked or (notice and notice.tone == "error") else ready_words(model, _)
    if gets_ready:
        return gets_ready, "plain"
    if notice and (not is_picked or notice.tone != "news"):  # picks take precedence over news
        return notice.sentence, notice.tone
    if model.is_pending:
        return _("One moment …"), "plain"
    if is_picked and reason:
        return reason_words(reason, _), "error"
    if is_picked or model.is_mine:
        return staged, "plain"
    return _waiting_words(model, _), "plain"


def ready_words(model: Model, _: Texts) -> str | None:
    """The progress of a bot that cannot move yet, its place in the queue, or its failure."""
    turn = model.round.turn
    if turn is None or model.state.seats[turn].kind is not SeatKind.BOT:
        return None
    name, now = model.names[turn], model.update.now
    far, before = now.bot_preparing, now.bot_queue
    if now.bot_ready and before:
        return _.count(
            "{n} bot at another table thinks before {name}.",
            "{n} bots at other tables think before {name}.",
            before,
            name=name,
        )
    if now.bot_ready:
        return None if before is None else _("{name} is the next bot to think.", name=name)
    if far is None:
        return _(
            "{name} cannot play: its network is missing or damaged; jaipur bots says what is "
            "wrong. The match goes on once that is fixed.",
            name=name,
        )
    if far.seconds is None:
        return _("{name} is getting ready.", name=name)
    return _(
        "{name} is getting ready, only this first time ({percent} %, about {seconds} s left).",
        name=name,
        percent=far.percent,
        seconds=far.seconds,
    )


def _waiting_words(model: Model, _: Texts) -> str:
    """Who the table waits for on the opponent's turn."""
    turn = model.round.turn
    if turn is None or turn == model.seat:
        return turn_words(model.state, model.names, _)
    name = model.names[turn]
    if model.state.seats[turn].kind is SeatKind.BOT:
        return _("{name} is choosing an action.", name=name)  # else `ready_words` applies
    if model.is_read_only:
        return _("It is {name}’s turn.", name=name)
    return _("It is {name}’s turn. You can already pick cards for yours.", name=name)


def _after_round(model: Model, _: Texts) -> DockShown:
    state, notice = model.state, model.notice
    has_said = model.seat is not None and state.seats[model.seat].wants_next
    is_off = bool(has_said or model.is_pending)
    if notice and (notice.tone == "error" or model.is_counting):
        return DockShown(notice.sentence, "", is_off, "", "", notice.tone)
    sentence = _("The match is over.")
    if state.phase is Phase.BETWEEN:
        waiting = _("Waiting for {name} to continue.", name=model.names[model.top])
        sentence = sentences(state.results[-1].words.winner, waiting if has_said else "")
    return DockShown(sentence, "", is_off, "", "", "news")


def is_idle(model: Model) -> bool:
    """Whether there is nothing to pick from."""
    return model.is_read_only or not model.choices.legal


def why_not_card(model: Model, where: Where, at: int, _: Texts) -> str | None:
    """Why a market or hand card cannot be picked, or None if it can."""
    can = fits(model.selection, model.choices, where, at)
    return _why_not(model, can, where, model.choices.card(where, at), _)


def why_not_pile(model: Model, good: str, _: Texts) -> str | None:
    """Why a good cannot be sold, or None if it can."""
    otherwise = _("You cannot sell {card} now.", card=card_name(good, _))
    return _why_not(model, bool(sales_of(model.choices.legal, good)), "hand", good, _, otherwise)


def _why_not(
    model: Model, can: bool, where: Where, card: str | None, _: Texts, otherwise: str = ""
) -> str | None:
    if is_idle(model):
        return turn_words(model.state, model.names, _)
    if can:
        return None
    otherwise = otherwise or _("This card does not go with the cards you picked.")
    return blocked_words(model.choices, where, card or "", _) or otherwise


def staged_words(staged: Staged, choices: Choices, _: Texts) -> tuple[str, str]:
    """The meaning of the picked cards, and the button's label."""
    legal = staged.legal
    if staged.meaning == "none":
        return choice_words(choices, _), _("Pick cards")
    if staged.action is None:
        taken = "".join(choices.market[place] or "" for place in staged.places)
        return _missing(taken, staged.to_give, _), _("Exchange")
    done, label = parts(staged.action), action_words(staged.action, _)
    if staged.meaning == "exchange":
        return _exchange(done, legal, _), _("Exchange {n} for {n}", n=len(done.take))
    if legal is None:
        where: Where = "market" if done.take else "hand"
        why = blocked_words(choices, where, (done.take or done.give)[0], _)
        return why or _("{action}.", action=label), label
    return _earned(label, legal, _) if done.give else _drawn(label, legal, _), label


def reason_words(reason: str, _: Texts) -> str:
    """The sentence for a reason code; a sentence is returned as it is."""
    if reason in _REASONS:
        return reason_sentence(_REASONS[reason], _)
    return reason if " " in reason else _("This cannot be done now.")


def blocked_words(choices: Choices, where: Where, card: str, _: Texts) -> str:
    """The rule that blocks a market or hand card, or an empty string."""
    if choices.blocked is None:
        return ""
    why = (choices.blocked.market if where == "market" else choices.blocked.hand).get(card)
    return reason_words(why.reason, _) if why else ""


def choice_words(choices: Choices, _: Texts) -> str:
    """What the player can do while nothing is picked."""
    kinds = {legal.kind for legal in choices.legal}
    if len(choices.hand) >= HAND_LIMIT:
        return _("Your hand is full: sell cards, exchange cards or take the camels.")
    if kinds and ActionKind.SELL not in kinds:
        return _("Pick a card in the market to take it, or several to exchange.")
    return _("Pick a card in the market to take it, cards of your hand to sell them.")


def _drawn(action: str, legal: Legal, _: Texts) -> str:
    """What is taken, and how many cards are revealed."""
    n = legal.reveals or 0
    turned = _.count("One new card will be turned over.", "{n} new cards will be turned over.", n)
    return sentences(_("{action}.", action=action), _ends(legal, _) or turned)


def _ends(legal: Legal, _: Texts) -> str:
    """A warning if an action ends the round, else an empty string."""
    if legal.ends is EndCause.DECK:
        return _("The deck cannot refill the market: this ends the round.")
    if legal.ends is EndCause.EXCHANGES:
        return _("That many exchanges in a row end the round.")
    return _("This ends the round.") if legal.ends else ""


def _earned(action: str, legal: Legal, _: Texts) -> str:
    """The tokens a sale earns."""
    values = {"action": action, "sum": sum_words(legal.earns or ())}
    if legal.bonus_tier:
        low, high = _RANGES[legal.bonus_tier]
        earned = _("{action}: {sum}, bonus {low}–{high}.", low=low, high=high, **values)
    elif (legal.count or 0) >= TIERS[0]:
        earned = _("{action}: {sum}, no bonus token left.", **values)
    elif legal.earns:
        earned = _("{action}: {sum}.", **values)
    else:
        earned = _("{action}: no token left.", action=action)
    return sentences(earned, _ends(legal, _))


def _exchange(done: Parts, legal: Legal | None, _: Texts) -> str:
    take, give = cards_words(done.take, _), cards_words(done.give, _)
    exchange = _("You take {take}, you give {give}.", take=take, give=give)
    if not legal:
        return exchange
    after = _("Hand after: {n} of {limit}.", n=legal.hand_after, limit=HAND_LIMIT)
    return sentences(exchange, after, _ends(legal, _))


def _missing(taken: str, to_give: int, _: Texts) -> str:
    """What is missing from an exchange."""
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
