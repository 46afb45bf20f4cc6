"""A network in compiled code and whole numbers, against the same sums done plainly with NumPy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings

from jaipur import Action, Position, View, other
from jaipur.bots.action_values import (
    best_option,
    layer_after,
    new_value_workspace,
    value_options,
)
from jaipur.bots.action_values_numpy import value_options_numpy
from jaipur.bots.afterstate import AFTERSTATE, FROM, ROWS, afterstate_features, new_features
from jaipur.bots.network import (
    HALF,
    LARGEST,
    LARGEST_BYTE,
    LARGEST_INPUT,
    LARGEST_SUM,
    REACH,
    SHIFT,
    Network,
    RoundedNetwork,
    first_layer,
    new_layers,
    product,
    rounded,
    second_layer_of_fired,
)
from jaipur.bots.network_file import rollout_network, shipped_network
from jaipur.compiled import compiled
from jaipur.kernel.knowledge import act_in_view
from jaipur.notation import action_of_code, code_of
from tests.bots.networks import random_network
from tests.bots.test_endings import last_actions_of_each_sort, slow_chance
from tests.laws.strategies import running_positions, sample_rounds
from tests.rules.positions import mirrored, position, result_of

RUPEES = 20
"""The unit in which a network counts margins."""

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int16]
Evaluated = dict[Action, tuple[float, float]]


def evaluated(view: View, network: Network, *, is_compiled: bool = True) -> Evaluated:
    """Chance and margin of every action, as they are written into a workspace."""
    value = compiled(value_options) if is_compiled else value_options
    playing = rounded(network, AFTERSTATE)
    workspace = new_value_workspace(playing)
    count = value(view.array.copy(), playing, workspace)
    actions = map(action_of_code, workspace.options[:count].tolist())
    return dict(zip(actions, zip(*workspace.values[:, :count].tolist(), strict=True), strict=True))


def plainly_evaluated(view: View, action: Action, network: Network) -> tuple[float, float]:
    """The same for an action that ends nothing: all features one-hot, through all layers."""
    cells, features, inputs = view.array.copy(), new_features(), np.zeros(ROWS)
    act_in_view(cells, code_of(action))
    afterstate_features(cells, features)
    inputs[features] = 1
    hidden: Floats = np.maximum(inputs @ network.rows + network.bias, 0)
    layer = leaky(hidden @ network.second + network.second_bias)
    if len(network.third_bias):
        layer = layer + leaky(layer @ network.third + network.third_bias)
    logit, margin = layer @ network.last + network.last_bias
    return float(1 / (1 + np.exp(-logit))), float(RUPEES * margin)


def leaky(sums: Floats) -> Floats:
    return np.where(sums > 0, sums, sums / 8)


def some_positions() -> list[Position]:
    """Turns of whole rounds, from the first to the last."""
    return [at for played in sample_rounds(10) for at in played[:-1:7]]


@pytest.mark.parametrize(
    ("network", "points", "rupees"),
    [
        (random_network(8, 4), 4e-3, 0.2),
        (random_network(96, 16), 4e-3, 0.2),
        (random_network(96, 32, is_deep=True), 0.02, 1.0),
    ],
    ids=["8-4", "96-16", "96-32-32"],
)
def test_options_have_the_values_of_plain_sums(
    network: Network, points: float, rupees: float
) -> None:
    kinds, chances = Counter[str](), []
    for at in some_positions():
        view = at.view(at.turn)
        values = evaluated(view, network)
        assert tuple(values) == view.legal_actions()
        for action, (chance, margin) in list(values.items())[:: 1 + len(values) // 20]:
            if at.play(action).end is None:
                expected = plainly_evaluated(view, action, network)
                assert chance == pytest.approx(expected[0], abs=points), action
                assert margin == pytest.approx(expected[1], abs=rupees), action
                kinds[type(action).__name__] += 1
                chances.append(chance)
    assert len(kinds) == 4
    assert min(kinds.values()) > 20
    assert max(chances) - min(chances) > 0.2


@pytest.mark.parametrize("is_deep", [False, True])
@given(at=running_positions())
@settings(max_examples=10)
def test_interpreted_code_judges_alike(is_deep: bool, at: Position) -> None:
    view, network = at.view(at.turn), random_network(is_deep=is_deep)
    plain, fast = evaluated(view, network, is_compiled=False), evaluated(view, network)
    assert list(plain) == list(fast)
    for action, values in plain.items():
        assert values == fast[action]


def test_a_used_workspace_evaluates_alike() -> None:
    """Nothing of one turn is left for the next, nor for another view of the same seat."""
    network, value = random_network(), compiled(value_options)
    playing = rounded(network, AFTERSTATE)
    workspace = new_value_workspace(playing)
    for at in some_positions():
        view = at.view(at.turn)
        count = value(view.array.copy(), playing, workspace)
        again = list(zip(*workspace.values[:, :count].tolist(), strict=True))
        assert again == list(evaluated(view, network).values())


@pytest.mark.parametrize("network", [shipped_network, rollout_network])
@given(at=running_positions())
@settings(max_examples=30)
def test_all_at_once_is_to_the_last_bit_as_one_by_one(
    network: Callable[[], RoundedNetwork], at: Position
) -> None:
    """What plays before anything is compiled chooses as what plays afterwards."""
    playing, view = network(), at.view(at.turn).array.copy()
    one_by_one, at_once = new_value_workspace(playing), new_value_workspace(playing)
    count = compiled(value_options)(view, playing, one_by_one)
    assert value_options_numpy(view, playing, at_once) == count
    assert at_once.options[:count].tolist() == one_by_one.options[:count].tolist()
    assert at_once.values[:, :count].tolist() == one_by_one.values[:, :count].tolist()


@given(running_positions())
@settings(max_examples=15)
def test_both_seats_are_judged_alike(at: Position) -> None:
    there, network = mirrored(at), random_network()
    assert evaluated(at.view(at.turn), network) == evaluated(there.view(there.turn), network)


def test_a_seat_that_is_not_to_act_has_no_options() -> None:
    at = position(hand0="CCPPL")
    assert evaluated(at.view(1), random_network()) == {}


# Whole numbers


def test_what_an_action_changes_adds_up_to_the_sum_from_nothing() -> None:
    """To the last digit, for every action of whole rounds, in the order they are judged."""
    playing, kinds = rounded(random_network(24, 8), AFTERSTATE), Counter[str]()
    workspace, features, sums = new_value_workspace(playing), new_features(), np.zeros(24, np.int16)
    fast, write_features = compiled(layer_after), compiled(afterstate_features)
    for at in some_positions():
        view = at.view(at.turn).array.copy()
        workspace.is_moved[:] = 0
        write_features(view, workspace.before_features)
        compiled(first_layer)(playing, workspace.before_features, workspace.before)
        for action in at.legal_actions():
            fast(view, code_of(action), playing, workspace)
            cells = view.copy()
            compiled(act_in_view)(cells, code_of(action))
            write_features(cells, features)
            compiled(first_layer)(playing, features, sums)
            assert np.array_equal(workspace.layers.sums, sums), action
            kinds[type(action).__name__] += 1
    assert len(kinds) == 4
    assert min(kinds.values()) > 40


@pytest.mark.parametrize("factor", [1e-6, 1.0, 3000.0])
def test_no_sum_can_overflow_whatever_the_facts(factor: float) -> None:
    """The largest row of every fact at once, and the largest units against the largest weights."""
    network = random_network(16, 8)
    network = network._replace(rows=factor * network.rows, second=factor * network.second)
    playing = rounded(network, AFTERSTATE)
    rows, second = (np.abs(some.astype(np.int64)) for some in (playing.rows, playing.second))
    furthest = np.abs(playing.bias) + np.maximum.reduceat(rows, FROM[:-1]).sum(0)
    assert furthest.max() <= REACH + AFTERSTATE.rounding <= LARGEST // 2
    assert furthest.min() > REACH - AFTERSTATE.rounding
    assert (second.sum(1) * (REACH + AFTERSTATE.rounding)).max() <= LARGEST_SUM
    full = np.full(16, REACH + AFTERSTATE.rounding, np.int16)
    for weights in playing.second:
        assert_product_is_exact(full, np.abs(weights))


@pytest.mark.parametrize("factor", [1e-6, 1.0, 3000.0])
def test_no_sum_of_a_deep_network_can_overflow(factor: float) -> None:
    """Nor the largest inputs against the largest weights, in either of its later layers."""
    network = random_network(16, 8, is_deep=True)
    network = network._replace(rows=factor * network.rows, third=factor * network.third)
    playing = rounded(network, AFTERSTATE)
    furthest = np.abs(playing.bias) + np.maximum.reduceat(
        np.abs(playing.rows.astype(np.int64)), FROM[:-1]
    ).sum(0)
    assert furthest.max() <= REACH + AFTERSTATE.rounding
    assert playing.second_by_input.shape == (16, 8)
    assert len(playing.third) == 8
    layers = new_layers(playing)
    layers.sums[:] = REACH + AFTERSTATE.rounding
    for weight in (LARGEST_BYTE, -LARGEST_BYTE):
        largest = playing._replace(second_by_input=np.full_like(playing.second_by_input, weight))
        for second_layer in (second_layer_of_fired, compiled(second_layer_of_fired)):
            second_layer(largest, layers)
            assert set(layers.totals.tolist()) == {16 * LARGEST_BYTE * weight}
    for weights in playing.third:
        assert_product_is_exact(np.full(8, LARGEST_INPUT, np.int16), np.abs(weights))


@pytest.mark.parametrize("fired", [0, 1, 2, 7, 16])
def test_units_that_do_not_fire_add_nothing(fired: int) -> None:
    """Whether an even or an odd number of them fires, and whatever fired before."""
    playing = rounded(random_network(16, 8, is_deep=True), AFTERSTATE)
    layers, random = new_layers(playing), np.random.default_rng(fired)
    for second_layer in (second_layer_of_fired, compiled(second_layer_of_fired)):
        layers.sums[:] = random.integers(-REACH, 0, 16)
        places = random.permutation(16)[:fired]
        layers.sums[places] = random.integers(HALF, REACH, fired)
        second_layer(playing, layers)
        inputs = np.clip((layers.sums.astype(np.int64) + HALF) >> SHIFT, 0, LARGEST_BYTE)
        assert np.count_nonzero(inputs) == fired
        expected = inputs @ playing.second_by_input.astype(np.int64)
        assert layers.totals.tolist() == expected.tolist()


def assert_product_is_exact(inputs: Whole, weights: Whole) -> None:
    exact = int(inputs.astype(np.int64) @ weights.astype(np.int64))
    assert exact > 0
    assert product(inputs, weights) == compiled(product)(inputs, weights) == exact


def test_larger_outputs_than_peaks_are_clipped() -> None:
    """A unit beyond its peak counts as its peak; that changes values, and breaks nothing."""
    network = random_network(16, 8, is_deep=True)
    low = network._replace(peaks=0.125 * network.peaks, second_peaks=0.125 * network.second_peaks)
    at = position(hand0="CCPPL")
    usual, clipped = evaluated(at.view(0), network), evaluated(at.view(0), low)
    assert usual != clipped
    assert all(0 < chance < 1 for chance, _ in clipped.values())
    assert clipped == evaluated(at.view(0), low, is_compiled=False)


def test_all_layers_lie_in_one_piece() -> None:
    """Other layouts compile to other code, which takes twice as long."""
    for is_deep in (False, True):
        for some in rounded(random_network(16, 8, is_deep=is_deep), AFTERSTATE):
            assert some.flags.c_contiguous


def test_a_network_of_zeros_says_nothing() -> None:
    for is_deep in (False, True):
        network = random_network(is_deep=is_deep)
        silent = Network(*(0 * some for some in network))
        silent = silent._replace(peaks=network.peaks, second_peaks=network.second_peaks)
        at = position(hand0="CCPPL")
        assert set(evaluated(at.view(0), silent).values()) == {(0.5, 0.0)}


# What ends the round


def test_last_actions_have_their_exact_chance() -> None:
    """Counted one by one in `test_endings`; the network is not asked."""
    checked: Counter[str] = Counter()
    for played in sample_rounds(40):
        at = played[-2]
        values = evaluated(at.view(at.turn), random_network())
        for action, _ in last_actions_of_each_sort(at):
            exact = slow_chance(at, action)
            assert values[action][0] == pytest.approx(float(exact), abs=1e-5)
            checked["open" if 0 < exact < 1 else "won" if exact else "lost"] += 1
    assert min(checked["won"], checked["lost"]) > 10
    assert checked["open"]


def test_last_actions_have_their_margin() -> None:
    """To the rupee where no bonus token is face down, the camel token counted."""
    checked = 0
    for played in sample_rounds(40):
        at, seat = played[-2], played[-2].turn
        values = evaluated(at.view(seat), random_network())
        if at.bonus_tokens(other(seat)):
            continue
        for action, after in last_actions_of_each_sort(at):
            result = result_of(after)
            if result.bonus_tokens[seat] == len(at.bonus_tokens(seat)):
                margin = result.rupees[seat] - result.rupees[other(seat)]
                assert values[action][1] == margin
                checked += 1
    assert checked > 20


# The choice


def test_the_best_option_is_the_first_of_the_likeliest_to_win() -> None:
    values = np.array([[0.2, 0.7, 0.7, 0.9], [50, -3, 9, 0]], np.float32)
    for best in (best_option, compiled(best_option)):
        assert best(values, 3) == 1
        assert best(values, 4) == 3
        assert best(values, 1) == 0
