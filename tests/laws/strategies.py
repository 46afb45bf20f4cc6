"""Positions, views and actions for the laws: all that can be reached, in no favourable order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from hypothesis import strategies as st

from jaipur import SEATS, Action, BySeat, Position, Seat, SeededDeals, TakeCamels, View
from jaipur import action_of_number as numbered
from jaipur.cards import Cards
from jaipur.compiled import compiled
from jaipur.kernel import layout, rules
from jaipur.notation import action_of_code

EXCHANGE_LIMITS = (40, 40, 1, 3, None)
ACTION_NUMBERS = 25_499
CAMELS_NUMBER = 6
MOST_TURNS = 90
MOST_CHOICES = 12


def seats() -> st.SearchStrategy[Seat]:
    return st.sampled_from(SEATS)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[Position, ...]:
    """Every position of a round up to some point: a deal, a seeded stretch, and drawn choices."""
    seed = draw(st.integers(0, 2**32 - 1))
    limit = draw(st.sampled_from(EXCHANGE_LIMITS))
    turns = draw(st.integers(0, MOST_TURNS))
    choices = draw(st.lists(st.integers(0, layout.MAX_ACTIONS), max_size=MOST_CHOICES))
    return played(seed, limit, turns, choices)


def played(
    seed: int, limit: int | None, turns: int, choices: list[int] | None = None
) -> tuple[Position, ...]:
    """The positions of a round: `turns` by a seeded player, then by number among the legal."""
    random = Random(seed)
    positions = [Position.deal(SeededDeals(seed).deal(0), exchange_limit=limit)]
    numbers: list[int | None] = [None] * turns
    for number in numbers + list(choices or []):
        legal = legal_by_kind(positions[-1])
        if not legal:
            break
        if number is None:
            action = random.choice(random.choice(legal))
        else:
            every = [action for kind in legal for action in kind]
            action = every[number % len(every)]
        positions.append(positions[-1].play(action))
    return tuple(positions)


def positions() -> st.SearchStrategy[Position]:
    """Positions that can be reached, running or finished."""
    return rounds().map(lambda played: played[-1])


def running_positions() -> st.SearchStrategy[Position]:
    """Positions of rounds that are not over."""
    return rounds().map(lambda played: [p for p in played if p.end is None][-1])


def finished_positions() -> st.SearchStrategy[Position]:
    """Positions in which the round is over, by any cause."""
    return st.builds(
        lambda seed, limit: played(seed, limit, turns=10_000)[-1],
        st.integers(0, 2**32 - 1),
        st.sampled_from(EXCHANGE_LIMITS),
    )


def views() -> st.SearchStrategy[View]:
    """What either seat knows at any point of a round."""
    return st.builds(lambda position, seat: position.view(seat), positions(), seats())


def actions() -> st.SearchStrategy[Action]:
    """Any action that some position allows."""
    camels = st.integers(1, 5).map(TakeCamels)
    others = st.integers(0, ACTION_NUMBERS - 1).filter(lambda number: number != CAMELS_NUMBER)
    return st.one_of(others.map(lambda number: numbered(number, Cards())), camels)


def nonces() -> st.SearchStrategy[BySeat[bytes]]:
    return st.builds(BySeat, st.binary(max_size=255), st.binary(max_size=255))


def legal_by_kind(position: Position) -> list[list[Action]]:
    """The legal actions, those of one sort together, so that no sort drowns the others."""
    codes = layout.new_actions()
    count = compiled(rules.legal)(position.array, codes)
    kinds: dict[str, list[Action]] = {}
    for code in codes[:count].tolist():
        action = action_of_code(code)
        kinds.setdefault(type(action).__name__, []).append(action)
    return list(kinds.values())


@cache
def every_action() -> tuple[Action, ...]:
    """The whole space: every numbered action, and the camels from one to five."""
    others = (n for n in range(ACTION_NUMBERS) if n != CAMELS_NUMBER)
    camels = (TakeCamels(count) for count in range(1, 6))
    return (*(numbered(number, Cards()) for number in others), *camels)


@cache
def sample_rounds(count: int) -> tuple[tuple[Position, ...], ...]:
    """Whole rounds from deal to end, always the same ones, with every sort of limit."""
    return tuple(
        played(seed, EXCHANGE_LIMITS[seed % len(EXCHANGE_LIMITS)], turns=10_000)
        for seed in range(count)
    )


# Chance


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    """How far counts lie from what was expected."""
    return sum((c - e) ** 2 / e for c, e in zip(counts, expected, strict=True))


def chi_square_bounds(freedom: int, deviations: float = 3.719) -> tuple[float, float]:
    """Where chi-square lies but for one time in 10,000 on each side (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    low, high = (1 - spread + sign * deviations * spread**0.5 for sign in (-1, 1))
    return freedom * max(low, 0) ** 3, freedom * high**3


def assert_uniform(counts: Sequence[float], expected: Sequence[float]) -> None:
    """The counts are no worse than chance makes them one time in 10,000."""
    assert min(expected) >= 5
    assert abs(sum(counts) - sum(expected)) < 1e-6
    assert chi_square(counts, expected) < chi_square_bounds(len(counts) - 1)[1]
