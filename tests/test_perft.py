"""Pinned counts: sequences of legal actions from dealt positions."""

import pytest

from jaipur import Position, SeededDeals
from jaipur.compiled import compiled
from jaipur.kernel.perft import perft

PINNED = {
    (7, 0): [1, 5, 36, 1680, 41537, 2240955, 65590535],
    (1, 0): [1, 6, 81, 1806, 32469, 936349],
    (2, 5): [1, 9, 68, 784, 14892, 454336],
    (42, 3): [1, 11, 124, 2642, 67229, 2312016],
}


def slow_perft(position: Position, depth: int) -> int:
    """The same count through the public classes."""
    if depth == 0:
        return 1
    return sum(slow_perft(position.play(a), depth - 1) for a in position.legal_actions())


@pytest.mark.parametrize(("deal", "counts"), PINNED.items())
def test_pinned_counts(deal: tuple[int, int], counts: list[int]) -> None:
    seed, number = deal
    array = Position.deal(SeededDeals(seed).deal(number)).array.copy()
    assert [compiled(perft)(array, depth) for depth in range(len(counts))] == counts


@pytest.mark.parametrize("deal", PINNED)
def test_counts_agree_with_the_public_classes(deal: tuple[int, int]) -> None:
    seed, number = deal
    position = Position.deal(SeededDeals(seed).deal(number))
    for depth in range(4):
        assert perft(position.array.copy(), depth) == slow_perft(position, depth)


def test_a_round_that_is_over_leads_nowhere() -> None:
    position = Position.deal(SeededDeals(1).deal(0), exchange_limit=1)
    while position.end is None:
        position = position.play(position.legal_actions()[-1])
    assert perft(position.array.copy(), 0) == 1
    assert perft(position.array.copy(), 3) == 0
