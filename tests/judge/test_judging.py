"""The judge: every legal action is valued, endings exactly, and only by what the seat knows."""

from __future__ import annotations

import numpy as np
import pytest

from jaipur import Position, SeededDeals, View
from jaipur.bots.rollouts import plies_of
from jaipur.judge.judging import (
    CLOSE,
    EFFORTS,
    SURE,
    Judge,
    JudgedView,
    _Search,
    network_error,
)
from jaipur.judge.model import Depth
from tests.laws.strategies import sample_rounds
from tests.rules.positions import before_last_action, position

START = Position.deal(SeededDeals(1).deal(0))
MIDDLE = sample_rounds(1)[0][12]


def judged(where: Position, depth: Depth, played: int | None = None) -> JudgedView:
    view = where.view(where.turn)
    action = None if played is None else view.legal_actions()[played]
    return Judge(depth).judge(view, action)


@pytest.mark.parametrize("depth", [Depth.INSTANT, Depth.QUICK, Depth.STANDARD])
@pytest.mark.parametrize("where", [START, MIDDLE])
def test_every_legal_action_is_judged_once(where: Position, depth: Depth) -> None:
    found = judged(where, depth, 0)
    actions = [one.action for one in found.actions]
    assert sorted(map(str, actions)) == sorted(map(str, where.legal_actions()))
    assert found.played.action == where.legal_actions()[0]
    assert found.best == found.actions[0]
    for one in found.actions:
        assert 0 <= one.chance <= 1
        assert 0 <= one.error <= network_error(where.deck_size) + 1e-9


def test_without_an_action_the_best_is_compared_with_itself() -> None:
    found = judged(START, Depth.INSTANT)
    assert found.played == found.best
    assert (found.gap, found.gap_error) == (0, 0)


def test_the_same_question_has_the_same_answer() -> None:
    once, again = (judged(MIDDLE, Depth.QUICK, 0) for _ in range(2))
    assert (once.actions, once.gap, once.gap_error) == (again.actions, again.gap, again.gap_error)


def test_a_judge_can_be_asked_again() -> None:
    judge = Judge(Depth.QUICK)
    views = [where.view(where.turn) for where in (START, MIDDLE, START)]
    first, _, third = (judge.judge(view, view.legal_actions()[0]) for view in views)
    assert first.actions == third.actions


def test_more_worlds_make_the_error_smaller() -> None:
    errors = [judged(MIDDLE, depth, 0).best.error for depth in (Depth.INSTANT, Depth.DEEP)]
    assert errors[1] < errors[0] / 2


def test_an_action_that_ends_the_round_has_its_exact_chance() -> None:
    winning = before_last_action(winner=0)
    found = judged(winning, Depth.STANDARD)
    assert (found.best.chance, found.best.error) == (1, 0)
    ended = winning.play(found.best.action)
    assert ended.result
    assert ended.result.winner == 0


def test_giving_a_sure_win_away_is_seen() -> None:
    winning = before_last_action(winner=0)
    ends = [winning.play(action).end is not None for action in winning.legal_actions()]
    found = judged(winning, Depth.STANDARD, ends.index(False))
    assert found.best.chance == 1
    assert winning.play(found.best.action).end is not None


def test_what_is_hidden_does_not_matter() -> None:
    one = position(market="GSLKK", hand0="DCCPL", hand1="DGPPL", herd0=2)
    view = one.view(0)
    other = Position.determinize(view, seed=9)
    assert other != one
    assert other.view(0) == view
    assert judged(one, Depth.QUICK, 3).actions == judged(other, Depth.QUICK, 3).actions


class Table(_Search):
    """A search that has found these values, each gap with the same error."""

    def __init__(self, values: list[float], error: float) -> None:
        self._found, self._error = values, error

    def _value(self, row: int) -> float:
        return self._found[row]

    def _gap(self, ahead: int, behind: int) -> tuple[float, float]:
        return self._found[ahead] - self._found[behind], self._error


@pytest.mark.parametrize(
    ("values", "played", "kept"),
    [
        ([0.50, 0.48, 0.40], 2, {0, 1}),
        # Surely behind the best, but not behind the second, which may be the best in the end.
        ([0.50, 0.48, 0.45], 2, {0, 1, 2}),
        ([0.50, 0.47, 0.47], 2, {0, 2}),
        ([0.50, 0.44], 1, set()),
        ([0.50, 0.40], 0, set()),
        ([0.50, 0.49], 0, {0, 1}),
    ],
)
def test_what_may_still_be_the_best_is_tried_on(
    values: list[float], played: int, kept: set[int]
) -> None:
    search = Table(values, error=0.02)
    left = search._still_open(np.arange(len(values)), played, dropped=1.2)
    assert set(left.tolist()) == kept


def test_close_calls_are_judged_on_until_sure_or_the_effort_is_spent() -> None:
    effort, checked = EFFORTS[Depth.STANDARD], 0
    for where in sample_rounds(3)[1][4:40:6]:
        view: View = where.view(where.turn)
        plies = plies_of(view.deck_size)
        for number in range(0, len(view.legal_actions()), 9):
            found = Judge(Depth.STANDARD).judge(view, view.legal_actions()[number])
            if not found.played.worlds or found.best.action == found.played.action:
                continue
            spent = plies * sum(one.worlds for one in found.actions)
            is_sure = found.gap > SURE * found.gap_error
            is_close = found.gap + SURE * found.gap_error < CLOSE
            tried = effort.batch * plies * (effort.options + 1)
            assert is_sure or is_close or effort.plies - spent < tried
            checked += 1
    assert checked > 10
