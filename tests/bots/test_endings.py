"""The last action of a round: whether it is the last, and the exact chance to win by it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given

from jaipur import SEATS, Action, EndCause, Position, Seat, Sell, View, other, parse_action
from jaipur.bots.endings import (
    DECIDED,
    chance_at_the_end,
    ends_the_round,
    lead_in_position,
    may_end,
    new_ways,
    settle_endings,
)
from jaipur.bots.leaf_network import WIN
from jaipur.bots.players.tree_search import new_tree_workspace
from jaipur.compiled import compiled
from jaipur.notation import code_of
from tests.bots.test_worlds import late_positions
from tests.depth import tried
from tests.laws.strategies import running_positions, sample_rounds, seats
from tests.rules.positions import before_last_action, mirrored, position, result_of

MOST_WORLDS = 100
"""A slow count goes through no more than so many."""


def last_actions(at: Position) -> Iterator[tuple[Action, Position]]:
    """Every action that ends the round now, and what it comes to."""
    for action in at.legal_actions():
        after = at.play(action)
        if after.end is not None:
            yield action, after


def random_ends(rounds: int, turns: int) -> list[Position]:
    """The last turns of rounds played at random, with every sort of exchange limit."""
    return [at for played in sample_rounds(rounds) for at in played[-1 - turns : -1]]


# Which actions are the last


def test_an_action_is_the_last_if_the_rules_say_so() -> None:
    causes: Counter[EndCause | None] = Counter()
    for at in late_positions(rounds=40, turns=4) + random_ends(rounds=40, turns=2):
        cells = at.view(at.turn).array
        any_ends = False
        for action in at.legal_actions():
            end = at.play(action).end
            causes[end] += 1
            any_ends = any_ends or end is not None
            assert ends_the_round(cells, code_of(action)) == (end is not None), (at, action)
            assert ends_the_round(at.array, code_of(action)) == (end is not None)
        assert may_end(cells) >= any_ends
    assert min(causes[cause] for cause in (*EndCause, None)) > 30


@given(running_positions())
def test_a_quick_look_misses_no_last_action(at: Position) -> None:
    cells = at.view(at.turn).array
    ending = [code for code in map(code_of, at.legal_actions()) if ends_the_round(cells, code)]
    if ending:
        assert may_end(cells)
        assert may_end(at.array)


def test_at_the_start_of_a_round_nothing_ends_it() -> None:
    assert not may_end(position(hand0="CCPPL").view(0).array)


# The lead


def lead_of(view: View) -> int:
    """The lead, counted from what the view shows."""
    mine, theirs = (sum(map(sum, view.tokens(seat).values())) for seat in SEATS)
    lead = mine - theirs if view.seat == 0 else theirs - mine
    means = zip((2, 5, 9), view.opponent_bonus_counts, strict=True)
    return lead + sum(view.bonus_tokens) - sum(mean * count for mean, count in means)


@given(running_positions(), seats())
def test_the_lead_in_a_view_is_that_in_the_position(at: Position, seat: Seat) -> None:
    cells, lead = at.array.copy(), lead_of(at.view(seat))
    assert lead_in_position(cells, seat) == compiled(lead_in_position)(cells, seat) == lead


def test_the_lead_counts_own_bonus_tokens_and_the_mean_of_theirs() -> None:
    at = position(
        sold="CCCLLLLLPPPSSSS", tokens0="C533L43211", bonus0="3/-/8", bonus1="1/6/-", herd0=3
    )
    mine, theirs = 11 + 11, 11 + 20
    assert lead_in_position(at.array, 0) == mine + (3 + 8) - theirs - (2 + 5)
    assert lead_in_position(at.array, 1) == theirs + (1 + 6) - mine - (2 + 9)


# The chance to win by a last action


def ways_by_tier(at: Position, drawn: int | None) -> list[Counter[tuple[str, str]]]:
    """For each tier what the opponent may hold and which token may lie on top, with the ways.

    Every token is one of its own, so that all ways are equally likely. The token on top matters
    only in the tier from which a sale draws.
    """
    fields = dict(word.split("=") for word in str(at).replace("-", "").split())
    theirs, left = fields[f"bonus{other(at.turn)}"].split("/"), fields["bonuses"].split("/")
    tiers = []
    for tier in range(3):
        pool = theirs[tier] + left[tier]
        ways: Counter[tuple[str, str]] = Counter()
        for chosen in combinations(range(len(pool)), len(theirs[tier])):
            held = "".join(pool[place] for place in chosen)
            rest = [pool[place] for place in range(len(pool)) if place not in chosen]
            for top in rest if tier == drawn else [""]:
                ways["".join(sorted(held)), top] += 1
        tiers.append(ways)
    return tiers


def world_with(at: Position, lies: tuple[tuple[str, str], ...]) -> Position:
    """The same position with other bonus tokens in the opponent's hands and on top of the piles."""
    fields = dict(word.split("=") for word in str(at).split())
    name = f"bonus{other(at.turn)}"
    piles = []
    for (held, top), theirs, left in zip(
        lies, fields[name].split("/"), fields["bonuses"].split("/"), strict=True
    ):
        rest = Counter((theirs + left).replace("-", "")) - Counter(held + top)
        piles.append(top + "".join(rest.elements()))
    fields[name] = "/".join(held or "-" for held, _ in lies)
    fields["bonuses"] = "/".join(pile or "-" for pile in piles)
    return Position.parse(" ".join(f"{field}={fields[field]}" for field in fields))


def drawn_tier(action: Action) -> int | None:
    """The tier from which an action draws a bonus token, if one is left."""
    return min(action.count, 5) - 3 if isinstance(action, Sell) and action.count >= 3 else None


def slow_chance(at: Position, action: Action) -> Fraction:
    """The chance to win by a last action, a draw being half a win, from the rules alone."""
    score = total = 0
    for lies in product(*(tier.items() for tier in ways_by_tier(at, drawn_tier(action)))):
        world = world_with(at, tuple(lie for lie, _ in lies))
        assert world.view(at.turn) == at.view(at.turn)
        times = prod(ways for _, ways in lies)
        total += 2 * times
        score += times * {at.turn: 2, None: 1}.get(result_of(world.play(action)).winner, 0)
    return Fraction(score, total)


def chance(at: Position, action: Action) -> int:
    return chance_at_the_end(at.view(at.turn).array, code_of(action), new_ways())


def is_close(after: Position) -> bool:
    """Whether the bonus tokens might decide."""
    result = result_of(after)
    bare = [result.rupees[seat] - result.bonus_rupees[seat] for seat in SEATS]
    return abs(bare[0] - bare[1]) <= 15


def last_actions_of_each_sort(at: Position) -> Iterator[tuple[Action, Position]]:
    """Last actions, of takes and exchanges one for each holder of the camel token."""
    seen = set()
    for action, after in last_actions(at):
        what = str(action) if isinstance(action, Sell) else result_of(after).camel_token
        if (type(action), what) not in seen:
            seen.add((type(action), what))
            yield action, after


def test_the_chance_is_that_of_counting_one_by_one() -> None:
    """In many ends of rounds, of which many are close and some are tied or drawn."""
    checked: Counter[str] = Counter()
    for at in late_positions(rounds=tried(20, 40), turns=3) + random_ends(
        rounds=tried(30, 60), turns=4
    ):
        for action, after in last_actions_of_each_sort(at):
            worlds = prod(map(len, ways_by_tier(at, drawn_tier(action))))
            if not is_close(after) or worlds > MOST_WORLDS:
                continue
            exact, result = slow_chance(at, action), result_of(after)
            told = (str(at), str(action))
            assert chance(at, action) == exact.numerator * WIN // exact.denominator, told
            checked["open" if 0 < exact < 1 else "sure"] += 1
            checked["drawing"] += drawn_tier(action) is not None
            checked["tie"] += result.rupees[0] == result.rupees[1]
            checked["draw"] += result.winner is None
    assert min(checked["open"], checked["sure"]) > tried(5, 20)
    assert min(checked["drawing"], checked["tie"], checked["draw"]) >= tried(2, 5)


@given(running_positions())
def test_compiled_counts_alike(at: Position) -> None:
    cells = at.view(at.turn).array.copy()
    for action in at.legal_actions():
        code = code_of(action)
        exact = chance_at_the_end(cells, code, new_ways())
        assert compiled(chance_at_the_end)(cells, code, new_ways()) == exact
        assert compiled(ends_the_round)(cells, code) == ends_the_round(cells, code)
    assert compiled(may_end)(cells) == may_end(cells)


# Reckoned by hand


@pytest.mark.parametrize(("winner", "expected"), [(0, WIN), (1, 0), (None, WIN // 2)])
def test_a_known_result_is_a_whole_chance(winner: Seat | None, expected: int) -> None:
    """Nobody has a bonus token: a draw in every way is half a win."""
    assert chance(before_last_action(winner), parse_action("+DG-CC")) == expected


LEATHER = "LLLLL"
"""What seat 1 sold for 4 3 2 1 1, 11 rupees, and a face-down token: an 8, 8, 9, 10 or 10."""


@pytest.mark.parametrize(
    ("mine", "tokens", "bonus", "expected"),
    [
        pytest.param("GGCC", "G66C53", "-/-/-", Fraction(2, 5), id="9 lose, fewer bonus tokens"),
        pytest.param("SSSLLL", "S555L111", "11/-/-", Fraction(3, 5), id="9 win, more of them"),
        pytest.param("DDD", "D775", "1/-/-", Fraction(2, 5), id="9 lose, fewer goods tokens"),
        pytest.param("LLLCCCP", "L111C533P5", "1/-/-", Fraction(3, 5), id="9 win, more of them"),
        pytest.param("CCCPP", "C533P53", "1/-/-", Fraction(1, 2), id="9 are a draw"),
    ],
)
def test_a_tie_goes_to_bonus_tokens_then_to_goods_tokens(
    mine: str, tokens: str, bonus: str, expected: Fraction
) -> None:
    """Seat 0 has 20 rupees, so the token wins at 8, ties at 9 and loses at 10 (R84-R87)."""
    at = position(
        market="DGKKK",
        hand0="CCPPL",
        hand1="CCPPL",
        herd0=0,
        herd1=0,
        sold=LEATHER + mine,
        tokens0=tokens,
        bonus0=bonus,
        bonus1="-/-/9",
        exchanges="39/40",
    )
    action = parse_action("+DG-PP")
    assert chance(at, action) == expected.numerator * WIN // expected.denominator
    assert slow_chance(at, action) == expected
    there = mirrored(at)
    assert chance(there, action) == chance(at, action)


# How a one-step player judges them


def test_last_actions_are_judged_by_who_wins_and_no_other_is_touched() -> None:
    evaluated, seen = new_tree_workspace(1).evaluated, Counter[bool]()
    for at in late_positions(rounds=40, turns=2):
        view, actions = at.view(at.turn), at.legal_actions()
        for number, action in enumerate(actions):
            evaluated[:, number] = code_of(action), 7 * number
        settle_endings(view.array, view.seat, lead_of(view), evaluated, len(actions))
        for number, action in enumerate(actions):
            worth = int(evaluated[1, number])
            if at.play(action).end is None:
                assert worth == 7 * number
            elif (sure := chance(at, action)) in {0, WIN}:
                assert (worth > DECIDED // 2) == (sure == WIN)
                assert (worth < -DECIDED // 2) == (sure == 0)
                seen[sure == WIN] += 1
    assert min(seen[True], seen[False]) > 10
