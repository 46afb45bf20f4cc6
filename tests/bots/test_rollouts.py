"""Rollouts: the same compiled and interpreted, common worlds, and honest statistics."""

from __future__ import annotations

import numpy as np
import pytest

from jaipur.bots import rollouts
from jaipur.bots.action_values import new_value_workspace, value_listed
from jaipur.bots.afterstate import AFTERSTATE
from jaipur.bots.network import Doubles, Floats, RoundedNetwork, rounded
from jaipur.bots.rollouts import (
    FINALISTS,
    RolloutArrays,
    choose,
    list_considered,
    list_finalists,
    new_rollout_arrays,
    new_rollout_policy,
    start_rollouts,
)
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
from jaipur.kernel.layout import Array
from jaipur.notation import code_of, parse_action
from tests.bots.networks import random_network
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


def test_finalists_are_the_best_by_the_small_network() -> None:
    policy = new_rollout_policy()
    policy.small.options[:5] = range(10, 15)
    policy.small.values[0, :5] = (0.1, 0.5, 0.3, 0.7, 0.2)
    options = policy.valuing.options
    assert list_finalists(5, policy.small, options) == FINALISTS
    assert options[:FINALISTS].tolist() == [13, 11, 12]
    assert list_finalists(1, policy.small, options) == 1
    assert options[0] == 10


def test_the_network_decides_among_the_finalists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two networks that agree on nothing: neither's own favourite need be chosen."""
    small = rounded(random_network(seed=2), AFTERSTATE)
    monkeypatch.setattr(rollouts, "rollout_network", lambda: small)
    policy, chosen = new_rollout_policy(), []
    for position in (EARLY, *sample_rounds(2)[1][2:6]):
        policy.seen[:] = position.view(position.turn).array
        chosen.append(choose(policy))
        count = list_considered(policy.seen, policy.small.options, policy.changes, policy.evaluated)
        options = policy.small.options[:count].copy()
        by_small, by_network = (values_by(which, policy.seen, options)
                                for which in (small, policy.network))  # fmt: skip
        finalists = np.argsort(-by_small, kind="stable")[:FINALISTS]
        assert chosen[-1] == options[finalists[by_network[finalists].argmax()]]
    assert len(set(chosen)) > 1


def values_by(network: RoundedNetwork, view: Array, options: Array) -> Floats:
    """What a network thinks of the options of a view."""
    valuing = new_value_workspace(network)
    valuing.options[: len(options)] = options
    value_listed(view, len(options), network, valuing)
    return valuing.values[0, : len(options)]
