"""A review in words: decisions, chance events, moments, players and notes.

Points are percentage points of the chance to win the round or the match.
"""

from __future__ import annotations

from typing import assert_never

from ...errors import message
from ...judge.marks import MARKED
from ...judge.model import (
    ChanceEvent,
    Decision,
    Depth,
    EventKind,
    Mark,
    Moment,
    PlayerReview,
    Review,
    RoundReview,
)
from ...seats import SEATS
from ...texts import Texts
from ..contract.basics import ActionKind
from .cards import cards_words, counted_words, list_words, parts, sentences
from .events import NAME, done_words
from .figures import percent_words, points_words, signed_points_words
from .names import Names
from .reasons import reason_words

MARK_NAMES = {
    Mark.BEST: message("best choice"),
    Mark.GOOD: message("good"),
    Mark.INACCURACY: message("inaccuracy"),
    Mark.MISTAKE: message("mistake"),
    Mark.BLUNDER: message("blunder"),
}
DEPTH_NAMES = {
    Depth.INSTANT: message("instant"),
    Depth.QUICK: message("quick"),
    Depth.STANDARD: message("standard"),
    Depth.DEEP: message("deep"),
}
SENTENCES = 2
"""Reasons in a text; the page and the JSON have all of them."""


def mark_name(mark: Mark, _: Texts) -> str:
    """The name of a mark: `mistake`."""
    return _(MARK_NAMES[mark])


def depth_name(depth: Depth, _: Texts) -> str:
    """The name of a depth: `standard`."""
    return _(DEPTH_NAMES[depth])


def decision_words(decision: Decision, names: Names, _: Texts) -> str:
    """Describe what was played, how good it was, and for a marked one what was better and why."""
    return sentences(played_words(decision, names, _), judged_words(decision, names, _))


def judged_words(decision: Decision, names: Names, _: Texts) -> str:
    """Describe how good a decision was, and for a marked one what was better and why."""
    if decision.mark not in MARKED:
        return verdict_words(decision, _)
    why = [reason_words(reason, names, _) for reason in decision.reasons[:SENTENCES]]
    return sentences(verdict_words(decision, _), better_words(decision, _), *why)


def played_words(decision: Decision, names: Names, _: Texts) -> str:
    """Describe what was played: `Ana took 2 camels.`."""
    name, action = names[decision.seat], str(decision.played.action)
    done = parts(action)
    if done.kind is ActionKind.SELL:
        return _("{name} sold {cards}.", name=name, cards=_sold(done.give, _))
    return done_words(action, "", (), None, False, _).replace(NAME, name)


def better_words(decision: Decision, _: Texts) -> str:
    """Describe the best action: `Better: sell 3 leather.`."""
    best = parts(str(decision.best.action))
    if best.kind is ActionKind.SELL:
        return _("Better: sell {cards}.", cards=_sold(best.give, _))
    if best.kind is ActionKind.EXCHANGE:
        give, take = cards_words(best.give, _), cards_words(best.take, _)
        return _("Better: exchange {give} for {take}.", give=give, take=take)
    return _("Better: take {cards}.", cards=cards_words(best.take, _))


def _sold(give: str, _: Texts) -> str:
    return counted_words(give[0], len(give), _)


def verdict_words(decision: Decision, _: Texts) -> str:
    """Describe the mark and the loss: `Mistake: 6.2 points of the round given up.`."""
    fields = {"points": points_words(decision.loss, _)}
    if decision.is_even:
        return _("Nothing is shown to be better.")
    match decision.mark:
        case Mark.BEST:
            return _("Best choice.")
        case Mark.GOOD:
            return _("Good choice: {points} of the round given up.", **fields)
        case Mark.INACCURACY:
            return _("Inaccuracy: {points} of the round given up.", **fields)
        case Mark.MISTAKE:
            return _("Mistake: {points} of the round given up.", **fields)
        case Mark.BLUNDER:
            return _("Blunder: {points} of the round given up.", **fields)
    assert_never(decision.mark)


def chance_event_words(event: ChanceEvent, names: Names, _: Texts) -> str:
    """Describe an event of chance, and whom it was lucky for."""
    lucky = names[0] if event.match_luck >= 0 else names[1]
    points = points_words(event.match_luck, _)
    return sentences(
        chance_words(event, names, _),
        _("Luck for {name}: {points} of the match.", name=lucky, points=points),
    )


def chance_words(event: ChanceEvent, names: Names, _: Texts) -> str:
    """Describe an event of chance without its luck."""
    if event.kind is EventKind.DEAL or event.seat is None:
        if event.round == 1:
            return _("The cards were dealt, and it was drawn who starts.")
        return _("The cards were dealt.")
    name = names[event.seat]
    if event.kind is EventKind.BONUS:
        return _.count(
            "{name} drew a bonus token of {n} rupee.",
            "{name} drew a bonus token of {n} rupees.",
            int(event.cards),
            name=name,
        )
    cards = cards_words(event.cards, _)
    return _.count(
        "After {name} acted, {cards} was turned over.",
        "After {name} acted, {cards} were turned over.",
        len(event.cards),
        name=name,
        cards=cards,
    )


def round_words(played: RoundReview, names: Names, _: Texts) -> str:
    """Describe who won a round, and whom it was lucky for."""
    if not played.is_over:
        return ""
    if played.winner is None:
        won = _("The round was a complete tie.")
    else:
        won = _("{name} won the round.", name=names[played.winner])
    if played.luck is None:
        return won
    lucky, points = names[0 if played.luck >= 0 else 1], points_words(played.luck, _)
    return sentences(won, _("Luck for {name}: {points} of the round.", name=lucky, points=points))


def moment_words(moment: Moment, review: Review, names: Names, _: Texts) -> str:
    """Describe a moment, and how it changed the player's chance to win the match."""
    change = _("{points} of the match.", points=signed_points_words(moment.change, _))
    told = sentences(_moment(moment, review, names, _), change)
    return place_words(moment.round, moment.number, told, _)


def place_words(round_number: int, number: int, told: str, _: Texts) -> str:
    """Say when something happened: at an action of a round, or before the first."""
    if not number:
        return _("Round {n}: {told}", n=round_number, told=told)
    return _("Round {n}, action {k}: {told}", n=round_number, k=number, told=told)


def _moment(moment: Moment, review: Review, names: Names, _: Texts) -> str:
    place = (moment.round, moment.number)
    if moment.is_luck:
        event = next(one for one in review.events if (one.round, one.number) == place)
        return chance_words(event, names, _)
    decision = next(one for one in review.decisions if (one.round, one.number) == place)
    return played_words(decision, names, _)


def summary_words(player: PlayerReview, names: Names, _: Texts) -> str:
    """Describe how a player did: losses, marks, luck and the adjusted result."""
    told = [_losses(player, names[player.seat], _)]
    if marks := [_counted(mark, n, _) for mark in MARKED if (n := player.marks.get(mark, 0))]:
        told.append(_("Among them {marks}.", marks=list_words(marks, _)))
    if player.luck is not None:
        points = signed_points_words(player.luck, _)
        told.append(_("Luck: {points} of the match.", points=points))
    if player.adjusted is not None:
        share = percent_words(player.adjusted, 0, _)
        told.append(_("Result adjusted for luck: {share}.", share=share))
    return sentences(*told)


def _losses(player: PlayerReview, name: str, _: Texts) -> str:
    if player.mean_loss is None:
        return _("{name}: no decision was judged.", name=name)
    points = points_words(player.mean_loss, _)
    return _.count(
        "{name}: {n} decision judged, {points} of the round given up.",
        "{name}: {n} decisions judged, on average {points} of the round given up.",
        player.decisions,
        name=name,
        points=points,
    )


def _counted(mark: Mark, n: int, _: Texts) -> str:
    if mark is Mark.INACCURACY:
        return _.count("{n} inaccuracy", "{n} inaccuracies", n)
    if mark is Mark.MISTAKE:
        return _.count("{n} mistake", "{n} mistakes", n)
    return _.count("{n} blunder", "{n} blunders", n)


def note_words(review: Review, names: Names, _: Texts) -> list[str]:
    """What the review leaves out, and why."""
    notes = []
    if not review.is_over:
        notes.append(_("The match is not over: the review covers what was played."))
    if not review.is_complete:
        notes.append(_("The record does not have all cards, so luck is unknown."))
    notes += [
        _.count(
            "{name}: {n} decision was not judged, because the hand is unknown.",
            "{name}: {n} decisions were not judged, because the hand is unknown.",
            review.not_judged[seat],
            name=names[seat],
        )
        for seat in SEATS
        if review.not_judged[seat]
    ]
    return notes
