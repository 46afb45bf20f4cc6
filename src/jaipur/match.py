"""`Match`: rounds until one seat has two seals."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .actions import Action
from .deals import Deal
from .errors import ImpossiblePosition
from .events import Event, event
from .goods import EXCHANGE_LIMIT, SEALS_TO_WIN
from .position import Position
from .results import MatchResult, RoundResult
from .seats import BySeat, Seat, other
from .view import View


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a match: its deal, its starter and the actions played."""

    deal: Deal
    starter: Seat
    position: Position
    actions: tuple[Action, ...] = ()
    events: tuple[Event, ...] = ()
    result: RoundResult | None = None
    """The scoring, once the round is over."""

    def play(self, action: Action) -> Round:
        """The round after an action."""
        after = self.position.play(action)
        new_event = event(self.position, action, after)
        actions, events = (*self.actions, action), (*self.events, new_event)
        return Round(self.deal, self.starter, after, actions, events, after.result)


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its rounds so far. `play` and `next_round` return a new match."""

    rounds: tuple[Round, ...]
    exchange_limit: int | None = EXCHANGE_LIMIT

    @classmethod
    def start(cls, deal: Deal, exchange_limit: int | None = EXCHANGE_LIMIT) -> Match:
        """Begin a match; the deal decides who starts."""
        return cls((), exchange_limit)._begin(deal, deal.starter)

    def _begin(self, deal: Deal, starter: Seat) -> Match:
        position = Position.deal(deal, starter, self.exchange_limit)
        return replace(self, rounds=(*self.rounds, Round(deal, starter, position)))

    @property
    def round(self) -> Round:
        """The round being played, or the last one."""
        return self.rounds[-1]

    @property
    def position(self) -> Position:
        """The position of the round being played."""
        return self.round.position

    @property
    def events(self) -> tuple[Event, ...]:
        """The public log of the round being played."""
        return self.round.events

    @property
    def results(self) -> tuple[RoundResult, ...]:
        """The results of the rounds that are over."""
        results = (played.result for played in self.rounds)
        return tuple(result for result in results if result is not None)

    @property
    def seals(self) -> BySeat[int]:
        """The seals each seat has won."""
        winners = [result.winner for result in self.results]
        return BySeat(winners.count(0), winners.count(1))

    @property
    def result(self) -> MatchResult | None:
        """The end of the match, once a seat has two seals (R92, R93)."""
        if self.round.result is None:  # no round begins after the last one
            return None
        for seat in (0, 1):
            if self.seals[seat] >= SEALS_TO_WIN:
                return MatchResult(seat, self.seals, self.results)
        return None

    @property
    def next_starter(self) -> Seat | None:
        """Who starts next: the loser (R90), or after a full tie who did not start (R91)."""
        last = self.round.result
        if last is None or self.result is not None:
            return None
        return other(self.round.starter if last.winner is None else last.winner)

    def view(self, seat: Seat) -> View:
        """What a seat may know of the round being played."""
        return self.position.view(seat)

    def play(self, action: Action) -> Match:
        """The match after an action; an illegal one raises IllegalAction."""
        return Match((*self.rounds[:-1], self.round.play(action)), self.exchange_limit)

    def next_round(self, deal: Deal) -> Match:
        """The match with a new round dealt."""
        starter = self.next_starter
        if starter is None:
            raise ImpossiblePosition(
                "No new round begins while one is being played, nor after the match is over "
                "(R88, R92)."
            )
        return self._begin(deal, starter)
