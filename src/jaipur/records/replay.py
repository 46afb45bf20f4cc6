"""Replays a record as a match: checks every action and compares every stated result."""

from __future__ import annotations

from typing import NamedTuple

from ..deals import Deal
from ..errors import ImpossiblePosition, JaipurError, NotationError, RecordError
from ..goods import SEALS_TO_WIN, TIERS
from ..match import Match
from ..position import Position
from ..results import RoundResult
from ..seats import BySeat, Seat
from .fill import Camels, filled_deal, fillings, solve_bonuses
from .model import UNKNOWN, Record, RoundRecord, StatedResult


class Replayed(NamedTuple):
    """The match of a record, and its positions after each deal and each action."""

    match: Match
    positions: tuple[Position, ...]


def replay(record: Record) -> Match:
    """The match of a record. Unknown cards are filled in with any that fit."""
    return replayed(record).match


def replayed(record: Record) -> Replayed:
    """The match of a record, and all positions on the way."""
    trail: list[Match] = []
    for number, played in enumerate(record.rounds, 1):
        trail += _replay_round(record, trail[-1] if trail else None, played)
        if number < len(record.rounds) and trail[-1].position.end is None:
            raise RecordError(
                played.places.deal,
                NotationError(
                    "round {number} is not finished, but another follows.", number=number
                ),
            )
    if not trail:
        raise RecordError(record.end, NotationError("a record has at least one round."))
    _check_seals(record, trail[-1])
    return Replayed(trail[-1], tuple(match.position for match in trail))


def _replay_round(record: Record, before: Match | None, played: RoundRecord) -> list[Match]:
    """Try every filling of the unknown cards until one fits the record."""
    trails: list[list[Match]] = []
    problems: list[RecordError] = []
    for camels in fillings(played):
        try:
            trail = _settle(record, before, played, camels)
        except RecordError as problem:
            problems.append(problem)
            continue
        if played.result or trail[-1].position.end is None:
            return trail
        trails.append(trail)
    if not trails:
        raise max(problems, key=lambda problem: _reach(played, problem))
    if len({stated(trail[-1]) for trail in trails}) > 1:
        raise RecordError(
            played.places.deal,
            NotationError(
                "the score depends on cards that are unknown: write the Result of the round, and "
                "K for camels that were dealt."
            ),
        )
    return trails[0]


def _reach(played: RoundRecord, problem: RecordError) -> int:
    """How far into the round a problem is: the filling that got furthest explains most."""
    if problem.place in played.places.actions:
        return 1 + played.places.actions.index(problem.place)
    of_deal = (played.places.deal, *played.places.parts.values())
    return 0 if problem.place in of_deal else len(played.actions) + 1


def stated(match: Match) -> StatedResult | None:
    """The result of the last round in the form of a record."""
    result = match.position.result
    return None if result is None else StatedResult(result.winner, result.rupees)


def _settle(
    record: Record, before: Match | None, played: RoundRecord, camels: Camels
) -> list[Match]:
    """Replay a round with one filling and check its result; return the match after each step."""
    trail = _play(record, before, played, camels, None)
    match = trail[-1]
    if match.position.result is None:
        if played.result:
            problem = NotationError("the round is not over, so it has no result.")
            raise RecordError(played.places.result, problem)
        return trail
    if any(_unknown_drawn(match, played)):
        bonuses = _bonuses(match, played, match.position.result)
        trail = _play(record, before, played, camels, bonuses)
        match = trail[-1]
    if played.result and played.result != stated(match):
        problem = NotationError(
            "the result is {stated}, but the actions give {right}.",
            stated=played.result,
            right=stated(match),
        )
        raise RecordError(played.places.result, problem)
    return trail


def _play(
    record: Record,
    before: Match | None,
    played: RoundRecord,
    camels: Camels,
    bonuses: list[list[int]] | None,
) -> list[Match]:
    try:
        match = _begin(record, before, played, filled_deal(played, camels, bonuses))
    except RecordError:
        raise
    except JaipurError as problem:
        raise RecordError(played.places.deal, problem) from problem
    trail = [match]
    for index, action in enumerate(played.actions):
        try:
            match = match.play(action)
        except JaipurError as problem:
            raise RecordError(played.places.action(index), problem) from problem
        _check_drawn(match, played, index)
        trail.append(match)
    return trail


def _begin(record: Record, before: Match | None, played: RoundRecord, deal: Deal) -> Match:
    if UNKNOWN in played.cards[10:12]:
        problem = ImpossiblePosition("the market is seen by both seats: it has no unknown card.")
        raise RecordError(played.places.part("Market"), problem)
    match = before.next_round(deal) if before else Match.start(deal, record.exchange_limit)
    if match.round.starter != played.starter:
        problem = ImpossiblePosition(
            "seat {right} starts this round, not seat {starter} (R90, R91).",
            right=match.round.starter,
            starter=played.starter,
        )
        raise RecordError(played.places.part("Starter"), problem)
    return match


def _check_drawn(match: Match, played: RoundRecord, index: int) -> None:
    """Refuse an unknown card that was drawn to the market, since both seats saw it."""
    drawn = len(match.events[-1].drawn)
    end = len(played.cards) - match.position.deck_size
    if UNKNOWN in played.cards[end - drawn : end]:
        raise RecordError(
            played.places.action(index),
            ImpossiblePosition(
                "{action} turns over a card of the deck that the record leaves unknown; both "
                "seats saw it, so write it in the Deck line.",
                action=match.events[-1].action,
            ),
        )


def _drawers(match: Match) -> list[list[Seat]]:
    """For each tier, the seats that drew its bonus tokens, in order."""
    return [[event.seat for event in match.events if event.bonus_tier == tier] for tier in TIERS]


def _unknown_drawn(match: Match, played: RoundRecord) -> list[int]:
    """The number of unknown bonus tokens drawn from each tier."""
    return [
        pile[: len(seats)].count(UNKNOWN)
        for pile, seats in zip(played.bonuses, _drawers(match), strict=True)
    ]


def _bonuses(match: Match, played: RoundRecord, result: RoundResult) -> list[list[int]]:
    """Values of the unknown bonus tokens that give the stated result."""
    if played.result is None:
        raise RecordError(
            played.places.deal,
            NotationError(
                "{count} bonus tokens that were won are unknown, so the round needs its Result.",
                count=sum(_unknown_drawn(match, played)),
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
            played.places.result,
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
            raise RecordError(record.end, problem)
    elif not over:
        problem = NotationError(
            "the rounds give {zero}-{one} seals; until a seat has {seals} write Match: unfinished.",
            zero=match.seals[0],
            one=match.seals[1],
            seals=SEALS_TO_WIN,
        )
        raise RecordError(record.end, problem)
    elif record.seals != match.seals:
        problem = NotationError(
            "the seals {stated_zero}-{stated_one} do not fit the rounds, which give {zero}-{one}.",
            stated_zero=record.seals[0],
            stated_one=record.seals[1],
            zero=match.seals[0],
            one=match.seals[1],
        )
        raise RecordError(record.end, problem)
