"""The steps of self-play: they play by the rules, and are alike interpreted and compiled."""

from typing import Any

import numpy as np
import pytest

from jaipur import Position, SeededDeals
from jaipur.kernel.layout import END, RUNNING
from jaipur.kernel.rules import apply
from jaipur.notation import action_of_code
from jaipur.train.devices import device_named
from jaipur.train.self_play_steps import UNKNOWN, choose_best

from .workspace import PROCESSOR, SEED, TABLES, Interpreted, TrainingArrays

PLIES = 110
"""Random rounds have about 80."""


def draw(workspace: TrainingArrays, chance: np.random.Generator) -> None:
    """Deal where a round is over, list what may be done, and choose at random."""
    workspace.deal()
    workspace.list_options()
    workspace.chosen[1] = chance.integers(workspace.counts)


def dealt(number: int) -> Position:
    return Position.deal(SeededDeals(SEED).deal(number))


def test_rounds_are_played_as_positions_are() -> None:
    """Every table has deals of its own, the legal actions, and the results of the rules."""
    workspace, chance, ended = TrainingArrays(PROCESSOR), np.random.default_rng(1), 0
    numbers = list(range(TABLES))
    positions = [dealt(number) for number in numbers]
    for _ in range(PLIES):
        draw(workspace, chance)
        for table, position in enumerate(positions):
            assert np.array_equal(workspace.positions[table], position.array)
            options = workspace.options[table, : workspace.counts[table]].tolist()
            legal = [action_of_code(option) for option in options]
            assert set(legal) == set(position.legal_actions())
            positions[table] = position.play(legal[workspace.chosen[1, table]])
        workspace.play()
        for table, position in enumerate(positions):
            if (result := position.result) is None:
                assert workspace.results[0, table] == UNKNOWN
                continue
            won = {0: 1.0, 1: 0.0, None: 0.5}[result.winner]
            margin = result.rupees[0] - result.rupees[1]
            assert workspace.results[:, table].tolist() == [won, margin]
            ended += 1
            numbers[table] += TABLES
            positions[table] = dealt(numbers[table])
    assert ended >= TABLES


def test_only_actions_that_end_the_round_have_an_exact_value() -> None:
    workspace, chance, ending = TrainingArrays(PROCESSOR), np.random.default_rng(2), 0
    for _ in range(PLIES):
        draw(workspace, chance)
        for table in range(TABLES):
            for number in range(workspace.counts[table]):
                after = workspace.positions[table].copy()
                apply(after, int(workspace.options[table, number]))
                value = workspace.exact[table, number]
                assert (value == UNKNOWN) == (after[END] == RUNNING)
                assert value == UNKNOWN or 0 <= value <= 1
                ending += value != UNKNOWN
        workspace.play()
    assert ending > 10


def test_compiled_steps_do_what_plain_python_does() -> None:
    workspace, chance = TrainingArrays(PROCESSOR), np.random.default_rng(3)
    for ply in range(PLIES):
        plain = workspace.on(Interpreted())
        draw(workspace, chance)
        if ply % 10 == 0 or workspace.exact.max() != UNKNOWN:
            plain.deal()
            plain.list_options()
            plain.chosen[1] = workspace.chosen[1]
            for each in (workspace, plain):
                each.describe()
            assert_same(workspace, plain)
            assert np.array_equal(workspace.features, plain.features)
            plain.play()
            workspace.play()
            assert_same(workspace, plain)
        else:
            workspace.play()


def assert_same(one: TrainingArrays, other: TrainingArrays) -> None:
    for name in ("positions", "chances", "numbers", "views", "counts", "results"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    for name in ("options", "exact"):
        assert np.array_equal(one.listed(getattr(one, name)), other.listed(getattr(other, name)))


# --- Choosing ---


def choose(
    values: list[float], noise: list[float], exact: list[float], device: Any = PROCESSOR
) -> tuple[int, int]:
    """The best option and the one played at the second of two tables."""
    first, counts = np.array([0, 2]), np.array([2, len(values)])
    chosen = np.full((2, 2), 9)
    given = [np.array([0.9, 0.8, *values], np.float32), np.array([0, 0, *noise], np.float32)]
    known = np.array([[UNKNOWN] * len(values), exact], np.float32)
    device.each(choose_best, 2, first, counts, known, *given, chosen)
    assert chosen[:, 0].tolist() == [0, 0]
    return int(chosen[0, 1]), int(chosen[1, 1])


@pytest.mark.parametrize("device", [PROCESSOR, Interpreted()], ids=["compiled", "interpreted"])
def test_the_best_value_is_chosen_and_noise_may_change_what_is_played(device: Any) -> None:
    quiet, unknown = [0.0] * 3, [UNKNOWN] * 3
    assert choose([0.2, 0.5, 0.3], quiet, unknown, device) == (1, 1)
    assert choose([0.5, 0.5, 0.3], quiet, unknown, device) == (0, 0)
    assert choose([0.2, 0.5, 0.3], [0.0, 0.0, 0.3], unknown, device) == (1, 2)
    assert choose([0.2, 0.5, 0.3], [0.1, 0.0, 0.1], unknown, device) == (1, 1)


def test_an_exact_value_counts_instead_of_the_guess() -> None:
    quiet = [0.0] * 3
    assert choose([0.2, 0.5, 0.3], quiet, [0.9, UNKNOWN, UNKNOWN]) == (0, 0)
    assert choose([0.2, 0.5, 0.3], quiet, [UNKNOWN, 0.0, UNKNOWN]) == (2, 2)


def test_the_processor_is_the_device_named_cpu() -> None:
    assert device_named("cpu").name == "cpu"
