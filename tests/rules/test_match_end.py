"""Chapter 12 of docs/rules.md: two seals."""

from __future__ import annotations

from itertools import product

import pytest

from jaipur import BySeat, ImpossiblePosition, Seat
from jaipur.session.contract.basics import Phase
from jaipur.session.facts import RanOut, Resigned
from jaipur.session.options import ClockOption, Options
from tests.rules.positions import deal, match_after
from tests.session.walks import begun


@pytest.mark.parametrize("winners", [(0, 0), (1, 1), (0, 1, 1), (1, None, 0, 0)])
def test_the_second_seal_ends_the_match(winners: tuple[Seat | None, ...]) -> None:
    """R92: no round follows, and nobody is to start one."""
    match = match_after(*winners)
    assert match.result is not None
    assert match.next_starter is None
    with pytest.raises(ImpossiblePosition, match="R92"):
        match.next_round(deal())


@pytest.mark.parametrize("winners", [(0, 0), (1, 1), (0, 1, 1), (1, 0, 0)])
def test_the_seat_with_two_seals_wins(winners: tuple[Seat, ...]) -> None:
    """R93: the result names that seat, the seals and every round."""
    result = match_after(*winners).result
    assert result is not None
    assert result.winner == winners[-1]
    assert result.seals == BySeat(winners.count(0), winners.count(1))
    assert [played.winner for played in result.rounds] == list(winners)


@pytest.mark.parametrize("fact", [Resigned(0), RanOut(0)])
def test_a_match_given_up_or_lost_on_time_is_over(fact: Resigned | RanOut) -> None:
    """R93: the other seat wins, although nobody has two seals."""
    table = begun(options=Options(clock=ClockOption(60, 0))).after(fact)
    assert table.phase is Phase.OVER
    assert table.ending is not None
    assert table.ending.winner == 1
    assert table.match is not None
    assert max(table.match.seals) < 2


@pytest.mark.parametrize("winners", [*product((0, 1), repeat=3)])
def test_three_sealed_rounds_settle_every_match(winners: tuple[Seat, ...]) -> None:
    """R94: whoever wins them, the match is over after two or three rounds with a seal."""
    rounds = 2 if winners[0] == winners[1] else 3
    assert match_after(*winners[: rounds - 1]).result is None
    assert match_after(*winners[:rounds]).result is not None


def test_rounds_dealt_again_come_on_top() -> None:
    """R94: complete ties make a match longer than three rounds."""
    match = match_after(0, None, 1, None, None, 0)
    assert len(match.rounds) == 6
    assert sum(match.seals) == 3
    assert match.result is not None
    assert match.result.winner == 0
