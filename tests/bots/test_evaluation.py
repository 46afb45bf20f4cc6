"""The one-step evaluation: it lists what is legal, knows what the mover knows, and makes sense."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jaipur import GOODS, Position, Sell
from jaipur.bots.evaluation import (
    evaluate_actions,
    new_changes,
    share_of_held,
    tokens_to_the_end,
)
from jaipur.bots.players.tree_search import new_tree_workspace
from jaipur.bots.weights import (
    CAMEL_OFFER,
    COUNTS,
    DECK_BASE,
    DECK_STEP,
    GREEDY,
    GREEDY_WORTH,
    LEAD_IN_CAMELS,
    NOVICE_WORTH,
    OFFER,
    PILES,
    PILES_BASE,
    PILES_STEP,
    RACE,
    REVEAL,
    TOKEN_SUMS,
    WHOLE,
    Weights,
    worth_table,
)
from jaipur.compiled import compiled
from jaipur.kernel.layout import BONUS_LEFT, Array
from jaipur.kernel.rules import hand_of
from jaipur.notation import action_of_code, code_of
from tests.laws.strategies import positions, running_positions, sample_rounds
from tests.laws.test_two_worlds import other_world
from tests.rules.positions import mirrored, position

Evaluated = list[tuple[int, int]]

FACE_VALUE = Weights(
    precious_share=(WHOLE,) * 5,
    cheap_share=(WHOLE,) * 5,
    promise=(0,) * 5,
    hand_cost=(0, 0, 0),
    camel=0,
    later_camel=0,
    lead_in_camels=0,
    offer=0,
    camel_offer=0,
    reveal=0,
    race=0,
    deck_base=WHOLE,
    deck_step=0,
    piles_base=WHOLE,
    piles_step=0,
    bonus=(200, 500, 900),
)
"""Held cards are worth their tokens, and nothing else counts: easy to reckon by hand."""


def evaluated_in_position(position: Position, table: Array = GREEDY_WORTH) -> Evaluated:
    """Every action and its worth for the seat to act, from the whole position."""
    cells, evaluated = position.array, new_tree_workspace(1).evaluated
    hand = hand_of(cells, position.turn)
    count = evaluate_actions(cells, position.turn, hand, table, new_changes(), evaluated)
    return list(zip(*evaluated[:, :count].tolist(), strict=True))


def evaluated_in_view(position: Position, table: Array = GREEDY_WORTH) -> Evaluated:
    """The same from what the seat to act sees."""
    view, evaluated = position.view(position.turn), new_tree_workspace(1).evaluated
    hand = view.hand.packed
    count = evaluate_actions(view.array, view.seat, hand, table, new_changes(), evaluated)
    return list(zip(*evaluated[:, :count].tolist(), strict=True))


def worths(position: Position, weights: Weights = GREEDY) -> dict[str, int]:
    """The worth of every action by its notation."""
    evaluated = evaluated_in_view(position, worth_table(weights))
    return {str(action_of_code(code)): worth for code, worth in evaluated}


# The table


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("lead_in_camels", LEAD_IN_CAMELS),
        ("offer", OFFER),
        ("camel_offer", CAMEL_OFFER),
        ("reveal", REVEAL),
        ("race", RACE),
        ("deck_base", DECK_BASE),
        ("deck_step", DECK_STEP),
        ("piles_base", PILES_BASE),
        ("piles_step", PILES_STEP),
    ],
)
def test_each_weight_has_its_own_cell(name: str, cell: int) -> None:
    before = worth_table(FACE_VALUE)
    after = worth_table(Weights(**{**asdict(FACE_VALUE), name: 77}))
    assert (before != after).nonzero()[0].tolist() == [cell]
    assert after[cell] == 77


# Laws


@given(running_positions())
def test_the_legal_actions_are_judged_in_canonical_order(position: Position) -> None:
    listed = [code for code, _ in evaluated_in_position(position)]
    assert listed == list(map(code_of, position.legal_actions()))


@given(running_positions(), st.sampled_from([GREEDY_WORTH, NOVICE_WORTH]))
def test_a_view_is_judged_like_the_position(position: Position, table: Array) -> None:
    assert evaluated_in_view(position, table) == evaluated_in_position(position, table)


@given(running_positions(), st.integers(0, 2**32), st.sampled_from([GREEDY_WORTH, NOVICE_WORTH]))
def test_what_the_mover_cannot_see_changes_no_worth(
    position: Position, seed: int, table: Array
) -> None:
    """Not even when the whole position is judged, as in the worlds of a search."""
    twin = other_world(position, position.turn, Random(seed))
    assert evaluated_in_position(position, table) == evaluated_in_position(twin, table)


@given(running_positions())
def test_both_seats_judge_alike(position: Position) -> None:
    assert evaluated_in_position(position) == evaluated_in_position(mirrored(position))


def test_a_used_workspace_and_compiled_code_evaluate_alike() -> None:
    """Along whole rounds, with the same arrays again and again."""
    workspace, fast = new_tree_workspace(1), compiled(evaluate_actions)
    for played in sample_rounds(5):
        for at in played[:-1]:
            cells, seat = at.array.copy(), at.turn
            hand = hand_of(cells, seat)
            count = fast(cells, seat, hand, GREEDY_WORTH, workspace.changes, workspace.evaluated)
            again = list(zip(*workspace.evaluated[:, :count].tolist(), strict=True))
            assert again == evaluated_in_position(at)


@given(running_positions())
def test_rupees_for_a_sale_are_those_that_the_rules_pay(position: Position) -> None:
    seat = position.turn
    for action in position.legal_actions():
        if isinstance(action, Sell):
            paid = position.play(action).goods_rupees(seat) - position.goods_rupees(seat)
            pile = action.good * PILES + len(position.pile(action.good))
            assert TOKEN_SUMS[pile * COUNTS + action.count] == 100 * paid


@given(positions())
def test_held_cards_count_in_full_at_most(position: Position) -> None:
    piles = sorted(len(position.pile(good)) for good in GOODS)
    assert tokens_to_the_end(position.array) == sum(piles[:3])
    assert 0 <= share_of_held(position.array, GREEDY_WORTH) <= WHOLE


# Reckoned by hand: held cards at face value


def test_a_card_taken_is_worth_the_token_it_brings() -> None:
    worth = worths(position(market="DGSLK", hand0="DL"), FACE_VALUE)
    assert worth["+D"] == 700
    assert worth["+G"] == 600
    assert worth["+S"] == 500
    assert worth["+L"] == 300
    assert worth["+K"] == 0


def test_an_exchange_is_worth_what_comes_less_what_goes() -> None:
    worth = worths(position(market="DGSLK", hand0="CCP", herd0=1), FACE_VALUE)
    assert worth["+DG-CC"] == 700 + 600 - 500 - 300
    assert worth["+DG-CP"] == 700 + 600 - 300 - 500
    assert worth["+DG-PK"] == 700 + 600 - 500


def test_a_sale_at_face_value_is_worth_its_bonus_alone() -> None:
    worth = worths(position(market="DGSLK", hand0="PPPPP"), FACE_VALUE)
    assert [worth["-" + "P" * cards] for cards in range(1, 6)] == [0, 0, 200, 500, 900]


def test_what_is_left_in_the_market_counts_against_the_mover() -> None:
    """The opponent shows a leather and would get 3 for the next one, 7 for the diamond."""
    generous = replace(FACE_VALUE, offer=WHOLE)
    worth = worths(position(market="DLKKK", hand0="CCP", hand1="CCP+L"), generous)
    assert worth["-P"] == -700 - 300
    assert worth["+D"] == 700 - 300
    assert worth["+L"] == 400 - 700
    half = worths(
        position(market="DLKKK", hand0="CCP", hand1="CCP+L"), replace(generous, offer=WHOLE // 2)
    )
    assert half["-P"] == worth["-P"] // 2


def test_camels_left_in_the_market_count_against_the_mover() -> None:
    worth = worths(position(market="DGKKK", hand0="CCP"), replace(FACE_VALUE, camel_offer=40))
    assert worth["+KKK"] == worth["+D"] - 700 + 3 * 40


def test_giving_a_card_to_the_market_offers_it() -> None:
    generous = replace(FACE_VALUE, offer=WHOLE)
    at_hand = position(market="DGKKK", hand0="SSCCP")
    gain = worths(at_hand, generous)["+DG-SS"] - worths(at_hand, generous)["+DG-CC"]
    plain = worths(at_hand, FACE_VALUE)["+DG-SS"] - worths(at_hand, FACE_VALUE)["+DG-CC"]
    # Each silver would bring the opponent 5, each cloth 5 too by the top token.
    assert plain == -1000 + 800
    assert gain == plain


def test_what_the_opponent_shows_is_sold_first_in_a_race() -> None:
    """It shows two leather: the mover's own would then bring 2 instead of 4."""
    racing = replace(FACE_VALUE, race=WHOLE)
    shown = position(market="DLKKK", hand0="CCP", hand1="CCP+LL")
    assert worths(shown, racing)["+L"] == 200
    assert worths(shown, FACE_VALUE)["+L"] == 400
    one_leather = position(market="DLKKK", hand0="CCP", hand1="CCP+L")
    assert worths(one_leather, racing)["+L"] == 400


# What a sensible player thinks, whatever its numbers


@pytest.mark.parametrize("good", "DGSCPL")
def test_five_of_a_kind_sell_better_than_two(good: str) -> None:
    rest = "L" if good == "C" else "C"
    worth = worths(position(market="KKK" + rest * 2, hand0=good * 5))
    assert worth["-" + good * 5] > worth["-" + good * 2] + 500
    assert max(worth, key=lambda action: worth[action]) == "-" + good * 5


def test_a_second_diamond_is_better_than_a_first_leather() -> None:
    worth = worths(position(market="DLCKK", hand0="DGSC"))
    assert worth["+D"] == max(worth.values())
    assert worth["+D"] > worth["+L"] + 300


def test_a_diamond_is_worth_little_when_no_token_is_left() -> None:
    rich = worths(position(market="DLCKK", hand0="DGSC"))
    poor = worths(position(market="DLCKK", hand0="GGSC", sold="DDDDD"))
    assert rich["+D"] - rich["+L"] > poor["+D"] - poor["+L"] + 300
    assert poor["+D"] < max(poor.values())


def test_a_fifth_leather_is_not_left_to_the_opponent() -> None:
    needs = worths(position(market="GLKKK", hand0="GSCP", hand1="C+LLLL"))
    no_need = worths(position(market="GLKKK", hand0="GSCP", hand1="CLLLL"))
    assert needs["+L"] - needs["+G"] > no_need["+L"] - no_need["+G"]
    assert needs["-C"] < no_need["-C"]


def test_a_bonus_pile_that_is_empty_pays_nothing() -> None:
    view = position(market="DGSKK", hand0="LLL").view(0)
    cells, hand = view.array.copy(), view.hand.packed
    full, empty = new_tree_workspace(1).evaluated, new_tree_workspace(1).evaluated
    count = evaluate_actions(cells, 0, hand, GREEDY_WORTH, new_changes(), full)
    cells[BONUS_LEFT] = 0
    evaluate_actions(cells, 0, hand, GREEDY_WORTH, new_changes(), empty)
    less = {str(action_of_code(int(full[0, n]))): full[1, n] - empty[1, n] for n in range(count)}
    assert {action for action, by in less.items() if by} == {"-LLL"}
    assert less["-LLL"] == GREEDY.bonus[0]


def test_held_cards_lose_their_worth_towards_the_end() -> None:
    """With one card in the deck a pair is sold; at the start it need not be."""
    early = position(market="LLKKK", hand0="SS")
    late = position(market="LLKKK", hand0="SS", hand1="CCCPP", herd0=4, herd1=4, deck="L")
    assert share_of_held(late.array, GREEDY_WORTH) < share_of_held(early.array, GREEDY_WORTH)
    worth = worths(late)
    assert max(worth, key=lambda action: worth[action]) == "-SS"
