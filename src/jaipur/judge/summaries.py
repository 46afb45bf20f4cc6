"""Sums of a review: the rounds and the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from ..goods import SEALS_TO_WIN
from ..seats import BySeat, Seat
from .model import ChanceEvent, Decision, Mark, Moment, PlayerReview, RoundReview
from .turns import PlayedRound

MOMENTS: Final = 3


def round_review(played: PlayedRound, events: Iterable[ChanceEvent]) -> RoundReview:
    """Sum up one round, seen from seat 0."""
    result = played.last.result
    winner = result.winner if result else None
    luck = scored = None
    if played.is_complete:
        luck = sum(event.luck for event in events if event.round == played.number)
    if result and luck is not None:
        scored = (0.5 if winner is None else 1.0 - winner) - luck
    return RoundReview(played.number, winner, result is not None, luck, scored)


def player_review(
    seat: Seat,
    decisions: Sequence[Decision],
    events: Sequence[ChanceEvent],
    seals: BySeat[int] | None,
    *,
    is_complete: bool,
) -> PlayerReview:
    """Sum up one player; `seals` are the final ones, None if the match is not over."""
    mine = [decision for decision in decisions if decision.seat == seat]
    counted = Counter(decision.mark for decision in mine)
    luck = sum(_for_seat(event.match_luck, seat) for event in events) if is_complete else None
    adjusted = None
    if seals is not None and luck is not None:
        adjusted = (1.0 if seals[seat] >= SEALS_TO_WIN else 0.0) - luck
    return PlayerReview(
        seat=seat,
        decisions=len(mine),
        mean_loss=sum(one.loss for one in mine) / len(mine) if mine else None,
        marks={mark: counted[mark] for mark in Mark},
        luck=luck,
        adjusted=adjusted,
        moments=_moments(seat, mine, events),
    )


def _moments(
    seat: Seat, mine: Iterable[Decision], events: Iterable[ChanceEvent]
) -> tuple[Moment, ...]:
    """The decisions and events that moved the player's chance to win the match most."""
    found = [Moment(one.round, one.number, False, -one.match_loss) for one in mine if one.loss]
    found += [
        Moment(one.round, one.number, True, _for_seat(one.match_luck, seat)) for one in events
    ]
    return tuple(sorted(found, key=lambda moment: -abs(moment.change))[:MOMENTS])


def _for_seat(luck: float, seat: Seat) -> float:
    return luck if seat == 0 else -luck
