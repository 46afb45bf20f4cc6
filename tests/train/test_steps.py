"""The steps of self-play: they play by the rules, and are alike interpreted and compiled."""

from typing import Any

import numpy as np
import pytest

from jaipur import Position, SeededDeals
from jaipur.kernel.layout import END, RUNNING
from jaipur.kernel.rules import apply
from jaipur.notation import action_of_code
from jaipur.train.devices import device_named
from jaipur.train.steps import UNKNOWN, choose_best

from .room import PROCESSOR, SEED, TABLES, Interpreted, Room

PLIES = 110
"""Random rounds have about 80."""


def draw(room: Room, chance: np.random.Generator) -> None:
    """Deal where a round is over, list what may be done, and choose at random."""
    room.deal()
    room.list_options()
    room.chosen[1] = chance.integers(room.counts)


def dealt(number: int) -> Position:
    return Position.deal(SeededDeals(SEED).deal(number))


def test_rounds_are_played_as_positions_are() -> None:
    """Every table has deals of its own, the legal actions, and the results of the rules."""
    room, chance, ended = Room(PROCESSOR), np.random.default_rng(1), 0
    numbers = list(range(TABLES))
    positions = [dealt(number) for number in numbers]
    for _ in range(PLIES):
        draw(room, chance)
        for table, position in enumerate(positions):
            assert np.array_equal(room.positions[table], position.array)
            options = room.options[table, : room.counts[table]].tolist()
            legal = [action_of_code(option) for option in options]
            assert set(legal) == set(position.legal_actions())
            positions[table] = position.play(legal[room.chosen[1, table]])
        room.play()
        for table, position in enumerate(positions):
            if (result := position.result) is None:
                assert room.results[0, table] == UNKNOWN
                continue
            won = {0: 1.0, 1: 0.0, None: 0.5}[result.winner]
            margin = result.rupees[0] - result.rupees[1]
            assert room.results[:, table].tolist() == [won, margin]
            ended += 1
            numbers[table] += TABLES
            positions[table] = dealt(numbers[table])
    assert ended >= TABLES


def test_only_actions_that_end_the_round_have_an_exact_value() -> None:
    room, chance, ending = Room(PROCESSOR), np.random.default_rng(2), 0
    for _ in range(PLIES):
        draw(room, chance)
        for table in range(TABLES):
            for number in range(room.counts[table]):
                after = room.positions[table].copy()
                apply(after, int(room.options[table, number]))
                value = room.exact[table, number]
                assert (value == UNKNOWN) == (after[END] == RUNNING)
                assert value == UNKNOWN or 0 <= value <= 1
                ending += value != UNKNOWN
        room.play()
    assert ending > 10


def test_compiled_steps_do_what_plain_python_does() -> None:
    room, chance = Room(PROCESSOR), np.random.default_rng(3)
    for ply in range(PLIES):
        plain = room.on(Interpreted())
        draw(room, chance)
        if ply % 10 == 0 or room.exact.max() != UNKNOWN:
            plain.deal()
            plain.list_options()
            plain.chosen[1] = room.chosen[1]
            for each in (room, plain):
                each.describe()
            assert_same(room, plain)
            assert np.array_equal(room.facts, plain.facts)
            plain.play()
            room.play()
            assert_same(room, plain)
        else:
            room.play()


def assert_same(one: Room, other: Room) -> None:
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
