"""Reading a record back into a match: every action is validated, every stated result compared."""

from __future__ import annotations

from ..errors import ImpossiblePosition, JaipurError, NotationError, RecordError
from ..goods import SEALS_TO_WIN, TIERS
from ..match import Match
from ..results import RoundResult
from ..seats import BySeat, Seat
from .fill import filled_deal, solve_bonuses
from .model import UNKNOWN, Record, RoundRecord, StatedResult


def replay(record: Record) -> Match:
    """The match of a record. Unknown cards are filled in with some that fit."""
    if not record.rounds:
        raise RecordError(record.end_line, NotationError("a record has at least one round."))
    match: Match | None = None
    for number, played in enumerate(record.rounds, 1):
        match = _replay_round(record, match, played)
        if number < len(record.rounds) and match.position.end is None:
            raise RecordError(
                played.lines.deal,
                NotationError("round {number} has no end, but another follows.", number=number),
            )
    assert match is not None  # noqa: S101  # there is at least one round
    _check_seals(record, match)
    return match


def _replay_round(record: Record, before: Match | None, played: RoundRecord) -> Match:
    match = _play(record, before, played, None)
    result = match.position.result
    if result is None:
        if played.result:
            raise RecordError(
                played.lines.result, NotationError("the round is not over, so it has no result.")
            )
        return match
    unknown = _unknown_drawn(match, played)
    if any(unknown):
        match = _play(record, before, played, _bonuses(match, played, result, unknown))
        result = match.position.result
    if played.result and result and played.result != StatedResult(result.winner, result.rupees):
        raise RecordError(
            played.lines.result,
            NotationError(
                "the result is {stated}, but the actions give {right}.",
                stated=played.result,
                right=StatedResult(result.winner, result.rupees),
            ),
        )
    return match


def _play(
    record: Record, before: Match | None, played: RoundRecord, bonuses: list[list[int]] | None
) -> Match:
    match = _begin(record, before, played, bonuses)
    for index, action in enumerate(played.actions):
        try:
            match = match.play(action)
        except JaipurError as problem:
            raise RecordError(played.lines.action(index), problem) from problem
        _check_drawn(match, played, index)
    return match


def _begin(
    record: Record, before: Match | None, played: RoundRecord, bonuses: list[list[int]] | None
) -> Match:
    try:
        if UNKNOWN in played.cards[10:12]:
            raise ImpossiblePosition("the market is seen by both seats: it has no unknown card.")
        deal = filled_deal(played, bonuses)
        match = before.next_round(deal) if before else Match.start(deal, record.exchange_limit)
        if match.round.starter != played.starter:
            raise ImpossiblePosition(
                "seat {right} starts this round, not seat {starter} (R90, R91).",
                right=match.round.starter,
                starter=played.starter,
            )
    except JaipurError as problem:
        raise RecordError(played.lines.deal, problem) from problem
    return match


def _check_drawn(match: Match, played: RoundRecord, index: int) -> None:
    """A card that was turned over was seen by both, so a record knows it."""
    drawn = len(match.events[-1].drawn)
    end = len(played.cards) - match.position.deck_size
    if UNKNOWN in played.cards[end - drawn : end]:
        raise RecordError(
            played.lines.action(index),
            ImpossiblePosition(
                "{action} turns over a card of the deck that the record leaves unknown; both "
                "seats saw it, so write it in the Deck line.",
                action=match.events[-1].action,
            ),
        )


def _drawers(match: Match) -> list[list[Seat]]:
    """For each tier, the seats in the order in which they drew its bonus tokens."""
    return [[event.seat for event in match.events if event.bonus_tier == tier] for tier in TIERS]


def _unknown_drawn(match: Match, played: RoundRecord) -> list[int]:
    """How many unknown bonus tokens were drawn from each tier."""
    return [
        pile[: len(seats)].count(UNKNOWN)
        for pile, seats in zip(played.bonuses, _drawers(match), strict=True)
    ]


def _bonuses(
    match: Match, played: RoundRecord, result: RoundResult, unknown: list[int]
) -> list[list[int]]:
    """Values of the unknown bonus tokens that give the result the record states."""
    if played.result is None:
        raise RecordError(
            played.lines.deal,
            NotationError(
                "{count} bonus tokens that were won are unknown, so the round needs its Result.",
                count=sum(unknown),
            ),
        )
    drawers = _drawers(match)
    filled = match.round.deal.bonuses
    guessed = [0, 0]
    for tier, seats in enumerate(drawers):
        for place, seat in enumerate(seats):
            if played.bonuses[tier][place] == UNKNOWN:
                guessed[seat] += filled[tier][place]
    stated = played.result.rupees
    missing = BySeat.of(lambda seat: stated[seat] - result.rupees[seat] + guessed[seat])
    solution = solve_bonuses(played, drawers, missing)
    if solution is None:
        raise RecordError(
            played.lines.result,
            NotationError(
                "no values of the unknown bonus tokens give {stated}.", stated=played.result
            ),
        )
    return solution


def _check_seals(record: Record, match: Match) -> None:
    over = match.result is not None
    if record.seals is None:
        if over:
            problem = NotationError(
                "the match is over with {zero}-{one} seals, not unfinished.",
                zero=match.seals[0],
                one=match.seals[1],
            )
            raise RecordError(record.end_line, problem)
    elif record.seals != match.seals or not over:
        problem = NotationError(
            "the match has {zero}-{one} seals; it is unfinished until a seat has {seals}.",
            zero=match.seals[0],
            one=match.seals[1],
            seals=SEALS_TO_WIN,
        )
        raise RecordError(record.end_line, problem)
