"""The worlds of a view: every hand the opponent may hide, as often as there are ways to draw it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise
from math import comb, gcd

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur import Card, Position, SeededDeals, View, lines, other
from jaipur.arena.sides import side_of_player
from jaipur.bots.ladder import player_named
from jaipur.bots.protocol import Limit
from jaipur.bots.worlds import (
    MOST_HANDS,
    even_step,
    hand_at,
    make_world,
    new_hands,
    possible_hands,
)
from jaipur.compiled import compiled
from jaipur.kernel.chance import new_chance, seed_chance
from jaipur.kernel.layout import new_position
from jaipur.packed import one
from tests.depth import tried
from tests.laws.strategies import running_positions, views

ONE_GAME = np.zeros(1, np.int64)


@cache
def played_rounds(count: int) -> tuple[tuple[Position, ...], ...]:
    """Rounds as people might play them, up to the last turn; always the same ones."""
    return tuple(_play_round(seed) for seed in range(count))


def _play_round(seed: int) -> tuple[Position, ...]:
    side = side_of_player(player_named("novice" if seed % 2 else "greedy"), Limit(), seed)
    position, positions = Position.deal(SeededDeals(seed).deal(0)), []
    while position.end is None:
        positions.append(position)
        cells = position.array.copy()[None, :]
        side.act_at_once(cells, ONE_GAME)
        position = Position.parse(lines.write_position(cells[0]))
    return tuple(positions)


def late_positions(rounds: int, turns: int) -> list[Position]:
    """The last turns of some rounds."""
    return [position for played in played_rounds(rounds) for position in played[-turns:]]


def ways_by_hand(view: View) -> tuple[dict[int, int], int]:
    """The hands a view allows and the ways to draw each; and how many ways there are."""
    hands = new_hands()
    count = possible_hands(view.array, hands)
    ways = np.diff(hands[1, :count], prepend=0).tolist()
    by_hand = dict(zip(hands[0, :count].tolist(), ways, strict=True))
    assert len(by_hand) == count
    return by_hand, int(hands[1, count - 1])


def unseen_goods(view: View) -> list[Card]:
    return [card for card in view.unseen if card is not Card.CAMEL]


# The hands


def test_the_hands_are_those_of_counting_one_by_one() -> None:
    """Each unseen card is a card of its own: all ways to choose the hidden ones."""
    seen = set()
    for position in late_positions(rounds=40, turns=20):
        view = position.view(position.turn)
        pool = unseen_goods(view)
        if comb(len(pool), view.opponent_hidden) < 5000:
            drawn = combinations(pool, view.opponent_hidden)
            expected = Counter(sum(map(one, cards)) for cards in drawn)
            assert ways_by_hand(view)[0] == expected
            seen.add(view.opponent_hidden)
    assert seen >= {0, 1, 2, 3}


@given(views())
def test_all_ways_are_counted(view: View) -> None:
    by_hand, total = ways_by_hand(view)
    assert total == comb(len(unseen_goods(view)), view.opponent_hidden)
    assert len(by_hand) <= MOST_HANDS == 252
    assert all(ways > 0 for ways in by_hand.values())


@given(running_positions())
def test_the_true_hand_is_among_them(position: Position) -> None:
    seat = position.turn
    theirs = Counter(position.hand(other(seat))) - Counter(position.shown[other(seat)])
    hidden = sum(map(one, theirs.elements()))
    assert hidden in ways_by_hand(position.view(seat))[0]


def test_there_can_be_252_hands() -> None:
    deals = (Position.deal(SeededDeals(seed).deal(0)) for seed in range(50))
    assert max(len(ways_by_hand(position.view(0))[0]) for position in deals) == MOST_HANDS


# Going through them evenly


@pytest.mark.parametrize("total", [*range(1, 200), 252, 1000, 1001, 6188, 30030])
def test_a_step_comes_to_every_way_once(total: int) -> None:
    step = even_step(total)
    assert len({way * step % total for way in range(total)}) == total


@given(st.integers(1, comb(40, 5)))
@settings(max_examples=tried(100, 500))
def test_a_step_has_no_divisor_in_common_with_the_number_of_ways(total: int) -> None:
    step = even_step(total)
    assert gcd(step, total) == 1
    assert 1 <= step <= total


def test_a_step_spreads_the_first_few_ways() -> None:
    """Ten worlds of a thousand ways lie at least thirty apart."""
    step = even_step(1000)
    places = sorted(way * step % 1000 for way in range(10))
    assert min(after - before for before, after in pairwise(places)) >= 30


def test_as_many_steps_as_ways_give_every_hand_its_share() -> None:
    """No hand is sampled more often than it is likely: the posterior is exact."""
    checked = 0
    for position in late_positions(rounds=20, turns=15):
        view = position.view(position.turn)
        by_hand, total = ways_by_hand(view)
        if 1 < total < 3000:
            hands = new_hands()
            count, step = possible_hands(view.array, hands), even_step(total)
            start = total // 3
            ways = ((start + turn * step) % total for turn in range(total))
            assert Counter(hand_at(hands, count, way) for way in ways) == by_hand
            checked += 1
    assert checked > 20


def test_each_way_belongs_to_the_hand_that_it_counts_for() -> None:
    hands = new_hands()
    hands[0, :4], hands[1, :4] = (11, 22, 33, 44), (1, 4, 5, 9)
    found = [hand_at(hands, 4, way) for way in range(9)]
    assert found == [11, 22, 22, 22, 33, 44, 44, 44, 44]
    assert hand_at(hands, 1, 0) == 11


# Worlds


@given(views(), st.integers(0, 2**62), st.integers(0, 2**40))
def test_a_world_looks_the_same_and_has_every_card(view: View, seed: int, way: int) -> None:
    """Reading its text checks that no card and no token is missing or there twice."""
    hands, chance, cells = new_hands(), new_chance(), new_position()
    count = possible_hands(view.array, hands)
    hand = hand_at(hands, count, way % int(hands[1, count - 1]))
    seed_chance(chance, seed, 0)
    make_world(view.array, hand, chance, cells)
    world = Position.parse(lines.write_position(cells))
    assert world.view(view.seat) == view
    shown = Counter(view.opponent_known)
    hidden = Counter(world.hand(other(view.seat))) - shown
    assert sum(map(one, hidden.elements())) == hand


@given(views(), st.integers(0, 2**40))
@settings(max_examples=tried(10, 30))
def test_compiled_makes_the_same_world(view: View, way: int) -> None:
    cells = view.array.copy()
    plain, fast = new_hands(), new_hands()
    count = possible_hands(cells, plain)
    assert compiled(possible_hands)(cells, fast) == count
    assert plain.tobytes() == fast.tobytes()
    total = int(plain[1, count - 1])
    assert compiled(even_step)(total) == even_step(total)
    hand = hand_at(plain, count, way % total)
    assert compiled(hand_at)(fast, count, way % total) == hand
    worlds = []
    for make in (make_world, compiled(make_world)):
        chance, world = new_chance(), new_position()
        seed_chance(chance, way, 1)
        make(cells, hand, chance, world)
        worlds.append((world.tobytes(), chance.tobytes()))
    assert worlds[0] == worlds[1]
