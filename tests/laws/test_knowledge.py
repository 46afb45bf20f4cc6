"""A view says what its seat knows and nothing else; what it leaves open is equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaipur import (
    SEATS,
    Card,
    Position,
    Seat,
    View,
    other,
    use_compiled,
    use_interpreted,
)
from jaipur.compiled import compiled
from jaipur.kernel import knowledge, layout
from jaipur.kernel.chance import new_chance, seed_chance
from tests.depth import tried
from tests.laws.strategies import (
    assert_uniform,
    finished_positions,
    positions,
    running_positions,
    sample_rounds,
    seats,
    views,
)

SAMPLES = tried(fast=5_000, deep=20_000)


# A drawn position fits the view


@given(views(), st.integers(0, 2**62), st.integers(0, 2**40))
def test_a_drawn_position_looks_the_same(view: View, seed: int, stream: int) -> None:
    drawn = Position.determinize(view, seed, stream)
    assert drawn.view(view.seat) == view
    assert Position.parse(str(drawn)) == drawn
    assert Position.determinize(view, seed, stream) == drawn


def test_a_drawn_position_looks_the_same_at_every_point_of_whole_rounds() -> None:
    determinize, observe = compiled(knowledge.determinize), compiled(knowledge.observe)
    chance, drawn, seen = new_chance(), layout.new_position(), layout.new_view()
    seed_chance(chance, 1, 2)
    for played in sample_rounds(20):
        for position in played:
            for seat in SEATS:
                view = position.view(seat).array
                determinize(view, chance, drawn)
                observe(drawn, seat, seen)
                assert seen.tobytes() == view.tobytes()


@given(positions(), seats())
def test_what_is_unseen_is_the_deck_and_the_hidden_cards(position: Position, seat: Seat) -> None:
    view = position.view(seat)
    them = other(seat)
    theirs = Counter(position.hand(them)) - Counter(position.shown[them])
    assert Counter(view.unseen) == Counter(position.deck) + theirs
    assert view.opponent_hidden == theirs.total() <= 5
    assert view.opponent_known == position.shown[them]
    assert view.hand == position.hand(seat)
    assert view.bonus_tokens == position.bonus_tokens(seat)
    assert view.hand_sizes[seat] == len(position.hand(seat))
    assert view.hand_sizes[them] == len(position.hand(them))
    assert sum(view.opponent_bonus_counts) == len(position.bonus_tokens(them))


# The end of a round


@given(finished_positions(), seats())
def test_after_the_round_bonus_values_are_told(position: Position, seat: Seat) -> None:
    view = position.view(seat)
    assert view.opponent_bonus_tokens == position.bonus_tokens(other(seat))
    drawn = Position.determinize(view, seed=1)
    assert drawn.bonus_tokens(other(seat)) == position.bonus_tokens(other(seat))
    assert drawn.result == position.result


@given(running_positions(), seats())
def test_before_the_end_bonus_values_are_not_told(position: Position, seat: Seat) -> None:
    view = position.view(seat)
    assert view.opponent_bonus_tokens is None
    field = f" bonus{other(seat)}="
    assert not set(str(view).split(field)[1].split()[0]) - set("?/-")


@given(finished_positions(), seats())
def test_after_the_round_hands_and_deck_stay_hidden(position: Position, seat: Seat) -> None:
    view = position.view(seat)
    fields = dict(word.split("=") for word in str(view).split())
    hidden = fields[f"hand{other(seat)}"].partition("+")[0]
    assert hidden.replace("-", "") == "?" * view.opponent_hidden
    assert fields["deck"].replace("-", "") == "?" * position.deck_size
    assert not set(fields["bonuses"]) - set("?/-")


def test_some_finished_rounds_have_hidden_cards_and_bonus_tokens() -> None:
    ends = [played[-1].view(seat) for played in sample_rounds(40) for seat in SEATS]
    assert any(view.opponent_hidden for view in ends)
    assert any(view.opponent_bonus_tokens for view in ends)


# Equally likely

SMALL_VIEWS = {
    "two hidden, four in the deck": (
        1,
        "turn=0 start=1 market=DDGLL hand0=SP+DGSL hand1=+DCCPPL herd0=1 herd1=9 deck=PKCG "
        "sold=DDGGGSSSSCCCCCPPPPLLLLLL piles=3,2,1,2,3,3 tokens0=P5332L432 "
        "tokens1=D77G665S5555C53322L111 bonus0=3/5/- bonus1=2/4/8 bonuses=13221/5646/98TT "
        "exchanges=0/40 end=-",
    ),
    "two hidden, three in the deck": (
        1,
        "turn=0 start=1 market=DDGLL hand0=SP+DGSL hand1=+DGCCPPL herd0=1 herd1=9 deck=PKC "
        "sold=DDGGGSSSSCCCCCPPPPLLLLLL piles=3,2,1,2,3,3 tokens0=G665S5555C53322P5332 "
        "tokens1=D77L432111 bonus0=3/54/T bonus1=-/-/8 bonuses=112223/4566/89T "
        "exchanges=2/- end=-",
    ),
    "one hidden, four in the deck": (
        0,
        "turn=1 start=0 market=DLKKK hand0=+DCLL hand1=D+GCCPPL herd0=3 herd1=4 deck=LDKS "
        "sold=DDGGGGGSSSSSCCCCCPPPPPPLLLLL piles=3,0,0,2,1,4 tokens0=S55C5P533221L3211 "
        "tokens1=D77G66555S555C3322L4 bonus0=1/-/- bonus1=21/4/- bonuses=3223/64565/8T89T "
        "exchanges=0/40 end=-",
    ),
}
"""The seat that looks, and a position in which little is unseen but some cards are alike."""

Outcome = Hashable
Likely = dict[Outcome, Fraction]


def likely_cards(view: View) -> Likely:
    """Every arrangement of the unseen cards one by one: hidden hand as a handful, deck in order."""
    cells: Counter[Outcome] = Counter()
    hidden = view.opponent_hidden
    for order in permutations(view.unseen):
        if Card.CAMEL not in order[:hidden]:
            cells[tuple(sorted(order[:hidden])), order[hidden:]] += 1
    return shares(cells)


def likely_bonuses(view: View, tier: int) -> Likely:
    """Every arrangement of the unseen tokens of a tier: opponent's as a set, the pile in order."""
    box = [[1, 1, 2, 2, 2, 3, 3], [4, 4, 5, 5, 6, 6], [8, 8, 9, 10, 10]][tier]
    unseen = list((Counter(box) - Counter(view.bonus_tokens)).elements())
    won = view.opponent_bonus_counts[tier]
    cells = Counter((tuple(sorted(o[:won])), o[won:]) for o in permutations(unseen))
    return shares(Counter(dict(cells)))


def shares(cells: Counter[Outcome]) -> Likely:
    return {cell: Fraction(count, cells.total()) for cell, count in cells.items()}


def together(first: Likely, second: Likely) -> Likely:
    return {(a, b): p * q for a, p in first.items() for b, q in second.items()}


def only_hidden(likely: Likely) -> Likely:
    """What the opponent holds, whatever the order of the rest."""
    sums: Likely = {}
    for cell, share in likely.items():
        assert isinstance(cell, tuple)
        sums[cell[0]] = sums.get(cell[0], Fraction(0)) + share
    return sums


class Drawn(NamedTuple):
    """What a drawn position puts where the seat cannot see."""

    hidden: Outcome
    deck: Outcome
    won: tuple[Outcome, Outcome, Outcome]
    piles: tuple[Outcome, ...]


def drawn(view: View, seed: int, stream: int) -> Drawn:
    position = Position.determinize(view, seed, stream)
    them = other(view.seat)
    hidden = Counter(position.hand(them)) - Counter(position.shown[them])
    values = sorted(position.bonus_tokens(them))
    three = tuple(value for value in values if value <= 3)
    four = tuple(value for value in values if 4 <= value <= 6)
    five = tuple(value for value in values if value >= 8)
    return Drawn(
        tuple(sorted(hidden.elements())), position.deck, (three, four, five), position.bonus_piles
    )


def assert_as_likely(outcomes: Iterable[Outcome], likely: Likely) -> None:
    found = Counter(outcomes)
    assert sum(likely.values()) == 1
    assert not set(found) - set(likely)
    assert_uniform(
        [found[cell] for cell in likely], [float(SAMPLES * share) for share in likely.values()]
    )


def assert_every_arrangement_is_equally_likely(view: View, samples: list[Drawn]) -> None:
    cards = likely_cards(view)
    assert_as_likely(((drawn.hidden, drawn.deck) for drawn in samples), cards)
    for tier in range(3):
        bonuses = likely_bonuses(view, tier)
        assert_as_likely(((drawn.won[tier], drawn.piles[tier]) for drawn in samples), bonuses)
    both = together(only_hidden(cards), only_hidden(likely_bonuses(view, 0)))
    assert_as_likely(((drawn.hidden, drawn.won[0]) for drawn in samples), both)


@pytest.fixture
def _compiled_engine() -> Iterator[None]:
    use_compiled()
    yield
    use_interpreted()


@pytest.mark.usefixtures("_compiled_engine")
@pytest.mark.parametrize("name", SMALL_VIEWS)
def test_every_arrangement_is_equally_likely_over_seeds(name: str) -> None:
    seat, line = SMALL_VIEWS[name]
    view = Position.parse(line).view(SEATS[seat])
    samples = [drawn(view, seed, stream=0) for seed in range(SAMPLES)]
    assert_every_arrangement_is_equally_likely(view, samples)


@pytest.mark.usefixtures("_compiled_engine")
def test_every_arrangement_is_equally_likely_over_streams() -> None:
    seat, line = SMALL_VIEWS["two hidden, four in the deck"]
    view = Position.parse(line).view(SEATS[seat])
    samples = [drawn(view, 11, stream) for stream in range(SAMPLES)]
    assert_every_arrangement_is_equally_likely(view, samples)


def test_one_generator_that_draws_on_is_as_fair() -> None:
    seat, line = SMALL_VIEWS["two hidden, four in the deck"]
    view = Position.parse(line).view(SEATS[seat])
    likely = likely_cards(view)
    determinize = compiled(knowledge.determinize)
    chance, cells = new_chance(), layout.new_position()
    seed_chance(chance, 2024, 0)
    found: list[Outcome] = []
    for _ in range(SAMPLES):
        determinize(view.array, chance, cells)
        deck = tuple(reversed(cells[layout.DECK : layout.DECK + 4].tolist()))
        hidden = int(cells[layout.HIDDEN + 1 - seat])
        goods = tuple(c for c in range(6) for _ in range(hidden >> 4 * (6 - c) & 15))
        found.append((goods, deck))
    assert_as_likely(found, likely)


def test_the_cases_are_small_and_have_cards_that_are_alike() -> None:
    for seat, line in SMALL_VIEWS.values():
        view = Position.parse(line).view(SEATS[seat])
        assert len(view.unseen) <= 6
        assert max(Counter(view.unseen).values()) > 1
        assert Card.CAMEL in view.unseen
        assert view.opponent_hidden in {1, 2}
