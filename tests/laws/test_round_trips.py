"""Text, pickles and `repr` give back what they were made from, and nothing is shared by mistake."""

from __future__ import annotations

import copy
import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import jaipur
from jaipur import Action, Card, Cards, Deal, Position, SeededDeals, View, other, parse_action
from jaipur.kernel.layout import Array
from tests.laws.strategies import (
    actions,
    every_action,
    positions,
    running_positions,
    sample_rounds,
    seats,
    views,
)

NAMES = {name: getattr(jaipur, name) for name in jaipur.__all__}
PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def evaluated(text: str) -> object:
    return eval(text, dict(NAMES))  # noqa: S307  # the text is our own


def pickled(thing: object, protocol: int) -> object:
    return pickle.loads(pickle.dumps(thing, protocol))  # noqa: S301  # the bytes are our own


# Actions


def test_every_action_survives_text_and_repr() -> None:
    for action in every_action():
        assert parse_action(str(action)) == action
    for action in every_action()[::40]:
        assert evaluated(repr(action)) == action


@given(actions(), st.randoms(use_true_random=False), st.sampled_from(["", " ", "\t", "\n"]))
def test_case_order_and_blanks_around_do_not_matter(
    action: Action, random: Random, blank: str
) -> None:
    assert parse_action(blank + disordered(str(action), random) + blank) == action


def disordered(text: str, random: Random) -> str:
    """The same letters in any order and case, on each side of the action."""
    take, minus, give = text.removeprefix("+").partition("-")
    sides = []
    for side in (take, give):
        letters = [random.choice([letter.lower(), letter]) for letter in side]
        random.shuffle(letters)
        sides.append("".join(letters))
    return ("+" if take else "") + sides[0] + minus + sides[1]


@given(actions(), st.sampled_from(PROTOCOLS))
def test_actions_survive_pickle(action: Action, protocol: int) -> None:
    assert pickled(action, protocol) == action
    assert copy.deepcopy(action) == action


@given(st.lists(st.sampled_from(list(Card)), max_size=6), st.sampled_from(PROTOCOLS))
def test_handfuls_survive_text_repr_and_pickle(kinds: list[Card], protocol: int) -> None:
    cards = Cards(kinds)
    assert list(cards) == sorted(kinds)
    assert len(cards) == len(kinds)
    assert Cards(str(cards)) == cards
    assert evaluated(repr(cards)) == cards
    assert pickled(cards, protocol) == cards
    assert hash(pickled(cards, protocol)) == hash(cards)
    for name in ("packed", "remark"):
        with pytest.raises(AttributeError):
            setattr(cards, name, 0)


# Positions and views


@given(positions(), st.randoms(use_true_random=False))
def test_positions_survive_their_line(position: Position, random: Random) -> None:
    line = str(position)
    assert "\n" not in line
    assert Position.parse(line) == position
    assert str(Position.parse(line)) == line
    assert hash(Position.parse(line)) == hash(position)
    assert Position.parse(in_any_order(line, random)) == position
    assert evaluated(repr(position)) == position


@given(views(), st.randoms(use_true_random=False))
def test_views_survive_their_line(view: View, random: Random) -> None:
    line = str(view)
    assert "\n" not in line
    assert View.parse(line) == view
    assert str(View.parse(line)) == line
    assert hash(View.parse(line)) == hash(view)
    assert View.parse(in_any_order(line, random)) == view
    assert evaluated(repr(view)) == view


def in_any_order(line: str, random: Random) -> str:
    fields = line.split()
    random.shuffle(fields)
    return "  ".join(fields)


def test_every_position_of_whole_rounds_survives_its_line() -> None:
    for played in sample_rounds(12):
        for position in played:
            assert Position.parse(str(position)) == position


@given(positions(), seats(), st.sampled_from(PROTOCOLS))
def test_positions_and_views_survive_pickle_and_copy(
    position: Position, seat: jaipur.Seat, protocol: int
) -> None:
    for thing in (position, position.view(seat)):
        for twin in (pickled(thing, protocol), copy.deepcopy(thing), copy.copy(thing)):
            assert isinstance(twin, Position | View)
            assert twin == thing
            assert hash(twin) == hash(thing)
            assert not twin.array.flags.writeable
            assert not np.shares_memory(twin.array, thing.array)


@given(positions(), seats())
def test_a_position_and_a_view_are_never_equal(position: Position, seat: jaipur.Seat) -> None:
    view = position.view(seat)
    assert view != position
    assert position.view(other(seat)) != view


@given(st.integers(0, 2**32 - 1), st.integers(0, 1000), st.sampled_from(PROTOCOLS))
def test_deals_survive_pickle(seed: int, number: int, protocol: int) -> None:
    deal = SeededDeals(seed).deal(number)
    twin = pickled(deal, protocol)
    assert isinstance(twin, Deal)
    assert twin == deal
    assert SeededDeals(seed).deal(number) == deal
    assert Position.deal(twin) == Position.deal(deal)


# Nothing is shared, nothing changes


@given(running_positions())
def test_playing_leaves_the_position_as_it_was(position: Position) -> None:
    before, line = position.array.copy(), str(position)
    for action in position.legal_actions():
        after = position.play(action)
        assert after != position
        assert not np.shares_memory(after.array, position.array)
        assert not after.array.flags.writeable
    assert (position.array == before).all()
    assert str(position) == line


@given(positions(), seats())
def test_asking_changes_nothing(position: Position, seat: jaipur.Seat) -> None:
    before = position.array.copy()
    view = position.view(seat)
    seen = view.array.copy()
    drawn = Position.determinize(view, seed=5)
    assert not np.shares_memory(view.array, position.array)
    assert not np.shares_memory(view.array, drawn.array)
    assert answers(position) == answers(position)
    assert answers(drawn) == answers(drawn)
    assert (position.array == before).all()
    assert (view.array == seen).all()


def answers(position: Position) -> list[object]:
    legal = position.legal_actions()
    return [legal, position.result, position.deck, position.bonus_piles, str(position)]


@given(positions(), seats())
def test_the_arrays_are_read_only(position: Position, seat: jaipur.Seat) -> None:
    drawn = Position.determinize(position.view(seat), seed=1)
    parsed = Position.parse(str(position))
    for thing in (position, position.view(seat), drawn, parsed):
        assert_read_only(thing.array)
        for name in ("array", "turn", "remark"):
            with pytest.raises(AttributeError):
                setattr(thing, name, 0)


def assert_read_only(array: Array) -> None:
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1
