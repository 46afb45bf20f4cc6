"""Targets of learning: TD(λ) on each seat's own afterstates, against a slow version and by hand."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from jaipur.train.self_play_steps import UNKNOWN, look_back

from .workspace import PROCESSOR, Interpreted

DEVICES = pytest.mark.parametrize(
    "device", [PROCESSOR, Interpreted()], ids=["compiled", "interpreted"]
)


Groups = tuple[int, int, int]
"""The tables of a group, the plies from one choice they try to the next, and tables in groups."""
ALONE: Groups = (4, 8, 0)


@dataclass(frozen=True)
class Ply:
    """What one table did: who acted, what was thought best, and how the round ended, if it did."""

    seat: int
    best: float
    lead: float = 0.0
    noisy: bool = False
    won: float = UNKNOWN
    margin: float = 0.0
    rival: bool = False

    @property
    def over(self) -> bool:
        return self.won != UNKNOWN

    def result(self, seat: int) -> tuple[float, float]:
        """The end of the round as a seat sees it; `won` and `margin` are those of seat 0."""
        return (1 - self.won, -self.margin) if seat else (self.won, self.margin)


def arrays_of(tables: list[list[Ply]]) -> tuple[Any, Any, Any]:
    """What was played at some tables: marks, best and results, as the steps have them."""
    marks = [[(ply.seat, ply.noisy, ply.rival) for ply in plies] for plies in tables]
    best = [[(ply.best, ply.lead) for ply in plies] for plies in tables]
    results = [[(ply.won, ply.margin) for ply in plies] for plies in tables]
    return (
        np.array(marks, np.int8).transpose(1, 0, 2).copy(),
        np.array(best, np.float32).transpose(2, 1, 0).copy(),
        np.array(results, np.float32).transpose(1, 2, 0).copy(),
    )


def targets_of(
    plies: list[Ply], td_lambda: float, device: Any, table: int = 1, groups: Groups = ALONE
) -> list[tuple[float, float]]:
    """What `look_back` makes of a table, with other tables before it."""
    others = [[Ply(0, 0.0)] * len(plies)] * table
    targets = np.full((2, len(plies), table + 1), 9, np.float32)
    given = (np.array([td_lambda], np.float32), np.array(groups))
    device.each(look_back, table + 1, *arrays_of([*others, plies]), targets, *given)
    return [(float(won), float(margin)) for won, margin in targets[:, :, table].T]


def slow_targets(
    plies: list[Ply], td_lambda: float, table: int, groups: Groups
) -> list[tuple[float, float] | None]:
    """The targets of all plies; for a table that strays, each stretch is a window of its own."""
    size, between, grouped = groups
    strays = table in set(range(grouped)) - set(range(0, grouped, size))
    length = between if strays else len(plies)
    stretches = [plies[start : start + length] for start in range(0, len(plies), length)]
    return [
        slow_target(stretch, number, td_lambda)
        for stretch in stretches
        for number in range(len(stretch))
    ]


def slow_target(plies: list[Ply], start: int, td_lambda: float) -> tuple[float, float] | None:
    """The target of one ply, forwards: every later thought of the seat with its weight."""
    seat, later = plies[start].seat, plies[start + 1 :]
    if plies[start].over or plies[start].rival:
        return None
    end = next((number for number, ply in enumerate(later) if ply.over), None)
    rest = later if end is None else later[: end + 1]
    own = [number for number, ply in enumerate(rest) if ply.seat == seat]
    won = margin = 0.0
    weight = 1.0
    for number in own:
        ply = rest[number]
        ends_it = number == end
        last_known = end is None and number == own[-1]
        if ply.noisy or last_known:
            return won + weight * ply.best, margin + weight * ply.lead
        won += weight * (1 - td_lambda) * ply.best
        if ends_it:
            result = ply.result(seat)
            return won + weight * td_lambda * result[0], margin + weight * result[1]
        margin += weight * (1 - td_lambda) * ply.lead
        weight *= td_lambda
    if end is None:
        return None
    result = rest[-1].result(seat)
    return won + weight * result[0], margin + weight * result[1]


def random_table(chance: np.random.Generator, plies: int) -> list[Ply]:
    """Seats in turn; now and then a round ends, and anybody begins the next.

    At two tables of three, one seat is a rival's.
    """
    table, seat, rival = [], int(chance.integers(2)), int(chance.integers(3))
    for _ in range(plies):
        over = chance.random() < 0.15
        won, margin = (float(chance.integers(3)) / 2, float(chance.integers(-50, 51)))
        table.append(
            Ply(
                seat,
                chance.random(),
                float(chance.integers(-30, 31)),
                bool(chance.random() < 0.2),
                won if over else UNKNOWN,
                margin if over else 0.0,
                seat == rival,
            )
        )
        seat = int(chance.integers(2)) if over else 1 - seat
    return table


def assert_right(
    targets: list[tuple[float, float]], right: list[tuple[float, float] | None]
) -> int:
    """Every target is right; returns how many are known."""
    for target, wanted in zip(targets, right, strict=True):
        if wanted is None:
            assert target[0] == UNKNOWN
        else:
            assert target == pytest.approx(wanted, abs=1e-4)
    return len(right) - right.count(None)


@DEVICES
def test_targets_are_those_of_a_slow_version(device: Any) -> None:
    chance, known = np.random.default_rng(1), 0
    for _ in range(90):
        plies, td_lambda = random_table(chance, 24), float(chance.choice([0, 0.5, 0.85, 1]))
        targets = targets_of(plies, td_lambda, device)
        known += assert_right(targets, slow_targets(plies, td_lambda, 1, ALONE))
    assert 1000 < known < 90 * 24


@DEVICES
@pytest.mark.parametrize("table", [0, 1, 3, 4, 5, 8, 9])
def test_targets_in_groups_are_those_of_a_slow_version(table: int, device: Any) -> None:
    """Some tables are the first of a group, some stray, and some are in no group."""
    chance, cut = np.random.default_rng(table), 0
    for between in (3, 8) * 10:
        groups = (4, between, 8)
        plies, td_lambda = random_table(chance, 22), float(chance.choice([0, 0.5, 0.85, 1]))
        right = slow_targets(plies, td_lambda, table, groups)
        assert_right(targets_of(plies, td_lambda, device, table, groups), right)
        cut += right != slow_targets(plies, td_lambda, table, ALONE)
    assert cut == 0 if table in {0, 4, 8, 9} else cut > 10


@DEVICES
def test_the_end_of_a_round_reaches_both_seats(device: Any) -> None:
    plies = [Ply(0, 0.6), Ply(1, 0.5), Ply(0, 0.9, won=1.0, margin=12), Ply(1, 0.4)]
    targets = targets_of(plies, 0.5, device)
    assert targets[0] == pytest.approx((0.5 * 0.9 + 0.5 * 1, 12))  # by its own last action
    assert targets[1] == pytest.approx((0, -12))  # it did not act again
    assert targets[2][0] == UNKNOWN  # the rules say what it is worth
    assert targets[3][0] == UNKNOWN  # the next round goes on after the window


@DEVICES
def test_a_tie_is_half_for_both(device: Any) -> None:
    targets = targets_of([Ply(1, 0.3), Ply(0, 0.3), Ply(1, 0.5, won=0.5, margin=0)], 1.0, device)
    assert [won for won, _ in targets] == [0.5, 0.5, UNKNOWN]


@DEVICES
def test_after_a_noisy_choice_the_best_one_counts(device: Any) -> None:
    """What came of it, here a loss, says nothing about good play."""
    noisy = [Ply(0, 0.6), Ply(1, 0.5), Ply(0, 0.7, 8, noisy=True), Ply(1, 1.0, won=0, margin=-9)]
    assert targets_of(noisy, 0.85, device)[0] == pytest.approx((0.7, 8))
    # The noisy afterstate itself was reached, so what came of it is its target.
    assert targets_of(noisy, 0.85, device)[2] == pytest.approx((0, -9))


@DEVICES
def test_the_last_actions_of_a_window_have_no_target(device: Any) -> None:
    plies = [Ply(1, 0.1), Ply(0, 0.2), Ply(1, 0.3, 3), Ply(0, 0.4, 4)]
    targets = targets_of(plies, 0.85, device)
    assert [won for won, _ in targets] == pytest.approx([0.3, 0.4, UNKNOWN, UNKNOWN])
    assert [margin for _, margin in targets][:2] == pytest.approx([3, 4])


@DEVICES
def test_nothing_is_learned_from_what_a_rival_does(device: Any) -> None:
    """Its actions have no target; its opponent learns as from anybody's."""
    plies = [Ply(0, 0.6), Ply(1, 0.5), Ply(0, 0.7, 8), Ply(1, 0.4, won=0, margin=-9)]
    against = [replace(ply, rival=ply.seat == 1) for ply in plies]
    targets, usual = (targets_of(table, 0.85, device) for table in (against, plies))
    assert targets[::2] == usual[::2]
    assert usual[1][0] != UNKNOWN
    assert [won for won, _ in targets[1::2]] == [UNKNOWN, UNKNOWN]
    others = [replace(ply, best=0.1, lead=5.0) if ply.rival else ply for ply in against]
    assert targets_of(others, 0.85, device)[::2] == usual[::2]


@DEVICES
def test_a_table_that_strays_learns_nothing_from_the_next_stretch(device: Any) -> None:
    """It goes on there with what came of another choice; the others learn as ever."""
    plies = [Ply(0, 0.6), Ply(1, 0.5), Ply(0, 0.7), Ply(1, 0.4), Ply(0, 0.3, won=1.0, margin=9)]
    usual = targets_of(plies, 0.85, device)
    for table in (0, 2, 4, 5):
        assert targets_of(plies, 0.85, device, table, (2, 3, 4)) == usual
    for table in (1, 3):
        targets = targets_of(plies, 0.85, device, table, (2, 3, 4))
        assert targets[0] == pytest.approx((0.7, 0))  # the last thought before the cut
        assert [won for won, _ in targets[1:3]] == [UNKNOWN, UNKNOWN]
        assert targets[3:] == usual[3:]


@DEVICES
def test_an_end_in_the_last_ply_of_a_stretch_is_learned_from(device: Any) -> None:
    plies = [Ply(0, 0.6), Ply(1, 0.5), Ply(0, 0.9, won=1.0, margin=12), Ply(1, 0.4)]
    strayed = targets_of(plies, 0.85, device, 1, (2, 3, 2))
    assert strayed == targets_of(plies, 0.85, device)
    assert strayed[1] == (0, -12)
