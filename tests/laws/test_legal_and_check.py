"""`legal` and `check` say the same about every action there is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings

from jaipur import (
    SEATS,
    Action,
    Card,
    Cards,
    EndCause,
    Exchange,
    IllegalAction,
    NotationError,
    Position,
    Reason,
    Sell,
    Take,
    TakeCamels,
    action_of_number,
    number_of,
    other,
    parse_action,
)
from jaipur.compiled import compiled
from jaipur.kernel import knowledge, layout, rules
from jaipur.notation import code_of
from jaipur.packed import one
from tests.depth import tried
from tests.laws.strategies import (
    actions,
    every_action,
    finished_positions,
    positions,
    running_positions,
    sample_rounds,
)

KINDS = "DGSCPLK"
PRECIOUS = "DGS"
POSITIONS_WITH_THE_WHOLE_SPACE = tried(fast=60, deep=150)


def packed(letters: str) -> int:
    return sum(one(KINDS.index(letter)) for letter in letters)


def handfuls(kinds: str, cards: int) -> Iterator[str]:
    return map("".join, combinations_with_replacement(kinds, cards))


@cache
def every_text() -> frozenset[str]:
    """The whole space of actions, written out from the rules and not from the engine."""
    texts = {f"+{good}" for good in "DGSCPL"} | {"+" + "K" * camels for camels in range(1, 6)}
    for good in "DGSCPL":
        fewest, most = (2, 6) if good in PRECIOUS else (1, 7)
        texts |= {"-" + good * cards for cards in range(fewest, most + 1)}
    for cards in range(2, 6):
        for take, give in product(handfuls("DGSCPL", cards), handfuls(KINDS, cards)):
            if not set(take) & set(give):
                texts.add(f"+{take}-{give}")
    return frozenset(texts)


@cache
def every_code() -> dict[int, Action]:
    return {code_of(action): action for action in every_action()}


def legal_codes(position: Position) -> list[int]:
    codes = layout.new_actions()
    count: int = compiled(rules.legal)(position.array, codes)
    return [int(code) for code in codes[:count]]


def allowed_codes(position: Position) -> set[int]:
    check, array = compiled(rules.check), position.array
    return {code for code in every_code() if check(array, code) == rules.ALLOWED}


# The space of actions


def test_the_space_has_25_499_numbers_for_25_503_actions() -> None:
    texts = every_text()
    exchanges = [text for text in texts if "+" in text and "-" in text]
    sales = [text for text in texts if text.startswith("-")]
    assert len(exchanges) == 25_456
    assert len(sales) == 36
    assert len(texts) == 25_456 + 36 + 6 + 5
    assert {str(action) for action in every_action()} == texts
    assert len(every_code()) == len(texts)


def test_numbers_and_actions_are_inverse() -> None:
    market = Cards("DKKKL")
    found = [action_of_number(number, market) for number in range(25_499)]
    assert [number_of(action) for action in found] == list(range(25_499))
    assert len(set(found)) == 25_499
    for action in every_action():
        if not isinstance(action, TakeCamels):
            assert action_of_number(number_of(action), market) == action
    assert {number_of(TakeCamels(camels)) for camels in range(1, 6)} == {6}
    assert found[6] == TakeCamels(3)


@pytest.mark.parametrize("number", [-1, 25_499])
def test_other_numbers_are_refused(number: int) -> None:
    with pytest.raises(NotationError):
        action_of_number(number, Cards("DKKKL"))


# Legal and check


@given(positions())
@settings(max_examples=POSITIONS_WITH_THE_WHOLE_SPACE)
def test_legal_and_check_agree_on_the_whole_space(position: Position) -> None:
    assert allowed_codes(position) == set(legal_codes(position))


def test_legal_and_check_agree_along_whole_rounds() -> None:
    for played in sample_rounds(5):
        for position in played[::2]:
            assert allowed_codes(position) == set(legal_codes(position))


@given(finished_positions(), actions())
def test_nothing_is_legal_once_the_round_is_over(position: Position, action: Action) -> None:
    assert position.legal_actions() == ()
    assert position.check(action) is Reason.ROUND_OVER
    with pytest.raises(IllegalAction) as refused:
        position.play(action)
    assert refused.value.reason is Reason.ROUND_OVER


@given(positions())
def test_the_legal_actions_stand_in_canonical_order_without_duplicates(position: Position) -> None:
    legal = position.legal_actions()
    numbers = [number_of(action) for action in legal]
    assert numbers == sorted(set(numbers))
    assert [code_of(action) for action in legal] == legal_codes(position)
    assert [action_of_number(number, position.market) for number in numbers] == list(legal)


@given(running_positions())
def test_view_and_position_allow_the_same(position: Position) -> None:
    seat = position.turn
    view = position.view(seat)
    assert view.legal_actions() == position.legal_actions()
    assert position.view(other(seat)).legal_actions() == ()
    check = compiled(rules.check)
    check_action = compiled(rules.check_action)
    seen = (view.market.packed, view.hand.packed, view.herds[seat])
    for code in list(every_code())[::7]:
        assert check(position.array, code) == check_action(*seen, code)


@given(positions(), actions())
def test_check_gives_the_reason_that_play_raises(position: Position, action: Action) -> None:
    reason = position.check(action)
    if reason is None:
        assert action in position.legal_actions()
        assert position.play(action) != position
    else:
        assert action not in position.legal_actions()
        with pytest.raises(IllegalAction) as refused:
            position.play(action)
        assert refused.value.reason is reason


@given(running_positions())
def test_the_nth_exchange_is_the_nth_of_the_list(position: Position) -> None:
    seat = position.turn
    seen = (position.market.packed, position.hand(seat).packed, position.herds[seat])
    codes = layout.new_actions()
    simple = compiled(rules.legal_without_exchange)(*seen[:2], codes)
    exchanges = compiled(rules.count_exchanges)(*seen)
    listed = legal_codes(position)
    assert codes[:simple].tolist() == listed[:simple]
    assert len(listed) == simple + exchanges
    nth = compiled(rules.nth_exchange)
    assert [nth(*seen, number) for number in range(exchanges)] == listed[simple:]


@given(positions())
def test_a_seat_that_is_not_to_act_has_no_legal_action(position: Position) -> None:
    codes = layout.new_actions()
    for seat in SEATS:
        count = compiled(knowledge.legal_in_view)(position.view(seat).array, codes)
        to_act = position.end is None and position.turn == seat
        assert count == (len(legal_codes(position)) if to_act else 0)


# What no position allows

MALFORMED = {
    "+": Reason.NO_CARDS,
    "+DK": Reason.GOODS_OR_CAMELS,
    "+DK-LL": Reason.GOODS_OR_CAMELS,
    "+K-L": Reason.ONLY_GOODS,
    "+KK-LL": Reason.ONLY_GOODS,
    "+KKK-K": Reason.ONLY_GOODS,
    "+DG": Reason.UNEQUAL,
    "+DG-L": Reason.UNEQUAL,
    "+D-LL": Reason.UNEQUAL,
    "+DGS-LLKK": Reason.UNEQUAL,
    "+D-L": Reason.ONE_FOR_ONE,
    "+D-K": Reason.ONE_FOR_ONE,
    "+D-D": Reason.ONE_FOR_ONE,
    "+DG-DL": Reason.SAME_KIND,
    "+DD-DD": Reason.SAME_KIND,
    "+LLC-KKL": Reason.SAME_KIND,
    "-K": Reason.CAMELS_NOT_SOLD,
    "-KKKK": Reason.CAMELS_NOT_SOLD,
    "-LK": Reason.CAMELS_NOT_SOLD,
    "-DG": Reason.ONE_KIND,
    "-LLLC": Reason.ONE_KIND,
    "-D": Reason.PRECIOUS_PAIR,
    "-G": Reason.PRECIOUS_PAIR,
    "-S": Reason.PRECIOUS_PAIR,
}


def code_of_text(text: str) -> int:
    take, _, give = text.removeprefix("+").partition("-")
    return packed(take) << layout.GIVE_BITS | packed(give)


@pytest.mark.parametrize(("text", "reason"), MALFORMED.items())
def test_malformed_actions_are_never_legal(text: str, reason: Reason) -> None:
    code = code_of_text(text)
    assert rules.check_shape(code) == reason
    if text != "+":
        with pytest.raises(IllegalAction) as refused:
            parse_action(text)
        assert refused.value.reason is reason
    for played in sample_rounds(20):
        for position in played:
            expected = reason if position.end is None else Reason.ROUND_OVER
            assert compiled(rules.check)(position.array, code) == expected
            assert code not in legal_codes(position)


def test_every_shape_but_the_space_is_refused() -> None:
    """Any two handfuls of at most three cards, taken and given."""
    small = [text for cards in range(4) for text in handfuls(KINDS, cards)]
    check_shape = compiled(rules.check_shape)
    for take, give in product(small, small):
        text = (f"+{take}" if take else "") + (f"-{give}" if give else "")
        code = packed(take) << layout.GIVE_BITS | packed(give)
        assert (check_shape(code) == rules.ALLOWED) == (text in every_text())


# How many actions a turn can have


@cache
def counted() -> tuple[int, list[tuple[str, str]], int]:
    """The most actions over every market and hand with camels to spare, and where; the cases."""
    codes = layout.new_actions()
    simple = compiled(rules.legal_without_exchange)
    exchanges = compiled(rules.count_exchanges)
    hands = [(text, packed(text)) for cards in range(8) for text in handfuls("DGSCPL", cards)]
    most, where, cases = 0, [("", "")], 0
    for market in handfuls(KINDS, 5):
        offered = packed(market)
        for hand, held in hands:
            count = simple(offered, held, codes) + exchanges(offered, held, 11)
            cases += 1
            if count > most:
                most, where = count, []
            if count == most:
                where.append((market, hand))
    return most, where, cases


def test_a_turn_has_at_most_167_actions() -> None:
    most, where, cases = counted()
    assert cases == 462 * 1716
    assert most == 167 == layout.MAX_ACTIONS
    for market, hand in where:
        codes = layout.new_actions()
        assert rules.legal_actions(packed(market), packed(hand), 5, codes) == most


def test_167_actions_can_come_up_with_the_cards_of_the_box() -> None:
    box = {"D": 6, "G": 6, "S": 6, "C": 8, "P": 8, "L": 10, "K": 6}
    assert any(
        all((market + hand).count(letter) <= count for letter, count in box.items())
        for market, hand in counted()[1]
    )


def test_more_camels_never_mean_fewer_actions() -> None:
    exchanges = compiled(rules.count_exchanges)
    hands = [packed(text) for cards in range(8) for text in handfuls("DGSCPL", cards)]
    for market in list(map(packed, handfuls(KINDS, 5)))[::5]:
        for hand in hands[::5]:
            counts = [exchanges(market, hand, herd) for herd in range(12)]
            assert counts == sorted(counts)
            assert len(set(counts[5:])) == 1


def test_the_sample_rounds_end_in_every_way() -> None:
    assert {played[-1].end for played in sample_rounds(20)} == set(EndCause)


@pytest.mark.parametrize(
    "action",
    [
        Take(Card.GOLD),
        TakeCamels(3),
        Exchange(Cards("DG"), Cards("LK")),
        Sell(Card.LEATHER, 3),
    ],
)
def test_the_four_actions_are_values(action: Action) -> None:
    assert parse_action(str(action)) == action
    assert hash(parse_action(str(action))) == hash(action)


@given(positions())
def test_a_view_lists_the_legal_actions_of_its_position(position: Position) -> None:
    for seat in SEATS:
        expected = position.legal_actions() if seat == position.turn else ()
        assert position.view(seat).legal_actions() == expected
