"""Chapter 11 of docs/rules.md: the next round of a match."""

from __future__ import annotations

import pytest

from jaipur import BySeat, Cards, ImpossiblePosition, Match, Position, Seat, SeededDeals, other
from tests.rules.positions import deal, match_after


@pytest.mark.parametrize("winners", [(0,), (1,), (0, 1), (1, 0), (None,), (0, None)])
def test_another_round_while_nobody_has_two_seals(winners: tuple[Seat | None, ...]) -> None:
    """R88: the match goes on, and another round can be dealt."""
    match = match_after(*winners)
    assert match.result is None
    assert len(match.next_round(deal()).rounds) == len(winners) + 1


def test_no_new_round_while_one_is_played() -> None:
    """R88: a round has to end before the next one begins."""
    match = Match.start(deal())
    assert match.next_starter is None
    with pytest.raises(ImpossiblePosition, match="R88"):
        match.next_round(deal())


def test_a_new_round_is_set_up_anew() -> None:
    """R89: all cards and tokens are back, and no seat keeps anything of the last round."""
    match = match_after(0).next_round(deal(hand0="LLLKK", hand1="CCCCC", market="PP"))
    now = match.position
    assert now == Position.deal(match.round.deal, starter=1)
    assert now.hand(0) == Cards("LLL")
    assert now.herds == BySeat(2, 0)
    assert (len(now.discard), now.deck_size, now.bonuses_left) == (0, 40, (7, 6, 5))
    assert now.goods_rupees(0) == now.goods_rupees(1) == 0
    assert now.exchanges == 0


def test_seals_are_kept() -> None:
    """R89: a seal won in one round counts in the next."""
    match = match_after(1).next_round(deal())
    assert match.seals == BySeat(0, 1)


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize("number", range(6))
def test_the_loser_starts(winner: Seat, number: int) -> None:
    """R90: the loser starts, whatever starter the new deal names."""
    match = match_after(winner)
    assert match.next_starter == other(winner)
    begun = match.next_round(SeededDeals(1).deal(number)).position
    assert begun.starter == begun.turn == other(winner)


@pytest.mark.parametrize("starter", [0, 1])
def test_the_loser_starts_whoever_started_before(starter: Seat) -> None:
    """R90: who started the last round does not matter."""
    assert match_after(0, starter=starter).next_starter == 1
    assert match_after(1, starter=starter).next_starter == 0


@pytest.mark.parametrize("starter", [0, 1])
def test_a_complete_tie_is_dealt_again(starter: Seat) -> None:
    """R91: nobody takes a seal, and the seat that did not start starts the next round."""
    match = match_after(None, starter=starter)
    assert match.round.starter == starter
    assert match.seals == BySeat(0, 0)
    again = match.next_round(deal(starter=starter))
    assert again.position.starter == other(starter)
    assert again.seals == BySeat(0, 0)


def test_starters_after_two_complete_ties() -> None:
    """R91: after a second complete tie the first starter is back."""
    assert match_after(None, None, starter=1).next_starter == 1
