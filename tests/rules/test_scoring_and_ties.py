"""Chapter 10 of docs/rules.md: who takes the seal."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from jaipur import BySeat, DecidedBy, Position, Seat
from tests.rules.positions import mirrored, play, position, result_of


def scored(
    sold: str = "",
    tokens0: str = "",
    bonus0: str = "-/-/-",
    bonus1: str = "-/-/-",
    herd0: int = 0,
    herd1: int = 0,
) -> Position:
    """A round that is over, with these tokens and herds; seat 1 has what seat 0 has not."""
    return position(
        market="DGKKK",
        hand0="DDGGL",
        hand1="DDGGL",
        sold=sold,
        tokens0=tokens0,
        bonus0=bonus0,
        bonus1=bonus1,
        herd0=herd0,
        herd1=herd1,
        exchanges="40/40",
        end="exchanges",
    )


@pytest.mark.parametrize(
    ("herd0", "herd1", "holder"), [(1, 0, 0), (4, 3, 0), (3, 4, 1), (0, 8, 1), (2, 5, 1)]
)
def test_the_larger_herd_gets_the_camel_token(herd0: int, herd1: int, holder: Seat) -> None:
    """R79: one camel more is enough."""
    result = result_of(scored(herd0=herd0, herd1=herd1))
    assert result.camel_token == holder
    assert result.rupees[holder] == 5
    assert result.winner == holder


@pytest.mark.parametrize("herd", [0, 1, 4])
def test_equal_herds_get_no_camel_token(herd: int) -> None:
    """R80: with equal herds nobody has it."""
    result = result_of(scored(herd0=herd, herd1=herd))
    assert result.camel_token is None
    assert result.rupees == BySeat(0, 0)


def test_rupees_are_goods_bonus_and_camel_tokens() -> None:
    """R81: all three kinds of token are added up."""
    result = result_of(
        scored(
            sold="CCCSSSSLLLLL",
            tokens0="C533",
            bonus0="2/-/-",
            bonus1="-/4/9",
            herd0=2,
            herd1=1,
        )
    )
    assert result.goods_rupees == BySeat(11, 20 + 11)
    assert result.bonus_rupees == BySeat(2, 13)
    assert result.rupees == BySeat(11 + 2 + 5, 31 + 13)


def test_seventy_three_rupees_are_seven_piles_of_ten_and_three() -> None:
    """R82: the example of the suggestion, counted from real tokens."""
    start = position(
        market="SSPKK", hand0="C", sold="DDDDDGGGGGCCCCCC", tokens0="D77555G66555C533221", herd0=0
    )
    rupees = result_of(play(start, "-C")).goods_rupees[0]
    assert divmod(rupees, 10) == (7, 3)


@dataclass(frozen=True)
class Close:
    """A scored round that seat 1 wins, and the counts of the two seats."""

    round: Position
    rupees: BySeat[int]
    bonus_tokens: BySeat[int]
    goods_tokens: BySeat[int]


BY_RUPEES = Close(
    scored("LLLLSS", tokens0="L4321", bonus0="-/4/-", herd1=1),
    rupees=BySeat(14, 15),
    bonus_tokens=BySeat(1, 0),
    goods_tokens=BySeat(4, 2),
)
BY_BONUS_TOKENS = Close(
    scored("PPPPPLLLL", tokens0="P53322", bonus1="-/5/-"),
    rupees=BySeat(15, 15),
    bonus_tokens=BySeat(0, 1),
    goods_tokens=BySeat(5, 4),
)
BY_THE_NUMBER_OF_SMALL_BONUS_TOKENS = Close(
    scored("CCCPPPLLLLLLLL", tokens0="L43211111", bonus0="-/-/T", bonus1="11/-/-"),
    rupees=BySeat(24, 24),
    bonus_tokens=BySeat(1, 2),
    goods_tokens=BySeat(8, 6),
)
BY_GOODS_TOKENS = Close(
    scored("SSLLLL", tokens0="S55"),
    rupees=BySeat(10, 10),
    bonus_tokens=BySeat(0, 0),
    goods_tokens=BySeat(2, 4),
)
BY_GOODS_TOKENS_DESPITE_BONUS_VALUES = Close(
    scored("SSSPPPPPPP", tokens0="S555", bonus0="3/-/-", bonus1="1/-/-"),
    rupees=BySeat(18, 18),
    bonus_tokens=BySeat(1, 1),
    goods_tokens=BySeat(3, 7),
)
BY_GOODS_TOKENS_DESPITE_THE_CAMEL_TOKEN = Close(
    scored("CSS", tokens0="C5", herd0=1),
    rupees=BySeat(10, 10),
    bonus_tokens=BySeat(0, 0),
    goods_tokens=BySeat(1, 2),
)


def assert_seat_1_wins(close: Close, decided_by: DecidedBy) -> None:
    """Check the counts and the winner, also with the seats in each other's place."""
    result = result_of(close.round)
    assert result.rupees == close.rupees
    assert result.bonus_tokens == close.bonus_tokens
    assert result.goods_tokens == close.goods_tokens
    assert (result.winner, result.decided_by) == (1, decided_by)
    mirror = result_of(mirrored(close.round))
    assert (mirror.winner, mirror.decided_by) == (0, decided_by)


def test_more_rupees_take_the_seal() -> None:
    """R83: one rupee more decides, whatever the numbers of tokens."""
    assert_seat_1_wins(BY_RUPEES, DecidedBy.RUPEES)


def test_more_bonus_tokens_take_the_seal() -> None:
    """R84: with equal rupees the bonus tokens decide, before the goods tokens."""
    assert_seat_1_wins(BY_BONUS_TOKENS, DecidedBy.BONUS_TOKENS)


def test_more_goods_tokens_take_the_seal() -> None:
    """R85: with equal bonus tokens the goods tokens decide."""
    assert_seat_1_wins(BY_GOODS_TOKENS, DecidedBy.GOODS_TOKENS)


def test_tie_breaks_count_tokens_and_not_values() -> None:
    """R86: two bonus tokens of 1 beat one of 10, and a 3 does not beat a 1."""
    assert_seat_1_wins(BY_THE_NUMBER_OF_SMALL_BONUS_TOKENS, DecidedBy.BONUS_TOKENS)
    assert_seat_1_wins(BY_GOODS_TOKENS_DESPITE_BONUS_VALUES, DecidedBy.GOODS_TOKENS)


def test_the_camel_token_is_in_neither_count() -> None:
    """R86: the camel token adds rupees, and neither a bonus token nor a goods token."""
    assert_seat_1_wins(BY_GOODS_TOKENS_DESPITE_THE_CAMEL_TOKEN, DecidedBy.GOODS_TOKENS)


@pytest.mark.parametrize(
    "tied",
    [
        scored(),
        scored(herd0=2, herd1=2),
        scored("CCPP", tokens0="C53"),
        scored("CCCPPP", tokens0="C533", bonus0="2/-/-", bonus1="2/-/-"),
    ],
)
def test_equal_in_everything(tied: Position) -> None:
    """R87: equal rupees, bonus tokens and goods tokens give nobody the seal."""
    result = result_of(tied)
    assert result.winner is None
    assert result.decided_by is DecidedBy.NOTHING
