"""Reviews a recorded match: every decision, every event of chance, and both players."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from ..bots.network_file import ROLLOUT_NETWORK_FILE, network_card
from ..bots.position_network import POSITION_NETWORK_FILE
from ..compiled import state_of_source
from ..goods import SEALS_TO_WIN
from ..records import Record
from ..seats import BySeat
from .chance_events import Chances, curve_of_decisions
from .judging import SURE, Judge
from .marks import MARKED, mark_of
from .match_chances import match_weight
from .model import ChanceEvent, CurvePoint, Decision, Depth, Review
from .reasons import reasons_for
from .statistics import try_options
from .summaries import player_review, round_review
from .turns import PlayedTurn, rounds_of

GIVEN_UP: Final = "End"
"""The header of a match that ended otherwise than by seals."""
NOTHING_KNOWN: Final[Mapping[str, Decision]] = MappingProxyType({})


class ReviewRun:
    """A review in progress; decisions that are `known` from before are not judged again."""

    def __init__(
        self, record: Record, depth: Depth, known: Mapping[str, Decision] = NOTHING_KNOWN
    ) -> None:
        self._rounds, self._seals = rounds_of(record)
        self._record, self._depth, self._known = record, depth, known
        self._turns = [turn for played in self._rounds for turn in played.turns]
        self._decisions: list[Decision] = []

    @property
    def total(self) -> int:
        """The number of decisions that are judged: those of seats whose cards are known."""
        return sum(turn.is_known for turn in self._turns)

    def decisions(self) -> Iterator[tuple[str, Decision]]:
        """Judge one decision after the other, and yield each with its key."""
        self._decisions = []
        judge: Judge | None = None
        for turn in self._turns:
            if turn.is_known:
                key = f"{turn.round}.{turn.number}"
                decision = self._known.get(key)
                if decision is None:
                    judge = judge or Judge(self._depth)
                    decision = judged(turn, judge)
                self._decisions.append(decision)
                yield key, decision

    def review(self) -> Review:
        """Return the review, once all decisions are judged."""
        events, curve = self._chances()
        seals, rounds = self._seals, self._rounds
        is_won = max(seals) >= SEALS_TO_WIN
        complete = self._record.is_complete
        players = BySeat.of(
            lambda seat: player_review(
                seat, self._decisions, events, seals if is_won else None, is_complete=complete
            )
        )
        return Review(
            depth=self._depth,
            decisions=tuple(self._decisions),
            events=events,
            curve=curve,
            rounds=tuple(round_review(played, events) for played in rounds),
            players=players,
            is_over=is_won or GIVEN_UP in dict(self._record.headers),
            is_complete=complete,
            not_judged=BySeat.of(
                lambda seat: sum(turn.seat == seat and not turn.is_known for turn in self._turns)
            ),
        )

    def _chances(self) -> tuple[tuple[ChanceEvent, ...], tuple[CurvePoint, ...]]:
        chances = Chances()
        by_place = {(some.round, some.number): some for some in self._decisions}
        events, curve = list[ChanceEvent](), list[CurvePoint]()
        for played in self._rounds:
            if played.is_complete:
                events += chances.events(played)
                curve += chances.curve(played)
            else:
                curve += curve_of_decisions(played, by_place)
        return tuple(events), tuple(curve)


def review_of(record: Record, depth: Depth = Depth.INSTANT) -> Review:
    """Review a record all at once."""
    run = ReviewRun(record, depth)
    for _ in run.decisions():
        pass
    return run.review()


def judged(turn: PlayedTurn, judge: Judge) -> Decision:
    """Judge the decision of a turn, on what its seat could know."""
    view = turn.before.view(turn.seat)
    verdict = judge.judge(view, turn.action)
    is_best = verdict.best.action == turn.action
    is_even = not is_best and verdict.gap <= SURE * verdict.gap_error
    loss = 0.0 if is_even or is_best else verdict.gap
    mark = mark_of(loss, is_best=is_best)
    if mark in MARKED and not verdict.of_best.worlds:
        verdict = judge.look_ahead(view, verdict)
    return Decision(
        round=turn.round,
        number=turn.number,
        seat=turn.seat,
        played=verdict.played,
        best=verdict.best,
        gap=verdict.gap,
        gap_error=verdict.gap_error,
        is_even=is_even,
        loss=loss,
        match_loss=loss * match_weight(turn.seals),
        mark=mark,
        actions=verdict.actions,
        reasons=reasons_for(view, verdict) if mark in MARKED else (),
    )


def judge_state(depth: Depth) -> str:
    """Return a hash of all that verdicts depend on: source, networks and depth."""
    digest = hashlib.sha256(state_of_source(try_options).encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(source.read_bytes())
    for network in (POSITION_NETWORK_FILE, ROLLOUT_NETWORK_FILE):
        digest.update(network.read_bytes())
    digest.update(f"{network_card().digest} {depth}".encode())
    return digest.hexdigest()[:16]
