"""Reviews made by hand: every number is drawn by seed, and every mark and reason occurs."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle

from jaipur.actions import Action
from jaipur.events import Event
from jaipur.judge.model import (
    ChanceEvent,
    CurvePoint,
    Decision,
    Depth,
    EventKind,
    JudgedAction,
    JudgedReason,
    Mark,
    Moment,
    PlayerReview,
    ReasonKind,
    Reply,
    Review,
    RoundReview,
)
from jaipur.match import Match
from jaipur.position import Position
from jaipur.records import Record, replayed
from jaipur.results import RoundResult
from jaipur.seats import BySeat, Seat, other

LOSSES = {
    Mark.BEST: 0.0,
    Mark.GOOD: 0.008,
    Mark.INACCURACY: 0.031,
    Mark.MISTAKE: 0.062,
    Mark.BLUNDER: 0.14,
}
MARKS = [Mark.BEST, Mark.BEST, Mark.GOOD, Mark.BEST, Mark.INACCURACY, Mark.BEST, Mark.BEST]
MARKS += [Mark.GOOD, Mark.MISTAKE, Mark.BEST, Mark.BEST, Mark.BLUNDER, Mark.GOOD]


def all_reasons(seat: Seat) -> list[JudgedReason]:
    """One of every kind, for a decision of this seat."""
    opponent = other(seat)
    return [
        JudgedReason(ReasonKind.REPLY, 0.24, 0.71, opponent, 8, Reply.TAKE, "D"),
        JudgedReason(ReasonKind.REPLY, 0.02, 0.35, opponent, 8, Reply.SELL, "D"),
        JudgedReason(ReasonKind.REPLY, 0.24, 0.71, opponent, 8, Reply.CAMELS),
        JudgedReason(ReasonKind.REPLY, 0.113, 0.116, opponent, 8, Reply.EXCHANGE),
        JudgedReason(ReasonKind.TOKENS, 12.34, 8.08, seat, 8, good="L"),
        JudgedReason(ReasonKind.TOKENS, 14.2, 17.9, opponent, 8),
        JudgedReason(ReasonKind.BONUS, 0.62, 0.31, seat, 8),
        JudgedReason(ReasonKind.CAMELS, -0.8, 1.7, seat, 8),
        JudgedReason(ReasonKind.ROOM, 1, 4, seat, 8),
        JudgedReason(ReasonKind.ROOM, 3, 0, seat, 8),
        JudgedReason(ReasonKind.END, 0.34, 0.05, opponent, 8),
    ]


class FakeRun:
    """Stands in for `ReviewRun`: it draws numbers instead of judging."""

    judged = 0
    """Decisions judged by all runs."""
    stops_at: int | None = None
    """The decision at which Ctrl-C is pressed."""

    def __init__(
        self, record: Record, depth: Depth, known: Mapping[str, Decision] | None = None
    ) -> None:
        self._record, self._depth, self._known = record, depth, known or {}
        self._made = {f"{one.round}.{one.number}": one for one in made_decisions(record)}
        self._decisions: list[Decision] = []
        self.total = len(self._made)

    def decisions(self) -> Iterator[tuple[str, Decision]]:
        """Yield the decisions, and count those that are not known."""
        for number, (key, made) in enumerate(self._made.items()):
            if number == FakeRun.stops_at:
                raise KeyboardInterrupt
            if key not in self._known:
                FakeRun.judged += 1
            self._decisions.append(self._known.get(key, made))
            yield key, self._decisions[-1]

    def review(self) -> Review:
        """Make up the rest."""
        return made_review(self._record, self._depth, tuple(self._decisions))


def judge_state(depth: Depth) -> str:
    """Stands in for the function of the same name."""
    return f"fake {depth}"


def made_decisions(record: Record) -> Iterator[Decision]:
    """Make decisions with marks and reasons in turn; without all cards, those of seat 0."""
    chance, marks, reasons = random.Random(1), cycle(MARKS), cycle(range(len(all_reasons(0))))
    positions = iter(replayed(record).positions)
    for round_number, played in enumerate(record.rounds, 1):
        position = next(positions)
        for number, action in enumerate(played.actions, 1):
            mark, first = next(marks), next(reasons)
            why = all_reasons(position.turn)[first : first + 2] if LOSSES[mark] > 0.01 else []
            if record.is_complete or position.turn == 0:
                yield _decision((round_number, number), position, action, mark, why, chance)
            position = next(positions)


def _decision(
    place: tuple[int, int],
    position: Position,
    action: Action,
    mark: Mark,
    reasons: list[JudgedReason],
    chance: random.Random,
) -> Decision:
    loss = LOSSES[mark]
    top = chance.uniform(0.3, 0.8)
    others = [one for one in position.legal_actions() if one != action]
    if not others:
        mark, loss, reasons = Mark.BEST, 0.0, []
    chance.shuffle(others)
    played = _judged(action, top - loss)
    worse = [_judged(one, top - 0.01 * rank) for rank, one in enumerate(others)]
    judged = (played, *worse) if mark is Mark.BEST else (worse[0], played, *worse[1:])
    return Decision(
        *place,
        position.turn,
        played,
        judged[0],
        gap=loss,
        gap_error=0.0021234567,
        is_even=False,
        loss=loss,
        match_loss=loss / 2,
        mark=mark,
        actions=judged,
        reasons=tuple(reasons),
    )


def _judged(action: Action, share: float) -> JudgedAction:
    return JudgedAction(action, share, 0.0123456789, 20 * share - 10, 128)


def made_review(
    record: Record, depth: Depth = Depth.STANDARD, decisions: tuple[Decision, ...] | None = None
) -> Review:
    """Make a review of a record, with luck if all cards are known."""
    match = replayed(record).match
    if decisions is None:
        decisions = tuple(made_decisions(record))
    events, curve = _luck(match) if record.is_complete else ([], [])
    results = [*match.results, None][: len(match.rounds)]
    rounds = [_round(number, result, record) for number, result in enumerate(results, 1)]
    return Review(
        depth,
        decisions,
        tuple(events),
        tuple(curve),
        tuple(rounds),
        BySeat.of(lambda seat: _player(seat, decisions, events, record)),
        is_over=match.result is not None,
        is_complete=record.is_complete,
        not_judged=BySeat(0, sum(len(one.actions) for one in record.rounds) - len(decisions)),
    )


def _luck(match: Match) -> tuple[list[ChanceEvent], list[CurvePoint]]:
    chance, at = random.Random(2), 0.5
    events, curve = list[ChanceEvent](), list[CurvePoint]()
    for number, played in enumerate(match.rounds, 1):
        for index, event in enumerate((None, *played.events)):
            luck = chance.gauss(0, 0.03)
            at = min(max(at + luck + chance.gauss(0, 0.02), 0.03), 0.97)
            curve.append(CurvePoint(number, index, at, at))
            kind, cards = _drawn(event)
            if kind is not None:
                seat = None if event is None else event.seat
                events.append(ChanceEvent(number, index, kind, seat, cards, 2 * luck, luck))
    return events, curve


def _drawn(event: Event | None) -> tuple[EventKind | None, str]:
    if event is None:
        return EventKind.DEAL, ""
    if event.drawn:
        return EventKind.CARDS, "".join(card.letter for card in event.drawn)
    return (EventKind.BONUS, str(event.bonus_tier)) if event.bonus_tier else (None, "")


def _round(number: int, result: RoundResult | None, record: Record) -> RoundReview:
    luck = 0.12 if record.is_complete else None
    if result is None:
        return RoundReview(number, None, is_over=False, luck=luck, adjusted=None)
    return RoundReview(number, result.winner, is_over=True, luck=luck, adjusted=luck)


def _player(
    seat: Seat, decisions: Sequence[Decision], events: Sequence[ChanceEvent], record: Record
) -> PlayerReview:
    own = [one for one in decisions if one.seat == seat]
    sign = -1 if seat else 1
    moments = [
        Moment(one.round, one.number, False, one.match_loss * (-1 if one.seat == seat else 1))
        for one in decisions
    ]
    moments += [Moment(one.round, one.number, True, sign * one.match_luck) for one in events]
    moments.sort(key=lambda moment: -abs(moment.change))
    return PlayerReview(
        seat,
        len(own),
        sum(one.loss for one in own) / len(own) if own else None,
        {mark: sum(one.mark is mark for one in own) for mark in Mark},
        sign * 0.084 if record.is_complete else None,
        0.5 + sign * 0.416 if record.is_complete else None,
        tuple(moments[:3]),
    )
