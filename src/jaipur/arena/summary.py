"""The summary of an arena run: the ladder and the pairs, as values and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from .elo import ratings
from .results import ACTIONS, FAILURES, NODES, POINTS_A, ROUNDS, PairResult, failed_by
from .sprt import Sprt, Verdict
from .statistics import (
    Interval,
    adjusted_interval,
    adjusted_scores,
    deal_scores,
    margin_interval,
    score_interval,
    times_fewer,
)

FORMAT: Final = "jaipur-arena"
VERSION: Final = 1

Unit = Literal["round", "match"]


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """One entrant over all its games."""

    name: str
    elo: Interval
    games: int
    points: float
    actions: int
    nodes: int
    seconds: float
    failed: dict[str, int]
    """Failures to answer, by kind."""

    @property
    def score(self) -> float | None:
        """The share of its games it won, with a draw as half; None before the first."""
        return self.points / self.games if self.games else None

    @property
    def failures(self) -> int:
        """The number of failures to answer."""
        return sum(self.failed.values())

    @property
    def failure_share(self) -> float:
        """Failures as a share of all requests."""
        return self.failures / max(1, self.actions + self.failures)

    @property
    def nodes_per_action(self) -> float | None:
        """Mean nodes per action."""
        return self.nodes / self.actions if self.actions else None

    @property
    def ms_per_action(self) -> float | None:
        """Mean milliseconds per action: CPU time, or wall time for a program."""
        return 1000 * self.seconds / self.actions if self.actions else None


@dataclass(frozen=True, slots=True)
class SprtSummary:
    """A sequential test of one pair and its state."""

    test: Sprt
    llr: float
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class PairSummary:
    """Two entrants over all their games, seen from `a`."""

    a: str
    b: str
    games: int
    rounds: int
    wins_a: int
    wins_b: int
    draws: int
    score: Interval
    adjusted: Interval
    """The luck-adjusted score."""
    fewer: float | None
    """How many times fewer deals give the adjusted score the interval of the plain one."""
    margin: Interval | None
    """None if every game was lost by a failure."""
    failures: tuple[int, int]
    sprt: SprtSummary | None

    @property
    def luck(self) -> float:
        """The mean luck of `a` in a game, as a share of a win."""
        return self.score.value - self.adjusted.value


@dataclass(frozen=True, slots=True)
class Summary:
    """A whole run: `players` come best first, `pairs` as they were entered."""

    unit: Unit
    seed: int
    players: tuple[PlayerSummary, ...]
    pairs: tuple[PairSummary, ...]

    @property
    def games(self) -> int:
        """The number of games played by all pairs."""
        return sum(pair.games for pair in self.pairs)

    @property
    def failures(self) -> int:
        """The number of failures to answer."""
        return sum(player.failures for player in self.players)

    def pair(self, a: str, b: str) -> tuple[PairSummary, bool] | None:
        """Return the summary of two entrants, and whether `a` is its first; None if not played."""
        for pair in self.pairs:
            if (pair.a, pair.b) in {(a, b), (b, a)}:
                return pair, pair.a == a
        return None


def summarise(
    pairs: Sequence[PairResult],
    entrants: Sequence[str],
    *,
    unit: Unit,
    seed: int,
    sprt: Sprt | None = None,
) -> Summary:
    """Summarise the games of a run; pairs that have not played are left out."""
    names = list(dict.fromkeys(entrants))
    elos = ratings(pairs, names)
    players = [_player(name, elos[name], pairs) for name in names]
    return Summary(
        unit,
        seed,
        tuple(sorted(players, key=lambda player: -player.elo.value)),
        tuple(_pair(pair, sprt) for pair in pairs if len(pair.games)),
    )


def _player(name: str, elo: Interval, pairs: Sequence[PairResult]) -> PlayerSummary:
    sides = [(pair, side) for pair in pairs for side in (0, 1) if name == (pair.a, pair.b)[side]]
    failed = sum(failed_by(pair.games, side).sum(axis=0) for pair, side in sides)
    return PlayerSummary(
        name=name,
        elo=elo,
        games=sum(len(pair.games) for pair, _ in sides),
        points=sum(_points(pair, side) for pair, side in sides),
        actions=sum(int(pair.games[:, ACTIONS + side].sum()) for pair, side in sides),
        nodes=sum(int(pair.games[:, NODES + side].sum()) for pair, side in sides),
        seconds=sum(pair.seconds[side] for pair, side in sides),
        failed=dict(zip(FAILURES, np.broadcast_to(failed, len(FAILURES)).tolist(), strict=True)),
    )


def _points(pair: PairResult, side: int) -> float:
    """Return the games won by a side, with a draw as half."""
    points_a = int(pair.games[:, POINTS_A].sum()) / 2
    return len(pair.games) - points_a if side else points_a


def _pair(pair: PairResult, sprt: Sprt | None) -> PairSummary:
    scores, adjusted = deal_scores(pair.games), adjusted_scores(pair.games)
    wins_b, draws, wins_a = np.bincount(pair.games[:, POINTS_A], minlength=3).tolist()
    failures_a, failures_b = (int(failed_by(pair.games, side).sum()) for side in (0, 1))
    return PairSummary(
        a=pair.a,
        b=pair.b,
        games=len(pair.games),
        rounds=int(pair.games[:, ROUNDS].sum()),
        wins_a=wins_a,
        wins_b=wins_b,
        draws=draws,
        score=score_interval(scores),
        adjusted=adjusted_interval(adjusted),
        fewer=times_fewer(scores, adjusted),
        margin=margin_interval(pair.games),
        failures=(failures_a, failures_b),
        sprt=_sprt(pair, sprt) if sprt else None,
    )


def _sprt(pair: PairResult, test: Sprt) -> SprtSummary:
    scores = test.scores(pair.games)
    return SprtSummary(test, test.llr(scores), test.verdict(scores))


def to_json(summary: Summary) -> dict[str, Any]:
    """Convert the summary to plain data; unknown values are null."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "unit": summary.unit,
        "seed": summary.seed,
        "players": [_player_json(player) for player in summary.players],
        "pairs": [_pair_json(pair, summary.unit) for pair in summary.pairs],
    }


def _player_json(player: PlayerSummary) -> dict[str, Any]:
    return {
        "name": player.name,
        "elo": player.elo.value,
        "low": player.elo.low,
        "high": player.elo.high,
        "games": player.games,
        "score": player.score,
        "actions": player.actions,
        "nodes_per_action": player.nodes_per_action,
        "ms_per_action": player.ms_per_action,
        "failures": player.failures,
        "failure_share": player.failure_share,
        "failed": dict(player.failed),
    }


def _pair_json(pair: PairSummary, unit: Unit) -> dict[str, Any]:
    margin = pair.margin
    data: dict[str, Any] = {"a": pair.a, "b": pair.b}
    if unit == "match":
        data["matches"] = pair.games
    data |= {
        "rounds": pair.rounds if unit == "match" else pair.games,
        "wins_a": pair.wins_a,
        "wins_b": pair.wins_b,
        "draws": pair.draws,
        "score_a": pair.score.value,
        "low": pair.score.low,
        "high": pair.score.high,
        "adjusted_a": pair.adjusted.value,
        "adjusted_low": pair.adjusted.low,
        "adjusted_high": pair.adjusted.high,
        "luck_a": pair.luck,
        "fewer": pair.fewer,
        "margin": margin and margin.value,
        "margin_low": margin and margin.low,
        "margin_high": margin and margin.high,
        "failures_a": pair.failures[0],
        "failures_b": pair.failures[1],
    }
    if pair.sprt:
        data["sprt"] = _sprt_json(pair.sprt)
    return data


def _sprt_json(sprt: SprtSummary) -> dict[str, Any]:
    return {
        "elo0": sprt.test.elo0,
        "elo1": sprt.test.elo1,
        "llr": sprt.llr,
        "lower": sprt.test.lower,
        "upper": sprt.test.upper,
        "verdict": sprt.verdict.value,
        "adjusted": sprt.test.is_adjusted,
    }
