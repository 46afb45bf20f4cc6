"""Compiled code does what plain Python does, and the generator is the one it claims to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jaipur import (
    SEATS,
    Action,
    Position,
    SeededDeals,
    active_kernel,
    use_compiled,
    use_interpreted,
)
from jaipur.compiled import compiled
from jaipur.deals import shuffle_box, sorted_box
from jaipur.kernel import chance, knowledge, layout, rules
from jaipur.kernel.layout import Array
from jaipur.notation import code_of
from tests.laws.strategies import (
    EXCHANGE_LIMITS,
    actions,
    assert_uniform,
    every_action,
    positions,
    sample_rounds,
)

MASK = 0xFFFFFFFF
SEEDS = [0, 1, 7, 2**31, 2**32 - 1, 2**32, 2**62 + 12345, 2**63 - 1]
STREAMS = [0, 1, 2, 2**32 - 1, 2**32, 2**63 - 1]


def twins(array: Array) -> tuple[Array, Array]:
    return array.copy(), array.copy()


def assert_same(plain: Array, fast: Array) -> None:
    assert plain.dtype == fast.dtype
    assert plain.tobytes() == fast.tobytes()


# The verbs


@given(st.integers(0, 2**32 - 1), st.sampled_from(SEATS), st.sampled_from(EXCHANGE_LIMITS))
def test_deal(seed: int, starter: int, limit: int | None) -> None:
    generator, cards_bonuses = chance.new_chance(), sorted_box()
    chance.seed_chance(generator, seed, 0)
    shuffle_box(generator, *cards_bonuses)
    plain, fast = twins(layout.new_position())
    rules.deal(plain, *cards_bonuses, starter, limit or 0)
    compiled(rules.deal)(fast, *cards_bonuses, starter, limit or 0)
    assert_same(plain, fast)


@given(positions(), st.lists(actions(), max_size=30))
def test_check(position: Position, asked: list[Action]) -> None:
    for action in (*asked, *position.legal_actions()):
        code = code_of(action)
        assert rules.check(position.array, code) == compiled(rules.check)(position.array, code)
        assert rules.check_shape(code) == compiled(rules.check_shape)(code)


def test_check_on_the_whole_space() -> None:
    codes = [code_of(action) for action in every_action()]
    for played in sample_rounds(2):
        array = played[len(played) // 2].array
        plain = [rules.check(array, code) for code in codes]
        assert plain == [compiled(rules.check)(array, code) for code in codes]


@given(positions())
def test_legal(position: Position) -> None:
    plain, fast = twins(layout.new_actions())
    count = rules.legal(position.array, plain)
    assert count == compiled(rules.legal)(position.array, fast)
    assert_same(plain, fast)
    for seat in SEATS:
        view = position.view(seat).array
        count = knowledge.legal_in_view(view, plain)
        assert count == compiled(knowledge.legal_in_view)(view, fast)
        assert_same(plain, fast)


@given(positions())
def test_apply(position: Position) -> None:
    for action in position.legal_actions():
        plain, fast = twins(position.array)
        rules.apply(plain, code_of(action))
        compiled(rules.apply)(fast, code_of(action))
        assert_same(plain, fast)


@given(positions())
def test_observe(position: Position) -> None:
    for seat in SEATS:
        plain, fast = twins(layout.new_view())
        knowledge.observe(position.array, seat, plain)
        compiled(knowledge.observe)(position.array, seat, fast)
        assert_same(plain, fast)
        assert knowledge.unseen(plain) == compiled(knowledge.unseen)(fast)


@given(positions(), st.sampled_from(SEEDS), st.sampled_from(STREAMS))
def test_determinize(position: Position, seed: int, stream: int) -> None:
    for seat in SEATS:
        view = position.view(seat).array
        plain, fast = twins(layout.new_position())
        plain_chance, fast_chance = twins(chance.new_chance())
        chance.seed_chance(plain_chance, seed, stream)
        compiled(chance.seed_chance)(fast_chance, seed, stream)
        for _ in range(3):
            knowledge.determinize(view, plain_chance, plain)
            compiled(knowledge.determinize)(view, fast_chance, fast)
            assert_same(plain, fast)
            assert_same(plain_chance, fast_chance)


@given(positions())
def test_score_and_winner(position: Position) -> None:
    array = position.array
    for seat in SEATS:
        assert rules.score(array, seat) == compiled(rules.score)(array, seat)
    assert rules.winner(array) == compiled(rules.winner)(array)


class Verbs(NamedTuple):
    """The kernel, plain or compiled."""

    deal: Callable[[Array, Array, Array, int, int], None]
    legal: Callable[[Array, Array], int]
    apply: Callable[[Array, int], None]
    observe: Callable[[Array, int, Array], None]
    determinize: Callable[[Array, Array, Array], None]
    score: Callable[[Array, int], int]
    winner: Callable[[Array], int]


PLAIN = Verbs(
    rules.deal,
    rules.legal,
    rules.apply,
    knowledge.observe,
    knowledge.determinize,
    rules.score,
    rules.winner,
)


@pytest.mark.parametrize("seed", range(12))
def test_whole_rounds(seed: int) -> None:
    """Each side plays its own round from its own deal and makes its own choices."""
    fast = Verbs(
        compiled(rules.deal),
        compiled(rules.legal),
        compiled(rules.apply),
        compiled(knowledge.observe),
        compiled(knowledge.determinize),
        compiled(rules.score),
        compiled(rules.winner),
    )
    turns = 0
    for told, also_told in zip(whole_round(seed, PLAIN), whole_round(seed, fast), strict=True):
        assert told == also_told
        turns += 1
    assert turns > 10


def whole_round(seed: int, verbs: Verbs) -> Iterator[list[bytes | int]]:
    """Everything a round gives rise to, turn by turn."""
    generator, codes = chance.new_chance(), layout.new_actions()
    position, view, drawn = layout.new_position(), layout.new_view(), layout.new_position()
    chance.seed_chance(generator, seed, 99)
    cards, bonuses = sorted_box()
    starter = shuffle_box(generator, cards, bonuses)
    verbs.deal(position, cards, bonuses, starter, 40)
    random = Random(seed)
    count = 1
    while count:
        count = verbs.legal(position, codes)
        told: list[bytes | int] = [position.tobytes(), codes[:count].tobytes()]
        for seat in SEATS:
            verbs.observe(position, seat, view)
            verbs.determinize(view, generator, drawn)
            told += [view.tobytes(), drawn.tobytes(), verbs.score(position, seat)]
        yield [*told, verbs.winner(position)]
        if count:
            verbs.apply(position, random.choice(codes[:count].tolist()))


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=15)
def test_the_public_classes_do_not_depend_on_the_engine(seed: int) -> None:
    lines = []
    for use in (use_interpreted, use_compiled):
        use()
        try:
            lines.append(list(lines_of_a_round(seed)))
        finally:
            use_interpreted()
    assert lines[0] == lines[1]


def lines_of_a_round(seed: int) -> Iterator[str]:
    random = Random(seed)
    position = Position.deal(SeededDeals(seed).deal(0))
    while legal := position.legal_actions():
        yield str(position)
        yield str(position.view(position.turn))
        assert position.view(position.turn).legal_actions() == legal
        yield str(Position.determinize(position.view(0), seed))
        position = position.play(random.choice(legal))
    yield str(position.result)


def test_every_verb_of_the_engine_has_a_compiled_twin() -> None:
    use_compiled()
    try:
        for name, plain in active_kernel.FUNCTIONS.items():
            assert getattr(active_kernel, name) is compiled(plain)
    finally:
        use_interpreted()
    for name, plain in active_kernel.FUNCTIONS.items():
        assert getattr(active_kernel, name) is plain


# The generator


class SmallFastCounter:
    """Chris Doty-Humphrey's sfc32, with a mask wherever a word of 32 bits would wrap."""

    def __init__(self, first: int, second: int, third: int, counter: int) -> None:
        self.words = (first, second, third)
        self.counter = counter

    def next(self) -> int:
        first, second, third = self.words
        word = (first + second & MASK) + self.counter & MASK
        self.counter = self.counter + 1 & MASK
        turned = (third << 21 & MASK) | third >> 11
        self.words = (
            second ^ second >> 9,
            third + (third << 3 & MASK) & MASK,
            turned + word & MASK,
        )
        return word


def seeded(seed: int, stream: int) -> SmallFastCounter:
    generator = SmallFastCounter(
        seed & MASK, seed >> 32 & MASK, stream & MASK, (stream >> 32 & MASK) + 1 & MASK
    )
    for _ in range(15):
        generator.next()
    return generator


KNOWN_WORDS = [0xC9ECBB16, 0x406CA90B, 0xD3639F9A, 0xAA94A873, 0x1991BBF7, 0xA21D19DC]


def test_sfc32_gives_the_words_it_is_known_for() -> None:
    """Seeded with 1, 0, 0 and counter 1, fifteen words skipped; from a C program with uint32_t."""
    generator, expected = chance.new_chance(), seeded(1, 0)
    chance.seed_chance(generator, 1, 0)
    words = [int(chance.next_word(generator)) for _ in range(6)]
    assert words == [expected.next() for _ in range(6)] == KNOWN_WORDS


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stream", STREAMS)
def test_words_are_those_of_sfc32_plain_and_compiled(seed: int, stream: int) -> None:
    expected = seeded(seed, stream)
    plain, fast = twins(chance.new_chance())
    chance.seed_chance(plain, seed, stream)
    compiled(chance.seed_chance)(fast, seed, stream)
    assert_same(plain, fast)
    for _ in range(200):
        word = expected.next()
        assert chance.next_word(plain) == word
        assert compiled(chance.next_word)(fast) == word
    assert_same(plain, fast)


@given(st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1), st.integers(1, 2**31))
def test_below_stays_in_range_plain_and_compiled(seed: int, stream: int, limit: int) -> None:
    plain, fast = twins(chance.new_chance())
    chance.seed_chance(plain, seed, stream)
    chance.seed_chance(fast, seed, stream)
    for _ in range(20):
        number = chance.below(plain, limit)
        assert 0 <= number < limit
        assert compiled(chance.below)(fast, limit) == number
    assert_same(plain, fast)


def below_of_word(word: int, limit: int) -> int | None:
    """What `below` makes of one word, or None if it draws another."""
    generator = chance.new_chance()
    generator[0] = word
    generator[2] = 2**31 + 12345
    number = int(compiled(chance.below)(generator, limit))
    return number if generator[3] == 1 else None


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 6, 7, 10, 24, 40, 51, 52, 167])
def test_below_gives_each_number_the_same_count_of_words(limit: int) -> None:
    """The accepted words of a number are one stretch; its two ends are looked up in `below`."""
    share = 2**32 // limit
    for number in range(limit):
        last = ((number + 1) * 2**32 - 1) // limit
        first = last - share + 1
        assert below_of_word(first, limit) == number
        assert below_of_word(last, limit) == number
        if first > 0:
            assert below_of_word(first - 1, limit) in {None, number - 1}
        if last < MASK:
            assert below_of_word(last + 1, limit) in {None, number + 1}


@pytest.mark.parametrize("limit", [2, 6, 52])
def test_below_is_uniform(limit: int) -> None:
    generator, draws = chance.new_chance(), 60_000
    chance.seed_chance(generator, 5, 0)
    counts = [0] * limit
    for _ in range(draws):
        counts[compiled(chance.below)(generator, limit)] += 1
    assert_uniform(counts, [draws / limit] * limit)


def test_first_draws_of_neighbouring_streams_are_uniform() -> None:
    generator, draws = chance.new_chance(), 60_000
    counts = [0] * 52
    for stream in range(draws):
        compiled(chance.seed_chance)(generator, 1, stream)
        counts[compiled(chance.below)(generator, 52)] += 1
    assert_uniform(counts, [draws / 52] * 52)


@given(st.integers(0, 2**63 - 1), st.integers(0, 60), st.integers(0, 10))
def test_shuffle_keeps_the_cells_plain_and_compiled(seed: int, length: int, start: int) -> None:
    cells = np.arange(80, dtype=np.int64)
    plain, fast = twins(cells)
    plain_chance, fast_chance = twins(chance.new_chance())
    chance.seed_chance(plain_chance, seed, 0)
    chance.seed_chance(fast_chance, seed, 0)
    chance.shuffle(plain_chance, plain, start, length)
    compiled(chance.shuffle)(fast_chance, fast, start, length)
    assert_same(plain, fast)
    assert sorted(plain) == cells.tolist()
    assert (plain[:start] == cells[:start]).all()
    assert (plain[start + length :] == cells[start + length :]).all()


def test_every_order_of_four_is_equally_likely() -> None:
    generator, draws = chance.new_chance(), 48_000
    chance.seed_chance(generator, 8, 0)
    orders: Counter[bytes] = Counter()
    for _ in range(draws):
        cells = np.arange(4, dtype=np.int64)
        compiled(chance.shuffle)(generator, cells, 0, 4)
        orders[cells.tobytes()] += 1
    assert len(orders) == 24
    assert_uniform(list(orders.values()), [draws / 24] * 24)


def test_words_that_would_be_unfair_are_drawn_again() -> None:
    """With a limit of three eighths of all words, one word in four has to be thrown away."""
    limit, thrown = 3 << 29, 0
    for draw in (chance.below, compiled(chance.below)):
        mine, theirs = chance.new_chance(), chance.new_chance()
        chance.seed_chance(mine, 5, 0)
        chance.seed_chance(theirs, 5, 0)
        for _ in range(200):
            product = chance.next_word(mine) * limit
            while product % 2**32 < 2**32 % limit:
                product = chance.next_word(mine) * limit
                thrown += 1
            assert draw(theirs, limit) == product >> 32
    assert thrown > 50
