"""Reading a record back into a match: every action is validated, every stated result compared."""

from __future__ import annotations

from ..deals import Deal
from ..errors import ImpossiblePosition, JaipurError, NotationError, RecordError
from ..goods import SEALS_TO_WIN, TIERS
from ..match import Match
from ..results import RoundResult
from ..seats import BySeat, Seat
from .fill import Camels, filled_deal, fillings, solve_bonuses
from .model import UNKNOWN, Record, RoundRecord, StatedResult


def replay(record: Record) -> Match:
    """The match of a record. Unknown cards are filled in with some that fit."""
    match: Match | None = None
    for number, played in enumerate(record.rounds, 1):
        match = _replay_round(record, match, played)
        if number < len(record.rounds) and match.position.end is None:
            raise RecordError(
                played.places.deal,
                NotationError("round {number} has no end, but another follows.", number=number),
            )
    if match is None:
        raise RecordError(record.end, NotationError("a record has at least one round."))
    _check_seals(record, match)
    return match


def _replay_round(record: Record, before: Match | None, played: RoundRecord) -> Match:
    """Try every filling of the unknown cards; what does not matter is settled by the first."""
    matches: list[Match] = []
    problems: list[RecordError] = []
    for camels in fillings(played):
        try:
            match = _settle(record, before, played, camels)
        except RecordError as problem:
            problems.append(problem)
            continue
        if played.result or match.position.end is None:
            return match
        matches.append(match)
    if not matches:
        raise max(problems, key=lambda problem: _reach(played, problem))
    if len({stated(match) for match in matches}) > 1:
        raise RecordError(
            played.places.deal,
            NotationError(
                "the score depends on cards that are unknown: write the Result of the round, and "
                "K for camels that were dealt."
            ),
        )
    return matches[0]


def _reach(played: RoundRecord, problem: RecordError) -> int:
    """How far into a round a problem stands: the filling that got furthest tells most."""
    if problem.place in played.places.actions:
        return 1 + played.places.actions.index(problem.place)
    of_deal = (played.places.deal, *played.places.parts.values())
    return 0 if problem.place in of_deal else len(played.actions) + 1


def stated(match: Match) -> StatedResult | None:
    """The result of the last round as a record states it."""
    result = match.position.result
    return None if result is None else StatedResult(result.winner, result.rupees)


def _settle(record: Record, before: Match | None, played: RoundRecord, camels: Camels) -> Match:
    """Replay a round with one filling and compare its result."""
    match = _play(record, before, played, camels, None)
    if match.position.result is None:
        if played.result:
            problem = NotationError("the round is not over, so it has no result.")
            raise RecordError(played.places.result, problem)
        return match
    if any(_unknown_drawn(match, played)):
        bonuses = _bonuses(match, played, match.position.result)
        match = _play(record, before, played, camels, bonuses)
    if played.result and played.result != stated(match):
        problem = NotationError(
            "the result is {stated}, but the actions give {right}.",
            stated=played.result,
            right=stated(match),
        )
        raise RecordError(played.places.result, problem)
    return match


def _play(
    record: Record,
    before: Match | None,
    played: RoundRecord,
    camels: Camels,
    bonuses: list[list[int]] | None,
) -> Match:
    try:
        match = _begin(record, before, played, filled_deal(played, camels, bonuses))
    except RecordError:
        raise
    except JaipurError as problem:
        raise RecordError(played.places.deal, problem) from problem
    for index, action in enumerate(played.actions):
        try:
            match = match.play(action)
        except JaipurError as problem:
            raise RecordError(played.places.action(index), problem) from problem
        _check_drawn(match, played, index)
    return match


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
    """A card that was turned over was seen by both, so a record knows it."""
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
    """For each tier, the seats in the order in which they drew its bonus tokens."""
    return [[event.seat for event in match.events if event.bonus_tier == tier] for tier in TIERS]


def _unknown_drawn(match: Match, played: RoundRecord) -> list[int]:
    """How many unknown bonus tokens were drawn from each tier."""
    return [
        pile[: len(seats)].count(UNKNOWN)
        for pile, seats in zip(played.bonuses, _drawers(match), strict=True)
    ]


def _bonuses(match: Match, played: RoundRecord, result: RoundResult) -> list[list[int]]:
    """Values of the unknown bonus tokens that give the result the record states."""
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
