"""The turns of a recorded match, and what the record knows about them."""

from __future__ import annotations

from dataclasses import dataclass

from ..actions import Action
from ..goods import HAND_DEALT, TIERS
from ..position import Position
from ..records import Record, replayed
from ..records.model import UNKNOWN, RoundRecord
from ..seats import BySeat, Seat


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """One action of a match, with the positions before and after it."""

    round: int
    number: int
    """The number of the action in its round, from 1."""
    seat: Seat
    action: Action
    before: Position
    after: Position
    seals: BySeat[int]
    """The seals before this round."""
    is_known: bool
    """Whether the record has all cards that the seat itself saw."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round: its deal, its turns, and whether the record has all of its cards."""

    number: int
    start: Position
    turns: tuple[PlayedTurn, ...]
    seals: BySeat[int]
    is_complete: bool

    @property
    def last(self) -> Position:
        """The position at the end, or as far as the round was played."""
        return self.turns[-1].after if self.turns else self.start


def rounds_of(record: Record) -> tuple[tuple[PlayedRound, ...], BySeat[int]]:
    """Replay a record; return its rounds and the final seals. RecordError if it is broken."""
    match, positions = replayed(record)
    rounds, first, seals = [], 0, BySeat(0, 0)
    for number, (written, played) in enumerate(zip(record.rounds, match.rounds, strict=True), 1):
        trail = positions[first : first + len(played.actions) + 1]
        first += len(trail)
        known = BySeat(_hand_is_known(written, 0), _hand_is_known(written, 1))
        drawn, turns = [0, 0, 0], []
        for index, event in enumerate(played.events):
            seat, before = event.seat, trail[index]
            turns.append(
                PlayedTurn(number, index + 1, seat, event.action, before, trail[index + 1], seals,
                     known[seat])
            )  # fmt: skip
            if event.bonus_tier is not None:
                tier = TIERS.index(event.bonus_tier)
                if written.bonuses[tier][drawn[tier]] == UNKNOWN:
                    known = known.replace(seat, False)
                drawn[tier] += 1
        rounds.append(PlayedRound(number, trail[0], tuple(turns), seals, written.is_complete))
        result = trail[-1].result
        if result and result.winner is not None:
            seals = seals.replace(result.winner, seals[result.winner] + 1)
    return tuple(rounds), seals


def _hand_is_known(written: RoundRecord, seat: Seat) -> bool:
    first = HAND_DEALT * seat
    return UNKNOWN not in written.cards[first : first + HAND_DEALT]
