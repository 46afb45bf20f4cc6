"""Rollouts: the same compiled and interpreted, common worlds, and honest statistics."""

from __future__ import annotations

import numpy as np
import pytest

from jaipur.bots.network import Doubles
from jaipur.bots.rollouts import RolloutArrays, new_rollout_arrays, start_rollouts
from jaipur.bots.worlds import WAY
from jaipur.compiled import compiled
from jaipur.judge.statistics import (
    COUNTED,
    ENDS,
    REPLY,
    REPLY_KINDS,
    kind_of,
    new_statistics,
    try_options,
)
from jaipur.notation import code_of, parse_action
from tests.laws.strategies import sample_rounds

pytestmark = pytest.mark.usefixtures("tiny_networks")

EARLY, LATE = sample_rounds(2)[0][6], sample_rounds(2)[1][-4]


def rolled_out(number: int, *, is_compiled: bool, worlds: int = 2) -> tuple[RolloutArrays, Doubles]:
    """Two actions of a position, played out."""
    position = (EARLY, LATE)[number]
    view = position.view(position.turn)
    codes = np.array([code_of(action) for action in view.legal_actions()[:2]])
    arrays, counted = new_rollout_arrays(2, worlds), new_statistics(2)
    start, run = (
        (compiled(start_rollouts), compiled(try_options))
        if is_compiled
        else (start_rollouts, try_options)
    )
    start(view.array.copy(), 5, arrays)
    run(view.array.copy(), codes, np.arange(len(codes)), 0, worlds, 3, arrays, counted)
    return arrays, counted


@pytest.mark.parametrize("number", [0, 1])
def test_compiled_and_interpreted_rollouts_are_the_same(number: int) -> None:
    (one, counted), (other, same) = (rolled_out(number, is_compiled=form) for form in (False, True))
    assert one.cycle[WAY] == other.cycle[WAY]
    np.testing.assert_allclose(one.outcomes, other.outcomes, atol=1e-12)
    np.testing.assert_allclose(one.margins, other.margins, atol=1e-9)
    assert (counted == same).all()


def test_every_rollout_has_one_reply_or_ends_before_it() -> None:
    for number in (0, 1):
        _, counted = rolled_out(number, is_compiled=True, worlds=20)
        assert counted.shape == (2, 2, COUNTED)
        for sums, squares in counted:
            replies = sums[REPLY : REPLY + REPLY_KINDS].sum()
            assert replies in (0, 20)
            assert sums[ENDS : ENDS + 2].sum() <= replies
            assert (squares >= 0).all()


def test_kinds_of_actions() -> None:
    kinds = [kind_of(code_of(parse_action(text))) for text in ("+D", "+L", "+KK", "-DD", "-L")]
    assert kinds == [0, 5, 6, 7, 12]
    assert kind_of(code_of(parse_action("+DG-LK"))) == REPLY_KINDS - 1
