"""Reviews made by hand: every seventh decision is marked, and chances go up and down."""

from __future__ import annotations

import math
from collections import Counter

from jaipur.actions import Take
from jaipur.goods import Card
from jaipur.judge.model import (
    ChanceEvent,
    CurvePoint,
    Decision,
    Depth,
    EventKind,
    JudgedAction,
    JudgedReason,
    Mark,
    PlayerReview,
    ReasonKind,
    Reply,
    Review,
    RoundReview,
)
from jaipur.notation import parse_action
from jaipur.seats import BySeat, Seat, other
from jaipur.session.contract.events import ActedEvent, DealingEvent
from jaipur.session.contract.responses import Replay

LOSSES = {Mark.INACCURACY: 0.031, Mark.MISTAKE: 0.062, Mark.BLUNDER: 0.124}


def review_made(replay: Replay) -> Review:
    """A review of a replay, always the same."""
    decisions: list[Decision] = []
    events: list[ChanceEvent] = []
    curve: list[CurvePoint] = []
    number = 0
    for step in replay.steps:
        event, at = step.event, step.round.number
        if isinstance(event, DealingEvent):
            number = 0
            events.append(ChanceEvent(at, 0, EventKind.DEAL, None, "", 0.02, 0.011))
        elif isinstance(event, ActedEvent):
            number += 1
            decisions.append(decision_made(at, number, event.seat, event.action, len(decisions)))
            if event.drawn:
                kind, luck = EventKind.CARDS, 0.05 * math.sin(number)
                events.append(ChanceEvent(at, number, kind, event.seat, event.drawn, luck, luck))
            elif event.bonus_tier:
                kind, luck = EventKind.BONUS, 0.004
                events.append(ChanceEvent(at, number, kind, event.seat, "3", luck, luck))
        else:
            continue
        chance = 0.5 + 0.4 * math.sin(len(curve) / 9)
        curve.append(CurvePoint(at, number, chance, chance))
    rounds = tuple(
        RoundReview(at, result.winner, is_over=True, luck=0.1, adjusted=0.6)
        for at, result in enumerate(replay.results, 1)
    )
    return Review(
        depth=Depth.INSTANT,
        decisions=tuple(decisions),
        events=tuple(events),
        curve=tuple(curve),
        rounds=rounds,
        players=BySeat.of(lambda seat: player_made(seat, decisions)),
        is_over=replay.ending is not None,
        is_complete=True,
        not_judged=BySeat(0, 0),
    )


def decision_made(at: int, number: int, seat: Seat, action: str, count: int) -> Decision:
    """A decision; of seven, the fourth to sixth are marked."""
    marks = (Mark.BEST, Mark.BEST, Mark.GOOD, Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER)
    mark = marks[count % 7] if count % 7 < len(marks) else Mark.BEST
    loss = LOSSES.get(mark, 0.004 if mark is Mark.GOOD else 0.0)
    played = JudgedAction(parse_action(action), 0.5 - loss, 0.01, -2.0, 200)
    best = JudgedAction(Take(Card.GOLD), 0.5, 0.01, 1.5, 200) if loss else played
    reply = JudgedReason(ReasonKind.REPLY, 0.24, 0.61, other(seat), 8, Reply.SELL, "D")
    return Decision(
        round=at,
        number=number,
        seat=seat,
        played=played,
        best=best,
        gap=loss,
        gap_error=0.01,
        is_even=False,
        loss=loss,
        match_loss=0.6 * loss,
        mark=mark,
        actions=(best, played) if loss else (best,),
        reasons=(reply,) if mark in LOSSES else (),
    )


def player_made(seat: Seat, decisions: list[Decision]) -> PlayerReview:
    """A player over the whole match."""
    own = [one for one in decisions if one.seat == seat]
    luck = 0.123 if seat == 0 else -0.123
    return PlayerReview(
        seat=seat,
        decisions=len(own),
        mean_loss=sum(one.loss for one in own) / len(own) if own else None,
        marks=dict(Counter(one.mark for one in own)),
        luck=luck,
        adjusted=1 - seat - luck,
        moments=(),
    )
