"""Rollouts: the same compiled and interpreted, common worlds, and honest statistics."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from jaipur.bots.evaluation import new_changes
from jaipur.bots.network import rounded
from jaipur.bots.worlds import WAY
from jaipur.compiled import compiled
from jaipur.judge import position_network
from jaipur.judge.position_network import POSITION_FEATURES
from jaipur.judge.rollouts import (
    CONSIDERED,
    COUNTED,
    ENDS,
    REPLY,
    REPLY_KINDS,
    RolloutArrays,
    kind_of,
    list_considered,
    new_rollout_arrays,
    start_rollouts,
    try_options,
)
from jaipur.kernel.layout import MAX_ACTIONS
from jaipur.notation import code_of, parse_action
from tests.bots.networks import random_network
from tests.laws.strategies import sample_rounds

EARLY, LATE = sample_rounds(2)[0][6], sample_rounds(2)[1][-4]


@pytest.fixture(scope="module", autouse=True)
def tiny_position_network(tiny_network: object) -> Iterator[None]:
    """Values by a tiny network, which interpreted code can afford."""
    network = rounded(random_network(rows=POSITION_FEATURES.rows), POSITION_FEATURES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(position_network, "position_network", lambda: network)
        yield


def rolled_out(number: int, *, is_compiled: bool, worlds: int = 2) -> RolloutArrays:
    """Two actions of a position, played out."""
    position = (EARLY, LATE)[number]
    view = position.view(position.turn)
    codes = np.array([code_of(action) for action in view.legal_actions()[:2]])
    arrays = new_rollout_arrays(2, worlds)
    start, run = (
        (compiled(start_rollouts), compiled(try_options))
        if is_compiled
        else (start_rollouts, try_options)
    )
    start(view.array.copy(), 5, arrays)
    run(view.array.copy(), codes, np.arange(len(codes)), 0, worlds, 3, arrays)
    return arrays


@pytest.mark.parametrize("number", [0, 1])
def test_compiled_and_interpreted_rollouts_are_the_same(number: int) -> None:
    one, other = (rolled_out(number, is_compiled=form) for form in (False, True))
    assert one.cycle[WAY] == other.cycle[WAY]
    np.testing.assert_allclose(one.outcomes, other.outcomes, atol=1e-12)
    np.testing.assert_allclose(one.margins, other.margins, atol=1e-9)
    assert (one.counted == other.counted).all()


def test_every_rollout_has_one_reply_or_ends_before_it() -> None:
    for number in (0, 1):
        counted = rolled_out(number, is_compiled=True, worlds=20).counted
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


def test_the_actions_considered_are_the_best_by_the_one_step_evaluation() -> None:
    view = EARLY.view(EARLY.turn)
    options, evaluated = np.zeros(MAX_ACTIONS, np.int64), np.zeros((2, MAX_ACTIONS), np.int64)
    count = list_considered(view.array.copy(), options, new_changes(), evaluated)
    legal = len(view.legal_actions())
    assert count == min(CONSIDERED, legal)
    worst = evaluated[1, :count].min()
    assert (evaluated[1, count:legal] <= worst).all()
    assert len(set(options[:count].tolist())) == count
